/**
 * Link markers inside stored texts: `:::link|text=Las Vegas|element=c-12:::`. An element is a code, optionally followed
 * by up to two numeric suffixes, each after a hyphen.
 */
export const LINK_CODES = ['c', 'ev', 'ca', 's', 'sc', 'pr', 'pa', 'per', 'homepage'] as const
export const SPECIAL_HUBS = [
  'nba',
  'nfl',
  'nhl',
  'mlb',
  'broadway',
  'londonTheatre',
  'epl',
  'mls',
  'caf',
  'sll',
  'isa',
  'dbl',
  'ecf',
  'fl1',
  'cds',
] as const

type LinkCode = (typeof LINK_CODES)[number] | `special-${(typeof SPECIAL_HUBS)[number]}`

export interface LinkTarget {
  readonly code: LinkCode
  readonly suffixes: readonly number[]
}

export type MarkedText =
  | { readonly kind: 'text'; readonly text: string }
  /** `target` is null when the element is not one of the known codes with at most two numbers. */
  | { readonly kind: 'link'; readonly text: string; readonly element: string; readonly target: LinkTarget | null }

/** Markers that begin beyond this many characters stay plain text: no stored text is meant to be longer. */
const MARKED_TEXT_LIMIT = 65_536

const OPENING = ':::link|text='
const CLOSING = ':::'
const ELEMENT = '|element='

const codes: ReadonlyMap<string, LinkCode> = new Map<string, LinkCode>([
  ...LINK_CODES.map((code) => [code, code] as const),
  ...SPECIAL_HUBS.map((hub) => [`special-${hub}`, `special-${hub}`] as const),
])

/**
 * Splits a text into plain parts and links, in one pass: every character is looked at a bounded number of times,
 * whatever the text contains. Anything that is not a whole marker stays text, letter by letter as it was.
 */
export function parseLinkMarkers(text: string): MarkedText[] {
  const parts: MarkedText[] = []
  let plainFrom = 0
  let opening = text.indexOf(OPENING)
  while (opening >= 0 && opening < MARKED_TEXT_LIMIT) {
    const bodyFrom = opening + OPENING.length
    const closing = text.indexOf(CLOSING, bodyFrom)
    if (closing < 0) break
    const body = text.slice(bodyFrom, closing)
    const split = body.lastIndexOf(ELEMENT)
    if (split < 0) {
      // The three colons can open the next marker, so the search goes on at them and not behind them.
      opening = text.indexOf(OPENING, closing)
      continue
    }
    if (opening > plainFrom) parts.push({ kind: 'text', text: text.slice(plainFrom, opening) })
    const element = body.slice(split + ELEMENT.length)
    parts.push({ kind: 'link', text: body.slice(0, split), element, target: parseLinkElement(element) })
    plainFrom = closing + CLOSING.length
    opening = text.indexOf(OPENING, plainFrom)
  }
  if (plainFrom < text.length) parts.push({ kind: 'text', text: text.slice(plainFrom) })
  return parts
}

/** The target that an element names, e.g. `special-nba-3`; null for an unknown code or a malformed suffix. */
export function parseLinkElement(element: string): LinkTarget | null {
  const match = /^([A-Za-z]+(?:-[A-Za-z][A-Za-z0-9]*)?)(?:-(\d{1,15}))?(?:-(\d{1,15}))?$/.exec(element)
  const code = codes.get(match?.[1] ?? '')
  if (!match || !code) return null
  return { code, suffixes: [match[2], match[3]].filter((suffix) => suffix !== undefined).map(Number) }
}
