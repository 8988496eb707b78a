import { friendlyFormatIBAN } from 'ibantools'
import { may } from '../../../core/access/access.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { decideRefund } from '../../payments/refund-context.server.ts'
import { assertMayApprove, assertMayRetry } from '../../payments/refund-limits.server.ts'
import { effectsOf, leftToRefund } from '../../payments/refund-quote.server.ts'
import { sendRefundsName } from '../../payments/send-refunds.server.ts'
import { settleRefundIn } from '../refund-moves.server.ts'
import type { CommandServer } from './command-server.server.ts'
import type { Destined } from './refund-destination.server.ts'
import { destinationOf } from './refund-destination.server.ts'
import {
  chosenRefund,
  moneyEffects,
  moneyWords,
  refuseAny,
  refuseWithout,
  staysEffects,
} from './refund-order.server.ts'

interface RetryWish extends Destined {
  readonly refundId: number
}

/** A refund that failed is tried again under its own key: where it was sent, or elsewhere where that card or account is closed. */
export const retryRefundServer: CommandServer<RetryWish> = {
  refuse: (order, _, scope) => refuseWithout(order, 'failed', t('No refund has failed.')) ?? refuseAny(order, scope),
  async effects({ db, order, input, actor, gateway }) {
    const refund = chosenRefund(order, input.refundId, 'failed')
    if (refund.amount > leftToRefund(order))
      throw new Refusal(409, t('Other refunds have used what was left of this payment.'), { error: 'NotPossible' })
    await assertMayRetry(actor, db, order, refund)
    const { destination, bankAccount } = destinationOf(order, input)
    return [
      ...moneyEffects(
        order,
        [{ ...refund, destination, bankAccount }],
        await effectsOf(db, order.id, refund.amount, refund.paidBy),
        gateway,
      ),
      ...staysEffects(order),
    ]
  },
  async apply({ db, order, input, actor }) {
    const { amount, destination: before } = chosenRefund(order, input.refundId, 'failed')
    const redirect = destinationOf(order, input)
    await decideRefund(db, order, input.refundId, { decision: 'retried', actor, redirect })
    return {
      set: {},
      timeline: { kind: 'refund_retried', detail: null, amount },
      message: redirect.destination === 'bank_transfer' ? t('Refund ready to transfer') : t('Refund sent again'),
      // Never the account: the audit outlives the right to be forgotten.
      before: { refund: input.refundId, state: 'failed', destination: before },
      after: { refund: input.refundId, state: 'approved', destination: redirect.destination },
      wakes: sendRefundsName,
    }
  },
}

interface TransferWish {
  readonly refundId: number
  readonly bankReference: string
  readonly isReturned: boolean
}

/** A returned transfer has arrived before, as far as we knew. */
const stateFor = ({ isReturned }: TransferWish) => (isReturned ? 'succeeded' : 'approved')

/** A bank transfer that staff have made or that came back, with the reference that both banks know it by. */
export const recordTransferServer: CommandServer<TransferWish> = {
  refuse: (order, _, { actor }) =>
    may(actor.grants, 'refund', 'purchases')
      ? order.refunds.some(({ state }) => state === 'succeeded')
        ? null
        : refuseWithout(order, 'approved', t('No refunds to send by bank transfer.'))
      : t('Your role has no refund permission on purchases.'),
  async effects({ db, order, input, actor }) {
    const { amount, bankAccount } = chosenRefund(order, input.refundId, stateFor(input))
    await assertMayApprove(actor, db, order, { amount, requestedBy: null })
    if (input.isReturned)
      return [
        { about: 'customer', text: t('Did not receive {amount}.', { amount: moneyWords(order, amount) }) },
        {
          about: 'order',
          text: t('The refund is reversed and {amount} returns to us. Then refund it another way.', {
            amount: moneyWords(order, amount),
          }),
        },
      ]
    return [
      {
        about: 'customer',
        text: t('Receives {amount} at {name}, IBAN {iban}.', {
          amount: moneyWords(order, amount),
          name: order.customerName,
          iban: friendlyFormatIBAN(bankAccount ?? undefined) ?? '',
        }),
      },
      { about: 'order', text: t('The refund is done. Record it only once your bank has sent the money.') },
      ...staysEffects(order),
    ]
  },
  async apply({ db, order, input, actor }) {
    const { id } = chosenRefund(order, input.refundId, stateFor(input))
    const { bankReference, isReturned } = input
    const outcome = isReturned
      ? ({ state: 'failed', reason: bankReference } as const)
      : ({ state: 'succeeded', reference: null, bankReference } as const)
    await settleRefundIn(db, id, outcome, { actor, kind: 'staff' })
    return { isMoved: true, message: isReturned ? t('Return recorded') : t('Transfer recorded') }
  },
}
