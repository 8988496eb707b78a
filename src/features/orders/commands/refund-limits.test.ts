import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Actor } from '../../../core/access/access.ts'
import { grantsFrom } from '../../../core/access/limits.ts'
import { assertMayGive, refundsAlone, refundsSumsAlone } from '../../payments/refund-limits.server.ts'
import { FakeGateway } from '../../payments/testing/fake-gateway.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import type { SplitDesk } from '../testing/split-desk.server.ts'
import { goodwill, openSplitDesk } from '../testing/split-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../testing/staff-desk.server.ts'

const aboveLimit = 'Above your limit: another person has to approve it.'
let bench: SplitDesk
let desk: OrderDesk
beforeAll(async () => {
  bench = await openSplitDesk(inject('postgresUrl'), 'refund limits')
  desk = bench.desk
  await sql`
    insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency)
    select id, 'refund', 'purchases', 3000, 'EUR' from roles where name = 'sales-agent'
    on conflict (role_id, action, object) do update set maximum_amount = 3000, maximum_currency = 'EUR'`.execute(
    desk.db,
  )
})
afterAll(() => desk?.server.stop())

it('a refund that failed does not count against the limit of its person', async () => {
  const agent = staffDesk(desk, await desk.server.signIn('sales-agent'))
  const id = await agent.idOf(await desk.placed({ lines: [desk.visit(2)] }))
  await agent.pay(id, 'pending_supplier', 'confirmed')
  const wish = { kind: 'goodwill', lines: [], reason: 'quality', paidBy: 'platform', note: null }
  await agent.run(id, 'refund', { ...wish, amount: 2000 })
  const failing = new FakeGateway()
  failing.next = 'fail'
  await sendRefunds(desk.server.database, failing)
  expect(await agent.row(id)).toMatchObject({ refund_state: 'failed' })
  const { effects } = await agent.preview(id, 'refund', { ...wish, amount: 2500 })
  expect(effects.map(({ text }) => text)).not.toContain(aboveLimit)
})

it('an order and what was split from it count together against the limit of a person', async () => {
  const agent = staffDesk(desk, await desk.server.signIn('sales-agent'))
  const id = await bench.paid()
  const part = await bench.split(id, [2])
  await agent.run(id, 'refund', goodwill(2000))
  const textsOf = async (amount: number) =>
    (await agent.preview(part, 'refund', goodwill(amount))).effects.map(({ text }) => text)
  expect(await textsOf(1000)).not.toContain(aboveLimit)
  expect(await textsOf(1001)).toContain(aboveLimit)
})

it.each(['on its order', 'in the list'])('a refund that is sent again %s counts with the others', async (where) => {
  const client = await desk.server.signIn('sales-agent')
  const agent = staffDesk(desk, client)
  const id = await bench.paid()
  await agent.run(id, 'refund', goodwill(2000))
  const failing = new FakeGateway()
  failing.next = 'fail'
  await sendRefunds(desk.server.database, failing)
  await agent.run(id, 'refund', goodwill(2000))
  const { rows } = await sql<{
    id: number
  }>`select id from refunds where purchase_id = ${id} order by id limit 1`.execute(desk.db)
  const refundId = rows[0]?.id
  const message = 'Together with your other refunds of this order, this is above your limit.'
  if (where === 'on its order')
    expect(await agent.previewReply(id, 'retry-refund', { refundId })).toMatchObject({ status: 403, body: { message } })
  else
    expect(
      (await client.post('/rest/data/refunds/retry', { ids: [refundId] }, { 'idempotency-key': `again-${id}` })).body,
    ).toMatchObject({ results: [{ ok: false, message }] })
  expect((await agent.row(id))['refund_pending']).toBe(2000)
})

it('approving is listed as impossible to the person who asked, and as possible to others', async () => {
  const [agent, other] = [
    staffDesk(desk, await desk.server.signIn('sales-agent')),
    staffDesk(desk, await signInAsAnotherAdmin(desk, 'read-only')),
  ]
  const id = await agent.idOf(await desk.placed({ lines: [desk.visit(2)] }))
  await agent.pay(id, 'pending_supplier', 'confirmed')
  const wish = { kind: 'goodwill', lines: [], reason: 'quality', paidBy: 'platform', note: null }
  await agent.run(id, 'refund', { ...wish, amount: 6000 })
  const why = 'You requested this refund. Someone else must approve it.'
  expect((await agent.commands(id))['approve-refund']).toBe(why)
  expect((await other.commands(id))['approve-refund']).toBeNull()
})

describe('an amount in another currency than the limit’s', () => {
  const eur3000 = { action: 'refund', object: 'purchases', limits: { maximum: { amount: 3000, currency: 'EUR' } } }
  const person = { id: 9, grants: grantsFrom([eur3000]) } as unknown as Actor
  const where = { id: 0, cityId: 1 }
  const rated = async (quoted: string, rate: number) =>
    await sql`
      insert into exchange_rates (base_currency, quote_currency, rate, as_of, expires_at, source)
      values ('EUR', ${quoted}, ${rate}, now() - interval '1 hour', now() + interval '1 day', 'Test')`.execute(desk.db)

  it('counts at the rate of now, and needs a second person where there is none', async () => {
    await rated('JPY', 150)
    const alone = async (currency: string, amount: number) =>
      await refundsAlone(desk.db, person, { ...where, currency }, amount)
    // 4,500 yen at 150 for a euro are 30.00.
    expect(await alone('JPY', 4500)).toBe(true)
    expect(await alone('JPY', 4502)).toBe(false)
    expect(await alone('KWD', 1)).toBe(false)
    await expect(assertMayGive(person, desk.db, { currency: 'JPY', amount: 4500 })).resolves.toBeUndefined()
    await expect(assertMayGive(person, desk.db, { currency: 'JPY', amount: 4502 })).rejects.toMatchObject({
      status: 403,
      message: 'You have the permission “Purchases · Refund” only up to €30.00. Ask your access manager.',
    })
    await expect(assertMayGive(person, desk.db, { currency: 'KWD', amount: 1 })).rejects.toMatchObject({ status: 403 })
    await expect(assertMayGive(person, desk.db, { currency: 'KWD', amount: 0 })).resolves.toBeUndefined()
  })

  it('is added to the others that are refunded together', async () => {
    await rated('GBP', 0.5)
    const together = async (euros: number, pounds: number) =>
      await refundsSumsAlone(
        desk.db,
        person,
        [
          { cityId: 1, currency: 'EUR', amount: euros },
          { cityId: 2, currency: 'GBP', amount: pounds },
        ],
        [],
      )
    expect(await together(2000, 500)).toBe(true)
    expect(await together(2000, 501)).toBe(false)
  })
})

it('refuses the 31st refund within a minute with 429', async () => {
  // Counts are of a person and of the whole process, where other tests of the admin follow.
  const finance = staffDesk(desk, await desk.server.signIn('finance'))
  const id = await finance.idOf(await desk.placed({ lines: [desk.visit(2)] }))
  await finance.pay(id, 'pending_supplier', 'confirmed')
  const wish = { kind: 'goodwill', lines: [], reason: 'quality', paidBy: 'platform', note: null, amount: 1 }
  const { token } = await finance.preview(id, 'refund', wish)
  const statuses: number[] = []
  for (let call = 0; call < 40; call++)
    statuses.push((await finance.apply(id, 'refund', { ...wish, token }, `many-${call}`)).status)
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30)
  expect((await finance.apply(id, 'refund', { ...wish, token }, 'one-more')).body).toMatchObject({
    message: expect.stringContaining('More than 30 tries to refund or give store credit within a minute') as string,
  })
})
