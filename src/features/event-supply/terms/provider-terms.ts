import { boolean, choices, integer, money, percent, refs, select, text } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { countries } from '../../places/geo/countries.ts'

export const settlements = ['invoice', 'prepaid'] as const
export const deliveries = ['e_ticket', 'mobile', 'paper', 'guest_list', 'collection'] as const

/** What is agreed with a provider of tickets. */
export const termFields = {
  commission: percent({ required: true, min: 0, max: 10_000, help: 'Our share of what they ask for' }),
  priority: integer({ required: true, min: 1, max: 100, help: 'Lower comes first' }),
  settlement: select(settlements, {
    required: true,
    initial: 'invoice',
    labels: { invoice: 'By invoice', prepaid: 'Prepaid balance' },
  }),
  balanceThreshold: money({ currency: 'currency', min: 0, label: 'Warn below', help: 'Of a prepaid balance' }),
  hasParity: boolean({ label: 'Price parity', help: 'We sell for no less than they do' }),
  floorShare: percent({ min: 0, max: 100_000, label: 'Floor price', help: 'Share of their price. Blank means none.' }),
  imageLicence: text({ max: 300, help: 'What we can use their images for' }),
  marketIds: refs(nameOf<typeof countries>('countries'), { label: 'Markets', help: 'Blank means all countries' }),
  delivery: choices(deliveries, {
    labels: {
      e_ticket: 'E-ticket',
      mobile: 'Mobile ticket',
      paper: 'Paper ticket',
      guest_list: 'Guest list',
      collection: 'Collection',
    },
  }),
} as const

export const entryKinds = ['statement', 'deposit'] as const

/** What is entered about a prepaid balance. */
export const entryFields = {
  kind: select(entryKinds, {
    required: true,
    initial: 'statement',
    label: 'Entry',
    labels: { statement: 'Statement balance', deposit: 'Deposit' },
  }),
  amount: money({ required: true, currency: 'currency' }),
  note: text({ max: 300 }),
} as const
