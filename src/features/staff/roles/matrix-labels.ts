import { msg, t } from '../../../core/i18n/language.ts'
import { permissionAreas } from '../../../platform/auth/permission-areas.ts'

/** What was added at run time, and is in no area. */
const others = msg('Other')

/** Objects by their area, in the order in which the product declares them; areas without a row are left out. */
export function bySection<T extends { readonly area?: string | undefined }>(
  rows: readonly T[],
): { label: string; rows: T[] }[] {
  const areas: Readonly<Record<string, string>> = permissionAreas
  return [
    ...Object.entries(areas).map(([area, label]) => ({ label, rows: rows.filter((row) => row.area === area) })),
    { label: others, rows: rows.filter(({ area }) => area === undefined || !Object.hasOwn(areas, area)) },
  ].filter((section) => section.rows.length > 0)
}

/** Actions in a word for the heads of columns; their label says the rest. */
export const actionWords: Readonly<Record<string, string>> = {
  'ui': msg('See'),
  'write': msg('Edit'),
  'read': msg('Look up'),
  'delete': msg('Delete'),
  'export': msg('Export'),
  'publish': msg('Publish'),
  'refund': msg('Refund'),
  'impersonate': msg('Sign in as'),
  'manage-keys': msg('Manage keys'),
  'manage-staff': msg('Manage staff'),
  'share': msg('Share views'),
  'payload': msg('Raw answers'),
}

export interface PermissionNames {
  readonly objects: readonly { name: string; label: string }[]
  readonly actions: readonly { name: string; label: string }[]
}

/** A permission as people read it, "Purchases · Edit". An object that was deleted is called by its name. */
export function permissionTitle({ objects, actions }: PermissionNames, action: string, object: string): string {
  return `${objectTitle({ objects }, object)} · ${wordOf(action, actions.find(({ name }) => name === action)?.label ?? action)}`
}

export function objectTitle({ objects }: Pick<PermissionNames, 'objects'>, object: string): string {
  return objects.find(({ name }) => name === object)?.label ?? object
}

/** What an action does in a word, for a person who reads the matrix; the names are for roles and the API. */
export function wordOf(name: string, label: string): string {
  const word = actionWords[name]
  return word === undefined ? label : t(word)
}
