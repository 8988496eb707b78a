import { msg, t } from '../../../core/i18n/language.ts'

/** What customers are written about their order. The table of templates has one of each. */
export const messageKinds = [
  'confirmation',
  'ticket',
  'voucher',
  'change',
  'postponement',
  'cancellation',
  'payment_link',
  'change_payment',
  'request_declined',
  'invoice',
  'refund_invoice',
] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageKindLabels: Readonly<Record<MessageKind, string>> = {
  confirmation: msg('Confirmation'),
  ticket: msg('Tickets'),
  voucher: msg('Voucher'),
  change: msg('Change'),
  postponement: msg('Postponement'),
  cancellation: msg('Cancellation'),
  payment_link: msg('Payment link'),
  change_payment: msg('Payment of a change'),
  request_declined: msg('Request declined'),
  invoice: msg('Invoice'),
  refund_invoice: msg('Refund invoice'),
}

/** Those that no move of an order sends: staff do, from the order. */
const sentByStaff: ReadonlySet<string> = new Set<MessageKind>([
  'postponement',
  'payment_link',
  'change_payment',
  'invoice',
  'refund_invoice',
])

/** Why a template cannot be sent automatically; false where it can. */
export function whyNotAutomatic(key: string): string | false {
  return sentByStaff.has(key) && t('Staff send it from an order.')
}

/** What every template can fill in, and what it is. */
const common = {
  name: msg('Customer’s name'),
  reference: msg('Order reference'),
  title: msg('What was bought'),
  contents: msg('How many, such as 2 adults'),
  when: msg('Date and time at the venue'),
  venue: msg('Venue'),
  items: msg('Each item with its seats, one a line'),
  total: msg('Total of the order'),
  meetingPoint: msg('Meeting point'),
  providerReference: msg('Supplier’s reference'),
  changeLink: msg('Where the customer asks to cancel or change the order'),
  refundUntil: msg('Until when all money goes back on request, where the event is postponed'),
} as const
const ofDocument = {
  invoiceNumber: msg('Number of the document'),
  invoiceDate: msg('Date of the document'),
  invoiceTotal: msg('Total of the document'),
} as const
/** What only some templates have. */
const own = {
  ticket: { ticketsLink: msg('Where the customer downloads the tickets, where there are files') },
  payment_link: { link: msg('Where the customer pays') },
  change_payment: {
    link: msg('Where the customer pays'),
    charge: msg('What the change costs more'),
    changedTo: msg('What is changed: from what to what'),
    payUntil: msg('Until when it can be paid'),
  },
  request_declined: { answer: msg('What staff answered the customer’s request') },
  invoice: ofDocument,
  refund_invoice: ofDocument,
} as const

type Own = typeof own
export type Variable = keyof typeof common | { [K in keyof Own]: keyof Own[K] }[keyof Own]
export type Variables = Readonly<Record<Variable, string>>
/** What its document says, of a message about one. */
export type DocumentValues = Readonly<Record<keyof typeof ofDocument, string>>

/** The variables of a template and what each is, as texts of the catalogue; those of all where it is not known which. */
export function variablesOf(key: string | undefined): readonly (readonly [name: Variable, meaning: string])[] {
  const all = {
    ...common,
    ...(key === undefined || key === 'ticket' ? own.ticket : {}),
    ...(key === undefined || key === 'payment_link' ? own.payment_link : {}),
    ...(key === undefined || key === 'change_payment' ? own.change_payment : {}),
    ...(key === undefined || key === 'request_declined' ? own.request_declined : {}),
    ...(key === undefined || key === 'invoice' || key === 'refund_invoice' ? ofDocument : {}),
  }
  return Object.entries(all) as [Variable, string][]
}
