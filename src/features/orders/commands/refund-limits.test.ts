import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { FakeGateway } from '../../payments/testing/fake-gateway.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'refund limits')
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
  expect(effects.map(({ text }) => text)).not.toContain('Above your limit: another person has to approve it.')
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
})
