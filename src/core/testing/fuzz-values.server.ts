import * as fc from 'fast-check'

export type Json = Readonly<Record<string, unknown>>

export const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  'a\u202eb',
  '\ufeff',
  'ﬁ',
  'İ',
  'a'.repeat(300),
  'a'.repeat(70_000),
  `' OR 1=1--`,
  `"; drop table staff; --`,
  '%',
  '_',
  '\\',
  '${7*7}',
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '=1+1',
  '../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  'constructor',
  '__proto__',
  'e\u0301'.repeat(400),
  '0000-00-00',
  '2026-02-30',
  '2026-13-01T25:61:61Z',
  '9999-12-31T23:59:59-12:00',
  '+010000-01-01T00:00:00Z',
  '12,50',
  '1e400',
  '🎫'.repeat(90),
)

export const odd: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    -0,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    [],
    {},
    [null],
    [[[]]],
    { id: 1 },
    { toString: 1 },
    [{}],
    '1',
  ),
)

/** Mostly what the schema asks for, now and then something else. */
function valueFor(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: rightValue(schema) }, { weight: 1, arbitrary: odd })
}

export function rightValue(schema: Json): fc.Arbitrary<unknown> {
  const either = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (either) return fc.oneof(...either.map(rightValue))
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  const [type] = [schema['type']].flat() as (string | undefined)[]
  const { format, minimum, maximum, minLength, maxLength, items, properties, required } = schema as {
    format?: string
    minimum?: number
    maximum?: number
    minLength?: number
    maxLength?: number
    items?: Json
    properties?: Record<string, Json>
    required?: string[]
  }
  switch (type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(minimum ?? 0, -(2 ** 31)), max: Math.min(maximum ?? 1_000, 2 ** 31 - 1) }),
        fc.constantFrom(minimum ?? 0, maximum ?? 1, 1),
      )
    case 'number':
      return fc.double({ min: minimum ?? -1e6, max: maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueFor(items ?? {}), { maxLength: 4 })
    case 'object':
      return properties
        ? fc.record(Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, valueFor(inner)])), {
            requiredKeys: required ?? [],
          })
        : fc.dictionary(fc.string({ maxLength: 10 }), odd, { maxKeys: 4 })
    case 'string':
      return stringFor(format, minLength ?? 0, maxLength ?? 40)
    default:
      return odd
  }
}

function stringFor(format: string | undefined, minLength: number, maxLength: number): fc.Arbitrary<string> {
  if (format === 'date')
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString())
  return fc.oneof(
    fc.stringMatching(/^[A-Z]{3,8}$/),
    fc.constantFrom('EUR', 'JPY', 'Europe/Rome', 'es', 'ana@example.com', '19:30'),
    nasty,
    fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 200), maxLength: Math.min(maxLength, 200) }),
  )
}
