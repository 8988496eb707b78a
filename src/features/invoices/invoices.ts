import { msg } from '../../core/i18n/language.ts'
import { boolean, date, instant, money, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { purchases } from '../purchases/purchases.ts'

const amount = { currency: 'currency', required: true, readOnly: true } as const

/** What became of the message that a document was sent with. `kept` is where no mail server is set up. */
export const sendingStates = ['waiting', 'sent', 'kept', 'failed'] as const
export const sendingLabels = {
  waiting: msg('On its way'),
  sent: msg('Sent'),
  kept: msg('No mail server'),
  failed: msg('Given up'),
}
const sendingTones = { waiting: 'busy', sent: 'good', kept: 'neutral', failed: 'bad' } as const

/** Issued documents: nothing about them ever changes, and each is printed on the page of its order. */
export const invoices = defineResource('invoices', {
  label: ['Invoice', 'Invoices'],
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'number',
  fields: {
    number: text({ required: true, readOnly: true, max: 40, case: 'upper' }),
    series: text({ required: true, readOnly: true, max: 20, case: 'upper' }),
    kind: select(['invoice', 'simplified', 'rectifying', 'correction'], {
      required: true,
      readOnly: true,
      labels: {
        invoice: 'Invoice',
        simplified: 'Simplified invoice',
        rectifying: 'Refund invoice',
        correction: 'Correction',
      },
    }),
    isTest: boolean({ readOnly: true, label: 'Test document' }),
    issuedOn: date({ required: true, readOnly: true, label: 'Date' }),
    issuedAt: instant({ required: true, readOnly: true, label: 'Issued' }),
    operationOn: date({ required: true, readOnly: true, label: 'Date of service' }),
    /** When it last left, if it ever did. */
    sentAt: instant({ readOnly: true, label: 'Sent' }),
    sending: select(sendingStates, { readOnly: true, labels: sendingLabels, tones: sendingTones }),
    issuedBy: text({ required: true, readOnly: true, max: 254 }),
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { required: true, readOnly: true, label: 'Order' }),
    purchaseKind: select(['product', 'event'], {
      required: true,
      readOnly: true,
      label: 'Order kind',
      labels: { product: 'Product', event: 'Event' },
    }),
    subject: text({ required: true, readOnly: true, max: 255, label: 'Description' }),
    refersTo: text({ readOnly: true, max: 40, label: 'Refers to' }),
    recipientName: text({ required: true, readOnly: true, max: 201, personal: true, label: 'Recipient' }),
    recipientCompany: text({ readOnly: true, max: 200, label: 'Company' }),
    recipientTaxId: text({ readOnly: true, max: 40, personal: true, label: 'Tax ID' }),
    recipientCountry: text({ required: true, readOnly: true, min: 2, max: 2, case: 'upper', label: 'Country' }),
    taxTreatment: select(['standard', 'margin', 'reverse_charge', 'exempt'], {
      required: true,
      readOnly: true,
      label: 'VAT treatment',
      labels: { standard: 'Standard', margin: 'Margin scheme', reverse_charge: 'Reverse charge', exempt: 'Exempt' },
    }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    net: money(amount),
    tax: money(amount),
    gross: money({ ...amount, label: 'Total' }),
  },
  list: {
    columns: [
      'number',
      'series',
      'kind',
      'issuedOn',
      'issuedAt',
      'operationOn',
      'recipientName',
      'recipientCompany',
      'recipientTaxId',
      'recipientCountry',
      'purchaseId',
      'subject',
      'net',
      'tax',
      'gross',
      'refersTo',
      'taxTreatment',
      'sentAt',
      'sending',
      'issuedBy',
      'isTest',
    ],
    shown: [
      { key: 'number', below: ['refersTo'], copies: true },
      { key: 'issuedOn', below: ['sentAt'] },
      { key: 'recipientName', below: ['recipientCountry'] },
      { key: 'subject', below: ['purchaseId'] },
      { key: 'net', below: ['tax'] },
      { key: 'gross', onCard: true },
    ],
    filters: [
      'kind',
      'series',
      'issuedOn',
      'issuedAt',
      'operationOn',
      'sentAt',
      'recipientCountry',
      'currency',
      'gross',
      'purchaseKind',
      'purchaseId',
      'number',
      'refersTo',
      'isTest',
    ],
    search: ['number', 'recipientName', 'subject'],
    sort: '-issuedAt',
    needs: ['sending', 'kind', 'purchaseKind', 'purchaseId'],
  },
  summary: 'Invoices and refund invoices that were issued. They never change.',
})
