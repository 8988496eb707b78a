/** The list with one item at another place; null where that changes nothing or leads out of the list. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] | null {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length || from === to) return null
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The same with the item put before the one at `slot`, counted in the list as it is now; the list's length is its end. */
export function dropped<T>(list: readonly T[], from: number, slot: number): readonly T[] | null {
  return moved(list, from, slot > from ? slot - 1 : slot)
}
