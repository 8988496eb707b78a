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

const bytes = () => null

/** Words, not codes, addresses and the like, whose letters and marks stand for themselves. */
const collations = {
  text: (field) => (field.format || field.pattern || field.case || field.unique ? null : 'alphabetical'),
  longText: bytes, integer: bytes, decimal: bytes, percent: bytes, money: bytes, boolean: bytes, date: bytes, time: bytes,
  instant: bytes, select: bytes, choices: bytes, words: bytes, ref: bytes, refs: bytes, rows: bytes,
} satisfies KindTable<[], string | null>

/**
 * The collation that a list is sorted in by the field: that of people where people read it. By bytes "Zamora" comes before "aida", and
 * "Ávila" after both. An index that has the order is made in the same collation (decision 0050).
 */
export function collationOf(field: AnyField): string | null {
  return ask<[], string | null>(collations, field)
}
