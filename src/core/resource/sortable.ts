import type { AnyField, KindTable } from './fields.ts'
import { ask } from './fields.ts'
import { maskOf } from './personal.ts'

const yes = () => true
const no = () => false

/** Kinds that have an order worth sorting by. A reference has none: lists sort by a field that copies its title. */
const sortable = {
  text: yes,
  longText: no,
  integer: yes,
  decimal: yes,
  percent: yes,
  money: yes,
  boolean: yes,
  date: yes,
  time: yes,
  instant: yes,
  select: yes,
  choices: no,
  words: no,
  ref: no,
  refs: no,
  rows: no,
} satisfies KindTable<[], boolean>

/**
 * True when sorting has to calculate the value for every row of the list, so that only short lists can be sorted by it
 * (decision 0045).
 */
export function isWorkedOut(field: Pick<AnyField, 'derived'>): boolean {
  return field.derived === true
}

/**
 * True when a list can be sorted by the field. Masked fields cannot: their order, and every cursor, would give them
 * away.
 */
export function isSortable(field: AnyField): boolean {
  return maskOf(field) === null && ask<[], boolean>(sortable, field)
}

const bytes = () => null

/** Words, not codes, addresses and the like, whose letters and marks are literal. */
const collations = {
  text: (field) => (field.format || field.pattern || field.case || field.unique ? null : 'alphabetical'),
  longText: bytes,
  integer: bytes,
  decimal: bytes,
  percent: bytes,
  money: bytes,
  boolean: bytes,
  date: bytes,
  time: bytes,
  instant: bytes,
  select: bytes,
  choices: bytes,
  words: bytes,
  ref: bytes,
  refs: bytes,
  rows: bytes,
} satisfies KindTable<[], string | null>

/**
 * The collation that a list is sorted in by the field: that of people where people read it. By bytes "Zamora" comes before "aida", and
 * "Ávila" after both. An index that has the order is made in the same collation (decision 0050).
 */
export function collationOf(field: AnyField): string | null {
  return ask<[], string | null>(collations, field)
}
