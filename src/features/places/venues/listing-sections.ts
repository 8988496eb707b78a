/** A section of a manifest, with what matching listings needs. */
export interface Placeable {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly rows: readonly string[]
}

/** Prefixes that providers put before the name of a section, without any meaning. */
const noise = new Set(['section', 'sections', 'sec', 'sect', 'block', 'blk', 'sector', 'seccion', 'bloque', 'bloc'])

/**
 * A section's name without the differences between spellings: accents, case, punctuation, leading zeros and words such
 * as Sec or Block. `Sec. 012` and `Block 12` are equal. The whole name if nothing else remains.
 */
export function sectionKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replace(/^0+(?=\d)/, ''))
  const told = words.filter((word) => !noise.has(word))
  return (told.length === 0 ? words : told).join(' ')
}

/** Returns the section that a provider's text means, or null if none or several match, or the row does not exist. */
export type Place = (section: string, row: string | null) => Placeable | null

/** A confirmed match from a spelling to a section, by the section's name on the map. */
export interface Spelling {
  readonly spelling: string
  readonly section: string
}

/**
 * Matches whole names only: similar names are left to staff, because a ticket in the wrong section is worse than one in
 * none. Their answers, `spellings`, take precedence if this map has the section.
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
    return wanted === null || only.rows.length === 0 || only.rows.some((one) => sectionKey(one) === wanted)
      ? only
      : null
  }
}
