import type { AnyField, FieldOf, KindTable } from '../resource/fields.ts'
import { ask } from '../resource/fields.ts'

/** A value that a field must refuse, with what is wrong about it. */
export interface WrongValue {
  readonly why: string
  readonly value: unknown
}

/** A number as a client in another language can write it, which JavaScript itself would round before sending. */
class Literal {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toJSON(): string {
    return `#${this.#text}#`
  }
}

const wrong = (why: string, value: unknown): WrongValue => ({ why, value })

const notText = [wrong('a number', 5), wrong('a boolean', true), wrong('a list', ['a']), wrong('an object', {})]
const notNumber = [
  wrong('digits as text', '5'),
  wrong('a comma', '12,50'),
  wrong('a boolean', true),
  wrong('a list', [5]),
  wrong('an object', {}),
  wrong('NaN as JSON has it', 'NaN'),
]
const notList = [wrong('text', 'a'), wrong('a number', 5), wrong('an object', { 0: 'a' })]

function unreadable(before = 'a'): WrongValue[] {
  return [
    wrong('a bidi control', `${before}\u202ea`),
    wrong('a control character', `${before}\u0007`),
    wrong('a byte order mark', `${before}\ufeffa`),
  ]
}

function text(field: FieldOf['text']): WrongValue[] {
  const { min = 1, max = 255 } = field
  const letters = (length: number) =>
    field.format === 'url' ? `https://${'a'.repeat(length - 8)}` : 'A'.repeat(length)
  return [
    ...notText,
    ...unreadable(),
    wrong('too long', letters(max + 1)),
    wrong('a megabyte but a few bytes', 'A'.repeat(1_000_000)),
    ...(min > 1 ? [wrong('too short', letters(min - 1))] : []),
    ...(field.format ? [wrong(`no ${field.format}`, '!? ')] : []),
    ...(field.format === 'timeZone' ? [wrong('a zone that is not', 'Europe/Atlantis')] : []),
    ...(field.pattern ? [wrong('against the pattern', '!? ')] : []),
  ]
}

function outside(field: { min?: number; max?: number }, step: number): WrongValue[] {
  return [
    ...(field.min === undefined ? [] : [wrong('too small', field.min - step)]),
    ...(field.max === undefined ? [] : [wrong('too big', field.max + step)]),
  ]
}

const whole = [...notNumber, wrong('half', 1.5), wrong('beyond 2^53', new Literal('9007199254740993'))]

const wrongValues = {
  text,
  longText: (field) => [...notText, ...unreadable(), wrong('too long', 'a'.repeat((field.max ?? 65_536) + 1))],
  integer: (field) => [...whole, ...outside({ min: -2_147_483_648, max: 2_147_483_647, ...field }, 1)],
  decimal: (field) => [...notNumber, wrong('1e400', new Literal('1e400')), ...outside(field, 0.5)],
  percent: (field) => [...whole, ...outside({ min: 0, max: 1_000_000, ...field }, 1)],
  money: (field) => [...whole, wrong('0.001', 0.001), wrong('1e12', 1e12), ...outside(field, 1)],
  boolean: () => [wrong('text', 'true'), wrong('a number', 1)],
  date: () => [
    ...notText,
    wrong('words', 'soon'),
    wrong('another order', '01/06/2026'),
    wrong('a day that is not', '2026-02-30'),
    wrong('a moment', '2026-06-01T10:00:00Z'),
    wrong('the year 0', '0000-01-01'),
  ],
  time: () => [
    ...notText,
    wrong('words', 'soon'),
    wrong('hour 24', '24:00'),
    wrong('seconds', '10:00:00'),
    wrong('no colon', '1000'),
  ],
  instant: () => [
    ...notText,
    wrong('words', 'soon'),
    wrong('a date', '2026-06-01'),
    wrong('no zone', '2026-06-01T10:00:00'),
    wrong('a day that is not', '2026-02-30T10:00:00Z'),
    wrong('the year 0', '0000-06-01T10:00:00Z'),
    wrong('past the year 9999 in UTC', '9999-12-31T23:59:59-01:00'),
    wrong('before the year 1 in UTC', '0001-01-01T00:00:00+01:00'),
  ],
  select: (field) => [
    ...notText,
    wrong('no choice', 'none-of-them'),
    wrong('a name of Object', 'constructor'),
    wrong('another case', `${field.choices[0]} `),
  ],
  choices: () => [...notList, wrong('no choice', ['none-of-them']), wrong('a number in it', [5])],
  words: (field) => [
    ...notList,
    wrong('a number in it', [5]),
    wrong('an empty entry', [' ']),
    wrong('too long an entry', ['a'.repeat(65)]),
    wrong(
      'too many',
      Array.from({ length: (field.max ?? 100) + 1 }, (_, index) => `w${index}`),
    ),
    wrong('null in it', [null]),
  ],
  ref: () => [
    ...notNumber,
    wrong('half', 1.5),
    wrong('0', 0),
    wrong('-1', -1),
    wrong('beyond 2^53', new Literal('9007199254740993')),
  ],
  refs: (field) => [
    ...notList,
    wrong('text in it', ['1']),
    wrong('0 in it', [0]),
    wrong('half in it', [1.5]),
    wrong(
      'too many',
      Array.from({ length: (field.max ?? 1_000) + 1 }, (_, index) => index + 1),
    ),
  ],
  rows: (field) => [
    ...notList,
    wrong('a number in it', [5]),
    wrong('an unknown key', [{ nobodyKnows: 1 }]),
    wrong('null in it', [null]),
    wrong(
      'too many',
      Array.from({ length: (field.max ?? 50) + 1 }, () => ({})),
    ),
  ],
} satisfies KindTable<[], readonly WrongValue[]>

/** What a client can send by mistake or on purpose and must not get in. Includes `null` where the field is required. */
export function wrongValuesOf(field: AnyField): readonly WrongValue[] {
  return [...ask<[], readonly WrongValue[]>(wrongValues, field), ...(field.required ? [wrong('null', null)] : [])]
}

/** JSON text of a value in which numbers are written as their literals say. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"#([^"#]+)#"/g, '$1')
}
