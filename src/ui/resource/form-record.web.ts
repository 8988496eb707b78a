import { isMasked } from '../../core/resource/personal.ts'
import type { AnyResource, AnySection } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'

/** A record with the titles of further records that its references can name, so that pickers can show them. */
export function titled(
  record: AnyRecord | null,
  titles: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  if (Object.keys(titles).length === 0) return record
  return Object.fromEntries(
    Object.entries({ ...record, ...titles }).map(([key, value]) => {
      const own = record?.[key]
      return [
        key,
        Array.isArray(value) && Array.isArray(own) ? [...(own as unknown[]), ...(value as unknown[])] : value,
      ]
    }),
  )
}

export function wholeForm(resource: AnyResource): readonly AnySection[] {
  return [{ title: resource.label[0], fields: Object.keys(resource.fields) }]
}

export function isRevealed({ fields }: AnyResource, before: AnyRecord, after: AnyRecord): boolean {
  return (
    before.version === after.version &&
    Object.entries(fields).some(([key, field]) => isMasked(field, before[key]) && !isMasked(field, after[key]))
  )
}

export function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value
}
