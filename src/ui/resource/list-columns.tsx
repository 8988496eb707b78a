import type { GridFilters } from '../data-grid/filter-rows.ts'
import type { GridColumn, GridFilter } from '../data-grid/grid-column.web.ts'
import type { AnyField, FieldOf, KindTable } from '../../core/resource/fields.ts'
import { ask, labelOf } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Condition, Filter } from '../../core/list/list-query.ts'
import { countCap } from '../../core/list/list-query.ts'
import type { AnyResource, ShownColumn } from '../../core/resource/resource.ts'
import { allFields, fieldOf } from '../../core/resource/resource.ts'
import { isSortable, isWorkedOut } from '../../core/resource/sortable.ts'
import { isNumeric } from './cells.tsx'
import type { AnyRecord } from './client.web.ts'
import type { Cells, Thumbnail } from './list-cells.tsx'
import { shownColumns } from '../../core/list/list-fields.ts'
import { cardKeys, cellsOf } from './list-cells.tsx'

/** The least width in px at which a kind reads well; a choice has room for its longest word, up to a limit. */
const widths = {
  text: (field) => ((field.max ?? 255) >= 200 ? 150 : (field.max ?? 255) <= 12 ? 84 : 116),
  longText: () => 160,
  integer: () => 66,
  decimal: () => 74,
  percent: () => 72,
  money: () => 110,
  boolean: () => 64,
  date: () => 98,
  time: () => 66,
  instant: (field) => (field.zone === undefined ? 98 : 120),
  select: (field) =>
    Math.ceil(
      Math.min(
        170,
        // A dot comes before a state, which must be read in full.
        Math.max(
          84,
          ...field.choices.map((value) => choiceLabelOf(field, value).length * 6.6 + (field.tones ? 44 : 36)),
        ),
      ),
    ),
  choices: () => 120,
  words: () => 110,
  ref: () => 124,
  refs: () => 124,
  rows: () => 116,
} satisfies KindTable<[], number>

/** A name that cannot be read makes the rest of its row useless: the least width in px of a title made of words. */
const nameWidth = 260
/** Titles that are at least so wide are words, and not codes. */
const nameFrom = 110
/** The width of a letter in a column's head, in px, and of the space around its words. */
const headLetter = 6.6
const headRoom = 24

const none = () => undefined
/** Of two values one is meant; more can be meant together. */
const choicesOf = (field: FieldOf['select'] | FieldOf['choices']): GridFilter<AnyRecord> => ({
  multiple: field.kind === 'choices' || field.choices.length > 2,
  options: field.choices.map((value) => ({ value, label: choiceLabelOf(field, value) })),
})

/** Kinds with a closed list of values are filtered from their column's head; the others from the filter bar. */
const headFilters = {
  text: none,
  longText: none,
  integer: none,
  decimal: none,
  percent: none,
  money: none,
  boolean: () => ({
    multiple: false,
    options: [
      { value: 'true', label: t('Yes') },
      { value: 'false', label: t('No') },
    ],
  }),
  date: none,
  time: none,
  instant: none,
  select: choicesOf,
  choices: choicesOf,
  words: none,
  ref: none,
  refs: none,
  rows: none,
} satisfies KindTable<[], GridFilter<AnyRecord> | undefined>

export interface CellOptions {
  /** Cells of the area's own, by key. */
  readonly cells?: Cells | undefined
  /** Least widths of cells in px, where another than that of their kind is right. */
  readonly widths?: Readonly<Record<string, number>> | undefined
  /** Where a small picture of an image is; undefined for people who cannot see images. */
  readonly thumbnail?: Thumbnail | undefined
}

/** The grid's columns: those shown at first, then every other field for the person to show. */
export function gridColumns(
  resource: AnyResource,
  columns: readonly (string | ShownColumn)[],
  options: CellOptions = {},
): GridColumn<AnyRecord>[] {
  const shown = shownColumns(resource, columns)
  const keys = new Set(shown.map(({ key }) => key))
  const others = [...new Set([...resource.list.columns, ...allFields(resource).map(([key]) => key)])]
    .filter((key) => !keys.has(key) && key !== 'version')
    .map((key): ShownColumn => ({ key }))
  const onCard = cardKeys(resource, shown)
  // An amount needs no name to be understood.
  const corner = shown.find(({ key }, at) => at > 0 && onCard.has(key) && fieldOf(resource, key)?.kind === 'money')?.key
  return [...shown, ...others].flatMap((column) => {
    const field = fieldOf(resource, column.key)
    if (!field) return []
    const isHidden = !keys.has(column.key)
    const place = column.key === corner ? ('corner' as const) : isHidden || onCard.has(column.key)
    return [{ ...gridColumn(resource, column, field, isHidden, options), onCard: place }]
  })
}

function gridColumn(
  resource: AnyResource,
  column: ShownColumn,
  field: AnyField,
  hidden: boolean,
  { cells = {}, widths: least = {}, thumbnail }: CellOptions,
): GridColumn<AnyRecord> {
  const { key } = column
  const own = ask<[], number>(widths, field)
  const filter = resource.list.filters.includes(key)
    ? ask<[], GridFilter<AnyRecord> | undefined>(headFilters, field)
    : undefined
  const header = column.label === undefined ? labelOf(key, field) : t(column.label)
  const isTitle = key === resource.title
  return {
    id: key,
    header,
    minWidth: Math.max(
      least[key] ?? own,
      // An area that gives its title a width knows what its titles are made of, such as a number without words.
      isTitle && least[key] === undefined && own >= nameFrom ? nameWidth : 0,
    ),
    // The buttons to sort and filter lie over the end of the words while they are in use, and take no room of their own.
    headWidth: Math.ceil(header.length * headLetter + headRoom),
    numeric: isNumeric(field),
    hidden,
    hideable: !isTitle,
    sortable: isSortable(field) && !(hidden && field.derived && !resource.list.columns.includes(key)),
    ...cellsOf(resource, column, field, cells, thumbnail),
    ...(isTitle && { pin: 'start' as const }),
    ...(filter && { filter }),
  }
}

/** The columns of a list that is too long to be sorted by values calculated for every row. */
export function sortedQuickly(
  resource: AnyResource,
  columns: readonly GridColumn<AnyRecord>[],
): readonly GridColumn<AnyRecord>[] {
  const unsortable = t('Sorts up to {n} rows: narrow the list first', { n: formatNumber(countCap) })
  return columns.map((column) =>
    column.sortable && isWorkedOut(fieldOf(resource, column.id) ?? {})
      ? { ...column, sortable: false, unsortable }
      : column,
  )
}

/** The filter in the head of a column whose rows are filtered before they come to the grid, which has nothing to leave out. */
export function choiceFilter(resource: AnyResource, key: string): { filter?: GridFilter<unknown> } {
  const field = resource.list.filters.includes(key) ? fieldOf(resource, key) : undefined
  const filter = field && ask<[], GridFilter<AnyRecord> | undefined>(headFilters, field)
  return filter ? { filter: { ...filter, matches: () => true } } : {}
}

/** The conditions that columns can show as their own: a plain choice of values. */
export function gridFilters(filter: Filter): GridFilters {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([key, condition]) => {
      if (Array.isArray(condition)) return [[key, condition.map(String)]]
      return typeof condition === 'string' || typeof condition === 'boolean' ? [[key, [String(condition)]]] : []
    }),
  )
}

/** The condition that a choice in a column's head makes; null for none. */
export function conditionOf(resource: AnyResource, key: string, values: readonly string[]): Condition | null {
  const [first] = values
  if (first === undefined) return null
  return fieldOf(resource, key)?.kind === 'boolean' ? first === 'true' : [...values]
}
