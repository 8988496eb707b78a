import type { PermissionObject } from '../../core/access/permissions.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'product-codes': true
    'product-codes-tiqets': true
    'product-codes-globick': true
    'product-codes-tourcms': true
  }
}

/** Imports from suppliers: what roles can be given for them already. */
export const supplyPermissions: Readonly<Partial<Record<PermissionObject, string>>> = {
  'product-codes': 'Viator imports',
  'product-codes-tiqets': 'Tiqets imports',
  'product-codes-globick': 'Globick imports',
  'product-codes-tourcms': 'TourCMS imports',
}
