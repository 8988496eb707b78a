interface Placed { readonly performerId: number }

/** The bill with one performer a place further up (-1) or down (1); null at an end. */
export function stepped<T extends Placed>(bill: readonly T[], id: number, by: -1 | 1): readonly T[] | null {
  const from = bill.findIndex(({ performerId }) => performerId === id)
  const to = from + by
  const [one, other] = [bill[from], bill[to]]
  if (!one || !other) return null
  return bill.map((entry, at) => (at === from ? other : at === to ? one : entry))
}

/** The bill with one performer dropped before what is at `place` now (its length: at the end); null where that changes nothing. */
export function dropped<T extends Placed>(bill: readonly T[], id: number, place: number): readonly T[] | null {
  const from = bill.findIndex(({ performerId }) => performerId === id)
  const one = bill[from]
  if (!one || place === from || place === from + 1) return null
  return bill.flatMap((entry, at) => [...(at === place ? [one] : []), ...(entry === one ? [] : [entry])]).concat(place >= bill.length ? [one] : [])
}
