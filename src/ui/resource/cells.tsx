import type { ReactNode } from 'react'
import type { AnyField, FieldOf, KindTable, Tone } from '../../core/resource/fields.ts'
import { ask, refKey } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { ownZone } from '../../core/zoned-time.ts'
import {
  formatMoney,
  formatBriefly,
  formatDate,
  formatInstant,
  formatNumber,
  formatPercent,
  nameOf,
  zoneName,
} from '../../core/i18n/formats.ts'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import classes from './cells.module.css'
import { t } from '../../core/i18n/language.ts'

type Values = Readonly<Record<string, unknown>>
interface Place {
  readonly key: string
  readonly record: Values
  readonly value: unknown
}

/** A state as a word with a tone; the word alone says it all. */
export function Chip({ tone = 'neutral', children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className={classes['chip']} data-tone={tone}>
      {children}
    </span>
  )
}

/** A choice as a state where its definition gives states a tone, else as its words. */
function chip(field: FieldOf['select'] | FieldOf['choices'], value: string): ReactNode {
  if (!field.tones) return <span key={value}>{choiceLabelOf(field, value)}</span>
  return (
    <Chip key={value} tone={field.tones?.[value]}>
      {choiceLabelOf(field, value)}
    </Chip>
  )
}

function titleOf(record: unknown): string {
  return typeof record === 'object' && record !== null && 'title' in record ? String(record.title) : ''
}

function joined(values: readonly string[]): ReactNode {
  return values.join(', ')
}

const plain = (_field: AnyField, { value }: Place): ReactNode => String(value)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** How a value reads in a table. Plain elements only: components of the widget library here cost 40 % of a sort. */
const cells = {
  // Where a tag is what tells records apart, it is shown itself.
  text: (field, { value }) =>
    field.format === 'locale' && !field.unique
      ? nameOf('language', String(value))
      : (field.shownAs?.(String(value)) ?? String(value)),
  longText: (field, { value }) =>
    (field.format === 'richText' ? plainOfRichText(String(value)) : String(value)).slice(0, 200),
  integer: (_field, { value }) => formatNumber(Number(value)),
  decimal: (field, { value }) => formatNumber(Number(value), field.scale ?? 6, field.scale === 2 ? 2 : 0),
  percent: (field, { value }) => formatPercent(Number(value), field.derived ? 'measured' : 'set'),
  money: (field, { value, record }) => formatMoney(Number(value), String(record[field.currency] ?? '')),
  boolean: (_field, { value }) => (value ? t('Yes') : t('No')),
  date: (_field, { value }) => <time dateTime={String(value)}>{formatDate(String(value))}</time>,
  time: plain,
  instant: (field, { value, record }) => {
    const zone = field.zone ? String(record[field.zone] ?? '') : ''
    const at = String(value)
    return (
      <time
        dateTime={at}
        title={
          zone
            ? t('{at} {zoneName} on your clock', { at: formatInstant(at), zoneName: zoneName(at, ownZone()) })
            : zoneName(at, ownZone())
        }
      >
        {formatInstant(at, zone || null)}
        {zone ? <span className={classes['quiet']}> {zoneName(at, zone)}</span> : null}
      </time>
    )
  },
  select: (field, { value }) => (field.tones ? chip(field, String(value)) : choiceLabelOf(field, String(value))),
  choices: (field, { value }) => (
    <span className={classes['chips']}>{list(value).map((item) => chip(field, String(item)))}</span>
  ),
  words: (field, { value }) =>
    joined(list(value).map((word) => (field.format === 'locale' ? nameOf('language', String(word)) : String(word)))),
  ref: (_field, { key, record, value }) => titleOf(record[refKey(key)]) || `#${String(value)}`,
  refs: (_field, { key, record }) => joined(list(record[refKey(key)]).map(titleOf)),
  rows: (field, { value }) =>
    list(value)
      .map((row) => rowText(field, row as Values))
      .join(' · '),
} satisfies KindTable<[Place], ReactNode>

/** The amount of rows that have one, which says enough of them in a list. */
const amountIn = (field: FieldOf['rows']) => Object.entries(field.of).find(([, inner]) => inner.kind === 'money')

function rowText(field: FieldOf['rows'], row: Values): string {
  const money = amountIn(field)
  if (money) return formatMoney(Number(row[money[0]]), String(row['currency'] ?? ''))
  return Object.values(row)
    .filter((value) => value !== null)
    .join(' ')
}

/** Whether there is nothing to show of a value. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** A record's value under a key as it reads in a table; a dash where there is none. */
export function cellOf(key: string, field: AnyField, record: Values): ReactNode {
  const value = record[key]
  if (isBlank(value)) {
    return (
      <span className={classes['quiet']} data-blank="true">
        –
      </span>
    )
  }
  return ask<[Place], ReactNode>(cells, field, { key, record, value })
}

const whole = () => null
type Part = (place: Place) => ReactNode
const zoneOf = (field: FieldOf['instant'], record: Values) => (field.zone ? String(record[field.zone] ?? '') : '')

/** What is above and below of a value that a list writes on two lines; null of one that has one line. */
const halves = {
  text: whole,
  longText: whole,
  integer: whole,
  decimal: whole,
  percent: whole,
  money: whole,
  boolean: whole,
  date: whole,
  time: whole,
  instant: (field): readonly [Part, Part] => [
    ({ value, record }) => (
      <time dateTime={String(value)}>{formatInstant(String(value), zoneOf(field, record) || null).split(', ')[0]}</time>
    ),
    ({ value, record }) => {
      const zone = zoneOf(field, record)
      const [, time] = formatInstant(String(value), zone || null).split(', ')
      return zone ? `${time} ${zoneName(String(value), zone)}` : time
    },
  ],
  select: whole,
  choices: whole,
  words: whole,
  ref: whole,
  refs: whole,
  rows: whole,
} satisfies KindTable<[], readonly [Part, Part] | null>

const halvesOf = (field: AnyField) => ask<[], readonly [Part, Part] | null>(halves, field)

/** A value as the first line of a cell: all of it except what `restOf` has. */
export function lineOf(key: string, field: AnyField, record: Values): ReactNode {
  const value = record[key]
  const parts = halvesOf(field)
  return parts && !isBlank(value) ? parts[0]({ key, record, value }) : cellOf(key, field, record)
}

/** A value below another one, where there is room for little. */
export function briefOf(key: string, field: AnyField, record: Values): ReactNode {
  const value = record[key]
  const at = String(value)
  return halvesOf(field) && !isBlank(value) ? (
    <time dateTime={at} title={formatInstant(at)}>
      {formatBriefly(at)}
    </time>
  ) : (
    cellOf(key, field, record)
  )
}

/** The second line of values that have two: a moment's time below its day. */
export function restOf(field: AnyField): ((record: Values, key: string) => ReactNode) | undefined {
  const parts = halvesOf(field)
  return parts?.[1] && ((record, key) => (isBlank(record[key]) ? null : parts[1]({ key, record, value: record[key] })))
}

const atTheEnd = () => true
const atTheStart = () => false

const numeric = {
  text: atTheStart,
  longText: atTheStart,
  integer: atTheEnd,
  decimal: atTheEnd,
  percent: atTheEnd,
  money: atTheEnd,
  boolean: atTheStart,
  date: atTheStart,
  time: atTheStart,
  instant: atTheStart,
  select: atTheStart,
  choices: atTheStart,
  words: atTheStart,
  ref: atTheStart,
  refs: atTheStart,
  rows: (field) => amountIn(field) !== undefined,
} satisfies KindTable<[], boolean>

/** True for kinds whose digits line up at the end of a column. */
export function isNumeric(field: AnyField): boolean {
  return ask<[], boolean>(numeric, field)
}
