import { demoDescriptions } from '../../platform/auth/role-labels.ts'
import type { PermissionAction, PermissionObject } from '../../core/access/permissions.ts'

export interface DemoRole {
  readonly name: string
  readonly description: string
  /** Object → actions, as people think of a role; the super user's own are not listed anywhere. */
  readonly grants: Partial<Readonly<Record<PermissionObject, readonly PermissionAction[]>>>
  /** By how much it changes the prices of orders by phone, in percent; left out, without limit. */
  readonly maxOverridePercent?: number
  /** What it refunds alone, in minor units; beyond it another person approves. Left out, without limit. */
  readonly maxRefund?: { readonly amount: number; readonly currency: string }
}

// Roles that can import a list can export it too: an export has the columns that an import knows.
const edit = ['ui', 'read', 'write', 'delete', 'export', 'share'] as const
const publishing = ['ui', 'read', 'write', 'delete', 'publish', 'export', 'share'] as const
const look = ['ui', 'read'] as const

export const demoRoles: readonly DemoRole[] = [
  {
    name: 'catalogue-editor',
    description: demoDescriptions.catalogueEditor,
    grants: {
      'aliases': publishing,
      'alias-reviews': edit,
      'products': publishing,
      'product-reviews': publishing,
      'product-options': edit,
      'product-age-bands': edit,
      'events': publishing,
      'performances': edit,
      'performers': publishing,
      'lineups': publishing,
      'matches': edit,
      'rules': edit,
      'tags': edit,
      'authors': publishing,
      'categories': publishing,
      'subcategories': publishing,
      'places': publishing,
      'product-codes': edit,
      'product-codes-tiqets': edit,
      'product-codes-globick': edit,
      'product-codes-tourcms': edit,
      'providers': look,
      'static-pages': publishing,
      'translations': publishing,
      'images': edit,
    },
  },
  {
    name: 'sales-agent',
    description: demoDescriptions.salesAgent,
    maxOverridePercent: 10,
    grants: {
      'purchases': ['ui', 'read', 'write', 'share'],
      'coupons': ['ui', 'read', 'write', 'share'],
      // Not `write`: the specification has staff and partners' keys under it, beside customers.
      'users': look,
      'aliases': look,
      'products': look,
      'product-options': look,
      'product-age-bands': look,
      'events': look,
      'performances': look,
      'performers': look,
      'lineups': look,
      'places': look,
      'providers': look,
      'images': look,
      'categories': ['read'],
      'subcategories': ['read'],
      'tags': ['read'],
    },
  },
  {
    name: 'finance',
    description: demoDescriptions.finance,
    maxRefund: { amount: 500_00, currency: 'EUR' },
    grants: {
      'purchases': ['ui', 'read', 'write', 'refund', 'export', 'share'],
      'exchange-rates': edit,
      'coupons': ['ui', 'read', 'export'],
      'users': ['ui', 'read'],
      'products': look,
      'events': look,
      'performances': look,
      'places': ['read'],
      'seller-api': ['ui', 'read', 'export'],
      'providers': look,
    },
  },
  {
    name: 'read-only',
    description: demoDescriptions.readOnly,
    grants: {
      'purchases': look,
      'exchange-rates': look,
      'coupons': look,
      'aliases': look,
      'alias-reviews': look,
      'products': look,
      'product-reviews': look,
      'product-options': look,
      'product-age-bands': look,
      'events': look,
      'performances': look,
      'performers': look,
      'lineups': look,
      'matches': look,
      'rules': look,
      'tags': look,
      'users': look,
      'authors': look,
      'categories': look,
      'subcategories': look,
      'places': look,
      'product-codes': look,
      'product-codes-tiqets': look,
      'product-codes-globick': look,
      'product-codes-tourcms': look,
      'providers': look,
      'seller-api': look,
      'static-pages': look,
      'translations': look,
      'images': look,
    },
  },
  { name: 'no-access', description: demoDescriptions.noAccess, grants: {} },
]
