import type { PermissionObject } from '../../../core/access/permissions.ts'
import { msg, t } from '../../../core/i18n/language.ts'

interface Section {
  readonly label: string
  readonly objects: readonly PermissionObject[]
}

/**
 * The areas of the matrix, in the order of the menu.
 */
const sections: readonly Section[] = [
  { label: msg('Sales'), objects: ['purchases', 'coupons', 'exchange-rates'] },
  {
    label: msg('Catalogue'),
    objects: [
      'aliases',
      'products',
      'product-options',
      'product-age-bands',
      'events',
      'performances',
      'performers',
      'lineups',
      'matches',
      'rules',
      'tags',
      'categories',
      'subcategories',
      'places',
    ],
  },
  {
    label: msg('Content'),
    objects: ['product-reviews', 'alias-reviews', 'authors', 'static-pages', 'images', 'translations'],
  },
  {
    label: msg('Suppliers and partners'),
    objects: [
      'product-codes',
      'product-codes-tiqets',
      'product-codes-globick',
      'product-codes-tourcms',
      'providers',
      'seller-api',
    ],
  },
  { label: msg('People and system'), objects: ['users', 'roles', 'settings', 'audit'] },
]

/** What has been added since, and what no area names. */
const others = msg('Other')

/** Objects by their area, in the area's order; areas without a row are left out. */
export function bySection<T extends { readonly name: string }>(rows: readonly T[]): { label: string; rows: T[] }[] {
  const known = new Set<string>(sections.flatMap(({ objects }) => objects))
  return [
    ...sections.map(({ label, objects }) => ({
      label,
      rows: objects.flatMap((object) => rows.filter(({ name }) => name === object)),
    })),
    { label: others, rows: rows.filter(({ name }) => !known.has(name)) },
  ].filter((section) => section.rows.length > 0)
}

/** Actions in a word for the heads of columns; their label says the rest. */
const actionWords: Readonly<Record<string, string>> = {
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
