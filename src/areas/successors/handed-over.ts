import { isWritable } from '../../kit/fields.ts'
import type { AnyResource } from '../../kit/resource.ts'

/** A field by which records point at those of another kind. */
export interface Reference { readonly resource: AnyResource; readonly key: string; readonly isList: boolean }

/**
 * The fields by which records point at one of a kind, as far as people write them. What was sold or agreed keeps what it
 * was about, a record that must have a subject (a review) stays with it, and where a page is filed says which page it is:
 * none of these goes to a successor.
 */
export function handedOver(of: AnyResource, resources: readonly AnyResource[]): Reference[] {
  return resources.filter(({ operations }) => operations.includes('update')).flatMap((resource) => (
    Object.entries(resource.fields)
      .filter(([key, field]) => 'to' in field && field.to === of.name && isWritable(field) && key !== resource.page?.within)
      .filter(([, { kind, required }]) => resource.page !== undefined || kind === 'refs' || required !== true)
      .map(([key, { kind }]) => ({ resource, key, isList: kind === 'refs' }))
  ))
}

/** Only those of pages: what else refers to a page that is taken down still has its record. */
export function handedOverByPages(of: AnyResource, resources: readonly AnyResource[]): Reference[] {
  return handedOver(of, resources).filter(({ resource }) => resource.page !== undefined)
}

const alike: Readonly<Record<string, string>> = { tags: 'kind', subcategories: 'categoryId' }

/**
 * The field that a successor has to share, because what refers to the one could not refer to the other; null where any
 * record of the kind will do. Tags are of events or of tours, and an event's subcategory is one of its category's.
 */
export function sharedKeyOf({ name }: AnyResource): string | null {
  return alike[name] ?? null
}
