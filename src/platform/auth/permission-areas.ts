import { msg } from '../../core/i18n/language.ts'

/** The areas of the matrix of permissions, in the order of the menu. Each permission object names its own. */
export const permissionAreas = {
  sales: msg('Sales'),
  catalogue: msg('Catalogue'),
  content: msg('Content'),
  suppliers: msg('Suppliers and partners'),
  system: msg('People and system'),
} as const

type Areas = Record<keyof typeof permissionAreas, true>

declare module '../../core/access/permissions.ts' {
  interface PermissionAreas extends Areas {}
}
