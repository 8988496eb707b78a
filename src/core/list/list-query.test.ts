import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../errors/errors.ts'
import type { ListQuery } from './list-query.ts'
import { isCondition, listParams, operatorsOf, sortItem } from './list-query.ts'
import { filterKeys, sortKeys } from './list-keys.ts'
import { parseList } from './list-query.server.ts'
import { fieldOf } from '../resource/resource.ts'
import { gadgets } from '../testing/sample-resources.ts'

const parse = (query: Readonly<Record<string, unknown>> = {}) => parseList(gadgets, query, 'Europe/Madrid')
const onlyTest = (filter: object) => {
  const [test, ...others] = parse({ filter: JSON.stringify(filter) }).tests
  expect(others).toEqual([])
  return [test?.key, test?.operator, test?.value]
}

describe('a list call', () => {
  it('without parameters is the first 50 in the order of the definition', () => {
    expect(parse()).toMatchObject({
      offset: 0,
      limit: 50,
      q: null,
      keyset: null,
      tests: [],
      sort: { key: 'count', descending: true },
    })
  })

  it.each<[object, unknown]>([
    [{ count: 5 }, ['count', 'is', 5]],
    [{ count: [5, 6] }, ['count', 'is', [5, 6]]],
    [{ count: { gte: 5 } }, ['count', 'gte', 5]],
    [{ isOn: false }, ['isOn', 'is', false]],
    [{ code: 'abcd' }, ['code', 'is', 'ABCD']],
    [{ code: { contains: ' ab ' } }, ['code', 'contains', 'ab']],
    [{ testedAt: { lt: '2026-06-01T02:00:00+02:00' } }, ['testedAt', 'lt', '2026-06-01T00:00:00.000Z']],
    [{ fits: ['small'] }, ['fits', 'is', ['small']]],
    [{ fits: 'small' }, ['fits', 'is', 'small']],
    [{ helperIds: 4 }, ['helperIds', 'is', 4]],
    [{ parts: { empty: true } }, ['parts', 'empty', true]],
    [{ makerId: { not: 4 } }, ['makerId', 'not', 4]],
    [{ id: [3_000_000_000] }, ['id', 'is', [3_000_000_000]]],
  ])('with the filter %j asks for one thing', (filter, expected) => {
    expect(onlyTest(filter)).toEqual(expected)
  })

  it('with several operators asks for all of them', () => {
    expect(
      parse({ filter: '{"count":{"gte":1,"lt":9},"isOn":true}' }).tests.map(({ key, operator, value }) => [
        key,
        operator,
        value,
      ]),
    ).toEqual([
      ['count', 'gte', 1],
      ['count', 'lt', 9],
      ['isOn', 'is', true],
    ])
  })

  it('finds the search of stock clients inside their filter', () => {
    expect(parse({ filter: '{"q":" ab "}' })).toMatchObject({ q: 'ab', tests: [] })
    expect(parse({ q: '  ' }).q).toBeNull()
  })

  it('answers with the id whatever fields are asked for, in the order of the definition', () => {
    expect(parse({ fields: '["code","name"]' }).keys).toEqual(['id', 'name', 'code'])
    expect(parse({ fields: '[]' }).keys).toEqual(['id'])
  })

  it('of named records has room for all of them', () => {
    expect(parse({ filter: JSON.stringify({ id: Array.from({ length: 700 }, (_, n) => n + 1) }) }).limit).toBe(700)
    expect(parse({ filter: '{"id":[1]}' }).limit).toBe(50)
    expect(parse({ filter: '{"id":[1,2,3]}', range: '[0,1]' }).limit).toBe(2)
  })

  it('pages by range up to the ten-thousandth row', () => {
    expect(parse({ range: '[9975,9999]' })).toMatchObject({ offset: 9_975, limit: 25 })
    expect(parse({ range: '[0,999]' }).limit).toBe(1_000)
    expect(() => parse({ range: '[9990,10014]' })).toThrow(/cursor/)
    expect(() => parse({ range: '[0,1000]' })).toThrow(/at most 1000 rows/)
  })

  it('refuses in one sentence, on what is wrong', () => {
    const refused = (query: object): unknown => {
      try {
        return parse(query as Record<string, unknown>)
      } catch (error) {
        return error instanceof Refusal ? [error.status, error.fields, error.message] : error
      }
    }
    const sentences: [object, string, string][] = [
      [{ filter: '{' }, 'filter', 'filter is not JSON.'],
      [{ filter: '[]' }, 'filter', 'filter must be an object.'],
      [{ filter: '{"colour":1}' }, 'colour', 'Gadgets cannot be filtered by colour.'],
      [{ filter: '{"stamp":1}' }, 'stamp', 'Gadgets cannot be filtered by stamp.'],
      [{ filter: '{"count":{"near":1}}' }, 'count', 'Unknown filter operator: near.'],
      [{ filter: '{"name":{"gt":"a"}}' }, 'name', 'name cannot be filtered by gt.'],
      [{ filter: '{"count":{}}' }, 'count', 'The filter on count is empty.'],
      [{ filter: '{"count":"5"}' }, 'count', 'Count must be a whole number.'],
      [{ filter: '{"size":"huge"}' }, 'size', 'Size must be one of small, medium, large.'],
      [{ filter: '{"count":{"gt":[1]}}' }, 'count', 'gt takes one value.'],
      [{ filter: '{"count":{"during":"today"}}' }, 'count', 'count cannot be filtered by during.'],
      [{ filter: '{"madeOn":{"gte":"2026-01-01","zone":"Europe/Rome"}}' }, 'madeOn', 'zone needs during.'],
      [
        { filter: '{"madeOn":{"during":"today","zone":"Mars/Base"}}' },
        'madeOn',
        'zone must be an IANA time zone, such as Europe/Rome.',
      ],
      [
        { filter: '{"testedAt":{"during":"someday"}}' },
        'testedAt',
        'during must be today, yesterday, tomorrow, a week or month such as thisWeek, or a range such as last7Days or next14Days with up to 366 days.',
      ],
      [{ sort: '["stamp;","ASC"]' }, 'sort', 'Gadgets cannot be sorted by stamp;.'],
      [{ sort: 'name' }, 'sort', 'sort is not JSON.'],
      [{ sort: '["name"]' }, 'sort', 'sort must be ["field","ASC"] or ["field","DESC"].'],
      [{ range: '[5,1]' }, 'range', 'range must begin at 0 or later and not end before it begins.'],
      [{ cursor: 'x' }, 'cursor', 'This cursor belongs to another list. Start again without one.'],
      [{ limit: '5' }, 'limit', 'Use limit with cursor, or range without one.'],
      [{ fields: '["colour"]' }, 'fields', 'Gadgets have no colour.'],
      [{ q: 'a'.repeat(201) }, 'q', 'A search can have at most 200 readable characters.'],
      [{ colour: 'red' }, 'colour', 'colour is not a parameter of a list.'],
      [{ sort: ['a', 'b'] }, 'sort', 'sort is given more than once.'],
    ]
    for (const [query, field, sentence] of sentences)
      expect([query, refused(query)]).toEqual([query, [422, { [field]: sentence }, sentence]])
  })

  it('travels and is read as it was meant', () => {
    const query: ListQuery = {
      filter: { count: { gte: 3 } },
      sort: [{ field: 'name', descending: true }],
      range: [25, 49],
      q: 'ab',
      fields: ['code'],
    }
    expect(parse(listParams(query))).toMatchObject({
      tests: [{ key: 'count', operator: 'gte', value: 3 }],
      sort: { key: 'name', descending: true },
      offset: 25,
      limit: 25,
      q: 'ab',
      keys: ['id', 'code'],
    })
    expect(listParams({})).toEqual({})
    expect(listParams({ filter: {}, cursor: '' })).toEqual({ cursor: '' })
  })
})

describe('a period in a filter', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const asked = (filter: object) =>
    parse({ filter: JSON.stringify(filter) }).tests.map(({ key, operator, value }) => [key, operator, value])

  it('is its two ends when it is asked, on the clocks of the business or of the zone that it names', () => {
    vi.useFakeTimers({ now: new Date('2026-03-28T23:30:00Z') })
    expect(asked({ madeOn: { during: 'today' } })).toEqual([
      ['madeOn', 'gte', '2026-03-29'],
      ['madeOn', 'lt', '2026-03-30'],
    ])
    expect(asked({ madeOn: { during: 'today', zone: 'America/New_York' } })).toEqual([
      ['madeOn', 'gte', '2026-03-28'],
      ['madeOn', 'lt', '2026-03-29'],
    ])
    // The day on which the clocks go forward has 23 hours.
    expect(asked({ testedAt: { during: 'today' } })).toEqual([
      ['testedAt', 'gte', '2026-03-28T23:00:00.000Z'],
      ['testedAt', 'lt', '2026-03-29T22:00:00.000Z'],
    ])
    vi.setSystemTime(new Date('2026-03-30T12:00:00Z'))
    expect(asked({ madeOn: { during: 'today' } })).toEqual([
      ['madeOn', 'gte', '2026-03-30'],
      ['madeOn', 'lt', '2026-03-31'],
    ])
  })

  it('goes together with other operators', () => {
    vi.useFakeTimers({ now: new Date('2026-06-10T12:00:00Z') })
    expect(asked({ madeOn: { during: 'next14Days', not: '2026-06-12' } })).toEqual([
      ['madeOn', 'gte', '2026-06-10'],
      ['madeOn', 'lt', '2026-06-24'],
      ['madeOn', 'not', '2026-06-12'],
    ])
  })
})

describe('a condition out of an address', () => {
  const field = (key: string) => {
    const found = fieldOf(gadgets, key)
    if (!found) throw new Error(`There is no ${key}`)
    return found
  }
  it.each<[string, unknown]>([
    ['count', 5],
    ['count', [5, 6]],
    ['count', { gte: 1, lt: 9 }],
    ['size', []],
    ['madeOn', { during: 'next14Days' }],
    ['dueAt', { during: 'today', zone: 'Asia/Tokyo' }],
    ['parts', { empty: true }],
    ['name', { contains: 'a' }],
  ])('on %s has a form that lists know: %j', (key, condition) => {
    expect(isCondition(field(key), condition)).toBe(true)
  })
  it.each<[string, unknown]>([
    ['count', null],
    ['count', {}],
    ['count', [null]],
    ['count', { near: 1 }],
    ['count', { gte: { gte: 1 } }],
    ['count', { during: 'today' }],
    ['madeOn', { during: 'someday' }],
    ['madeOn', { during: 'today', zone: 'Mars/Base' }],
    ['madeOn', { zone: 'Asia/Tokyo' }],
    ['madeOn', { gte: '2026-01-01', zone: 'Asia/Tokyo' }],
    ['parts', 'x'],
    ['parts', ['x']],
  ])('on %s has none that they know: %j', (key, condition) => {
    expect(isCondition(field(key), condition)).toBe(false)
  })
})

describe('what can be asked of a list', () => {
  it('is a filter by what the definition names, by references and by the head; an order by what it shows', () => {
    expect([...filterKeys(gadgets)]).toEqual([
      ...gadgets.list.filters,
      'makerId',
      'rivalId',
      'helperIds',
      'id',
      'version',
      'createdAt',
      'updatedAt',
    ])
    expect(sortKeys(gadgets).has('code')).toBe(true)
    for (const key of ['makerId', 'notes', 'fits', 'parts', 'serial', 'closesAt'])
      expect([key, sortKeys(gadgets).has(key)]).toEqual([key, false])
  })

  it('is for every kind of field at least whether it is filled', () => {
    for (const key of filterKeys(gadgets)) {
      const field = fieldOf(gadgets, key)
      expect(field && operatorsOf(field).some((operator) => operator === 'empty' || operator === 'is')).toBe(true)
    }
  })

  it.each([
    ['-createdAt', 'createdAt', true],
    ['name', 'name', false],
  ])('in the order %s', (words, field, descending) => {
    expect(sortItem(words)).toEqual({ field, descending })
  })
})
