import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { dueOrdersJob } from './due-orders.server.ts'
import { purchases } from './purchases.ts'

let server: TestServer
let agent: Client
let [agentId, orderId] = [0, 0]

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'due_orders' })
  agent = await server.signIn('sales-agent')
  const { rows } = await sql<{ id: number }>`
    select s.id from staff s join roles r on r.id = s.role_id where r.name = 'sales-agent' and s.status = 'active' order by s.id limit 1`.execute(
    db(),
  )
  agentId = rows[0]?.id ?? 0
  orderId = await maker(db(), resources, examples).make(purchases)
})
afterAll(() => server?.stop())
beforeEach(async () => {
  await sql`delete from inbox_items`.execute(db())
  await sql`delete from due_notices`.execute(db())
})

const db = () => server.database.kysely
const due = (minutes: number, snoozed: number | null = null) =>
  sql`update purchases set fulfilment_status = 'awaiting_tickets', assignee_id = ${agentId}, reference = 'KHHH3X26',
    due_at = date_trunc('second', now()) + make_interval(mins => ${minutes}),
    snoozed_until = now() + make_interval(mins => ${snoozed}::int) where id = ${orderId}`.execute(db())
const news = async () => {
  await server.runJob('remind-of-due-orders')
  const { items } = (await agent.get('/rest/data/inbox')).body as {
    items: { title: string; detail: string; recordId: number; times: number }[]
  }
  return items.map(({ title, detail, recordId, times }) => [title, detail.slice(0, 3), recordId === orderId, times])
}
const once = ['KHHH3X26: Deliver tickets', 'Due', true, 1]

describe('a reminder of a due order', () => {
  it('comes once for a due moment, within the hour before it', async () => {
    await due(90)
    expect(await news()).toEqual([])
    await due(50)
    expect(await news()).toEqual([once])
    expect(await news()).toEqual([once])
  })

  it('comes again when the order is due at another time, in place of the one that was not read', async () => {
    await due(50)
    expect(await news()).toEqual([once])
    await due(20)
    expect(await news()).toEqual([[...once.slice(0, 3), 2]])
  })

  it('reaches those beyond the first of a run with the next one', async () => {
    const two = [orderId, await maker(db(), resources, examples).make(purchases)]
    await due(30)
    await sql`
      update purchases p set fulfilment_status = 'awaiting_tickets', assignee_id = o.assignee_id, due_at = o.due_at + interval '1 minute',
        snoozed_until = null
      from purchases o where p.id = ${two[1]} and o.id = ${orderId}`.execute(db())
    const remind = () => dueOrdersJob('Europe/London', 1).run({ database: server.database, count: () => {} } as never)
    await remind()
    await remind()
    const { rows } = await sql<{ id: number }>`select purchase_id as id from due_notices order by 1`.execute(db())
    await sql`update purchases set assignee_id = null where id = ${two[1]}`.execute(db())
    expect(rows.map(({ id }) => id)).toEqual(two)
  })

  it('leaves out what is snoozed, what is assigned to no one, and what was overdue long before', async () => {
    await due(30, 60)
    expect(await news()).toEqual([])
    await due(-180)
    expect(await news()).toEqual([])
    await due(30)
    await sql`update purchases set assignee_id = null where id = ${orderId}`.execute(db())
    expect(await news()).toEqual([])
  })
})

describe('the timeline of an order', () => {
  it('says that it was given to a person, and that it was taken off them', async () => {
    await sql`update purchases set assignee_id = null where id = ${orderId}`.execute(db())
    for (const assigneeId of [agentId, null])
      await agent.post('/rest/data/purchases/assignments', { ids: [orderId], assigneeId })
    const { timeline } = (await agent.get(`/rest/data/purchases/${orderId}/details`)).body as {
      timeline: { kind: string; detail: string | null }[]
    }
    expect(timeline.slice(-2)).toMatchObject([{ kind: 'assigned' }, { kind: 'assignment_removed', detail: null }])
  })
})
