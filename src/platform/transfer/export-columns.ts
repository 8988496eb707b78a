import type { AnyField, KindTable } from '../../core/resource/fields.ts'
import { ask, plainLabelOf, refKey } from '../../core/resource/fields.ts'
import { exponentOf, inWords } from '../../core/i18n/formats.ts'
import { decimalText } from '../../core/money.ts'
import { fieldOf, type AnyResource } from '../../core/resource/resource.ts'
import { joined } from './cell-lists.ts'

type Row = Readonly<Record<string, unknown>>

/** The type of a cell for a spreadsheet. `decimal` is exact text such as `-12.50`, `percent` a number of percent. */
export type CellType = 'text' | 'number' | 'decimal' | 'percent' | 'boolean' | 'date' | 'time' | 'instant'

/** One column of a file. */
export interface ExportColumn {
  /** By which an import finds its field again: `cityId` for a reference, `city` for its title. */
  readonly key: string
  readonly label: string
  readonly type: CellType
  /** The value as a client of the API would have it, null where there is none. */
  read(row: Row): string | number | boolean | null
  /** The same in the words of the screen, where they differ. */
  inWords?(row: Row): string | null
}

interface Reference {
  readonly id: number
  readonly title: string | null
}

function of(type: CellType) {
  return (field: AnyField, key: string): ExportColumn[] => [
    {
      key,
      label: plainLabelOf(key, field),
      type,
      read: (row) => (row[key] ?? null) as ReturnType<ExportColumn['read']>,
    },
  ]
}

function several(field: AnyField, key: string, words: (value: unknown) => string = String): ExportColumn[] {
  const list = (row: Row) => (row[key] ?? []) as readonly unknown[]
  return [
    {
      key,
      label: plainLabelOf(key, field),
      type: 'text',
      read: (row) => joined(list(row)),
      inWords: (row) => list(row).map(words).join(', '),
    },
  ]
}

const choiceWords =
  ({ labels }: { labels?: Readonly<Record<string, string | undefined>> }) =>
  (value: unknown) =>
    labels?.[String(value)] ?? inWords(String(value))

const columns = {
  text: of('text'),
  longText: of('text'),
  integer: of('number'),
  decimal: of('number'),
  percent: (field, key) => [
    {
      key,
      label: plainLabelOf(key, field),
      type: 'percent',
      read: (row) => (typeof row[key] === 'number' ? row[key] / 100 : null),
    },
  ],
  money: (field, key) => [
    {
      key,
      label: plainLabelOf(key, field),
      type: 'decimal',
      read: (row) =>
        typeof row[key] === 'number' ? decimalText(row[key], exponentOf(String(row[field.currency]))) : null,
    },
  ],
  boolean: of('boolean'),
  date: of('date'),
  time: of('time'),
  instant: of('instant'),
  select: (field, key) =>
    of('text')(field, key).map((column) => ({
      ...column,
      inWords: (row) => (row[key] === null || row[key] === undefined ? null : choiceWords(field)(row[key])),
    })),
  choices: (field, key) => several(field, key, choiceWords(field)),
  words: (field, key) => several(field, key),
  ref: (field, key) => {
    const label = plainLabelOf(key, field)
    return [
      { key, label: `${label} id`, type: 'number', read: (row) => (row[key] ?? null) as number | null },
      { key: refKey(key), label, type: 'text', read: (row) => (row[refKey(key)] as Reference | null)?.title ?? null },
    ]
  },
  refs: (field, key) => {
    const label = plainLabelOf(key, field)
    const titles = (row: Row) => ((row[refKey(key)] ?? []) as readonly Reference[]).map(({ id, title }) => title ?? id)
    return [
      { key, label: `${label} ids`, type: 'text', read: (row) => joined((row[key] ?? []) as readonly number[]) },
      {
        key: refKey(key),
        label,
        type: 'text',
        read: (row) => joined(titles(row)),
        inWords: (row) => titles(row).join(', '),
      },
    ]
  },
  rows: (field, key) => [
    { key, label: plainLabelOf(key, field), type: 'text', read: (row) => JSON.stringify(row[key] ?? []) },
  ],
} satisfies KindTable<[key: string], ExportColumn[]>

/** The fields whose values the columns need: an amount says nothing without its currency, a record nothing without its id. */
export function keysOf(resource: AnyResource, chosen: readonly string[]): string[] {
  const keys = chosen.flatMap((key) => {
    const field = fieldOf(resource, key)
    return field && 'currency' in field ? [key, field.currency] : [key]
  })
  return [...new Set(['id', ...keys])]
}

/** The columns of a file, in the order of the keys; a currency that wasn't chosen follows its first amount. */
export function exportColumns(resource: AnyResource, chosen: readonly string[]): readonly ExportColumn[] {
  const known = new Set(chosen)
  const keys = keysOf(resource, chosen).filter((key) => !known.has(key))
  const order = [...(known.has('id') ? [] : ['id']), ...chosen].flatMap((key) => {
    const field = fieldOf(resource, key)
    const currency =
      field && 'currency' in field && keys.includes(field.currency) ? keys.splice(keys.indexOf(field.currency), 1) : []
    return [key, ...currency]
  })
  return order.flatMap((key) => {
    const field = fieldOf(resource, key)
    return field ? ask<[string], ExportColumn[]>(columns, field, key) : []
  })
}
