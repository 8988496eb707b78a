import { instant, integer, percent, select, text } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { kindLabels, providerStates, stateLabels } from './provider-states.ts'

const list = defineResource('event-providers', {
  label: ['Event provider', 'Event providers'],
  access: 'providers',
  operations: ['list'],
  title: 'name',
  fields: {
    code: text({ required: true }),
    name: text({ required: true, label: 'Provider' }),
    kind: select(['marketplace', 'primary', 'broker_feed'], { required: true, labels: kindLabels }),
    state: select(providerStates, { required: true, labels: stateLabels }),
    uptime: percent({ label: 'Uptime, 7 days' }),
    errors: percent({ label: 'Errors, 24 h' }),
    listings: integer({ required: true, label: 'Listings on sale' }),
    events: integer({ required: true, label: 'Upcoming events' }),
    commission: percent({ required: true }),
    lastCallAt: instant({ label: 'Last call' }),
  },
  list: {
    columns: ['name', 'state', 'uptime', 'errors', 'listings', 'events', 'commission'],
    filters: ['kind', 'state', 'uptime', 'errors', 'listings', 'events', 'commission', 'lastCallAt'],
    search: ['name'],
    sort: 'state',
  },
})

/**
 * What the list is searched, filtered and sorted by, and what is exported: what needs attention comes first. It is no
 * resource of the registry, because its calls are its own.
 */
export const providerList = (): AnyResource => list
