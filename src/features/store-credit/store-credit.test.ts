import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import { pollSuppliersJob } from '../orders/confirm-order.server.ts'
import { expireOrdersJob } from '../orders/order-expiry.server.ts'
import { testGateway } from '../orders/payment-gateway.server.ts'
import { customerOf } from '../orders/testing/order-customer.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { sendRefunds } from '../payments/testing/send-refunds.server.ts'
import { expireCreditJob } from './expire-credit.server.ts'
import type { CreditDesk } from './testing/credit-desk.server.ts'
import { creditDesk, textsOf } from './testing/credit-desk.server.ts'

const migration = new URL('../../db/migrations/0525_ended_orders_hold_no_credit.sql', import.meta.url)
let desk: OrderDesk
let bench: CreditDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'store credit')
})
beforeEach(async () => {
  bench = await creditDesk(desk)
})
afterAll(() => desk?.server.stop())

const paymentsOf = async (id: number) =>
  (
    await sql<{ provider: string; state: string; authorised: number }>`
      select provider, state, authorised from payments where purchase_id = ${id} order by id`.execute(desk.db)
  ).rows

describe('giving store credit', () => {
  it('adds to the balance, which the ledger has, and says so in the audit', async () => {
    await bench.granted(3000)
    await bench.granted(1500)
    expect(await bench.balance()).toEqual([['EUR', 4500, 0]])
    const { rows } = await sql<{ account: string; amount: number }>`
      select account, sum(amount)::bigint as amount from ledger_entries where customer_id = ${bench.customerId} group by 1 order by 1`.execute(
      desk.db,
    )
    expect(rows).toEqual([
      { account: 'customer_credit', amount: -4500 },
      { account: 'goodwill', amount: 4500 },
    ])
    const { rows: audit } = await sql<{ action: string; reason: string }>`
      select action, reason from audit_log where object = 'customers' and record_id = ${String(bench.customerId)} order by id desc limit 1`.execute(
      desk.db,
    )
    expect(audit).toEqual([{ action: 'grant-credit', reason: 'Waited for an hour' }])
  })

  it('is found by the name of its customer, also once that is another one', async () => {
    await bench.granted(3000)
    const path = `/rest/data/users/user/${bench.customerId}`
    const found = async (q: string) =>
      (
        (await bench.admin.get('/rest/data/store-credits', { q })).body as {
          customerId: number
          customerName: string
        }[]
      )
        .filter(({ customerId }) => customerId === bench.customerId)
        .map(({ customerName }) => customerName)
    expect((await bench.admin.patch(path, { firstName: 'Wilhelmina', lastName: 'Quist' })).status).toBe(200)
    expect(await found('quist wilh')).toEqual(['Wilhelmina Quist'])
    expect((await bench.admin.patch(path, { lastName: 'Zamorano' })).status).toBe(200)
    expect([await found('quist'), await found('zamorano')]).toEqual([[], ['Wilhelmina Zamorano']])
  })

  it.each([
    [{ amount: 0 }, { amount: 'Enter an amount.' }],
    [{ currency: 'XXZ' }, { currency: 'Choose a currency.' }],
    [{ expiresOn: '2020-01-01' }, { expiresOn: 'Choose a future day.' }],
    [{ expiresOn: '2090-01-01' }, { expiresOn: 'Store credit lasts at most 5 years.' }],
    [{ reason: 'x' }, { reason: 'Enter a short reason.' }],
  ])('names the field that has to change: %o', async (part, fields) => {
    expect(problemsIn(await bench.grant(1000, part))).toEqual(fields)
    expect(await bench.credits()).toEqual([])
  })

  it('is not beyond the limit of a refund, and not for those who cannot spend it', async () => {
    await sql`
      insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency)
      select id, 'refund', 'purchases', 3000, 'EUR' from roles where name = 'sales-agent'
      on conflict (role_id, action, object) do update set maximum_amount = 3000, maximum_currency = 'EUR'`.execute(
      desk.db,
    )
    const agent = await desk.server.signIn('sales-agent')
    expect((await bench.grant(3000, {}, agent)).status).toBe(201)
    expect(await bench.grant(3001, {}, agent)).toMatchObject({ status: 403, body: { error: 'BeyondLimits' } })
    await sql`update customers set status = 'blocked' where id = ${bench.customerId}`.execute(desk.db)
    expect((await bench.grant(100)).status).toBe(409)
  })
})

describe('paying with store credit', () => {
  it('pays a part, what ends first before the rest; the card pays what is left', async () => {
    const later = await bench.granted(2000, { expiresOn: '2029-05-31' })
    const sooner = await bench.granted(1000, { expiresOn: '2029-01-31' })
    const { id, order } = await bench.placed()
    const preview = await bench.staff.run(id, 'pay-by-credit', { amount: 2500 })
    expect(textsOf(preview)).toEqual([
      'Pays €25.00 with store credit and keeps €5.00.',
      '€55.00 is left to pay. The credit is spent with that payment, and freed if the hold ends.',
    ])
    expect(await bench.credits()).toMatchObject([
      { id: later, held: 1500, spent: 0 },
      { id: sooner, held: 1000, spent: 0 },
    ])
    expect(await bench.balance()).toEqual([['EUR', 3000, 2500]])
    expect((await bench.staff.commands(id))['pay-by-credit']).toBe('Store credit is applied already.')

    const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
    expect(body).toMatchObject({ amount: 5500 })
    const { payment } = body as { payment: string }
    expect((await desk.event({ type: 'payment.captured', payment, fee: 30 })).status).toBe(200)
    expect(await paymentsOf(id)).toEqual([
      { provider: 'store_credit', state: 'captured', authorised: 2500 },
      { provider: 'test', state: 'captured', authorised: 5500 },
    ])
    expect(await bench.staff.row(id)).toMatchObject({ captured: 8000, payment_status: 'captured' })
    expect(await bench.balance()).toEqual([['EUR', 500, 0]])
    await bench.expectSound(id)
  })

  it('pays all of it, and the order goes to its supplier', async () => {
    await bench.granted(9000)
    const { id } = await bench.placed()
    expect(textsOf(await bench.staff.run(id, 'pay-by-credit', { amount: null }))[1]).toBe(
      'Paid in full. The order goes to its supplier.',
    )
    await bench.run(pollSuppliersJob)
    expect(await bench.staff.row(id)).toMatchObject({ captured: 8000, booking_status: 'confirmed' })
    expect(await bench.balance()).toEqual([['EUR', 1000, 0]])
    await bench.expectSound(id)
  })

  it('is free again when the hold ends', async () => {
    await bench.granted(2500)
    const { id } = await bench.placed()
    await bench.staff.run(id, 'pay-by-credit', { amount: null })
    await sql`update purchases set held_until = now() - interval '1 second' where id = ${id}`.execute(desk.db)
    await bench.run(expireOrdersJob)
    expect(await bench.staff.row(id)).toMatchObject({ booking_status: 'expired', captured: 0 })
    expect(await bench.balance()).toEqual([['EUR', 2500, 0]])
    expect(await paymentsOf(id)).toEqual([{ provider: 'store_credit', state: 'voided', authorised: 2500 }])
    expect(await bench.staff.timeline(id)).toContain('payment_voided')
    await bench.expectSound(id)
  })

  it.each(['staff', 'the customer'])('is free again when %s cancelled the order before it was paid', async (who) => {
    const given = await bench.granted(2500)
    const { id } = await bench.placed()
    await bench.staff.run(id, 'pay-by-credit', { amount: 2500 })
    expect(await bench.balance()).toEqual([['EUR', 2500, 2500]])
    if (who === 'staff') await bench.staff.run(id, 'cancel', { reason: 'By phone' })
    else {
      const { askToCancel } = customerOf(() => ({ desk, staff: bench.staff }))
      expect((await askToCancel(id)).status).toBe(201)
      await bench.staff.run(id, 'approve-request', { paidBy: 'platform' })
    }
    expect(await bench.staff.row(id)).toMatchObject({ booking_status: 'cancelled', captured: 0 })
    expect(await bench.credits()).toMatchObject([{ id: given, held: 0, spent: 0 }])
    expect(await bench.balance()).toEqual([['EUR', 2500, 0]])
    expect(await paymentsOf(id)).toEqual([{ provider: 'store_credit', state: 'voided', authorised: 2500 }])
    expect((await bench.staff.timeline(id)).filter((kind) => kind === 'payment_voided')).toHaveLength(1)
    await bench.expectSound(id)
  })

  it('is free again when a payment that had failed goes through after all and pays for everything', async () => {
    await bench.granted(2500)
    const { id, order } = await bench.placed()
    const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
    const { payment } = body as { payment: string }
    await desk.event({ type: 'payment.failed', payment, reason: 'insufficient_funds' })
    await bench.staff.run(id, 'pay-by-credit', { amount: null })
    await desk.event({ type: 'payment.captured', payment, fee: 30 })
    expect(await bench.staff.row(id)).toMatchObject({ captured: 8000, payment_status: 'captured' })
    expect(await bench.balance()).toEqual([['EUR', 2500, 0]])
    expect(await bench.staff.timeline(id)).toContain('payment_voided')
    await bench.expectSound(id)
  })

  it('is never held by an order that has ended, and what was held before that was so is free', async () => {
    await bench.granted(2500)
    const { id } = await bench.placed()
    await bench.staff.run(id, 'pay-by-credit', { amount: 2500 })
    const end = () =>
      sql`update purchases set booking_status = 'expired', held_until = null where id = ${id}`.execute(desk.db)
    await expect(end()).rejects.toMatchObject({ constraint: 'ended_orders_hold_no_credit' })

    await sql`alter table purchases disable trigger ended_orders_hold_no_credit`.execute(desk.db)
    await end()
    await sql`alter table purchases enable trigger ended_orders_hold_no_credit`.execute(desk.db)
    expect(await bench.balance()).toEqual([['EUR', 2500, 2500]])
    const [freeing = ''] = readFileSync(migration, 'utf8').split('-- And')
    await sql.raw(freeing).execute(desk.db)
    expect(await bench.balance()).toEqual([['EUR', 2500, 0]])
    expect(await paymentsOf(id)).toEqual([{ provider: 'store_credit', state: 'voided', authorised: 2500 }])
    expect((await bench.staff.timeline(id)).filter((kind) => kind === 'payment_voided')).toHaveLength(1)
    await bench.expectSound(id)
  })

  it('is no more than there is, in the currency of the order, and not beside a payment under way', async () => {
    const { id, order } = await bench.placed()
    expect((await bench.staff.commands(id))['pay-by-credit']).toBe('The customer has no store credit in EUR.')
    await bench.granted(2500, { currency: 'USD' })
    expect((await bench.staff.commands(id))['pay-by-credit']).toBe('The customer has no store credit in EUR.')
    await bench.granted(2500)
    expect(problemsIn(await bench.staff.previewReply(id, 'pay-by-credit', { amount: 2501 }))).toEqual({
      amount: 'At most €25.00 can be paid with credit.',
    })
    await desk.post(order.reference, 'pay', { method: 'card' })
    expect((await bench.staff.commands(id))['pay-by-credit']).toBe('A payment is under way.')
  })

  it('cannot be begun by a partner', async () => {
    const { order } = await bench.placed()
    expect((await desk.post(order.reference, 'pay', { method: 'store_credit' })).status).toBe(422)
  })

  it('goes back as credit, whatever was asked for', async () => {
    await bench.granted(9000)
    const { id } = await bench.placed()
    await bench.staff.run(id, 'pay-by-credit', { amount: null })
    const preview = await bench.staff.run(id, 'refund', {
      kind: 'goodwill',
      lines: [],
      amount: 3000,
      reason: 'quality',
      paidBy: 'platform',
      note: null,
    })
    expect(textsOf(preview)[0]).toBe('Receives €30.00 as store credit, for a year.')
    await sendRefunds(desk.server.database, testGateway)
    expect(await bench.balance()).toEqual([['EUR', 4000, 0]])
    expect((await bench.credits()).at(-1)).toMatchObject({ amount: 3000, reason: 'refund' })
    await bench.expectSound(id)
  })
})

describe('credit that ends', () => {
  it('is posted as income, once, and can no longer be spent; what waits for an order stays', async () => {
    const [held, free] = [await bench.granted(1000), await bench.granted(2000, { expiresOn: '2029-04-30' })]
    const { id } = await bench.placed()
    await bench.staff.run(id, 'pay-by-credit', { amount: 1000 })
    await sql`update store_credits set expires_at = created_at + interval '1 millisecond' where customer_id = ${bench.customerId}`.execute(
      desk.db,
    )
    expect((await bench.staff.commands(id))['pay-by-credit']).toBe('Store credit is applied already.')
    await bench.run(expireCreditJob)
    await bench.run(expireCreditJob)
    expect(await bench.credits()).toMatchObject([
      { id: held, held: 1000, expired: 0 },
      { id: free, held: 0, expired: 2000 },
    ])
    expect(await bench.balance()).toEqual([['EUR', 1000, 1000]])
    await sql`update purchases set held_until = now() - interval '1 second' where id = ${id}`.execute(desk.db)
    await bench.run(expireOrdersJob)
    await bench.run(expireCreditJob)
    expect(await bench.balance()).toEqual([['EUR', 0, 0]])
    const { rows } = await sql<{ amount: number }>`
      select sum(amount)::bigint as amount from ledger_entries where customer_id = ${bench.customerId} and account = 'breakage'`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ amount: -3000 }])
  })

  it.each([
    [`update store_credits set amount = amount + 1`, /stays as it was given/],
    [`update store_credits set spent = amount + 1`, /credit_is_spent_once/],
    [`update store_credit_uses set amount = 1`, /decided once/],
  ])('cannot be changed by any program: %s', async (statement, refusal) => {
    await bench.granted(5000)
    const { id } = await bench.placed()
    await bench.staff.run(id, 'pay-by-credit', { amount: 1000 })
    await expect(sql.raw(statement).execute(desk.db)).rejects.toThrow(refusal)
  })
})
