import { operatorsOf } from '../list/list-query.ts'
import type { AnyResource } from '../resource/resource.ts'
import { allFields, fieldOf } from '../resource/resource.ts'
import { isSortable } from '../resource/sortable.ts'

/** The query of a list call that has to be refused, and what the refusal has to name. */
export interface ListRefusal {
  readonly query: string
  readonly field: string
}

function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

/** Parameters that no list understands. `idCursor` belongs to the list sorted by id, ascending. */
export function listRefusals(resource: AnyResource, idCursor: string): ListRefusal[] {
  return [
    ...refusedFilters(resource),
    ...refusedPlaces(resource, idCursor),
    ...['{}', '5', '"id"', '["nobodyKnows"]', '[5]', '[', '["__proto__"]'].map((fields) =>
      refused('fields', { fields }),
    ),
    refused('q', { q: 'a'.repeat(201) }),
    refused('page', { page: '2' }),
    refused('_method', { _method: 'DELETE' }),
    ...['filter=%7B%7D&filter=%7B%7D', 'limit=1&limit=2&cursor='].map((query) => ({
      query,
      field: query.slice(0, query.indexOf('=')),
    })),
    ...filterable(resource),
  ]
}

function refused(field: string, params: Readonly<Record<string, unknown>>): ListRefusal {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return { field, query: new URLSearchParams(Object.fromEntries(texts) as Record<string, string>).toString() }
}

function refusedFilters(resource: AnyResource): ListRefusal[] {
  return [
    ...['{', '', 'null', '[]', '"x"', '1', deep(700).slice(0, -1)].map((filter) => refused('filter', { filter })),
    refused('filter', { filter: JSON.stringify('a'.repeat(8_100)) }),
    refused('a', { filter: deep(11) }),
    ...[
      'nobodyKnows',
      '__proto__',
      'constructor',
      'toString',
      'constructor.prototype',
      'id;drop',
      `id' OR 1=1--`,
      'passwordHash',
      'token_hash',
    ].map((key) => refused(key, { filter: `{${JSON.stringify(key)}:1}` })),
    ...[
      { nobodyKnows: 1 },
      {},
      { is: { is: 1 } },
      { gt: [1, 2] },
      { constructor: 1 },
      { empty: 'yes' },
      [[1]],
      [null],
      null,
      'abc',
      1.5,
      { is: null },
    ].map((condition) => refused('id', { filter: { id: condition } })),
    ...[
      'soon',
      '',
      '2026-06-01',
      '2026-06-01T10:00:00',
      '2026-02-30T10:00:00Z',
      '+010000-01-01T00:00:00Z',
      1_780_000_000_000,
    ].map((createdAt) => refused('createdAt', { filter: { createdAt } })),
    ...['someday', 'next0Days', 'next367Days', 'next1.5Days', 'TODAY', '', 14, null, ['today'], { today: true }].map(
      (during) => refused('createdAt', { filter: { createdAt: { during } } }),
    ),
    ...['Mars/Base', '+02:00', '', 5, null].map((zone) =>
      refused('createdAt', { filter: { createdAt: { during: 'today', zone } } }),
    ),
    refused('createdAt', { filter: { createdAt: { empty: false, zone: 'UTC' } } }),
    refused('id', { filter: { id: { during: 'today' } } }),
    refused('id', { filter: { id: Array.from({ length: 1_001 }, (_, index) => index + 1) } }),
    ...wrongOperators(resource).map(([key, operator]) => refused(key, { filter: { [key]: { [operator]: 'a' } } })),
  ]
}

/** Orders, ranges and cursors: where in the list the rows are to be taken from. */
function refusedPlaces(resource: AnyResource, idCursor: string): ListRefusal[] {
  const unsortable = allFields(resource).find(([, field]) => !isSortable(field))?.[0]
  return [
    ...[
      'id',
      '"id"',
      '["id"]',
      '["id","UP"]',
      '["id","asc"]',
      '["id","ASC","id"]',
      '[5,"ASC"]',
      '{"id":"ASC"}',
      '[',
      '',
      '["nobodyKnows","ASC"]',
      '["id;drop","ASC"]',
      '["(select 1)","ASC"]',
      '["passwordHash","ASC"]',
      '["constructor","ASC"]',
      '["__proto__","ASC"]',
    ].map((sort) => refused('sort', { sort })),
    ...(unsortable === undefined ? [] : [refused('sort', { sort: [unsortable, 'ASC'] })]),
    ...[
      '[0]',
      '[]',
      '[1,0]',
      '[-1,5]',
      '["0","5"]',
      '[0,1e9]',
      '[0.5,2]',
      '[0,1000]',
      '[0,1e400]',
      '{}',
      'x',
      '0-24',
      '[10000,10024]',
      '[10001,10002]',
      '[1000000000,1000000024]',
    ].map((range) => refused('range', { range })),
    refused('cursor', { cursor: 'nonsense' }),
    refused('cursor', { cursor: 'e30' }),
    refused('cursor', { cursor: 'W10', range: [0, 4] }),
    refused('cursor', { cursor: idCursor }),
    refused('cursor', { cursor: idCursor, sort: ['id', 'DESC'] }),
    refused('cursor', { cursor: '', range: [0, 4] }),
    ...foreignCursors().map((cursor) => refused('cursor', { cursor, sort: ['id', 'ASC'] })),
    ...['0', '-1', '1001', '1e9', '1.5', 'x', 'NaN', 'Infinity'].map((limit) =>
      refused('limit', { cursor: '', limit }),
    ),
    refused('limit', { limit: '5' }),
  ]
}

/** A cursor is opaque, but a caller can make one up. */
function foreignCursors(): string[] {
  const wrong = [
    ['id', false, 'abc', 1],
    ['id', false, {}, 1],
    ['id', false, 5, 'x'],
    ['id', false, 5, 1.5],
    ['id', false, 5],
    { key: 'id' },
    ['id', false, 1e300, 1],
  ]
  return wrong.map((parts) => btoa(JSON.stringify(parts)).replaceAll('=', ''))
}

/** Each filterable field with an operator that its kind does not have. */
function wrongOperators(resource: AnyResource): [string, string][] {
  return resource.list.filters.flatMap((key) => {
    const field = fieldOf(resource, key)
    const operator = field && (['contains', 'gt', 'is'] as const).find((one) => !operatorsOf(field).includes(one))
    return operator === undefined ? [] : [[key, operator] as [string, string]]
  })
}

/** Fields that a list shows but cannot be filtered by: no oracle. */
function filterable(resource: AnyResource): ListRefusal[] {
  const open = new Set<string>(resource.list.filters)
  return Object.entries(resource.fields)
    .filter(([key, field]) => !open.has(key) && !('to' in field))
    .map(([key]) => ({
      field: key,
      query: `filter=${encodeURIComponent(JSON.stringify({ [key]: { empty: false } }))}`,
    }))
}
