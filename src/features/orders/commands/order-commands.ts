import * as z from 'zod/mini'
import { msg, t } from '../../../core/i18n/language.ts'
import { typedLine } from '../typed-text.ts'
import { line, name, position, reason, refundedBy, sentence } from './command-schemas.ts'
import { defineOrderCommand } from './order-command.ts'
import { reportOversell, resolveOversell } from './oversell-commands.ts'
import {
  approveRefund,
  keepPayment,
  payByCredit,
  recordTransfer,
  refund,
  rejectRefund,
  retryRefund,
} from './refund-commands.ts'

const approve = defineOrderCommand('approve', {
  label: msg('Approve…'),
  summary: msg('Release an order from review and send it to its supplier.'),
  movesStock: true,
  fields: {},
})

const confirm = defineOrderCommand('confirm', {
  label: msg('Confirm…'),
  summary: msg('Record that the supplier has confirmed.'),
  movesStock: true,
  fields: {
    providerReference: z.nullable(typedLine(64)),
  },
})

const reject = defineOrderCommand('reject', {
  label: msg('Reject…'),
  summary: msg('Refuse an order that is not confirmed and release its places.'),
  isEnding: true,
  movesStock: true,
  fields: { reason },
})

const cancel = defineOrderCommand('cancel', {
  label: msg('Cancel order…'),
  summary: msg('Cancel an order after showing what the customer can get back.'),
  isEnding: true,
  movesStock: true,
  fields: { reason },
})

const changeVisit = defineOrderCommand('change-visit', {
  label: msg('Change date or party…'),
  summary: msg('Move a visit to another day or time, or change the party.'),
  kinds: ['product'],
  movesStock: true,
  fields: {
    date: z.iso.date({ error: () => t('Choose a day.') }),
    time: z.nullable(
      z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: () => t('Enter a time such as 09:30.') })),
    ),
    units: z
      .array(
        z.strictObject({
          unitId: z.int({ error: () => t('Choose a unit.') }),
          quantity: z
            .int({ error: () => t('Enter a whole number.') })
            .check(
              z.minimum(0, { error: () => t('Enter 0 or more.') }),
              z.maximum(100, { error: () => t('At most {n} in one order.', { n: 100 }) }),
            ),
        }),
      )
      .check(z.maxLength(20)),
    /** What it costs more is not charged. */
    isWaived: z.boolean(),
  },
})

const resendVoucher = defineOrderCommand('resend-voucher', {
  label: msg('Resend voucher…'),
  summary: msg('Ask the supplier for the voucher again and send it to the customer.'),
  kinds: ['product'],
  fields: {},
})

const changeNames = defineOrderCommand('change-names', {
  label: msg('Change names…'),
  summary: msg('Correct the lead name and the names of ticket holders.'),
  fields: {
    customerName: name,
    holders: z
      .array(z.strictObject({ position, names: z.array(name).check(z.maxLength(200)) }))
      .check(z.maxLength(100)),
  },
})

const changeAnswers = defineOrderCommand('change-answers', {
  label: msg('Change answers…'),
  summary: msg('Correct the answers to the booking questions.'),
  kinds: ['product'],
  fields: {
    answers: z
      .array(z.strictObject({ question: z.string(), answer: line(msg('Enter an answer.'), 1000) }))
      .check(z.maxLength(40)),
  },
})

const sendETickets = defineOrderCommand('send-e-tickets', {
  label: msg('Send e-tickets…'),
  summary: msg('Email the customer a link to every e-ticket that is assigned.'),
  kinds: ['event'],
  fields: {},
})

const deliver = defineOrderCommand('deliver', {
  label: msg('Mark delivered…'),
  summary: msg('Record the tickets or vouchers that the customer has received.'),
  fields: {
    lines: z
      .array(
        z.strictObject({
          position,
          delivered: z
            .int({ error: () => t('Enter a whole number.') })
            .check(z.minimum(0, { error: () => t('Enter 0 or more.') })),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
    note: z.nullable(typedLine(200)),
  },
})

const reportDeliveryProblem = defineOrderCommand('report-delivery-problem', {
  label: msg('Report delivery problem…'),
  summary: msg('Record that tickets did not arrive or cannot be used.'),
  fields: { reason },
})

const retryDelivery = defineOrderCommand('retry-delivery', {
  label: msg('Retry delivery…'),
  summary: msg('Retry a failed delivery.'),
  fields: {},
})

const recall = defineOrderCommand('recall-tickets', {
  label: msg('Recall tickets…'),
  summary: msg('Make delivered tickets invalid so that they can be replaced.'),
  isEnding: true,
  fields: { reason },
})

const substitute = defineOrderCommand('substitute-listing', {
  label: msg('Replace tickets…'),
  summary: msg('Replace tickets that failed or were sold twice with those of another listing.'),
  kinds: ['event'],
  movesStock: true,
  fields: {
    listingId: z.int({ error: () => t('Choose tickets.') }),
    consent: z.nullable(sentence(msg('Enter how the customer agreed.'), 300)),
  },
})

const reassignSeats = defineOrderCommand('reassign-seats', {
  label: msg('Reassign seats…'),
  summary: msg('Reassign the seats of a line at the same price.'),
  kinds: ['event'],
  fields: {
    position,
    section: line(msg('Enter a section.'), 80),
    row: z.nullable(typedLine(20)),
    seats: z.array(line(msg('Enter a seat.'), 20)).check(z.maxLength(200)),
  },
})

const splitLine = defineOrderCommand('split-line', {
  label: msg('Split line…'),
  summary: msg('Split a line so that its tickets can be seated or delivered separately.'),
  kinds: ['event'],
  fields: {
    position,
    quantity: z.int({ error: () => t('Enter a whole number.') }),
  },
})

const splitOrder = defineOrderCommand('split-order', {
  label: msg('Split order…'),
  summary: msg('Move some items to a new order of the same customer, with their share of the payment.'),
  movesStock: true,
  fields: {
    positions: z
      .array(position)
      .check(z.minLength(1, { error: () => t('Choose the items of the new order.') }), z.maxLength(100)),
  },
})

const chase = defineOrderCommand('chase', {
  label: msg('Chase supplier…'),
  summary: msg('Record a reminder to the supplier and set when to check again.'),
  fields: {
    note: sentence(msg('Enter your request.'), 300),
    hours: z
      .int({ error: () => t('Enter a whole number of hours.') })
      .check(
        z.minimum(1, { error: () => t('Enter 1 to 168 hours.') }),
        z.maximum(168, { error: () => t('Enter 1 to 168 hours.') }),
      ),
  },
})

const noShow = defineOrderCommand('no-show', {
  label: msg('Record no-show…'),
  summary: msg('Record that the customer did not come.'),
  fields: { note: z.nullable(typedLine(300)) },
})

const withdrawNoShow = defineOrderCommand('withdraw-no-show', {
  label: msg('Withdraw no-show…'),
  summary: msg('Undo a no-show that was recorded by mistake.'),
  fields: { note: z.nullable(typedLine(300)) },
})

const approveRequest = defineOrderCommand('approve-request', {
  label: msg('Approve request…'),
  summary: msg('Do what the customer asked for: cancel and refund by their quote, or move the visit to their day.'),
  movesMoney: true,
  changesOrder: true,
  fields: { paidBy: refundedBy },
})

const declineRequest = defineOrderCommand('decline-request', {
  label: msg('Decline request…'),
  summary: msg('Decline the customer’s request, in your own words.'),
  isEnding: true,
  fields: { answer: sentence(msg('Write what the customer reads.'), 1_000) },
})

/** Every command of staff on an order, in the order in which they are offered. */
export const orderCommands = {
  approveRequest,
  declineRequest,
  resolveOversell,
  approve,
  confirm,
  sendETickets,
  deliver,
  retryDelivery,
  chase,
  changeVisit,
  resendVoucher,
  changeNames,
  changeAnswers,
  substitute,
  reassignSeats,
  splitLine,
  splitOrder,
  reportDeliveryProblem,
  reportOversell,
  noShow,
  withdrawNoShow,
  payByCredit,
  retryRefund,
  recordTransfer,
  approveRefund,
  refund,
  keepPayment,
  recall,
  rejectRefund,
  reject,
  cancel,
} as const
