import type { AnyField, FieldOf, KindTable } from './fields.ts'
import { ask, columnOf } from './fields.ts'
import { textFormats } from './text-formats.ts'

/** How a field is kept: PostgreSQL's type, and what the database itself insists on. */
export interface Column {
  readonly type: string
  /** As `format_type` names it, which is how a live table is compared with its definition. */
  readonly check?: string
  readonly initial?: string
  /** The key of a unique index; the column itself by default. */
  readonly key?: string
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

function bounds(column: string, field: { min?: number; max?: number }): string | undefined {
  if (field.min !== undefined && field.max !== undefined) return `${column} between ${field.min} and ${field.max}`
  if (field.min !== undefined) return `${column} >= ${field.min}`
  return field.max === undefined ? undefined : `${column} <= ${field.max}`
}

function numeric(
  type: string,
  field: FieldOf['integer'] | FieldOf['decimal'] | FieldOf['percent'],
  column: string,
): Column {
  const check = bounds(column, field)
  return { type, ...(check && { check }), ...(field.initial !== undefined && { initial: String(field.initial) }) }
}

/** Whether two values of a text can differ in letter case alone. */
function keepsCase(field: FieldOf['text']): boolean {
  if (field.case) return false
  const patterns = [field.pattern, field.format && textFormats[field.format][0]]
  return patterns.every((pattern) => pattern === undefined || takesBothCases(pattern))
}

/**
 * Whether a letter can be small or capital at one place of a text: judged by how the pattern is written, and in doubt
 * it can. A language tag has letters of both cases, each at its own places, and so does not count.
 */
function takesBothCases({ source, ignoreCase }: RegExp): boolean {
  return ignoreCase || /A-Za-z|a-zA-Z|A-z|\\[wWSDpP]|\[\^|(?<!\\)\./.test(source)
}

const columns = {
  text: (field, column) => ({
    type: 'text',
    ...(keepsCase(field) && { key: `lower(${column})` }),
    check: `char_length(${column}) between ${field.min ?? 1} and ${field.max ?? 255}`,
    ...(field.initial !== undefined && { initial: quoted(field.initial) }),
  }),
  longText: (field, column) => ({
    type: 'text',
    key: `lower(${column})`,
    check: `char_length(${column}) between 1 and ${field.max ?? 65_536}`,
  }),
  integer: (field, column) => numeric('integer', field, column),
  decimal: (field, column) => numeric(`numeric(18,${field.scale ?? 6})`, field, column),
  percent: (field, column) =>
    numeric('integer', { ...field, min: field.min ?? 0, max: field.max ?? 1_000_000 }, column),
  money: (field, column) => {
    const check = bounds(column, field)
    return { type: 'bigint', ...(check && { check }) }
  },
  boolean: (field) => ({ type: 'boolean', initial: String(field.initial ?? false) }),
  date: () => ({ type: 'date' }),
  time: () => ({ type: 'time(0) without time zone' }),
  instant: () => ({ type: 'timestamp(3) with time zone' }),
  select: (field, column) => ({
    type: 'text',
    check: `${column} in (${field.choices.map(quoted).join(', ')})`,
    ...(field.initial !== undefined && { initial: quoted(field.initial) }),
  }),
  choices: (field, column) => ({
    type: 'text[]',
    check: `${column} <@ array[${field.choices.map(quoted).join(', ')}]`,
    initial: `'{}'`,
  }),
  words: () => ({ type: 'text[]', initial: `'{}'` }),
  ref: () => ({ type: 'bigint' }),
  refs: () => ({ type: 'bigint[]', initial: `'{}'` }),
  rows: (_field, column) => ({ type: 'jsonb', check: `jsonb_typeof(${column}) = 'array'`, initial: `'[]'` }),
} satisfies KindTable<[column: string], Column>

/** The column that a field asks for. */
export function columnFor(key: string, field: AnyField): Column {
  return ask<[string], Column>(columns, field, columnOf(key))
}
