import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import type { RefundBench } from '../payments/testing/refund-bench.server.ts'
import { refundBench } from '../payments/testing/refund-bench.server.ts'
import { checkBooksJob } from './check-books-job.server.ts'
import { commandsFor, findingRuleNames, findingRules } from './finding-rules.ts'
import type { ReconciliationSummary } from './reconciliation.endpoints.ts'

let server: TestServer
let bench: RefundBench
let staff: Client
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'reconciliation' })
  await makeCatalogue(server.database.kysely)
  bench = refundBench(server)
  staff = await server.signIn('admin')
})
afterAll(() => server?.stop())

async function check(parameters?: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  const count = (counter: string, by = 1) => void (counted[counter] = (counted[counter] ?? 0) + by)
  const { signal } = new AbortController()
  await checkBooksJob.run({
    database: server.database,
    log: createLog({ level: 'silent' }),
    signal,
    count,
    ...(parameters && { parameters }),
  })
  return counted
}
interface Found {
  readonly id: number
  readonly version: number
  readonly rule: string
  readonly state: string
  readonly says: number
  readonly adds: number
  readonly reopened: number
}
async function findingsOf(id: number): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`
    select id, version, rule, state, says, adds, reopened from reconciliation_findings where purchase_id = ${id}
    order by rule`.execute(server.database.kysely)
  return rows
}
/** An order of which nothing is odd, with the cost and fee that its ledger has. */
async function sound(): Promise<number> {
  const [id = 0] = await bench.paid(1, 5000)
  await sql`
    update purchases set payment_fees = 0, items_total = 5000, fees_total = 0, tax_total = 0, discount_total = 0, grand_total = 5000,
      net_cost = 0, supplier_cost = 0 where id = ${id}`.execute(server.database.kysely)
  await sql`delete from purchase_lines where purchase_id = ${id}`.execute(server.database.kysely)
  await sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, delivered)
    values (${id}, 1, 'item', 'Ticket', 1, 5000, 5000, 0)`.execute(server.database.kysely)
  return id
}
/** Changes the books as no program could: past every check of the database. */
const tamper = (statement: ReturnType<typeof sql>) =>
  server.database.kysely.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await statement.execute(db)
  })

const lie = (id: number) => sql`update payments set captured = 4000 where purchase_id = ${id}`
const truth = (id: number) => sql`update payments set captured = 5000 where purchase_id = ${id}`

describe('the check of the books', () => {
  it('has the same checks in the database', async () => {
    const { rows } = await sql<{ rule: string }>`
      select r.rule from unnest(${[...findingRuleNames]}::text[]) r (rule)`.execute(server.database.kysely)
    expect(rows.map(({ rule }) => rule).sort()).toEqual(Object.keys(findingRules).sort())
  })

  it('finds nothing where every sum is right, after refunds too', async () => {
    const id = await sound()
    await bench.refund(id, 2000)
    await check()
    expect(await findingsOf(id)).toEqual([])
  })

  it('is asked for about one order or some days, and leaves the others alone', async () => {
    const [one, other] = [await sound(), await sound()]
    for (const id of [one, other]) await tamper(lie(id))
    const { rows } = await sql<{ reference: string }>`
      update purchases set created_at = '2019-04-05T23:30Z' where id = ${one} returning reference`.execute(
      server.database.kysely,
    )
    const runs = async () => (await sql`select from reconciliation_runs`.execute(server.database.kysely)).rows.length
    const before = await runs()
    expect(await check({ reference: 'NOT-AN-ORDER' })).toEqual({})
    expect(await check({ from: '2019-04-06', to: '2019-04-07' })).toEqual({})
    expect(await findingsOf(one)).toEqual([])
    expect(await check({ from: '2019-04-05', to: '2019-04-05' })).toMatchObject({ orders: 1 })
    expect(await findingsOf(one)).toContainEqual(expect.objectContaining({ rule: 'captured', state: 'open' }))
    await tamper(truth(one))
    expect(await check({ reference: rows[0]?.reference ?? '' })).toMatchObject({ orders: 1 })
    expect((await findingsOf(one)).filter(({ state }) => state === 'open')).toEqual([])
    expect(await findingsOf(other), 'of another order').toEqual([])
    expect(await runs(), 'checks of everything').toBe(before)
    await tamper(truth(other))
    const job = '/rest/data/workers/check-books/run'
    expect((await staff.post(job, { parameters: { reference: 'A', to: '2026-01-01' } })).body).toMatchObject({
      fields: { reference: 'Enter an order or days, not both.' },
    })
    expect((await staff.post(job, { parameters: { from: '2026-02-02', to: '2026-01-01' } })).body).toMatchObject({
      fields: { to: 'The last day is before the first day.' },
    })
  })

  it.each([
    ['captured', (id: number) => lie(id)],
    ['payment_fees', (id: number) => sql`update payments set fee = 12 where purchase_id = ${id}`],
    [
      'lines',
      (id: number) => sql`update purchase_lines set amount = 4999, unit_price = 4999 where purchase_id = ${id}`,
    ],
    [
      'net_received',
      (id: number) => sql`update ledger_entries set amount = amount - 1
      where purchase_id = ${id} and account = 'gateway'`,
    ],
    [
      'ledger_balance',
      (id: number) => sql`update ledger_entries set amount = amount - 1
      where purchase_id = ${id} and account = 'gateway'`,
    ],
    ['margin', (id: number) => sql`delete from ledger_entries where purchase_id = ${id} and account = 'sales'`],
    [
      'refunded',
      (id: number) => sql`update purchases set refunded = 5000, payment_status = 'refunded', refund_state = 'full'
      where id = ${id}`,
    ],
    [
      'charged_back',
      (id: number) => sql`update purchases set charged_back = 5000, payment_status = 'charged_back' where id = ${id}`,
    ],
    [
      'disputed_funds',
      (id: number) =>
        sql`update ledger_entries set account = 'disputed_funds' where purchase_id = ${id} and account = 'gateway'`,
    ],
    [
      'paid_twice',
      (id: number) => sql`update purchases set refunded = 5000, charged_back = 5000, payment_status = 'charged_back',
        refund_state = 'full' where id = ${id}`,
    ],
    ['tax', (id: number) => sql`update purchases set tax_total = 500, items_total = 4500 where id = ${id}`],
    [
      'store_credit',
      (
        id: number,
      ) => sql`update ledger_entries set account = 'customer_credit', customer_id = (select min(id) from customers)
        where purchase_id = ${id} and account = 'gateway'`,
    ],
    ['supplier_cost', (id: number) => sql`update purchases set supplier_cost = 77 where id = ${id}`],
  ] as const)('finds what no longer agrees: %s', async (rule, break_) => {
    const id = await sound()
    const break2 = break_(id)
    // The ledger follows changes by its triggers; those of what is posted are passed over, so that it disagrees.
    await tamper(break2)
    await check()
    const found = await findingsOf(id)
    expect(found.map((one) => one.rule)).toContain(rule)
    expect(found.every(({ says, adds, state }) => says !== adds && state === 'open')).toBe(true)
  })

  it('changes no sum, and closes what agrees again', async () => {
    const id = await sound()
    await tamper(lie(id))
    expect((await check())['opened']).toBeGreaterThan(0)
    const { rows } = await sql<{ captured: number }>`select captured from payments where purchase_id = ${id}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([{ captured: 4000 }])
    const again = await check()
    expect(again['opened'] ?? 0).toBe(0)
    await tamper(truth(id))
    expect((await check())['resolved']).toBe(1)
    expect(await findingsOf(id)).toMatchObject([{ rule: 'captured', state: 'closed' }])
    await tamper(lie(id))
    await check()
    expect(await findingsOf(id)).toMatchObject([{ rule: 'captured', state: 'open', reopened: 1 }])
  })

  it('goes over all orders in ranges, whatever gaps their numbers have', async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from purchases`.execute(server.database.kysely)
    expect((await check())['orders']).toBe(rows[0]?.n)
    const summary = (await staff.get('/rest/data/reconciliation')).body as ReconciliationSummary
    expect(summary).toMatchObject({ isRunning: false, lastRun: { orders: rows[0]?.n } })
  })

  it('is one check at a time', async () => {
    await sql`insert into reconciliation_runs (orders) values (0)`.execute(server.database.kysely)
    expect(await check()).toEqual({})
    await sql`update reconciliation_runs set beat_at = now() - interval '11 minutes' where finished_at is null`.execute(
      server.database.kysely,
    )
    expect((await check())['orders']).toBeGreaterThan(0)
  })
})

describe('deciding about a finding', () => {
  async function broken(): Promise<{ order: number; finding: Found }> {
    const order = await sound()
    await tamper(lie(order))
    await check()
    const [finding] = await findingsOf(order)
    if (!finding) throw new Error('It was found.')
    return { order, finding }
  }
  const decide = ({ id, version }: Found, command: string, explanation: string | null = null) =>
    staff.post(`/rest/data/reconciliation-findings/${id}/decide`, { version, command, explanation })

  it('explains it, which lasts as long as the amounts are the same', async () => {
    const { order, finding } = await broken()
    expect((await decide(finding, 'explain')).body).toMatchObject({ fields: { explanation: 'Enter an explanation.' } })
    expect((await decide(finding, 'explain', 'The provider was late.')).status).toBe(200)
    await check()
    expect(await findingsOf(order)).toMatchObject([{ state: 'explained', reopened: 0 }])
    await tamper(sql`update payments set captured = 3000 where purchase_id = ${order}`)
    await check()
    expect(await findingsOf(order)).toMatchObject([{ state: 'open', reopened: 1, adds: 3000 }])
  })

  it('closes it, and the next check opens it again while it is broken', async () => {
    const { order, finding } = await broken()
    expect((await decide(finding, 'close')).body).toMatchObject({ state: 'closed' })
    await check()
    expect(await findingsOf(order)).toMatchObject([{ state: 'open', reopened: 1 }])
  })

  it('refuses an older version, and what its state does not allow', async () => {
    const { finding } = await broken()
    expect((await decide({ ...finding, version: 99 }, 'close')).status).toBe(412)
    expect((await decide(finding, 'reopen', null)).status).toBe(409)
    expect(commandsFor.open).not.toContain('reopen')
  })

  it('has an owner, like other work', async () => {
    const { finding } = await broken()
    const people = (await staff.get('/rest/data/reconciliation-findings/assignees')).body as readonly {
      id: number
      isMe: boolean
    }[]
    const me = people.find(({ isMe }) => isMe)
    const assigned = await staff.post('/rest/data/reconciliation-findings/assignments', {
      ids: [finding.id],
      assigneeId: me?.id,
    })
    expect(assigned.status, JSON.stringify(assigned.body)).toBe(200)
    const { body } = await staff.get(`/rest/data/reconciliation-findings/${finding.id}`)
    expect(body).toMatchObject({ assigneeId: me?.id, difference: -1000 })
  })
})
