/** Scripts of ISO 15924 that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
])

/**
 * The direction of a language's script, from CLDR: Punjabi is written right to left in Pakistan and left to right in
 * India.
 *
 * @param code - a BCP 47 tag
 * @returns null for an invalid tag, and for languages whose script is unknown
 */
export function directionOf(code: string): 'ltr' | 'rtl' | null {
  try {
    const { script } = new Intl.Locale(code).maximize()
    return script === undefined ? null : rightToLeft.has(script) ? 'rtl' : 'ltr'
  } catch {
    return null
  }
}
