import { Stripe } from 'stripe'
import { beforeAll, expect, it } from 'vitest'
import { openDispute } from './local-stripe-disputes.server.ts'
import { rememberMovements } from './local-stripe-memory.server.ts'
import { localStripe } from './local-stripe.server.ts'

// It is one a process: a product that stopped before this file asked it to recall its own movements.
beforeAll(() => rememberMovements(() => Promise.resolve([])))

it('the local Stripe takes whole amounts above zero, as Stripe does', async () => {
  const { host, port, apiKey } = await localStripe(0)
  const begin = async (amount: string) => {
    const body = new URLSearchParams({ amount, currency: 'eur' })
    const headers = { authorization: `Bearer ${apiKey}` }
    return (await fetch(`http://${host}:${port}/v1/payment_intents`, { method: 'POST', headers, body })).status
  }
  expect([await begin('1'), await begin('0'), await begin('-1'), await begin('1.5')]).toEqual([200, 400, 400, 400])
})

it('the books of the local Stripe forget every kind of object when they are emptied', async () => {
  const { books } = await localStripe(0)
  const kept = [books.intents, books.refunds, books.disputes, books.files]
  for (const [index, all] of kept.entries()) all.set(`one_${index}`, { id: `one_${index}` } as never)
  books.next = 'time_out'
  books.empty()
  expect(kept.map(({ size }) => size)).toEqual([0, 0, 0, 0])
  expect([books.next, books.takeSilence()]).toEqual(['none', false])
})

async function client(): Promise<Stripe> {
  const { host, port, protocol, apiKey } = await localStripe(0)
  return new Stripe(apiKey, { host, port, protocol, maxNetworkRetries: 0 })
}

it('blocks an amount, takes a part of it once, and takes nothing that was never blocked', async () => {
  const stripe = await client()
  const begin = { amount: 5000, currency: 'eur', capture_method: 'manual' } as const
  const unpaid = await stripe.paymentIntents.create(begin)
  await expect(stripe.paymentIntents.capture(unpaid.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  const blocked = await stripe.paymentIntents.create({ ...begin, payment_method: 'pm_card_visa', confirm: true })
  expect(blocked).toMatchObject({ status: 'requires_capture', amount_capturable: 5000, amount_received: 0 })
  const tooMuch = stripe.paymentIntents.capture(blocked.id, { amount_to_capture: 5001 })
  await expect(tooMuch).rejects.toMatchObject({ code: 'amount_too_large' })
  const taken = await stripe.paymentIntents.capture(blocked.id, { amount_to_capture: 4000 })
  expect(taken).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 4000 })
  for (const again of ['capture', 'confirm', 'cancel'] as const)
    await expect(stripe.paymentIntents[again](blocked.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  await expect(stripe.refunds.create({ payment_intent: blocked.id, amount: 4001 })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
})

it('lists the movement of a payment and of its refund as the charge and the refund name it, with the same fee', async () => {
  const stripe = await client()
  const paid = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    expand: ['latest_charge.balance_transaction'],
  })
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 1500 })
  const { latest_charge } = await stripe.paymentIntents.retrieve(paid.id, {
    expand: ['latest_charge.balance_transaction'],
  })
  const charged = (latest_charge as Stripe.Charge).balance_transaction as Stripe.BalanceTransaction
  const movements = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const listed = (id: unknown) => movements.filter((one) => one.id === id).map(({ net, fee }) => ({ net, fee }))
  expect(listed(charged.id)).toEqual([{ net: 4900, fee: 100 }])
  expect(charged).toMatchObject({ net: 4900, fee: 100 })
  expect(listed(refund.balance_transaction)).toEqual([{ net: -1500, fee: 0 }])
})

it('lists refunds and disputes by pages, the newest first', async () => {
  const stripe = await client()
  const { books } = await localStripe(0)
  const { id: payment } = await stripe.paymentIntents.create({ amount: 900, currency: 'eur', confirm: true })
  const made: string[] = []
  for (let turn = 0; turn < 3; turn++)
    made.push((await stripe.refunds.create({ payment_intent: payment, amount: 100 })).id)
  const first = await stripe.refunds.list({ payment_intent: payment, limit: 2 })
  expect([first.has_more, ...first.data.map(({ id }) => id)]).toEqual([true, made[2], made[1]])
  const all = await stripe.refunds.list({ payment_intent: payment, limit: 2 }).autoPagingToArray({ limit: 9 })
  expect(all.map(({ id }) => id)).toEqual(made.toReversed())
  const dispute = openDispute(books, {
    payment,
    amount: 600,
    currency: 'eur',
    reason: 'fraudulent',
    isInquiry: false,
  })
  expect((await stripe.disputes.list({ payment_intent: payment })).data.map(({ id }) => id)).toEqual([dispute.id])
})
