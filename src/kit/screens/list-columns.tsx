import type { ReactNode } from 'react'
import type { GridFilters } from '../../ui/data-grid/filter-rows.ts'
import type { GridColumn, GridFilter } from '../../ui/data-grid/grid-column.web.ts'
import type { AnyField, FieldOf, KindTable } from '../fields.ts'
import { ask, choiceLabelOf, labelOf } from '../fields.ts'
import { formatNumber } from '../formats.ts'
import { t } from '../language.ts'
import type { Filter } from '../list-query.ts'
import { countCap } from '../list-query.ts'
import type { AnyResource } from '../resource.ts'
import { allFields, fieldOf } from '../resource.ts'
import { isSortable, isWorkedOut } from '../sortable.ts'
import { cellOf, isNumeric } from './cells.tsx'
import type { AnyRecord } from './client.web.ts'

type Cells = Readonly<Record<string, (record: AnyRecord) => ReactNode>>

/** The least width in px at which a kind reads well; a choice has room for its longest word, up to a limit. */
const widths = {
  text: (field) => ((field.max ?? 255) >= 200 ? 190 : (field.max ?? 255) <= 12 ? 90 : 130), longText: () => 200, integer: () => 80, decimal: () => 90, percent: () => 80, money: () => 128, boolean: () => 80,
  date: () => 112, time: () => 80, instant: () => 175, select: (field) => Math.min(180, Math.max(105, ...field.choices.map((value) => choiceLabelOf(field, value).length * 6.5 + 34))), choices: () => 140, words: () => 120, ref: () => 130, refs: () => 140, rows: () => 130,
} satisfies KindTable<[], number>

/** A name that cannot be read makes the rest of its row useless: the least width in px of a title made of words. */
const titleWidth = 190

const none = () => undefined
const choicesOf = (field: FieldOf['select'] | FieldOf['choices']): GridFilter<AnyRecord> => ({
  multiple: true,
  options: field.choices.map((value) => ({ value, label: choiceLabelOf(field, value) })),
})

/** Kinds with a closed list of values are filtered from their column's head; the others from the filter bar. */
const headFilters = {
  text: none, longText: none, integer: none, decimal: none, percent: none, money: none, boolean: none, date: none, time: none,
  instant: none, select: choicesOf, choices: choicesOf, words: none, ref: none, refs: none, rows: none,
} satisfies KindTable<[], GridFilter<AnyRecord> | undefined>

/** The grid's columns: those of the definition in view, every other field for the person to show. */
export function gridColumns(resource: AnyResource, shown: readonly string[], cells: Cells = {}, least: Readonly<Record<string, number>> = {}): GridColumn<AnyRecord>[] {
  const others = allFields(resource).map(([key]) => key).filter((key) => !shown.includes(key) && key !== 'version')
  return [...shown, ...others].flatMap((key) => {
    const field = fieldOf(resource, key)
    return field ? [gridColumn(resource, key, field, !shown.includes(key), least[key] ?? 0, cells[key])] : []
  })
}

function gridColumn(resource: AnyResource, key: string, field: AnyField, hidden: boolean, least: number, cell?: (record: AnyRecord) => ReactNode): GridColumn<AnyRecord> {
  const own = ask<[], number>(widths, field)
  const filter = resource.list.filters.includes(key) ? ask<[], GridFilter<AnyRecord> | undefined>(headFilters, field) : undefined
  return {
    id: key,
    header: labelOf(key, field),
    // The head needs its words and, beside them, the buttons to sort and filter.
    minWidth: Math.max(least, own, key === resource.title && own >= 130 ? titleWidth : 0, labelOf(key, field).length * 7 + 24 + (isSortable(field) ? 18 : 0) + (filter ? 24 : 0)),
    numeric: isNumeric(field),
    hidden,
    hideable: key !== resource.title,
    sortable: isSortable(field) && !(hidden && field.derived),
    cell: cell ?? ((record) => cellOf(key, field, record)),
    ...(key === resource.title && { pin: 'start' as const }),
    ...(filter && { filter }),
  }
}

/** The columns of a list that is too long to be sorted by what is worked out for every row. */
export function sortedQuickly(resource: AnyResource, columns: readonly GridColumn<AnyRecord>[]): readonly GridColumn<AnyRecord>[] {
  const unsortable = t('Sorts up to {n} rows: narrow the list first', { n: formatNumber(countCap) })
  return columns.map((column) => (column.sortable && isWorkedOut(fieldOf(resource, column.id) ?? {}) ? { ...column, sortable: false, unsortable } : column))
}

/** The keys to ask the server for: what is shown, and what is needed to show it. */
export function keysNeeded(resource: AnyResource, shown: readonly string[]): string[] {
  const needs = shown.flatMap((key) => {
    const field = fieldOf(resource, key)
    return [key, ...(field && 'currency' in field ? [field.currency] : []), ...(field && 'zone' in field && field.zone ? [field.zone] : [])]
  })
  // Where a record is decides who may change it.
  const place = fieldOf(resource, 'cityId') ? ['cityId'] : []
  return [...new Set(['id', 'version', resource.title, ...place, ...needs])]
}

/** The conditions that columns can show as their own: a plain choice of values. */
export function gridFilters(filter: Filter): GridFilters {
  return Object.fromEntries(Object.entries(filter).flatMap(([key, condition]) => {
    if (Array.isArray(condition)) return [[key, condition.map(String)]]
    return typeof condition === 'string' ? [[key, [condition]]] : []
  }))
}
