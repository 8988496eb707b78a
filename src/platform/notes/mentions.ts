/** A member of staff whom a note can mention. */
export interface Mentionable {
  readonly id: number
  readonly name: string
}

/**
 * Who is mentioned in a text: `@` and the whole name, in any case. Of two names that begin alike the longer one counts, so
 * that `@Ana López` is not Ana.
 */
export function mentionedIn<Person extends Mentionable>(body: string, people: readonly Person[]): readonly Person[] {
  if (!body.includes('@') || people.length === 0) return []
  const names = people.map(({ name }) => name).toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  const found = new Set([...body.matchAll(pattern)].map(([, name = '']) => name.toLocaleLowerCase()))
  return people.filter(({ name }) => found.has(name.toLocaleLowerCase()))
}

const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What is being typed after an `@`, and where that begins; null where no name is being typed. */
export function mentionAt(text: string, caret: number): { readonly start: number; readonly typed: string } | null {
  const typed = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typed }
}
