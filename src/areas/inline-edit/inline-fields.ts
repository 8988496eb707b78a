import type { KindTable } from '../../kit/fields.ts'
import { ask, isWritable } from '../../kit/fields.ts'
import type { AnyResource } from '../../kit/resource.ts'

const yes = () => true
const no = () => false

/** Kinds that are one input of one line, and whose value means something by itself. */
const isSimple = {
  // A slug is part of an address that others know: its form says what becomes of the old one.
  text: (field) => field.format !== 'slug',
  longText: no, integer: yes, decimal: yes, percent: yes, money: yes, boolean: yes, date: yes, time: yes, instant: no,
  select: yes, choices: no, words: no, ref: yes, refs: no, rows: no,
} satisfies KindTable<[], boolean>

/**
 * The fields of a resource that may be changed in a list, where the person may write. Not those that need the rest of the
 * form in view: fields that the form shows only sometimes, those that give other fields their meaning (a currency, a time
 * zone), what the form does not offer at all, and everything of a resource whose form guards more than its fields, but
 * for what its definition excepts. Personal data is changed where a reason has been given to see it.
 */
export function inlineFields(resource: AnyResource): string[] {
  const { fields, form, operations } = resource
  if (!operations.includes('update') || !operations.includes('list')) return []
  const sections = form ? [...form.main, ...form.aside ?? []] : [{ fields: Object.keys(fields) }]
  const offered = new Set(sections.flatMap((section) => section.fields.filter((item) => typeof item === 'string')))
  const meanings = new Set(Object.values(fields).flatMap((field) => [
    ...('currency' in field ? [field.currency] : []), ...('zone' in field && field.zone ? [field.zone] : []),
  ]))
  return Object.entries(fields).filter(([key, field]) => (
    isWritable(field) && !field.personal && ask<[], boolean>(isSimple, field) && offered.has(key) && !meanings.has(key)
    && (!form?.guarded || (form.guarded.except?.includes(key) ?? false))
  )).map(([key]) => key)
}

const atOnce = {
  text: yes, longText: yes, integer: yes, decimal: yes, percent: yes, money: no, boolean: yes, date: yes, time: yes, instant: yes,
  select: yes, choices: yes, words: yes, ref: yes, refs: yes, rows: no,
} satisfies KindTable<[], boolean>

/** Whether a new value may be shown before the server has taken it. Amounts of money are shown when they hold. */
export function showsAtOnce(resource: AnyResource, key: string): boolean {
  const field = resource.fields[key]
  return field !== undefined && ask<[], boolean>(atOnce, field)
}
