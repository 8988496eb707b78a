import type { AnyResource, ShownColumn } from '../resource/resource.ts'
import { fieldOf } from '../resource/resource.ts'

/** The columns that a list shows at first, each with all that is said of it. */
export function shownColumns(resource: AnyResource, own?: readonly (string | ShownColumn)[]): readonly ShownColumn[] {
  return (own ?? resource.list.shown ?? resource.list.columns).map((column) =>
    typeof column === 'string' ? { key: column } : column,
  )
}

/** The fields that a list asks the server for while it shows these columns: theirs, and what is needed to show them. */
export function fieldsOfColumns(resource: AnyResource, columns: readonly string[]): string[] {
  const drawn = shownColumns(resource).filter(({ key }) => columns.includes(key))
  const keys = [...drawn.flatMap(keysOf), ...columns, ...(resource.list.needs ?? [])]
  const needs = keys.flatMap((key) => {
    const field = fieldOf(resource, key)
    return [
      key,
      ...(field && 'currency' in field ? [field.currency] : []),
      ...(field && 'zone' in field && field.zone ? [field.zone] : []),
    ]
  })
  // A record's place decides who can change it.
  const place = fieldOf(resource, 'cityId') ? ['cityId'] : []
  return [...new Set(['id', 'version', resource.title, ...place, ...needs])]
}

/** The fields that a column reads besides its own. */
function keysOf({ key, below = [], worst = [], picture, copies }: ShownColumn): readonly string[] {
  return [key, ...below, ...worst, ...[picture, copies].filter((other) => typeof other === 'string')]
}
