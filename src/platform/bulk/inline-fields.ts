import type { KindTable } from '../../core/resource/fields.ts'
import { ask, isWritable } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'

const yes = () => true
const no = () => false

/** Kinds that are one input of one line, and whose value means something by itself. */
const isSimple = {
  // A slug is part of an address that others know: its form says what becomes of the old one.
  text: (field) => field.format !== 'slug',
  longText: no,
  integer: yes,
  decimal: yes,
  percent: yes,
  money: yes,
  boolean: yes,
  date: yes,
  time: yes,
  instant: no,
  select: yes,
  choices: no,
  words: no,
  ref: yes,
  refs: no,
  rows: no,
} satisfies KindTable<[], boolean>

/**
 * The fields of a resource that can be changed in a list, where the user can write. Excludes fields that need the rest
 * of the form in view: those that the form shows only sometimes, those that give other fields their meaning (a
 * currency, a time zone), those that the form doesn't offer at all, and every field of a resource whose form guards
 * more than its fields, unless its definition makes an exception. Personal data can be changed only where a reason has
 * been given to see it.
 */
export function inlineFields(resource: AnyResource): string[] {
  const { fields, form, operations } = resource
  if (!operations.includes('update') || !operations.includes('list')) return []
  const sections = form ? [...form.main, ...(form.aside ?? [])] : [{ fields: Object.keys(fields) }]
  const offered = new Set(sections.flatMap((section) => section.fields.filter((item) => typeof item === 'string')))
  const meanings = new Set(
    Object.values(fields).flatMap((field) => [
      ...('currency' in field ? [field.currency] : []),
      ...('zone' in field && field.zone ? [field.zone] : []),
    ]),
  )
  return Object.entries(fields)
    .filter(
      ([key, field]) =>
        isWritable(field) &&
        !field.personal &&
        ask<[], boolean>(isSimple, field) &&
        offered.has(key) &&
        !meanings.has(key) &&
        (!form?.guarded || (form.guarded.except?.includes(key) ?? false)),
    )
    .map(([key]) => key)
}

const atOnce = {
  text: yes,
  longText: yes,
  integer: yes,
  decimal: yes,
  percent: yes,
  money: no,
  boolean: yes,
  date: yes,
  time: yes,
  instant: yes,
  select: yes,
  choices: yes,
  words: yes,
  ref: yes,
  refs: yes,
  rows: no,
} satisfies KindTable<[], boolean>

/** Whether a new value can be shown before the server has accepted it. Amounts of money are shown only once saved. */
export function showsAtOnce(resource: AnyResource, key: string): boolean {
  const field = resource.fields[key]
  return field !== undefined && ask<[], boolean>(atOnce, field)
}
