import type { PermissionObject } from '../../core/access/permissions.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'seller-api': true
  }
}

/** Sellers and their API: what roles can be given for them already. */
export const sellersPermissions: Readonly<Partial<Record<PermissionObject, string>>> = {
  'seller-api': 'Seller API',
}
