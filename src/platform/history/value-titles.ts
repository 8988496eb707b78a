import type { AnyResource } from '../../core/resource/resource.ts'
import { refKey } from '../../core/resource/fields.ts'
import type { Titles } from '../audit/value-labels.ts'

type Values = Readonly<Record<string, unknown>>

/** The titles by reference, as records carry them: `{ events: [{ id, title }] }` for `eventIds`. */
export function titlesAsRecords({ fields }: AnyResource, values: Values, titles: Titles): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const field = fields[key]
      if (!field || !('to' in field)) return []
      const found = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((id) => {
        const title = titles[field.to]?.[String(id)]
        return title === undefined ? [] : [{ id: Number(id), title }]
      })
      return [[refKey(key), Array.isArray(value) ? found : (found[0] ?? null)]]
    }),
  )
}

/** The titles that a record carries, by resource and id. */
export function titlesIn({ fields }: AnyResource, record: Values): Titles {
  const titles: Record<string, Record<string, string>> = {}
  for (const [key, field] of Object.entries(fields)) {
    if (!('to' in field)) continue
    for (const item of [record[refKey(key)]].flat() as unknown[]) {
      if (typeof item !== 'object' || item === null || !('id' in item) || !('title' in item)) continue
      ;(titles[field.to] ??= {})[String(item.id)] = String(item.title)
    }
  }
  return titles
}
