import { isWritable } from './fields.ts'
import { isMasked } from './personal.ts'
import type { AnyResource } from './resource.ts'
import { initialValue } from './value-schemas.ts'

/**
 * The starting values of a copy: the record's own, except those that must be unique, masked ones, and those that the
 * resource resets. A copy of a record that is gone need not differ from it.
 */
export function copyOf(
  { fields }: AnyResource,
  source: Readonly<Record<string, unknown>>,
  resetOnCopy: readonly string[] = [],
  isGone = false,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isWritable(field))
      .map(([key, field]) => {
        // Where more than the slug itself makes it unique, no two records of one place share it either.
        const isUnlike = field.unique || ('format' in field && field.format === 'slug')
        const isOwn = (isUnlike && !isGone) || isMasked(field, source[key]) || resetOnCopy.includes(key)
        return [key, isOwn ? initialValue(field) : source[key]]
      }),
  )
}
