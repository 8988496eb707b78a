import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { refundBench } from '../payments/testing/refund-bench.server.ts'
import { makeRole, makeStaff } from '../staff/people/testing/staff.server.ts'
import { escalateFindings, giveFindingsOwners } from './own-findings.server.ts'

let server: TestServer
let orders: readonly number[]
let finance: Client
const path = '/rest/data/reconciliation-findings'
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'finding_owners' })
  await makeCatalogue(server.database.kysely)
  orders = await refundBench(server).paid(3, 5000)
  finance = await server.signIn('finance')
  await server.signIn('admin')
})
afterAll(() => server?.stop())
beforeEach(() => sql`delete from reconciliation_findings`.execute(db()))

const db = () => server.database.kysely
const inTurn = <T>(work: (trx: ReturnType<typeof db>) => Promise<T>) => db().transaction().execute(work)
async function find(order: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into reconciliation_findings (rule, purchase_id, subject, currency, says, adds)
    select 'captured', id, reference, currency, 5000, 4000 from purchases where id = ${order} returning id`.execute(
    db(),
  )
  return rows[0]?.id ?? 0
}
async function ownersOf(): Promise<(number | null)[]> {
  const { rows } = await sql<{ owner: number | null }>`
    select assignee_id as owner from reconciliation_findings order by id`.execute(db())
  return rows.map(({ owner }) => owner)
}
async function meOf(client: Client): Promise<number> {
  return ((await client.get('/rest/data/reconciliation')).body as { me: number }).me
}
const newsOf = async (person: number, kind: string) =>
  (await sql<{ id: number }>`select id from inbox_items where staff_id = ${person} and kind = ${kind}`.execute(db()))
    .rows.length
const listed = async (filter: object) =>
  ((await finance.get(path, { filter })).body as { id: number }[]).map(({ id }) => id)

describe('the owner of a finding', () => {
  it('is whose order it is, else the least busy of those who can refund, and hears of it', async () => {
    const me = await meOf(finance)
    await makeRole(db(), 'agents', { purchases: ['ui', 'read', 'write'] })
    const agent = await makeStaff(db(), 'agents')
    await sql`update purchases set assignee_id = ${agent.id} where id = ${orders[1]}`.execute(db())
    for (const order of orders) await find(order)
    expect(await inTurn(giveFindingsOwners)).toBe(3)
    // Administrators have enough to do: only finance refunds here.
    expect(await ownersOf()).toEqual([me, agent.id, me])
    expect([await newsOf(me, 'finding-assigned'), await newsOf(agent.id, 'finding-assigned')]).toEqual([1, 1])
    const audited =
      await sql`select 1 from audit where action = 'assign' and object = 'reconciliation-findings'`.execute(db())
    expect(audited.rows).toHaveLength(3)
    expect(await inTurn(giveFindingsOwners)).toBe(0)
    expect((await listed({ state: 'open', assigneeId: [me] })).length).toBe(2)

    // Who has left owns nothing any more.
    await sql`update staff set status = 'suspended' where id = ${agent.id}`.execute(db())
    expect(await inTurn(giveFindingsOwners)).toBe(1)
    expect(await ownersOf()).toEqual([me, me, me])
  })

  it('takes it from another, who hears of it only when it was given to them', async () => {
    const me = await meOf(finance)
    const id = await find(orders[0] ?? 0)
    const admin = await server.signIn('admin')
    const before = await newsOf(me, 'finding-assigned')
    const give = (by: Client, assigneeId: number) => by.post(`${path}/assignments`, { ids: [id], assigneeId })
    expect((await give(admin, await meOf(admin))).status).toBe(200)
    expect((await give(finance, me)).status).toBe(200)
    expect(await newsOf(me, 'finding-assigned')).toBe(before)
    await give(admin, await meOf(admin))
    await give(admin, me)
    expect(await newsOf(me, 'finding-assigned')).toBeGreaterThan(0)
    expect(await ownersOf()).toEqual([me])
  })
})

describe('a finding that stays open', () => {
  const age = (id: number, days: number) =>
    sql`update reconciliation_findings set opened_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
      db(),
    )

  it('is overdue after a week, reported once, and again when it has opened again', async () => {
    const me = await meOf(finance)
    const [late, young] = [await find(orders[0] ?? 0), await find(orders[1] ?? 0)]
    await age(late, 8)
    await age(young, 6)
    expect(await listed({ isOverdue: true })).toEqual([late])
    expect([await inTurn(escalateFindings), await inTurn(escalateFindings)]).toEqual([1, 0])
    expect(await newsOf(me, 'finding-overdue')).toBe(1)

    const decide = async (command: string) => {
      const { version } = (await finance.get(`${path}/${late}`)).body as { version: number }
      return await finance.post(`${path}/${late}/decide`, { version, command, explanation: 'Known' })
    }
    expect((await decide('close')).status).toBe(200)
    expect(await listed({ isOverdue: true })).toEqual([])
    expect((await decide('reopen')).status).toBe(200)
    // Its week begins again.
    expect([await listed({ isOverdue: true }), await inTurn(escalateFindings)]).toEqual([[], 0])
    await age(late, 8)
    expect(await inTurn(escalateFindings)).toBe(1)
  })

  it('waits while it is snoozed', async () => {
    const id = await find(orders[0] ?? 0)
    await age(id, 8)
    await sql`update reconciliation_findings set snoozed_until = now() + interval '1 day'`.execute(db())
    expect([await listed({ isOverdue: true }), await inTurn(escalateFindings)]).toEqual([[], 0])
  })
})
