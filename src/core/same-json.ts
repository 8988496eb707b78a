type Members = Readonly<Record<string, unknown>>

/** Whether two values are the same as JSON. The order of keys means nothing: PostgreSQL has its own for jsonb. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return (a ?? null) === (b ?? null)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson((a as Members)[key], (b as Members)[key]))
  )
}
