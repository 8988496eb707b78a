import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { loadDemoData } from '../../app/seed/load.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { readPurchaseDetails } from './purchase-details.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'purchase details' })
  const log = createLog({ level: 'silent' })
  await loadDemoData(server.database, { purchases: 800, today: '2026-11-21', now: '2026-11-21T16:20:00Z', log })
}, 180_000)
afterAll(() => server.stop())

async function idWhere(condition: string): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ id: number }>`select id from purchases p where ${sql.raw(condition)}
    order by id desc limit 1`.execute(server.database.kysely)
  if (!row) throw new Error(`No purchase is ${condition}.`)
  return row.id
}

async function details(id: number) {
  const agent = await server.signIn('sales-agent')
  const reply = await agent.get(`/rest/data/purchases/${id}/details`)
  expect(reply.status).toBe(200)
  const { output } = readPurchaseDetails
  if (!output) throw new Error('The call has an answer.')
  return z.parse(output, reply.body)
}

describe('the details of a purchase', () => {
  it('have its lines, payments, refunds and timeline in order, and every sum is right', async () => {
    const found = await details(await idWhere(`payment_status = 'refunded' and kind = 'event'`))
    expect(found.lines.map(({ position }) => position)).toEqual(found.lines.map((_, index) => index + 1))
    expect(found.lines[0]).toMatchObject({
      kind: 'item',
      delivered: expect.any(Number) as unknown,
      section: expect.any(String) as unknown,
    })
    expect(found.payments.at(-1)).toMatchObject({ state: 'captured' })
    expect(found.refunds).toMatchObject([{ state: 'succeeded', paymentId: found.payments.at(-1)?.id }])
    expect(found.timeline[0]?.kind).toBe('placed')
    expect(found.timeline.map(({ at }) => at)).toEqual(found.timeline.map(({ at }) => at).sort())
    expect(found.identities).toHaveLength(11)
    expect(found.identities.filter(({ holds }) => !holds)).toEqual([])
  })

  it('show the customer with the totals of each currency', async () => {
    const id = await idWhere(`customer_id is not null and (select count(*) from purchases o
      where o.customer_id = p.customer_id) > 1`)
    const { customer } = await details(id)
    const {
      rows: [counted],
    } = await sql<{ count: number }>`
      select count(*) as count from purchases o where o.customer_id = (select customer_id from purchases
        where id = ${id})`.execute(server.database.kysely)
    expect(customer?.purchaseCount).toBe(counted?.count)
    expect(customer?.spent.reduce((sum, { purchases }) => sum + purchases, 0)).toBe(counted?.count)
    expect(new Set(customer?.spent.map(({ currency }) => currency)).size).toBe(customer?.spent.length)
  })

  it('count the disputes of the customer alone', async () => {
    const id = await idWhere(`customer_id is not null and payment_status = 'captured'`)
    const before = (await details(id)).customer?.disputeCount ?? 0
    const {
      rows: [counted],
    } = await sql<{ count: number }>`
      select count(*)::int as count from purchases o where o.payment_status in ('disputed', 'charged_back')
        and o.customer_id = (select customer_id from purchases where id = ${id})`.execute(server.database.kysely)
    expect(before).toBe(counted?.count)
  })

  it('have no customer when a guest bought', async () => {
    expect((await details(await idWhere('customer_id is null'))).customer).toBeNull()
  })

  it('say where a sum does not hold, and mend nothing', async () => {
    const id = await idWhere(`payment_status = 'captured' and kind = 'product'`)
    const db = server.database.kysely
    await sql`update purchase_lines set unit_price = unit_price + 100, amount = amount + quantity * 100
      where purchase_id = ${id} and position = 1`.execute(db)
    const broken = (await details(id)).identities.filter(({ holds }) => !holds)
    expect(broken.map(({ key }) => key)).toEqual(['grand_total', 'items'])
    for (const { says, adds } of broken) expect(adds).toBeGreaterThan(says)
  })

  it('say that the performance does not take place as sold', async () => {
    const of = (status: string) =>
      idWhere(`exists (select from performances f where f.id = p.performance_id and f.status = '${status}')`)
    expect((await details(await of('cancelled'))).calledOff).toEqual({ status: 'cancelled', isDateTbd: false })
    expect((await details(await of('postponed'))).calledOff).toEqual({ status: 'postponed', isDateTbd: true })
    expect(await details(await of('onsale'))).toMatchObject({ calledOff: null, offeredUntil: null })
    const agent = await server.signIn('sales-agent')
    for (const status of ['cancelled', 'postponed', 'onsale']) {
      const { performanceId } = (await agent.get(`/rest/data/purchases/${await of(status)}`)).body as Record<
        string,
        unknown
      >
      const { body } = await agent.get('/rest/data/purchases', {
        filter: { performanceId },
        fields: ['nextStep', 'isCalledOff'],
      })
      const rows = body as { isCalledOff: boolean }[]
      expect([...new Set(rows.map(({ isCalledOff }) => isCalledOff))]).toEqual([status === 'cancelled'])
    }
    const id = await of('postponed')
    await sql`
      with run as (
        insert into order_runs (name, kind, state, event_id, performance_ids, refunds, paid_by, reason, call_key, requested_by)
        select 'Offer', 'postponement', 'stopped', event_id, array[1], false, 'platform', 'Storm', 'an offer', (select min(id) from staff)
        from purchases where id = ${id} returning id)
      insert into refund_offers (purchase_id, run_id, until) select ${id}, id, '2098-12-20T23:00:00Z' from run`.execute(
      server.database.kysely,
    )
    expect((await details(id)).offeredUntil).toBe('2098-12-20T23:00:00.000Z')
    await sql`update refund_offers set until = now() where purchase_id = ${id}`.execute(server.database.kysely)
    expect((await details(id)).offeredUntil).toBeNull()
  })

  it('say whether all refunds that need approval were requested by who looks', async () => {
    const id = await idWhere(`exists (select from refunds r where r.purchase_id = p.id and r.state = 'requested')`)
    const { user } = (await (await server.signIn('sales-agent')).get('/rest/data/rbac/whoami')).body as {
      user: { email: string }
    }
    const requestedBy = (is: '=' | '<>') =>
      sql`
      update refunds set requested_by = (select min(id) from staff where email ${sql.raw(is)} ${user.email})
      where purchase_id = ${id}`.execute(server.database.kysely)
    await requestedBy('=')
    expect((await details(id)).isRefundOwn).toBe(true)
    await requestedBy('<>')
    expect((await details(id)).isRefundOwn).toBe(false)
    expect((await details(await idWhere(`refund_state = 'none'`))).isRefundOwn).toBe(false)
  })

  it('are missing where the purchase does not exist', async () => {
    const admin = await server.signIn('admin')
    for (const id of ['999999', '0', 'x', '1e3'])
      expect((await admin.get(`/rest/data/purchases/${id}/details`)).status).toBe(404)
  })
})

describe('a purchase in lists', () => {
  it('needs action exactly when it has a next step', async () => {
    const admin = await server.signIn('admin')
    const {
      rows: [counted],
    } = await sql<{ count: number }>`select count(*) as count from purchases
      where next_step <> 'none'`.execute(server.database.kysely)
    const reply = await admin.get('/rest/data/purchases', { filter: { needsAction: true }, range: [0, 499] })
    expect(reply.headers.get('x-total-count')).toBe(String(counted?.count))
    const rows = reply.body as { needsAction: boolean; nextStep: string; slaState: string; dueAt: string | null }[]
    for (const row of rows)
      expect(row).toMatchObject({
        needsAction: true,
        slaState: expect.stringMatching(/on_time|due_soon|overdue/) as unknown,
      })
    expect(rows.every(({ nextStep, dueAt }) => nextStep !== 'none' && dueAt !== null)).toBe(true)
  })

  it('is found by any part of its reference, customer, title or provider’s reference', async () => {
    const admin = await server.signIn('admin')
    const id = await idWhere('provider_reference is not null')
    const { body } = await admin.get(`/rest/data/purchases/${id}`)
    const { body: personal } = await admin.post(`/rest/data/purchases/${id}/reveal`, { reason: 'To search for it' })
    const record = { ...(body as object), ...(personal as object) } as Record<
      'reference' | 'customerName' | 'customerEmail' | 'title' | 'providerReference',
      string
    >
    for (const text of [
      record.reference.slice(1, 7),
      record.customerEmail,
      record.providerReference.slice(2),
      record.title.slice(0, 20),
    ]) {
      const found = await admin.get('/rest/data/purchases', { q: text, range: [0, 499] })
      expect((found.body as { id: number }[]).map((row) => row.id)).toContain(id)
    }
  })
})
