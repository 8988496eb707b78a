import * as fc from 'fast-check'
import type { ApiDocument, Operation } from './api-document.server.ts'
import { callsIn, inlined } from './api-document.server.ts'
import type { Json } from './fuzz-values.server.ts'
import { nasty, odd, rightValue } from './fuzz-values.server.ts'

/** One call that no sane client would make, or nearly a valid one. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The keys of a list's reply: those by which it could be filtered and sorted. */
function keysOf(operation: Operation): readonly string[] {
  const schema = operation.responses['200']?.content?.['application/json']?.schema as
    | { items?: { properties?: Json } }
    | undefined
  return Object.keys(schema?.items?.properties ?? {})
}

function filterFor(keys: readonly string[]): fc.Arbitrary<unknown> {
  const operator = fc.constantFrom(
    'is',
    'not',
    'gt',
    'gte',
    'lt',
    'lte',
    'contains',
    'startsWith',
    'empty',
    'like',
    '$ne',
    'toString',
  )
  const value = fc.oneof(
    odd,
    fc.integer(),
    fc.string({ maxLength: 8 }),
    fc.boolean(),
    fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
    fc.constant('2026-06-01T10:00:00Z'),
  )
  const condition = fc.oneof(value, fc.dictionary(operator, value, { maxKeys: 2 }))
  return fc.dictionary(fc.constantFrom(...keys, 'nobodyKnows', '__proto__', 'q'), condition, { maxKeys: 3 })
}

function queryFor(operation: Operation): fc.Arbitrary<string> {
  const keys = keysOf(operation)
  const asJson = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { weight: 6, arbitrary: arbitrary.map((value) => JSON.stringify(value) ?? 'undefined') },
      { weight: 1, arbitrary: nasty },
    )
  const position = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(-1, 9_999, 10_000, 1e9, 1.5))
  const cursor = fc
    .tuple(fc.constantFrom('id', ...keys), fc.boolean(), odd, fc.oneof(fc.integer(), odd))
    .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'))
  const known: Readonly<Record<string, fc.Arbitrary<string>>> = {
    filter: asJson(filterFor(keys)),
    sort: asJson(fc.tuple(fc.constantFrom('id', 'nobodyKnows', ...keys), fc.constantFrom('ASC', 'DESC', 'asc'))),
    range: asJson(fc.tuple(position, position)),
    fields: asJson(fc.array(fc.constantFrom('id', 'nobodyKnows', ...keys), { maxLength: 4 })),
    cursor: fc.oneof(fc.constant(''), cursor, nasty),
    limit: fc.oneof(fc.constantFrom('0', '1', '5', '1000', '1001', '-1', '1e9', 'x', 'NaN')),
  }
  const given = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) =>
      fc.option(
        (known[name] ?? fc.oneof(nasty, fc.string())).map((value) => `${name}=${encode(value)}`),
        { freq: 2, nil: '' },
      ),
    )
  const extra = fc.option(
    fc.constantFrom('page=2', '_method=DELETE', 'filter=%7B%7D&filter=%7B%7D', 'a[b]=1', '&&&', 'limit=1'),
    { freq: 8, nil: '' },
  )
  return fc
    .tuple(extra, ...given)
    .map((parts) => parts.filter(Boolean).join('&'))
    .filter((query) => query.length < 12_000)
}

/** Half a surrogate pair has no UTF-8; its replacement is what a client would really send. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** Values that the parameters of paths can have besides ids, by their names. */
export type PathValues = Readonly<Record<string, readonly string[]>>

function pathFor(template: string, known: PathValues): fc.Arbitrary<string> {
  const anyId = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 25 }).map(String) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          nasty.filter((text) => text.length < 400),
          fc.constantFrom('0', '-1', '1e3', '999999999999999', '..', '.'),
        )
        .map(encode),
    },
  )
  const names = template.match(/\{[^}]+\}/g) ?? []
  return fc
    .tuple(
      ...names.map((name) => {
        const values = known[name.slice(1, -1)]
        return values
          ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values).map(encode) }, { weight: 1, arbitrary: anyId })
          : anyId
      }),
    )
    .map((ids) => ids.reduce((path, value) => path.replace(/\{[^}]+\}/, () => value || '%20'), template))
}

/** What JSON.stringify itself leaves out or turns into null is not worth sending; what it cannot say is said by hand. */
function bodyFor(operation: Operation, right: readonly Json[]): fc.Arbitrary<string | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema
  const raw = fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"a":1,"a":2}',
    '{"__proto__":{"polluted":1}}',
    '[[[[[[[[[[1]]]]]]]]]]',
    '{"id":9007199254740993}',
    '{"percent":1e400}',
    '\u0000',
  )
  if (!schema) return fc.option(raw, { freq: 5, nil: undefined })
  return fc.oneof(
    { weight: right.length > 0 ? 10 : 0, arbitrary: nearly(right) },
    { weight: 10, arbitrary: rightValue(schema).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: odd.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: raw },
  )
}

/** A valid body, except for a field or two. */
function nearly(right: readonly Json[]): fc.Arbitrary<string> {
  return fc
    .constantFrom(...(right.length > 0 ? right : [{}]))
    .chain((body) =>
      fc
        .dictionary(fc.constantFrom(...Object.keys(body), 'nobodyKnows'), odd, { maxKeys: 2 })
        .map((changes) => JSON.stringify({ ...body, ...changes })),
    )
}

const headersFor = fc.record(
  {
    'if-match': fc.constantFrom('"1"', '"2"', '*', 'W/"1"', 'x', '"1", "2"'),
    'idempotency-key': fc.oneof(fc.constantFrom('one', 'two', 'a b', 'x'.repeat(300)), fc.uuid()),
    'content-type': fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json; charset=utf-8') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '', ';;'),
      },
    ),
    'accept': fc.constantFrom('*/*', 'text/html', 'application/xml'),
    'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', '::1', 'evil'),
  },
  { requiredKeys: [] },
)

/** One operation of an API, as `GET /path/{id}`, with calls to it. */
export interface FuzzedOperation {
  readonly name: string
  readonly weight: number
  readonly arbitrary: fc.Arbitrary<FuzzRequest & { readonly operation: string }>
}

/**
 * Calls to every operation of an API, made from its own description. `right` are bodies that an address takes, by its
 * template: what is wrong in only one place gets further than what is wrong in all.
 */
export function fuzzedOperations(
  document: ApiDocument,
  right: Readonly<Record<string, readonly Json[]>>,
  known: PathValues = {},
): readonly FuzzedOperation[] {
  return callsIn(document).map(({ method, path: template, operation: described }) => {
    const operation = inlined(document, described) as Operation
    const name = `${method.toUpperCase()} ${template}`
    return {
      name,
      // Changing calls are rarer than reading ones, and have more to go wrong.
      weight: method === 'get' ? 1 : 3,
      arbitrary: fc.record({
        operation: fc.constant(name),
        method: fc.constant(method.toUpperCase()),
        path: fc
          .tuple(pathFor(template, known), queryFor(operation))
          .map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
        headers: fc.option(headersFor, { freq: 3, nil: {} }),
        body: method === 'get' ? fc.constant(undefined) : bodyFor(operation, right[template] ?? []),
      }),
    }
  })
}
