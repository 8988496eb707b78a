/** What events are called that were picked in the contents of a lineup: inputs of references know only what they found themselves. */
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
