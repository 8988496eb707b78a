/**
 * Titles of events picked in a lineup's contents: reference inputs only know the titles that they have found
 * themselves.
 */
const titles = new Map<number, string>()

export function keepTitles(events: readonly { readonly id: number; readonly name: string }[]): void {
  for (const { id, name } of events) titles.set(id, name)
}

export function keptTitles(ids: readonly number[]): { id: number; title: string }[] {
  return ids.flatMap((id) => {
    const title = titles.get(id)
    return title === undefined ? [] : [{ id, title }]
  })
}
