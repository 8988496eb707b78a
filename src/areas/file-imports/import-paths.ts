import type { AnyResource } from '../../kit/resource.ts'
import { isImportable } from './file-imports.ts'

/** Where a file is uploaded for a list. */
export function newImportPath({ name }: Pick<AnyResource, 'name'>): string {
  return `/file-imports/new?of=${name}`
}

export function importPath(id: number): string {
  return `/file-imports/view?id=${id}`
}

/** Whether somebody may bring files into a list. */
export function mayImport(resource: AnyResource, may: (action: string, object: string) => boolean): boolean {
  const { object, update = object } = resource.access
  return isImportable(resource) && may('ui', object) && may('write', resource.operations.includes('create') ? object : update)
}
