import type { DeclaredObjects } from '../../core/access/permissions.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'product-codes': true
    'product-codes-tiqets': true
    'product-codes-globick': true
    'product-codes-tourcms': true
  }
}

/** Imports from suppliers: what roles can be given for them already. */
export const supplyPermissions: DeclaredObjects = {
  'product-codes': { label: 'Viator imports', area: 'suppliers' },
  'product-codes-tiqets': { label: 'Tiqets imports', area: 'suppliers' },
  'product-codes-globick': { label: 'Globick imports', area: 'suppliers' },
  'product-codes-tourcms': { label: 'TourCMS imports', area: 'suppliers' },
}
