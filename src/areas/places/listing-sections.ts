/** A section of a manifest, as far as listings are held against it. */
export interface Placeable { readonly id: number; readonly code: string; readonly name: string; readonly rows: readonly string[] }

/** What providers put before the name of a section without meaning anything by it. */
const noise = new Set(['section', 'sections', 'sec', 'sect', 'block', 'blk', 'sector', 'seccion', 'bloque', 'bloc'])

/**
 * A section's name without what spellings differ in: accents, case, punctuation, leading zeros and words such as Sec or Block.
 * `Sec. 012` and `Block 12` are one. All of it where nothing would be left.
 */
export function sectionKey(name: string): string {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
    .map((word) => word.replace(/^0+(?=\d)/, ''))
  const told = words.filter((word) => !noise.has(word))
  return (told.length === 0 ? words : told).join(' ')
}

/** Answers with the section that a provider's words mean, and null where none does, several do, or it has no such row. */
export type Place = (section: string, row: string | null) => Placeable | null

/** Somebody’s word for it that a spelling means a section, by its name on the map. */
export interface Spelling { readonly spelling: string; readonly section: string }

/**
 * Whole names alone: what merely looks alike is for people to say, because a ticket in the wrong section is worse than one in none.
 * What they have said, `spellings`, goes before, as far as this map has the section.
 */
export function placesIn(sections: readonly Placeable[], spellings: readonly Spelling[] = []): Place {
  const byKey = Map.groupBy(sections, ({ name }) => sectionKey(name))
  const byCode = Map.groupBy(sections, ({ code }) => code.toLowerCase())
  const said = new Map(spellings.map(({ spelling, section }) => [sectionKey(spelling), sectionKey(section)]))
  return (section, row) => {
    const key = sectionKey(section)
    const found = byKey.get(said.get(key) ?? key) ?? byKey.get(key) ?? byCode.get(section.trim().toLowerCase()) ?? []
    const [only] = found
    if (!only || found.length > 1) return null
    const wanted = row === null ? null : sectionKey(row)
    return wanted === null || only.rows.length === 0 || only.rows.some((one) => sectionKey(one) === wanted) ? only : null
  }
}
