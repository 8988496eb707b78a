import type { AnyField, KindTable } from './fields.ts'
import { ask } from './fields.ts'
import { maskOf } from './personal.ts'

const yes = () => true
const no = () => false

/** Kinds that have an order worth sorting by. A reference has none: lists sort by a field that copies its title. */
const sortable = {
  text: yes, longText: no, integer: yes, decimal: yes, percent: yes, money: yes, boolean: yes, date: yes, time: yes,
  instant: yes, select: yes, choices: no, words: no, ref: no, refs: no, rows: no,
} satisfies KindTable<[], boolean>

/** True when sorting has to work the value out for every row of the list, so that only short lists may be sorted by it (decision 0045). */
export function isWorkedOut(field: Pick<AnyField, 'derived'>): boolean {
  return field.derived === true
}

/** True when a list may be sorted by the field. What is masked is not: its order, and every cursor, would give it away. */
export function isSortable(field: AnyField): boolean {
  return maskOf(field) === null && ask<[], boolean>(sortable, field)
}
