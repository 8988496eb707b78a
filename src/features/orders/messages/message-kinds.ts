import { msg, t } from '../../../core/i18n/language.ts'

/** What customers are written about their orders and their money. The table of templates has one of each. */
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
  'oversell_replaced',
  'oversell_refunded',
  'invoice',
  'refund_invoice',
  'refund_made',
  'refund_delayed',
  'bank_returned',
  'credit_given',
  'credit_ending',
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
  oversell_replaced: msg('Apology with other tickets'),
  oversell_refunded: msg('Apology with refund'),
  invoice: msg('Invoice'),
  refund_invoice: msg('Refund invoice'),
  refund_made: msg('Refund made'),
  refund_delayed: msg('Refund delayed'),
  bank_returned: msg('Money returned by the bank'),
  credit_given: msg('Store credit given'),
  credit_ending: msg('Store credit ends soon'),
}

/** Those about a customer’s store credit, which belongs to no order. */
const creditKinds = ['credit_given', 'credit_ending'] as const
export type CreditKind = (typeof creditKinds)[number]
export const isAboutCredit = (key: string | undefined): key is CreditKind => creditKinds.some((kind) => kind === key)

/** Those that no move of an order sends: staff do, from the order. */
const sentByStaff: ReadonlySet<string> = new Set<MessageKind>([
  'postponement',
  'payment_link',
  'change_payment',
  'invoice',
  'refund_invoice',
  'refund_delayed',
])

/** Why a template cannot be sent automatically; false where it can. */
export function whyNotAutomatic(key: string): string | false {
  return sentByStaff.has(key) && t('Staff send it from an order.')
}

/** What every template can fill in, and what it is. */
const common = {
  name: msg('Customer’s name'),
  reference: msg('Order reference'),
  title: msg('Item'),
  contents: msg('How many, such as 2 adults'),
  when: msg('Date and time at the venue'),
  venue: msg('Venue'),
  items: msg('Each item with its seats, one a line'),
  total: msg('Total of the order'),
  meetingPoint: msg('Meeting point'),
  providerReference: msg('Supplier’s reference'),
  changeLink: msg('Link where the customer asks to cancel or change the order'),
  refundUntil: msg('Full refund on request until then, if the event is postponed'),
} as const
/** What only some templates have. */
const ofDocument = {
  invoiceNumber: msg('Number of the document'),
  invoiceDate: msg('Date of the document'),
  invoiceTotal: msg('Total of the document'),
} as const
const ofRefund = {
  refundAmount: msg('Amount of the refund'),
  refundMethod: msg('Card or method refunded to. Blank if it goes elsewhere'),
  refundAccount: msg('Last digits of the bank account. Blank without a bank transfer'),
  bankReference: msg('The bank’s reference for the refund'),
} as const
const creditUntil = { creditUntil: msg('Store credit expiry') } as const
const creditAmount = { creditAmount: msg('Store credit given') } as const
const creditLeft = { creditLeft: msg('Remaining') } as const
const ofOversell = { lostPlaces: msg('Places that were sold twice'), ...creditAmount } as const
const own = {
  ticket: { ticketsLink: msg('Download link, if the tickets are files') },
  payment_link: { link: msg('Where the customer pays') },
  change_payment: {
    link: msg('Where the customer pays'),
    charge: msg('Extra cost of the change'),
    changedTo: msg('Changes, old and new'),
    payUntil: msg('Payment deadline'),
  },
  request_declined: { answer: msg('What staff answered the customer’s request') },
  oversell_replaced: { ...ofOversell, newPlaces: msg('Places that the customer gets instead') },
  oversell_refunded: { ...ofOversell, refundAmount: ofRefund.refundAmount },
  invoice: ofDocument,
  refund_invoice: ofDocument,
  refund_made: { ...ofRefund, ...creditUntil },
  refund_delayed: ofRefund,
  bank_returned: { returnedAmount: msg('Amount returned') },
  credit_given: { ...creditAmount, ...creditUntil },
  credit_ending: { ...creditAmount, ...creditLeft, ...creditUntil },
} as const

type Own = typeof own
type KeysOf<T> = T extends unknown ? keyof T : never
export type Variable = keyof typeof common | KeysOf<Own[keyof Own]>
export type Variables = Readonly<Record<Variable, string>>
/** What a message says of its document, refund or credit, beside what it says of the order. */
export type ValuesAbout = Readonly<Partial<Variables>>

/** The variables of a template and what each is, as texts of the catalogue; those of all where it is not known which. */
export function variablesOf(key: string | undefined): readonly (readonly [name: Variable, meaning: string])[] {
  const shared = isAboutCredit(key) ? { name: common.name } : common
  const more = Object.entries(own).flatMap(([kind, ofKind]) =>
    key === undefined || key === kind ? Object.entries(ofKind) : [],
  )
  return Object.entries({ ...shared, ...Object.fromEntries(more) }) as [Variable, string][]
}
