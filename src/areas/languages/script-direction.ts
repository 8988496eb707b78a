/** Scripts of ISO 15924 that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'])

/**
 * Which way the script of a language runs, by what CLDR knows of it: Punjabi runs to the left in Pakistan and to the right in India.
 *
 * @param code - a BCP 47 tag
 * @returns null for what is no tag, and for languages whose script nobody knows
 */
export function directionOf(code: string): 'ltr' | 'rtl' | null {
  try {
    const { script } = new Intl.Locale(code).maximize()
    return script === undefined ? null : rightToLeft.has(script) ? 'rtl' : 'ltr'
  } catch {
    return null
  }
}
