import * as fc from 'fast-check'
import type { AnyField, FieldOf, KindTable } from '../resource/fields.ts'
import { ask } from '../resource/fields.ts'
import { parseValue } from '../resource/value-schemas.ts'

/** Ids that references can point at, by the name of their resource. */
export type Targets = (resource: string) => readonly number[]
type Args = readonly [key: string, n: number, targets: Targets]

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** `QA`, `QB`, …: from the middle of the alphabet on, where few real codes are. */
function code(n: number, length: number): string {
  let text = ''
  for (let rest = n + 16 * 26 ** (length - 1); text.length < length; rest = Math.floor(rest / 26))
    text = `${letters.charAt(rest % 26)}${text}`
  return text
}

const formatted: Record<NonNullable<FieldOf['text']['format']>, (n: number) => string> = {
  email: (n) => `sample-${n}@example.com`,
  url: (n) => `https://example.com/${n}`,
  slug: (n) => `sample-${n}`,
  phone: (n) => `+3491${1_000_000 + n}`,
  ipAddress: (n) => (n % 2 === 0 ? `192.0.2.${1 + (n % 250)}` : `2001:db8:5:${(n % 9999) + 1}::7`),
  timeZone: (n) => pick(['Europe/Rome', 'America/New_York', 'UTC', 'Asia/Tokyo'], n),
  currency: (n) => pick(['EUR', 'USD', 'JPY', 'KWD'], n),
  locale: (n) => pick(['es', 'pt-BR', 'en', 'zh-Hant'], n),
}

/** The n-th of a list, which starts again after its last. */
export function pick<T>(from: readonly [T, ...T[]] | readonly T[], n: number): T {
  const found = from[n % from.length]
  if (found === undefined) throw new Error('There is nothing to pick from.')
  return found
}

/** Several spellings, of which the field takes at least one; what only a pattern describes is made from the pattern. */
function* spellings(
  { min = 1, max = 255, format, pattern }: FieldOf['text'],
  key: string,
  n: number,
): Generator<string> {
  if (format) yield formatted[format](n)
  if (max >= 10) yield `Sample ${String(n).padStart(3, '0')} of ${key}`.slice(0, max).padEnd(min, '.')
  if (max >= 10) yield `SAMPLE-${n}`
  yield code(n, Math.min(max, Math.max(min, 3)))
  yield String(n + 100)
  yield `+${n + 100}`
  if (pattern) yield* fc.sample(fc.stringMatching(pattern, { size: 'small' }), { seed: n, numRuns: 20 })
}

function text(field: FieldOf['text'], key: string, n: number): string {
  for (const value of spellings(field, key, n)) {
    if ('value' in parseValue(key, field, value)) return value
  }
  throw new Error(`No sample fits ${key}; give one in the resource's example.`)
}

function within(min: number, max: number, n: number, step: number): number {
  return min + ((n * step) % (max - min + step))
}

function number(field: { min?: number; max?: number }, n: number): number {
  const min = field.min ?? 0
  return within(min, Math.min(field.max ?? Infinity, min + 40), n * 7, 1)
}

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + ((n * 11) % 300))).toISOString()

const samples = {
  text: (field, key, n) => text(field, key, n),
  longText: ({ format, layout }, key, n) =>
    format === 'richText'
      ? `${layout ? `<h3>Question ${n}</h3>` : ''}<p>Sample ${n} of ${key},<br>on <strong>two</strong> lines.</p>`
      : `Sample ${n} of ${key},\non two lines.`,
  integer: (field, _key, n) => number(field, n),
  decimal: (field, _key, n) => number(field, n) + (field.max === undefined || number(field, n) < field.max ? 0.25 : 0),
  percent: (field, _key, n) => number(field, n),
  money: (field, _key, n) => number(field, n),
  boolean: (_field, _key, n) => n % 2 === 0,
  date: (_field, _key, n) => day(n).slice(0, 10),
  time: (_field, _key, n) => `${String(8 + (n % 12)).padStart(2, '0')}:${pick(['00', '15', '30'], n)}`,
  instant: (_field, _key, n) => `${day(n).slice(0, 11)}09:30:00.${String(n % 1_000).padStart(3, '0')}Z`,
  select: (field, _key, n) => pick(field.choices, n),
  choices: (field, _key, n) => field.choices.filter((_, index) => (index + n) % 3 === 0),
  words: (field, _key, n) =>
    Array.from({ length: Math.min(n % 3, field.max ?? 100) }, (_, index) =>
      field.format === 'email' ? `word-${n + index}@example.com` : `word-${n + index}`,
    ),
  ref: (field, _key, n, targets) => (targets(field.to).length === 0 ? null : pick(targets(field.to), n)),
  refs: (field, _key, n, targets) => targets(field.to).filter((_, index) => (index + n) % 3 === 0),
  rows: (field, _key, n, targets) =>
    Array.from({ length: Math.min(n % 3, field.max ?? 50) }, (_, index) =>
      Object.fromEntries(
        Object.entries(field.of).map(([key, inner]) => [key, valueOf(key, inner, n + index, targets)]),
      ),
    ),
} satisfies KindTable<Args, unknown>

function valueOf(key: string, field: AnyField, n: number, targets: Targets): unknown {
  return ask<Args, unknown>(samples, field, key, n, targets)
}

/**
 * The n-th valid value of a field: another for each n where the kind has room for it, and null every fourth time where
 * the field can be empty, each field at another n than its neighbours.
 */
export function sampleOf(key: string, field: AnyField, n: number, targets: Targets): unknown {
  const isBlank = !field.required && (n + key.length) % 4 === 0
  return isBlank ? null : valueOf(key, field, n, targets)
}

const none = () => []

const edgesOfNumber = (field: { min?: number; max?: number }) =>
  [field.min, field.max].filter((edge) => edge !== undefined)

/** The outermost values that a field still takes, where its definition names bounds. */
const edges = {
  text: (field, key) => {
    const { min = 1, max = 255 } = field
    // A code of a list has no outermost values, and letters that form one can name nothing.
    if (field.format === 'currency') return []
    const taken = (value: string) => parseValue(key, field, value)
    return [...new Set([min, max])]
      .flatMap((length) =>
        ['A', 'a', '1']
          .map((letter) => taken(letter.repeat(length)))
          .filter((parsed) => 'value' in parsed)
          .slice(0, 1),
      )
      .map(({ value }) => value)
  },
  longText: ({ format, layout, max = 65_536 }) => {
    const question = layout ? '<h3>a</h3>' : ''
    return format === 'richText'
      ? [`${question}<p>a</p>`, `${question}<p>${'a'.repeat(max - 7 - question.length)}</p>`]
      : ['a', 'a'.repeat(max)]
  },
  integer: edgesOfNumber,
  decimal: edgesOfNumber,
  percent: edgesOfNumber,
  money: edgesOfNumber,
  boolean: () => [true, false],
  date: () => ['0001-01-01', '2024-02-29', '9999-12-31'],
  time: () => ['00:00', '23:59'],
  instant: () => ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  select: none,
  choices: () => [[]],
  words: () => [[], ['a'.repeat(64)]],
  ref: none,
  refs: () => [[]],
  rows: () => [[]],
} satisfies KindTable<[key: string], readonly unknown[]>

export function edgesOf(key: string, field: AnyField): readonly unknown[] {
  return ask<[string], readonly unknown[]>(edges, field, key)
}
