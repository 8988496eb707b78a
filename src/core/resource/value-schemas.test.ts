import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  boolean,
  choices,
  date,
  decimal,
  instant,
  integer,
  labelOf,
  longText,
  money,
  percent,
  ref,
  refs,
  rows,
  select,
  text,
  time,
  words,
} from './fields.ts'
import type { AnyField } from './fields.ts'
import { gadgets } from '../testing/sample-resources.ts'
import { initialValue, parseValue } from './value-schemas.ts'
import { nameOf } from './resource-name.ts'

const required = { required: true } as const

/** The sentence for a value, or the value as it would be stored. */
function said(field: AnyField, value: unknown, key = 'giftName'): unknown {
  const parsed = parseValue(key, field, value)
  return 'value' in parsed ? parsed : parsed.problems
}

describe('what a person reads', () => {
  const pattern = { pattern: /^[a-z]+$/, patternHint: 'has letters only.' }
  it.each<[string, AnyField, unknown, string]>([
    ['text that is missing', text(required), null, 'Gift name is required.'],
    ['text that is blank', text(required), '   ', 'Gift name is required.'],
    ['text that is none', text(required), 5, 'Gift name must be text.'],
    ['text beyond 255 characters', text(required), 'a'.repeat(256), 'Gift name can have at most 255 characters.'],
    ['text beyond its own bound', text({ max: 3 }), 'abcd', 'Gift name can have at most 3 characters.'],
    ['text below its bound', text({ min: 3 }), 'ab', 'Gift name needs at least 3 characters.'],
    ['text against its pattern', text(pattern), 'a1', 'Gift name has letters only.'],
    ['text against a pattern without words', text({ pattern: /^x$/ }), 'a', 'Gift name has the wrong format.'],
    ['text that reads backwards', text(), 'a\u202eb', 'Gift name has characters that cannot be shown.'],
    [
      'a masked email address, which stands for another',
      text({ format: 'email' }),
      'a•••@example.com',
      'Gift name must be an email address, such as ana@example.com.',
    ],
    [
      'an email address',
      text({ format: 'email' }),
      'ana@',
      'Gift name must be an email address, such as ana@example.com.',
    ],
    [
      'a web address',
      text({ format: 'url' }),
      'javascript:alert(1)',
      'Gift name must be a URL that starts with https://.',
    ],
    [
      'a slug',
      text({ format: 'slug' }),
      'Not A Slug',
      'Gift name can have lower-case letters, digits and single hyphens.',
    ],
    [
      'a telephone number',
      text({ format: 'phone' }),
      '911 234',
      'Gift name must be an international number, such as +34911234567.',
    ],
    [
      'a time zone',
      text({ format: 'timeZone' }),
      'Europe/Atlantis',
      'Gift name must be an IANA time zone, such as Europe/Rome.',
    ],
    ['a currency', text({ format: 'currency' }), 'Euro', 'Gift name must be an ISO 4217 code, such as EUR.'],
    ['a locale', text({ format: 'locale' }), 'Spanish', 'Gift name must be a BCP 47 tag, such as es or pt-BR.'],
    ['long text', longText({ max: 4 }), 'abcde', 'Gift name can have at most 4 characters.'],
    ['a whole number that is missing', integer(required), null, 'Gift name is required.'],
    ['a whole number in text', integer(), '5', 'Gift name must be a whole number.'],
    ['half a whole number', integer(), 1.5, 'Gift name must be a whole number.'],
    ['a whole number outside both bounds', integer({ min: 1, max: 9 }), 10, 'Gift name must be between 1 and 9.'],
    [
      'a whole number that no column holds',
      integer(),
      2 ** 31,
      'Gift name must be between -2147483648 and 2147483647.',
    ],
    ['a number', decimal(), '1,5', 'Gift name must be a number.'],
    ['a number outside its bounds', decimal({ min: -90, max: 90 }), 90.5, 'Gift name must be between -90 and 90.'],
    [
      'a tiny number',
      decimal({ min: 0.000000001, max: 1_000_000, scale: 9 }),
      0,
      'Gift name must be between 0.000000001 and 1,000,000.',
    ],
    ['a share', percent({ min: 1, max: 10_000 }), 10_001, 'Gift name must be between 0.01% and 100%.'],
    ['a share below nothing', percent(), -1, 'Gift name must be between 0% and 10,000%.'],
    ['an amount with a fraction', money({ currency: 'currency' }), 0.5, 'Gift name must be a whole number.'],
    [
      'an amount below its bound',
      money({ currency: 'currency', min: 0 }),
      -1,
      'Gift name must be between 0 and 999999999999.',
    ],
    ['neither yes nor no', boolean(), 'yes', 'Gift name must be true or false.'],
    ['a day that is not', date(), '2026-02-29', 'Gift name must be a date, such as 2026-06-01.'],
    ['a time', time(), '7pm', 'Gift name must be a time, such as 19:30.'],
    [
      'a moment without a zone',
      instant(),
      '2026-06-01T10:00:00',
      'Gift name must be a moment, such as 2026-06-01T17:30:00Z.',
    ],
    ['a choice', select(['red', 'blue']), 'green', 'Gift name must be one of red, blue.'],
    ['no list', choices(['red']), 'red', 'Gift name must be a list of choices.'],
    ['a list of words', words(), 'red', 'Gift name must be a list of words.'],
    ['too many words', words({ max: 1 }), ['a', 'b'], 'Gift name can have at most 1 entries.'],
    ['a reference', ref(nameOf('makers')), 0, 'Gift name must be between 1 and 9007199254740991.'],
    ['references', refs(nameOf('makers')), 5, 'Gift name must be a list of ids.'],
  ])('of %s', (_, field, value, sentence) => {
    expect(said(field, value)).toEqual({ giftName: sentence })
  })

  it('of a place inside a list names the place', () => {
    const parts = rows({ name: text(required), count: integer({ min: 1, max: 5 }) })
    expect(
      said(
        parts,
        [
          { name: 'a', count: 1 },
          { name: '', count: 9 },
        ],
        'parts',
      ),
    ).toEqual({
      'parts.1.name': 'Name is required.',
      'parts.1.count': 'Count must be between 1 and 5.',
    })
    expect(said(parts, [{ name: 'a', count: 1, colour: 'red' }], 'parts')).toEqual({
      'parts.0': 'Parts has unknown keys: colour.',
    })
    expect(said(parts, [5], 'parts')).toEqual({ 'parts.0': 'Parts has an entry that is not a row.' })
    expect(said(words(), ['a', ' '], 'tags')).toEqual({ 'tags.1': 'Tags has an empty entry.' })
    expect(said(choices(['red']), ['blue'], 'colours')).toEqual({ 'colours.0': 'Colours must be one of red.' })
  })

  it('of a place inside a list asks only for what is needed there', () => {
    const parts = rows({ name: text(required), colour: text(), count: integer({ required: true, initial: 1 }) })
    expect(said(parts, [{ name: 'a' }, { name: 'b', colour: '', count: 2 }])).toEqual({
      value: [
        { name: 'a', colour: null, count: 1 },
        { name: 'b', colour: null, count: 2 },
      ],
    })
    expect(said(parts, [{ colour: 'red' }], 'parts')).toEqual({ 'parts.0.name': 'Name is required.' })
  })

  it('names the field by its label, and each key by its own where two share a definition', () => {
    const shared = text(required)
    expect([said(shared, null, 'firstName'), said(shared, null, 'lastName'), said(shared, null, 'firstName')]).toEqual([
      { firstName: 'First name is required.' },
      { lastName: 'Last name is required.' },
      { firstName: 'First name is required.' },
    ])
    expect(said(text({ required: true, label: 'Email' }), null, 'email')).toEqual({ email: 'Email is required.' })
  })
})

describe('what is stored', () => {
  it.each<[string, AnyField, unknown, unknown]>([
    ['text without the blanks around it', text(), '  a  b ', 'a  b'],
    ['text composed (NFC)', text(), 'e\u0301', 'é'],
    ['text in its letter case', text({ case: 'upper' }), 'straße', 'STRASSE'],
    ['cased text in one width', text({ case: 'upper' }), 'ｓａｖｅ－５０', 'SAVE-50'],
    ['other text in the width it was written in', text(), 'ｓａｖｅ', 'ｓａｖｅ'],
    ['an address in lower case', text({ format: 'email', case: 'lower' }), 'Ana@Example.COM', 'ana@example.com'],
    ['a line break in one line', text(), ' one\r\ntwo\u2028three\n', 'one two three'],
    ['no characters without width in one line', text(), '\u200bGig\u200b \u2060', 'Gig'],
    ['lines as they are', longText(), 'one\n\ttwo', 'one\n\ttwo'],
    ['nothing for an empty text', text(), '', null],
    ['nothing for blanks in a text', text(), ' \t ', null],
    ['nothing for blanks in a pattern', text({ pattern: /^A/ }), '  ', null],
    ['nothing for blanks in a long text', longText(), '\n ', null],
    ['nothing for an empty number', integer(), '', null],
    ['a number to its digits', decimal({ scale: 2 }), 1.006, 1.01],
    ['a moment in UTC', instant(), '2026-06-01T19:30:00.5+02:00', '2026-06-01T17:30:00.500Z'],
    ['words in lower case where they are addresses', words({ format: 'email' }), ['A@B.CO'], ['a@b.co']],
    ['zones by their older names too', text({ format: 'timeZone' }), 'Asia/Calcutta', 'Asia/Calcutta'],
    ['null where nothing is needed', money({ currency: 'currency' }), null, null],
  ])('is %s', (_, field, value, stored) => {
    expect(said(field, value)).toEqual({ value: stored })
  })

  it('in a new record is the initial value, an empty list, no, or nothing', () => {
    expect([
      initialValue(text({ initial: 'x' })),
      initialValue(integer({ required: true, initial: 0 })),
      initialValue(boolean()),
      initialValue(boolean({ initial: true })),
      initialValue(words()),
      initialValue(refs(nameOf('makers'))),
      initialValue(rows({})),
      initialValue(choices(['a'])),
      initialValue(text(required)),
      initialValue(integer()),
    ]).toEqual(['x', 0, false, true, [], [], [], [], null, null])
  })
})

describe('whatever is sent', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.date().map(String),
    fc.constantFrom<unknown>(Infinity, NaN, -0, undefined, 1e308),
  )

  it.each(Object.entries(gadgets.fields) as [string, AnyField][])(
    'is parsed or refused in a sentence: %s',
    (key, field) => {
      fc.assert(
        fc.property(anything, (value) => {
          const parsed = parseValue(key, field, value)
          if ('value' in parsed) return
          for (const [name, sentence] of Object.entries(parsed.problems)) {
            expect(name === key || name.startsWith(`${key}.`)).toBe(true)
            expect(sentence).toMatch(/^.{8,}\.$/s)
          }
        }),
        { numRuns: 60 },
      )
    },
  )

  it.each(Object.entries(gadgets.fields) as [string, AnyField][])(
    'and passed once passes again as it is: %s',
    (key, field) => {
      fc.assert(
        fc.property(anything, (value) => {
          const parsed = parseValue(key, field, value)
          if ('value' in parsed) expect(parseValue(key, field, parsed.value)).toEqual(parsed)
        }),
        { numRuns: 60 },
      )
    },
  )
})

describe('a field’s name', () => {
  it.each([
    ['startsOn', 'Starts on'],
    ['cityId', 'City'],
    ['eventIds', 'Events'],
    ['isOpen', 'Is open'],
    ['address2Line', 'Address2 line'],
    ['id', 'Id'],
  ])('of %s is %s', (key, label) => {
    expect(labelOf(key, {})).toBe(label)
  })
})
