import type * as z from 'zod/mini'
import type { Purchase } from '../../purchases/purchases.ts'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import { refundReasons } from '../../purchases/states/purchase-ledger.ts'
import { shouldKeep } from './oversell-keeper.ts'
import { orderCommands } from './order-commands.ts'

type Commands = typeof orderCommands
type Command = Commands[keyof Commands]
export type CommandName = Command['name']
type InputOf<C> = C extends { readonly preview: { readonly input?: infer I } }
  ? z.input<Extract<I, z.core.$ZodType>>
  : never

/** What a person enters for each command. */
export type Drafts = { readonly [C in Command as C['name']]: InputOf<C> }

export interface DraftOrder {
  readonly purchase: Pick<
    Purchase,
    'id' | 'kind' | 'customerName' | 'answers' | 'providerReference' | 'travelDate' | 'localTime'
  >
  readonly lines: PurchaseDetails['lines']
  readonly refunds: PurchaseDetails['refunds']
  readonly oversell: PurchaseDetails['oversell']
}

const byName = new Map<string, Command>(Object.values(orderCommands).map((command) => [command.name, command]))

export function commandNamed(name: string): Command | undefined {
  return byName.get(name)
}

const itemsOf = ({ lines }: DraftOrder) => lines.filter(({ kind }) => kind === 'item')
const firstIn = ({ refunds }: DraftOrder, state: 'requested' | 'failed') =>
  refunds.find((refund) => refund.state === state)?.id ?? 0
/** The transfer that a person has to make; else the newest that was made, of which there is only to say that it came back. */
const transferOf = ({ refunds }: DraftOrder): Drafts['record-transfer'] => {
  const transfers = refunds.filter(({ destination }) => destination === 'bank_transfer')
  const due = transfers.find(({ state }) => state === 'approved')
  const made = transfers.findLast(({ state }) => state === 'succeeded')
  return { refundId: (due ?? made)?.id ?? 0, bankReference: '', isReturned: due === undefined && made !== undefined }
}
/** A transfer that came back and that no later refund replaces: what staff refund next, to another account. */
const returned = ({ refunds }: DraftOrder) => {
  const last = refunds.at(-1)
  return last?.state === 'reversed' && last.destination === 'bank_transfer' ? last : undefined
}
/** How many come of each unit; the same unit can be on several lines. */
function unitsOf(order: DraftOrder): { unitId: number; quantity: number }[] {
  const sums = new Map<number, number>()
  for (const { ageBandId, quantity } of itemsOf(order))
    if (ageBandId !== null) sums.set(ageBandId, (sums.get(ageBandId) ?? 0) + quantity)
  return [...sums].map(([unitId, quantity]) => ({ unitId, quantity }))
}
const withoutInput = () => ({})
const withReason = () => ({ reason: '' })

/** What each command begins with: what the order has, for a person to change. */
export const firstDrafts: { readonly [N in CommandName]: (order: DraftOrder) => Drafts[N] } = {
  'approve-request': () => ({ paidBy: 'platform' }),
  'decline-request': () => ({ answer: '' }),
  'report-oversell': () => ({ how: 'seller', reason: '' }),
  'resolve-oversell': ({ purchase, oversell }) => ({
    outcome: shouldKeep(purchase.id, oversell) ? 'keep' : purchase.kind === 'event' ? 'replace' : 'refund',
    listingId: null,
    consent: null,
    paidBy: 'platform',
    credit: null,
    note: null,
  }),
  'approve': withoutInput,
  'confirm': ({ purchase }) => ({ providerReference: purchase.providerReference }),
  'reject': withReason,
  'cancel': withReason,
  'change-visit': (order) => ({
    date: order.purchase.travelDate,
    time: order.purchase.localTime?.slice(0, 5) ?? null,
    units: unitsOf(order),
    isWaived: false,
  }),
  'resend-voucher': withoutInput,
  'change-names': (order) => ({
    customerName: order.purchase.customerName,
    holders: itemsOf(order).map(({ position, holderNames }) => ({ position, names: [...holderNames] })),
  }),
  'change-answers': ({ purchase }) => ({
    answers: purchase.answers.map(({ question, answer }) => ({ question, answer })),
  }),
  'send-e-tickets': withoutInput,
  'deliver': (order) => ({
    lines: itemsOf(order).map(({ position, quantity }) => ({ position, delivered: quantity })),
    note: null,
  }),
  'report-delivery-problem': withReason,
  'retry-delivery': withoutInput,
  'recall-tickets': withReason,
  'substitute-listing': () => ({ listingId: 0, consent: null }),
  'reassign-seats': (order) => {
    const line = itemsOf(order).find(({ delivered }) => delivered === 0)
    return {
      position: line?.position ?? 1,
      section: line?.section ?? '',
      row: line?.row ?? null,
      seats: [...(line?.seats ?? [])],
    }
  },
  'split-line': (order) => ({
    position: itemsOf(order).find(({ quantity }) => quantity > 1)?.position ?? 1,
    quantity: 1,
  }),
  'split-order': () => ({ positions: [] }),
  'chase': () => ({ note: '', hours: 4 }),
  'no-show': () => ({ note: null }),
  'withdraw-no-show': () => ({ note: null }),
  'refund': (order) => {
    const back = returned(order)
    return {
      kind: back ? 'goodwill' : 'lines',
      lines: order.lines.filter(({ amount }) => amount > 0).map(({ position }) => ({ position, amount: 0 })),
      amount: back?.amount ?? null,
      reason: refundReasons.find((reason) => reason === back?.reason) ?? 'customer_request',
      paidBy: 'platform',
      destination: back ? 'bank_transfer' : 'original_method',
      iban: null,
      note: null,
    }
  },
  'keep-payment': withReason,
  'approve-refund': (order) => ({ refundId: firstIn(order, 'requested') }),
  'retry-refund': (order) => ({ refundId: firstIn(order, 'failed'), destination: 'original_method', iban: null }),
  'record-transfer': transferOf,
  'pay-by-credit': () => ({ amount: null }),
  'reject-refund': (order) => ({ refundId: firstIn(order, 'requested'), reason: '' }),
}
