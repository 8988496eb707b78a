/** The parameters of an address as the texts that were written. A router's default turns `?q=12E5` into the number 1200000. */
export function queryOf(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The same the other way: `?a=1`, or nothing without a parameter. */
export function searchOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}
