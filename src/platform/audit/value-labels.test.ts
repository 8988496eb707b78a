import { describe, expect, it } from 'vitest'
import type { AnyField } from '../../core/resource/fields.ts'
import {
  boolean,
  choices,
  date,
  instant,
  integer,
  longText,
  money,
  percent,
  ref,
  refs,
  rows,
  select,
  text,
  words,
} from '../../core/resource/fields.ts'
import type { Change } from './personal.ts'
import { hidden } from './personal.ts'
import { changeSentence, changeWords, valueWords } from './value-labels.ts'
import { nameOf } from '../../core/resource/resource-name.ts'

const reading = { zone: 'UTC', titles: { cities: { 7: 'Rome' } }, beside: { currency: 'JPY', zone: 'Asia/Tokyo' } }
const fields = {
  state: select(['draft', 'on_sale'], { labels: { on_sale: 'On sale now' } }),
  price: money({ currency: 'currency' }),
  currency: text(),
  startsOn: date(),
}
const change = (key: string, before: unknown, after: unknown): Change => ({
  key,
  before: before === undefined ? null : JSON.stringify(before),
  after: after === undefined ? null : JSON.stringify(after),
})

describe('a value', () => {
  it.each<[string, AnyField, unknown, string]>([
    ['text', text(), 'as it is', 'as it is'],
    ['a whole number', integer(), 12_345, '12,345'],
    ['a share', percent(), 1_250, '12.5%'],
    ['money in the currency beside it', money({ currency: 'currency' }), 1_234, 'JP¥1,234'],
    ['money whose currency did not change', money({ currency: 'other' }), 1_234, '1,234 in minor units'],
    ['yes', boolean(), true, 'Yes'],
    ['no', boolean(), false, 'No'],
    ['a day', date(), '2026-06-01', '1 Jun 2026'],
    ['a moment', instant(), '2026-06-01T17:30:00.000Z', '1 Jun 2026, 17:30 UTC'],
    [
      'a moment on the clocks beside it',
      instant({ zone: 'zone' }),
      '2026-06-01T17:30:00.000Z',
      '2 Jun 2026, 02:30 GMT+9',
    ],
    ['a choice with words', select(['on_sale'], { labels: { on_sale: 'On sale now' } }), 'on_sale', 'On sale now'],
    ['a choice without', select(['sold_out']), 'sold_out', 'Sold out'],
    ['a choice that is offered no more', select(['a']), 'gone_by', 'Gone by'],
    ['several choices', choices(['web', 'api']), ['web', 'api'], 'Web, Api'],
    ['words', words(), ['vip', 'new'], 'vip, new'],
    ['rich text that was rows once', longText({ format: 'richText' }), [{ q: 'Why?', a: 'So.' }], 'Why? So.'],
    ['a record by its title', ref(nameOf('cities')), 7, 'Rome'],
    ['a record whose title is not known', ref(nameOf('cities')), 8, '#8'],
    ['several records', refs(nameOf('cities')), [7, 8], 'Rome, #8'],
    [
      'rows with money, each in its own currency',
      rows({ currency: text(), amount: money({ currency: 'currency' }) }),
      [
        { currency: 'EUR', amount: 1_250 },
        { currency: 'JPY', amount: 500 },
      ],
      '€12.50; JP¥500',
    ],
    ['nothing', text(), null, '–'],
    ['an empty list', words(), [], '–'],
    ['what may not be seen', money({ currency: 'currency' }), hidden, hidden],
  ])('is said in words: %s', (_, field, value, said) => {
    expect(valueWords(field, value, reading)).toBe(said)
  })

  it.each<[string, AnyField, unknown]>([
    ['a day that is none', date(), 'soon'],
    ['a moment that is none', instant(), 'later'],
    ['rows that are none', rows({ a: text() }), 'x'],
    ['a zone that nobody has', instant({ zone: 'zone' }), '2026-06-01T17:30:00.000Z'],
  ])('that does not fit its field any more is said as it is: %s', (_, field, value) => {
    expect(valueWords(field, value, { ...reading, beside: { zone: 'Nowhere/Else' } })).toBe(String(value))
  })

  it('of an unknown field is said as it is', () => {
    expect([true, 5, 'x', ['a', 'b'], { a: 1 }].map((value) => valueWords(undefined, value, reading))).toEqual([
      'Yes',
      '5',
      'x',
      'a, b',
      '{"a":1}',
    ])
  })
})

describe('changes', () => {
  it('are said by the labels of the fields, in the order of the definition, unknown ones last', () => {
    const said = changeWords(
      [change('zebraCrossing', 1, 2), change('startsOn', '2026-06-01', null), change('state', 'draft', 'on_sale')],
      fields,
      reading,
    )
    expect(said.map(changeSentence)).toEqual([
      'State: Draft → On sale now',
      'Starts on: 1 Jun 2026 → –',
      'Zebra crossing: 1 → 2',
    ])
  })

  it('of a currency are said with the amounts in the one that they had', () => {
    const said = changeWords([change('price', 1_000, 1_000_00), change('currency', 'JPY', 'EUR')], fields, reading)
    expect(said.map(changeSentence)).toEqual(['Price: JP¥1,000 → €1,000.00', 'Currency: JPY → EUR'])
  })

  it('of a new record say what it was given and leave out what it was not', () => {
    const said = changeWords(
      [
        change('state', undefined, 'draft'),
        change('price', undefined, null),
        change('startsOn', undefined, '2026-06-01'),
      ],
      fields,
      reading,
    )
    expect(said.map(changeSentence)).toEqual(['State: Draft', 'Starts on: 1 Jun 2026'])
  })

  it('under a name that every object has are not taken for a field', () => {
    expect(changeWords([change('constructor', 'a', 'b')], fields, reading).map(changeSentence)).toEqual([
      'Constructor: a → b',
    ])
  })
})
