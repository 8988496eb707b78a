import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { parseDraft } from '../../core/resource/draft.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { columnOf, labelOf } from '../../core/resource/fields.ts'
import { fromCsvCell } from '../../core/csv.ts'
import { t } from '../../core/i18n/language.ts'
import { isMasked } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf, inSentence, tableOf } from '../../core/resource/resource.ts'
import { isSameJson } from '../../core/same-json.ts'
import { initialValue, parseValue } from '../../core/resource/value-schemas.ts'
import { besideOf, hasSeveral, titlesOf, valueOfCell } from './cell-values.ts'
import type { RowProblem } from './file-imports.ts'
import type { ImportTarget } from './import-targets.ts'
import { targetsOf } from './import-targets.ts'

export type Row = Readonly<Record<string, unknown>>

/** A column of the file that sets a field. */
export interface MappedColumn {
  readonly at: number
  readonly heading: string
  readonly target: ImportTarget
  readonly field: AnyField
}

/** The columns that set something, those first that say by themselves what they mean. */
export function mappedColumns(
  resource: AnyResource,
  headings: readonly string[],
  mapping: readonly string[],
): readonly MappedColumn[] {
  const targets = new Map(targetsOf(resource).map((target) => [target.key, target]))
  const columns = mapping.flatMap((key, at): MappedColumn[] => {
    const target = targets.get(key)
    const field = target && fieldOf(resource, target.field)
    return target && field ? [{ at, heading: headings[at] ?? '', target, field }] : []
  })
  return columns.toSorted((a, b) => Number(besideOf(a.field) !== null) - Number(besideOf(b.field) !== null))
}

/** A problem in a cell, with as much of the cell as shows which one is meant. */
export function problemIn(column: MappedColumn | null, cells: readonly string[], message: string): RowProblem {
  return {
    column: column?.heading ?? null,
    value: column ? (cells[column.at] ?? '').slice(0, 200).toWellFormed() : '',
    message,
  }
}

/** A refusal of the record's own call, by the columns of the file. */
export function problemsOfRefusal(
  refusal: Refusal,
  columns: readonly MappedColumn[],
  cells: readonly string[],
): RowProblem[] {
  const told = Object.entries(refusal.fields ?? {})
  if (told.length === 0) return [problemIn(null, cells, refusal.message)]
  return told.map(([path, message]) =>
    problemIn(columns.find(({ target }) => target.field === path.split('.', 1)[0]) ?? null, cells, message),
  )
}

/** Ids by the title of what they name. More than one: the title says too little. */
export type Titles = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

/** Finds the records with the titles in some rows, in one statement per referenced resource. */
export async function findTitles(
  db: Db,
  actor: Actor,
  lookup: (name: string) => AnyResource,
  columns: readonly MappedColumn[],
  rows: readonly { cells: readonly string[] }[],
): Promise<Titles> {
  const wanted = new Map<string, Set<string>>()
  for (const { at, target, field } of columns) {
    if (target.by !== 'title' || !('to' in field)) continue
    const titles = wanted.get(field.to) ?? new Set()
    for (const { cells } of rows) for (const title of titlesOf(field, cells[at] ?? '')) titles.add(title)
    wanted.set(field.to, titles)
  }
  const found = new Map<string, ReadonlyMap<string, readonly number[]>>()
  for (const [name, titles] of wanted) {
    const to = lookup(name)
    const isHidden = !['ui', 'read'].some((action) => may(actor.grants, action, to.access.object))
    // A user who can't view those records must not learn their titles.
    if (titles.size === 0 || isHidden || to.fields[to.title]?.derived) continue
    const { rows: hits } = await sql<{ id: number; title: string }>`
      select id, ${sql.ref(columnOf(to.title))} as title from ${sql.table(tableOf(to))}
      where ${sql.ref(columnOf(to.title))} = any(${[...titles]}::text[]) order by id limit 5000`.execute(db)
    found.set(
      name,
      new Map([...Map.groupBy(hits, ({ title }) => title)].map(([title, same]) => [title, same.map(({ id }) => id)])),
    )
  }
  return found
}

/** The values of a row, cell by cell. */
export interface ReadValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly problems: readonly RowProblem[]
}

/** Reads the cells of a row. `current` is the record that it is about, null for a new one. */
export function readValues(
  resource: AnyResource,
  columns: readonly MappedColumn[],
  cells: readonly string[],
  current: Row | null,
  titles: Titles,
): ReadValues {
  const values: Record<string, unknown> = {}
  const problems: RowProblem[] = []
  const valueOf = (key: string): unknown => {
    const field = resource.fields[key]
    if (field && Object.hasOwn(values, key)) {
      // As it will be stored: its cell can have another letter case, or blanks around it.
      const parsed = parseValue(key, field, values[key])
      return 'problems' in parsed ? values[key] : parsed.value
    }
    return current ? current[key] : field && initialValue(field)
  }
  for (const column of columns) {
    const { at, target, field } = column
    const cell = cells[at] ?? ''
    // In a new record an empty cell means nothing, so that the field keeps its initial value.
    if (target.field === 'id' || (!current && fromCsvCell(cell).trim() === '')) continue
    const read =
      target.by === 'title' ? referredTo(field, cell, titles) : valueOfCell(target.field, field, cell, valueOf)
    if ('problem' in read) problems.push(problemIn(column, cells, read.problem))
    else values[target.field] = read.value
  }
  return { values, problems }
}

function referredTo(field: AnyField, cell: string, titles: Titles): { value: unknown } | { problem: string } {
  if (!('to' in field)) return { problem: t('Map this column or ignore it.') }
  const known = titles.get(field.to)
  const ids: number[] = []
  for (const title of titlesOf(field, cell)) {
    const [first, ...more] = known?.get(title) ?? []
    if (first === undefined) return { problem: t('“{title}” not found.', { title: title.slice(0, 80) }) }
    if (more.length > 0)
      return { problem: t('Several are called “{title}”: use their ids.', { title: title.slice(0, 80) }) }
    ids.push(first)
  }
  return { value: hasSeveral(field) ? ids : (ids[0] ?? null) }
}

/** The input that makes the record match the row, without values that match already. */
export function changesOf(
  resource: AnyResource,
  columns: readonly MappedColumn[],
  cells: readonly string[],
  { values, problems: found }: ReadValues,
  current: Row | null,
): { input: Record<string, unknown>; problems: readonly RowProblem[] } {
  const problems = [...found]
  const input: Record<string, unknown> = {}
  const columnFor = (key: string) => columns.find(({ target }) => target.field === key) ?? null
  const flawed = new Set(problems.map(({ column }) => column))
  if (!current) {
    try {
      parseDraft(resource, values, null)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const [path, message] of Object.entries(error.fields ?? {})) {
        const column = columnFor(path.split('.', 1)[0] ?? path)
        if (!column || !flawed.has(column.heading)) problems.push(problemIn(column, cells, message))
      }
    }
    for (const [key, value] of Object.entries(values)) {
      const field = resource.fields[key]
      if (field && isMasked(field, value)) problems.push(problemIn(columnFor(key), cells, maskedWords(key, field)))
    }
    return { input: { ...values }, problems }
  }
  for (const [key, value] of Object.entries(values)) {
    const field = resource.fields[key]
    // As shown to the user: a masked value comes back masked, and means no change.
    if (!field || isSameJson(value, current[key])) continue
    if (isMasked(field, value)) {
      problems.push(problemIn(columnFor(key), cells, maskedWords(key, field)))
      continue
    }
    const parsed = parseValue(key, field, value)
    if ('problems' in parsed)
      problems.push(...Object.values(parsed.problems).map((message) => problemIn(columnFor(key), cells, message)))
    else if (!isSameJson(parsed.value, current[key])) input[key] = parsed.value
  }
  return { input, problems }
}

/** A masked address or number is never real: the middle of it is missing. */
function maskedWords(key: string, field: AnyField): string {
  return t('{label} is masked. Write it in full, or leave it as the export has it.', { label: labelOf(key, field) })
}

/** What a row is found again by. */
export type RowKey = { readonly value: number | string | null } | { readonly problem: RowProblem }

/** Reads the cell that identifies the row's record; null if the cell is empty or the column doesn't exist. */
export function keyOf(columns: readonly MappedColumn[], keyField: string | null, cells: readonly string[]): RowKey {
  const column = columns.find(({ target }) => target.field === keyField && target.by === 'value')
  if (keyField === null || !column) return { value: null }
  const read = valueOfCell(keyField, column.field, cells[column.at] ?? '', () => null)
  if ('problem' in read) return { problem: problemIn(column, cells, read.problem) }
  if (read.value === null) return { value: null }
  const parsed = parseValue(keyField, column.field, read.value)
  if ('problems' in parsed)
    return { problem: problemIn(column, cells, Object.values(parsed.problems)[0] ?? t('Not a valid key.')) }
  return { value: typeof parsed.value === 'number' ? parsed.value : String(parsed.value) }
}

/** Unique values are compared regardless of letter case, except for those with a fixed letter case. */
export function folded(field: AnyField, value: unknown): string {
  return typeof value === 'string' && !('case' in field) ? value.toLowerCase() : String(value)
}

/** The ids of records by their key, as `folded` writes it. */
export async function findIds(
  db: Db,
  resource: AnyResource,
  keyField: string,
  values: readonly (number | string)[],
): Promise<ReadonlyMap<string, number>> {
  if (values.length === 0) return new Map()
  if (keyField === 'id') return new Map(values.map((value) => [String(value), Number(value)]))
  const field = resource.fields[keyField]
  if (!field) throw new Error(`${resource.name} has no ${keyField}`)
  const column = sql.ref(columnOf(keyField))
  const isText = values.every((value) => typeof value === 'string')
  const key = isText && !('case' in field) ? sql`lower(${column})` : column
  const wanted = values.map((value) => folded(field, value))
  const { rows } = await sql<{ id: number; key: string }>`
    select id, ${key}::text as key from ${sql.table(tableOf(resource))} where ${key} = any(${isText ? wanted : values})`.execute(
    db,
  )
  return new Map(rows.map(({ id, key: found }) => [found, id]))
}

/** Why a row without a record, or with one, doesn't fit the requested mode. */
export function misfit(
  resource: AnyResource,
  mode: 'both' | 'create' | 'update',
  keyField: string | null,
  key: number | string | null,
  isFound: boolean,
): string | null {
  const what = inSentence(t(resource.label[0]))
  const field = keyField === null ? undefined : fieldOf(resource, keyField)
  const label = field ? labelOf(keyField ?? '', field) : ''
  if (isFound) return mode === 'create' ? t('A {what} with this {label} already exists.', { what, label }) : null
  // The server gives ids, so one that is not there cannot be created.
  if (key !== null && keyField === 'id') return t('No {what} has this id.', { what })
  if (mode !== 'update') return null
  return key === null
    ? t('{label} is blank, so the {what} isn’t clear.', { what, label })
    : t('No {what} has this {label}.', { what, label })
}
