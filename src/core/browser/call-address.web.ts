/** The address of a call: always on this site (so the token never travels elsewhere), no matter which page makes it. */
export function addressOf(origin: string, path: string, params: Readonly<Record<string, unknown>> = {}): string {
  const base = `${origin}/${path.replace(/^\/+/, '')}`
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([key, value]) => [key, paramText(value)])).toString()
  return query === '' ? base : `${base}${base.includes('?') ? '&' : '?'}${query}`
}

function paramText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
