import { isWritable } from './fields.ts'
import { isMasked } from './personal.ts'
import type { AnyResource } from './resource.ts'
import { initialValue } from './value-schemas.ts'

/**
 * What a copy of a record starts from: its values, but for those that no two records share, what is masked, and what the
 * resource wants to begin anew. Of a record that is gone nothing has to be unlike.
 */
export function copyOf(
  { fields }: AnyResource, source: Readonly<Record<string, unknown>>, anew: readonly string[] = [], isGone = false,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isWritable(field)).map(([key, field]) => {
    // Where a slug is told apart by more than itself, no two records of one place share it either.
    const isUnlike = field.unique || ('format' in field && field.format === 'slug')
    const isOwn = (isUnlike && !isGone) || isMasked(field, source[key]) || anew.includes(key)
    return [key, isOwn ? initialValue(field) : source[key]]
  }))
}
