import type { AnyResource } from '../../core/resource/resource.ts'

/** Where a file is uploaded for a list. */
export function newImportPath({ name }: Pick<AnyResource, 'name'>): string {
  return `/file-imports/new?of=${name}`
}

export function importPath(id: number): string {
  return `/file-imports/view?id=${id}`
}

/** Whether a user can import files into a list. */
export function mayImport(resource: AnyResource, may: (action: string, object: string) => boolean): boolean {
  const { object, update = object } = resource.access
  return (
    isImportable(resource) &&
    may('ui', object) &&
    may('write', resource.operations.includes('create') ? object : update)
  )
}

/**
 * Whether files can be imported into a list: it must be readable, because existing records are examined before anything
 * is changed, and records that only their form can write can't be imported.
 */
export function isImportable({ operations, form }: AnyResource): boolean {
  return (
    !form?.guarded && operations.includes('list') && (operations.includes('create') || operations.includes('update'))
  )
}
