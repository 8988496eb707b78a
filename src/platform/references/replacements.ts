import { isWritable } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'

/** A field by which records point at those of another kind. */
export interface Reference {
  readonly resource: AnyResource
  readonly key: string
  readonly isList: boolean
}

/**
 * The fields by which records point at a record of a kind, limited to those that people write. Sales and agreements
 * keep their subject, a record that must have a subject (a review) keeps it, and the place where a page is filed is
 * part of its identity: none of these moves to a successor.
 */
export function reassignableReferences(of: AnyResource, resources: readonly AnyResource[]): Reference[] {
  return resources
    .filter(({ operations }) => operations.includes('update'))
    .flatMap((resource) =>
      Object.entries(resource.fields)
        .filter(
          ([key, field]) => 'to' in field && field.to === of.name && isWritable(field) && key !== resource.page?.within,
        )
        .filter(([, { kind, required }]) => resource.page !== undefined || kind === 'refs' || required !== true)
        .map(([key, { kind }]) => ({ resource, key, isList: kind === 'refs' })),
    )
}

/** Only those of pages: what else refers to a page that is taken down still has its record. */
export function reassignablePageReferences(of: AnyResource, resources: readonly AnyResource[]): Reference[] {
  return reassignableReferences(of, resources).filter(({ resource }) => resource.page !== undefined)
}

/** The field that a replacement has to share with the record it replaces; null where any record of the kind will do. */
export function sharedKeyOf({ replacedWithin }: AnyResource): string | null {
  return replacedWithin ?? null
}
