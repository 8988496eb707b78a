import { isWritable } from '../../kit/fields.ts'
import type { AnyResource } from '../../kit/resource.ts'

/** A field of a page by which it points at records of another kind. */
export interface Reference { readonly resource: AnyResource; readonly key: string; readonly isList: boolean }

/**
 * The fields of pages by which they point at a record, as far as people write them. What was sold or agreed keeps what it
 * was about, and where a page is filed says which page it is, so neither goes to a successor.
 */
export function handedOver(of: AnyResource, resources: readonly AnyResource[]): Reference[] {
  return resources.filter(({ page, operations }) => page !== undefined && operations.includes('update')).flatMap((resource) => (
    Object.entries(resource.fields)
      .filter(([key, field]) => 'to' in field && field.to === of.name && isWritable(field) && key !== resource.page?.within)
      .map(([key, { kind }]) => ({ resource, key, isList: kind === 'refs' }))
  ))
}
