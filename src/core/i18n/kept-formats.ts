/** More than languages and time zones, or languages and currencies, meet in practice: both come from callers. */
const maxKept = 1_000

/**
 * Makes formats of a kind and keeps them, because making one takes a hundred times as long as using it. `of` is what besides the
 * language decides on it, such as a time zone or a currency.
 */
export function keptFormats<F>(make: (locale: string, of: string) => F): (locale: string, of?: string) => F {
  const kept = new Map<string, F>()
  return (locale, of = '') => {
    const key = `${locale} ${of}`
    const found = kept.get(key)
    if (found !== undefined) return found
    const made = make(locale, of)
    if (kept.size < maxKept) kept.set(key, made)
    return made
  }
}
