import { defineResource } from '../../core/resource/resource.ts'
import { boolean, integer, percent, select, text } from '../../core/resource/fields.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    providers: true
  }
}

/** Suppliers of what is sold: marketplaces and box offices for tickets, tour suppliers for products. */
export const providers = defineResource('providers', {
  label: ['Provider', 'Providers'],
  access: 'providers',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    code: text({ required: true, unique: true, max: 40, format: 'slug' }),
    name: text({ required: true, max: 120 }),
    kind: select(['marketplace', 'primary', 'broker_feed', 'tours'], {
      required: true,
      labels: {
        marketplace: 'Marketplace',
        primary: 'Box office',
        broker_feed: 'Broker feed',
        tours: 'Tours',
      },
    }),
    currency: text({
      required: true,
      max: 3,
      format: 'currency',
      case: 'upper',
      help: 'Invoicing currency',
    }),
    commission: percent({ required: true, min: 0, max: 10_000 }),
    priority: integer({ required: true, min: 1, max: 100, initial: 50 }),
    isEnabled: boolean({ initial: true, label: 'Enabled' }),
  },
  list: {
    columns: ['name', 'code', 'kind', 'currency', 'commission', 'priority', 'isEnabled'],
    shown: ['name', { key: 'code', copies: true }, 'kind', 'currency', 'commission', 'priority', 'isEnabled'],
    filters: ['kind', 'currency', 'isEnabled'],
    search: ['name', 'code'],
    sort: 'name',
  },
  summary: 'Suppliers of tickets and products, with their terms.',
})
