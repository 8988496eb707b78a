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
  balanceThreshold: money({ currency: 'currency', min: 0, label: 'Warn below', help: 'For a prepaid balance' }),
  hasParity: boolean({ label: 'Price parity', help: 'We sell for no less than they ask: lower prices are raised' }),
  floorShare: percent({
    min: 0,
    max: 100_000,
    label: 'Floor price',
    help: 'Share of what they ask. Lower prices are raised to it. Blank means none.',
  }),
  pauseShare: percent({
    min: 1,
    max: 10_000,
    label: 'Pause from',
    help: 'Share of the calls of an hour that fail. Blank means never.',
  }),
  pauseCalls: integer({
    required: true,
    initial: 10,
    min: 2,
    max: 1_000,
    label: 'Minimum calls',
    help: 'With fewer calls in the hour it isn’t paused',
  }),
  imageLicence: text({ max: 300, help: 'What we can use their images for' }),
  marketIds: refs(nameOf<typeof countries>('countries'), {
    label: 'Markets',
    help: 'Customers from other countries can’t buy. Blank means all countries.',
  }),
  delivery: choices(deliveries, {
    help: 'The quickest one decides how late we sell: paper 5 days before, guest list 24 hours, collection 2 hours',
    labels: {
      e_ticket: 'E-ticket',
      mobile: 'Mobile ticket',
      paper: 'Paper ticket',
      guest_list: 'Guest list',
      collection: 'Collection',
    },
  }),
} as const

/** Hours before a performance until which tickets can be handed over in a way; not named: any time. `provider_notice` has the same. */
const noticeHours: Readonly<Partial<Record<(typeof deliveries)[number], number>>> = {
  paper: 120,
  guest_list: 24,
  collection: 2,
}

/** When sales of a provider's tickets end: the quickest way that was agreed decides. */
export function noticeOf(delivery: readonly (typeof deliveries)[number][]): number {
  return delivery.length === 0 ? 0 : Math.min(...delivery.map((one) => noticeHours[one] ?? 0))
}

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
