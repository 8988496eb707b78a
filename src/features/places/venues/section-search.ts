import type { Section } from './manifest.ts'
import type { MapCoverage } from './map-coverage.ts'

export interface FoundSection {
  readonly section: Section
  /** The seller's wording that was found; null where the name, code or zone was. */
  readonly alias: string | null
}

/** Without case, accents and signs, so that "sec 12" finds "Sec. 12". */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What sellers call each section, by the section's name. */
export function aliasesOf(coverage: MapCoverage | undefined): ReadonlyMap<string, readonly string[]> {
  const aliases = new Map<string, string[]>()
  for (const { section, placedAs } of coverage?.sections ?? [])
    if (placedAs !== null) aliases.set(placedAs, [...(aliases.get(placedAs) ?? []), section])
  return aliases
}

/** Each section's name and code without signs, so that a letter typed folds none of them again. */
const foldedNames = new WeakMap<Section, readonly string[]>()

function namesOf(section: Section): readonly string[] {
  const known = foldedNames.get(section) ?? [section.name, section.code].map(folded)
  foldedNames.set(section, known)
  return known
}

/** The same text comes first, then what begins with it, then what has it as a part. */
function closeness(text: string, wanted: string): number | null {
  if (text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  if (text.includes(` ${wanted}`)) return 2
  return text.includes(wanted) ? 3 : null
}

/** The sections that a text finds by name, code or a seller's wording, the closest first; all of them for no text. */
export function findSections(
  sections: readonly Section[],
  aliases: ReadonlyMap<string, readonly string[]>,
  text: string,
): readonly FoundSection[] {
  const wanted = folded(text)
  if (wanted === '') return sections.map((section) => ({ section, alias: null }))
  const found: (FoundSection & { readonly distance: number })[] = []
  for (const section of sections) {
    const own = namesOf(section).flatMap((name) => closeness(name, wanted) ?? [])
    if (own.length > 0) {
      found.push({ section, alias: null, distance: Math.min(...own) })
      continue
    }
    const [alias] = (aliases.get(section.name) ?? [])
      .flatMap((name) => ({ name, distance: closeness(folded(name), wanted) }))
      .filter((one): one is { name: string; distance: number } => one.distance !== null)
      .toSorted((a, b) => a.distance - b.distance)
    if (alias) found.push({ section, alias: alias.name, distance: 4 + alias.distance })
  }
  return found.toSorted((a, b) => a.distance - b.distance)
}
