import type { DeclaredObjects } from '../../core/access/permissions.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'seller-api': true
  }
}

/** Sellers and their API: what roles can be given for them already. */
export const sellersPermissions: DeclaredObjects = {
  'seller-api': { label: 'Seller API', area: 'suppliers' },
}
