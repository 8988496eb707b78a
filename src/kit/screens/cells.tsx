import type { ReactNode } from 'react'
import type { AnyField, FieldOf, KindTable, Tone } from '../fields.ts'
import { ask, choiceLabelOf, refKey } from '../fields.ts'
import { formatDate, formatInstant, formatMoney, formatNumber, formatPercent, ownZone, zoneName } from '../formats.ts'
import { plainOfRichText } from '../rich-text-plain.ts'
import classes from './cells.module.css'
import { t } from '../language.ts'

type Values = Readonly<Record<string, unknown>>
interface Place { readonly key: string; readonly record: Values; readonly value: unknown }

/** A state as a word with a tone; the word alone says it all. */
export function Chip({ tone = 'neutral', children }: { tone?: Tone | undefined; children: ReactNode }) {
  return <span className={classes['chip']} data-tone={tone}>{children}</span>
}

function chip(field: FieldOf['select'] | FieldOf['choices'], value: string): ReactNode {
  return <Chip key={value} tone={field.tones?.[value]}>{choiceLabelOf(field, value)}</Chip>
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
  text: plain,
  longText: (field, { value }) => (field.format === 'richText' ? plainOfRichText(String(value)) : String(value)).slice(0, 200),
  integer: (_field, { value }) => formatNumber(Number(value)),
  decimal: (field, { value }) => formatNumber(Number(value), field.scale ?? 6, field.scale === 2 ? 2 : 0),
  percent: (_field, { value }) => formatPercent(Number(value)),
  money: (field, { value, record }) => formatMoney(Number(value), String(record[field.currency] ?? '')),
  boolean: (_field, { value }) => (value ? t('Yes') : t('No')),
  date: (_field, { value }) => <time dateTime={String(value)}>{formatDate(String(value))}</time>,
  time: plain,
  instant: (field, { value, record }) => {
    const zone = field.zone ? String(record[field.zone] ?? '') : ''
    const at = String(value)
    return (
      <time dateTime={at} title={zone ? t('{at} {zoneName} on your clock', { at: formatInstant(at), zoneName: zoneName(at, ownZone()) }) : zoneName(at, ownZone())}>
        {formatInstant(at, zone || null)}{zone ? <span className={classes['quiet']}> {zoneName(at, zone)}</span> : null}
      </time>
    )
  },
  select: (field, { value }) => chip(field, String(value)),
  choices: (field, { value }) => <span className={classes['chips']}>{list(value).map((item) => chip(field, String(item)))}</span>,
  words: (_field, { value }) => joined(list(value).map(String)),
  ref: (_field, { key, record, value }) => titleOf(record[refKey(key)]) || `#${String(value)}`,
  refs: (_field, { key, record }) => joined(list(record[refKey(key)]).map(titleOf)),
  rows: (field, { value }) => list(value).map((row) => rowText(field, row as Values)).join(' · '),
} satisfies KindTable<[Place], ReactNode>

function rowText(field: FieldOf['rows'], row: Values): string {
  const money = Object.entries(field.of).find(([, inner]) => inner.kind === 'money')
  if (money) return formatMoney(Number(row[money[0]]), String(row['currency'] ?? ''))
  return Object.values(row).filter((value) => value !== null).join(' ')
}

/** A record's value under a key as it reads in a table; a dash where there is none. */
export function cellOf(key: string, field: AnyField, record: Values): ReactNode {
  const value = record[key]
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) {
    return <span className={classes['quiet']} data-blank="true">–</span>
  }
  return ask<[Place], ReactNode>(cells, field, { key, record, value })
}

const atTheEnd = () => true
const atTheStart = () => false

const numeric = {
  text: atTheStart, longText: atTheStart, integer: atTheEnd, decimal: atTheEnd, percent: atTheEnd, money: atTheEnd,
  boolean: atTheStart, date: atTheStart, time: atTheStart, instant: atTheStart, select: atTheStart, choices: atTheStart,
  words: atTheStart, ref: atTheStart, refs: atTheStart, rows: atTheStart,
} satisfies KindTable<[], boolean>

/** True for kinds whose digits line up at the end of a column. */
export function isNumeric(field: AnyField): boolean {
  return ask<[], boolean>(numeric, field)
}
