import { invalid } from '../../core/errors/errors.ts'
import type { AnyField, KindTable } from '../../core/resource/fields.ts'
import { ask, isWritable, labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { parseValue } from '../../core/resource/value-schemas.ts'

type Values = Readonly<Record<string, unknown>>

/** The change of one field of many records. */
interface FieldChange {
  /** The value for all records; null clears an optional field. Can't be combined with the others. */
  readonly set?: unknown
  /** Of fields that hold several values: what each record has afterwards besides its own, */
  readonly add?: readonly unknown[] | undefined
  /** and what it has no more. */
  readonly remove?: readonly unknown[] | undefined
}
/** By the keys of fields. */
export type BulkChange = Readonly<Record<string, FieldChange>>

export type ChangeMode = 'set' | 'clear' | 'add' | 'remove'

const one = (): readonly ChangeMode[] => ['set', 'clear']
const several = (): readonly ChangeMode[] => ['add', 'remove', 'set', 'clear']

/** How each kind can be changed in many records, the usual way first. */
const modes = {
  text: one,
  longText: one,
  integer: one,
  decimal: one,
  percent: one,
  money: one,
  boolean: () => ['set'],
  date: one,
  time: one,
  instant: one,
  select: one,
  choices: several,
  words: several,
  ref: one,
  refs: several,
  rows: one,
} satisfies KindTable<[], readonly ChangeMode[]>

/** The ways in which a field can be changed in many records. A value that must be there cannot be cleared. */
export function changeModesOf(field: AnyField): readonly ChangeMode[] {
  const all = ask<[], readonly ChangeMode[]>(modes, field)
  return field.required && !all.includes('add') ? all.filter((mode) => mode !== 'clear') : all
}

/**
 * Whether many records can get the same value of a field at once: clients can set it, it isn't unique (slugs are unique
 * within a kind or a city), it isn't personal data, and the form guards nothing beyond it.
 */
function isBulkEditable({ form }: AnyResource, key: string, field: AnyField): boolean {
  return (
    isWritable(field) &&
    !field.unique &&
    !('format' in field && field.format === 'slug') &&
    (!field.personal || 'to' in field) &&
    (!form?.guarded || (form.guarded.except?.includes(key) ?? false))
  )
}

/** The fields of a resource that can be changed in many records, in the order of its form. */
export function bulkFields(resource: AnyResource): readonly (readonly [key: string, field: AnyField])[] {
  const inForm = [...(resource.form?.main ?? []), ...(resource.form?.aside ?? [])]
    .flatMap(({ fields }) => fields)
    .map((item) => (typeof item === 'string' ? item : item.field))
  return [...new Set([...inForm, ...Object.keys(resource.fields)])].flatMap((key) => {
    const field = resource.fields[key]
    return field && isBulkEditable(resource, key, field) ? [[key, field] as const] : []
  })
}

/**
 * What is wrong with a change before any record is looked at, by field.
 */
function changeProblems(resource: AnyResource, change: BulkChange): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [key, part] of Object.entries(change)) {
    const field = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined
    if (!field) problems[key] = t('{many} have no {key}.', { many: resource.label[1], key })
    else if (!isBulkEditable(resource, key, field))
      problems[key] = t('{label} can only be changed record by record.', { label: labelOf(key, field) })
    else Object.assign(problems, problemsOf(key, field, part, change))
  }
  return problems
}

function problemsOf(key: string, field: AnyField, part: FieldChange, change: BulkChange): Record<string, string> {
  const label = labelOf(key, field)
  const lists = [part.add, part.remove].filter((list) => list !== undefined)
  const isSet = Object.hasOwn(part, 'set')
  if (isSet === lists.length > 0)
    return { [key]: t('Choose what to set {label} to, or what to add or remove.', { label }) }
  if (!isSet && !changeModesOf(field).includes('add'))
    return { [key]: t('{label} has one value, so it can only be set.', { label }) }
  if (lists.some((list) => list.length === 0))
    return { [key]: t('Choose what to add to {label} or remove from it.', { label }) }
  // An amount of no known currency would be ten times as much in one record as in another.
  if (isSet && part.set !== null && 'currency' in field && !change[field.currency]) {
    return { [key]: t('Change the currency as well, so that {label} is the same amount in every record.', { label }) }
  }
  for (const value of isSet ? [part.set] : lists) {
    const parsed = parseValue(key, field, value)
    if ('problems' in parsed) return parsed.problems
  }
  return {}
}

/** @throws Refusal 422 that names each field and what is wrong with it */
export function assertChange(resource: AnyResource, change: BulkChange): void {
  const problems = changeProblems(resource, change)
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

function cleaned(key: string, field: AnyField, list: readonly unknown[]): readonly unknown[] {
  const parsed = parseValue(key, field, list)
  return 'value' in parsed ? (parsed.value as readonly unknown[]) : list
}

/** The input that an update of one record would be sent. */
export function inputFor(resource: AnyResource, change: BulkChange, record: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([key, part]) => {
      const field = resource.fields[key]
      if (!field || Object.hasOwn(part, 'set')) return [key, part.set]
      const taken = new Set(cleaned(key, field, part.remove ?? []))
      const kept = ((record[key] ?? []) as readonly unknown[]).filter((value) => !taken.has(value))
      return [key, [...new Set([...kept, ...cleaned(key, field, part.add ?? [])])]]
    }),
  )
}
