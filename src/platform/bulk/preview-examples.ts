import { isSameJson } from '../../core/same-json.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { BulkExample } from './bulk-edits.ts'

type Values = Readonly<Record<string, unknown>>

/** Long texts are cut to this many characters: their beginnings are enough to tell them apart. */
const longest = 120
const short = (value: unknown) =>
  typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value

/** Fields that aren't personal data and read well without the record that they point at. */
const isShown = (field: AnyField) => !field.personal && !('to' in field)

/**
 * A record before and after, limited to the fields that an example shows: the fields that change, calculated or stored,
 * and, when a price is among them, the other prices of its list. Null when none of these fields changes.
 */
export function exampleOf(resource: AnyResource, title: string, before: Values, after: Values): BulkExample | null {
  const changed = new Set(
    Object.entries(resource.fields)
      .filter(([key, field]) => isShown(field) && !isSameJson(before[key], after[key]))
      .map(([key]) => key),
  )
  if (changed.size === 0) return null
  const currencies = new Set([...changed].flatMap((key) => currencyOf(resource.fields[key])))
  const beside = (key: string, field: AnyField) =>
    resource.list.columns.includes(key) && currencyOf(field).some((currency) => currencies.has(currency))
  const keys = Object.entries(resource.fields)
    .filter(([key, field]) => changed.has(key) || beside(key, field))
    .map(([key]) => key)
  const part = (record: Values) =>
    Object.fromEntries([...keys, ...currencies].map((key) => [key, short(record[key] ?? null)]))
  return { id: Number(before['id']), title, keys, before: part(before), after: part(after) }
}

function currencyOf(field: AnyField | undefined): string[] {
  return field && 'currency' in field ? [field.currency] : []
}
