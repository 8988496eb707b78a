import { isSameJson } from '../../kit/same-json.ts'
import type { AnyField } from '../../kit/fields.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { BulkExample } from './bulk-edits.ts'

type Values = Readonly<Record<string, unknown>>

/** Texts are told apart by how they begin. */
const longest = 120
const short = (value: unknown) => (typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value)

/** What is nobody's personal data, and reads well without the record that it points at. */
const isTold = (field: AnyField) => !field.personal && !('to' in field)

/**
 * A record as it is and as it would be, in what is told of it: fields that change, worked out or stored, and where a price
 * is among them the other prices of its list. Null where nothing that is told changes.
 */
export function exampleOf(resource: AnyResource, title: string, before: Values, after: Values): BulkExample | null {
  const changed = new Set(Object.entries(resource.fields).filter(([key, field]) => isTold(field) && !isSameJson(before[key], after[key])).map(([key]) => key))
  if (changed.size === 0) return null
  const currencies = new Set([...changed].flatMap((key) => currencyOf(resource.fields[key])))
  const beside = (key: string, field: AnyField) => resource.list.columns.includes(key) && currencyOf(field).some((currency) => currencies.has(currency))
  const keys = Object.entries(resource.fields).filter(([key, field]) => changed.has(key) || beside(key, field)).map(([key]) => key)
  const part = (record: Values) => Object.fromEntries([...keys, ...currencies].map((key) => [key, short(record[key] ?? null)]))
  return { id: Number(before['id']), title, keys, before: part(before), after: part(after) }
}

function currencyOf(field: AnyField | undefined): string[] {
  return field && 'currency' in field ? [field.currency] : []
}
