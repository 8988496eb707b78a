import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { makeStaff } from '../../features/staff/people/testing/staff.server.ts'
import type { Assignee, AssignmentResults } from './assignments.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let agent: Client
let reader: Client
const base = '/rest/data/purchases'
const changed = (body: unknown) => (body as AssignmentResults).results.map(({ isChanged }) => isChanged)
const make = () => testContext.maker.make('purchases')
const read = async (id: number) => (await agent.get(`${base}/${id}`)).body as Record<string, unknown>

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'assignments' })
  agent = await testContext.server.signIn('sales-agent')
  reader = await testContext.server.signIn('read-only')
})
afterAll(() => testContext.close())

const people = async () => (await agent.get(`${base}/assignees`)).body as Assignee[]

describe('the work on records', () => {
  it('is given to people who can change them, with the result of each', async () => {
    const all = await people()
    const me = all.find(({ isMe }) => isMe)
    expect(me?.name).toBe('Amara Okonkwo')
    const [one, other] = [await make(), await make()]
    const assign = (ids: readonly number[], assigneeId: number | null) =>
      agent.post(`${base}/assignments`, { ids, assigneeId, reason: 'Speaks Dutch with them' })
    expect(changed((await assign([one], me?.id ?? 0)).body)).toEqual([true])
    expect(changed((await assign([other, one, 999_999_999], me?.id ?? 0)).body)).toEqual([true, false, false])
    expect(await read(one)).toMatchObject({ assigneeId: me?.id, assignee: { title: me?.name } })
    const details = (await agent.get(`${base}/${one}/details`)).body as { timeline: Record<string, unknown>[] }
    expect(details.timeline.at(-1)).toMatchObject({ kind: 'assigned', actorName: me?.name, detail: me?.name })
    expect(changed((await assign([one], null)).body)).toEqual([true])
    expect((await assign([one], 999_999)).body).toMatchObject({ fields: { assigneeId: expect.any(String) as string } })
  })

  it('is news for the person it is given to by someone else', async () => {
    const me = (await people()).find(({ isMe }) => isMe)
    const ids = [await make(), await make(), await make()]
    const [one = 0] = ids
    const admin = await testContext.server.signIn('admin')
    const news = async () => ((await agent.get('/rest/data/inbox')).body as { items: Record<string, unknown>[] }).items
    const before = (await news()).length
    await agent.post(`${base}/assignments`, { ids: [one], assigneeId: me?.id })
    expect((await news()).length).toBe(before)
    await admin.post(`${base}/assignments`, { ids: [one], assigneeId: null })
    await admin.post(`${base}/assignments`, { ids: [one], assigneeId: me?.id })
    const { reference } = await read(one)
    expect((await news())[0]).toMatchObject({
      title: `Ingrid Solheim assigned ${String(reference)} to you`,
      resource: 'purchases',
      recordId: one,
    })
    await admin.post(`${base}/assignments`, { ids, assigneeId: me?.id })
    expect((await news())[0]).toMatchObject({
      title: 'Ingrid Solheim assigned 2 orders to you',
      path: expect.stringMatching(/^\/purchases\/list\?view=mine/) as string,
    })
  })

  it('is refused to people who cannot change them', async () => {
    const id = await make()
    expect((await reader.post(`${base}/assignments`, { ids: [id], assigneeId: null })).status).toBe(403)
    expect((await reader.get(`${base}/assignees`)).status).toBe(403)
  })

  it('is given to people with a role for a time, and only where their role is not limited to other cities', async () => {
    const { db, admin, maker } = testContext
    const [covers, local] = [await makeStaff(db, 'no-access'), await makeStaff(db, 'catalogue-editor')]
    const cover = { staffId: covers.id, role: 'sales-agent', minutes: 30, reason: 'Covers for Amara this afternoon' }
    expect((await admin.post('/rest/data/users/elevations', cover)).status).toBe(201)
    await sql`
      insert into role_permissions (role_id, action, object, city_ids)
      select id, 'write', 'purchases', array[${await maker.make('cities')}::bigint] from roles where name = 'catalogue-editor'`.execute(
      db,
    )
    const id = await make()
    const assign = (assigneeId: number) => agent.post(`${base}/assignments`, { ids: [id], assigneeId })
    expect((await assign(covers.id)).status).toBe(200)
    expect((await assign(local.id)).body).toMatchObject({
      fields: { assigneeId: 'This person can’t work on it. Choose someone else.' },
    })
    await sql`update role_permissions set city_ids = array[(select city_id from purchases where id = ${id})]
      where object = 'purchases' and city_ids is not null`.execute(db)
    expect((await assign(local.id)).status).toBe(200)
  })

  it('is put off until a moment in the next 30 days, and is back after it', async () => {
    const id = await make()
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const snooze = (until: string | null) => agent.post(`${base}/snoozes`, { ids: [id], until })
    for (const days of [-1, 31]) expect((await snooze(at(days))).status).toBe(422)
    expect(changed((await snooze(at(2))).body)).toEqual([true])
    expect(await read(id)).toMatchObject({ isSnoozed: true, waits: false })
    await sql`update purchases set snoozed_until = now() - interval '1 second' where id = ${id}`.execute(testContext.db)
    expect(await read(id)).toMatchObject({ isSnoozed: false })
    expect(changed((await snooze(null)).body)).toEqual([true])
  })

  it('is tagged with words, each once and in order', async () => {
    const id = await make()
    const tag = (add: string[], remove: string[]) => agent.post(`${base}/taggings`, { ids: [id], add, remove })
    await sql`update purchases set tags = '{}' where id = ${id}`.execute(testContext.db)
    expect(changed((await tag(['vip', ' group '], [])).body)).toEqual([true])
    expect(changed((await tag(['vip'], [])).body)).toEqual([false])
    expect((await read(id))['tags']).toEqual(['group', 'vip'])
    await tag([], ['group'])
    expect((await read(id))['tags']).toEqual(['vip'])
    expect((await tag([], [])).status).toBe(422)
  })
})

describe('the action inbox', () => {
  it('counts by the filters that its lists open with', async () => {
    const { body } = await agent.get(`${base}/queues`)
    const { me, queues } = body as { me: number; queues: { key: string; count: number }[] }
    const filters: Record<string, unknown> = {
      'to-do': { waits: true },
      'mine': { waits: true, assigneeId: [me] },
      'unassigned': { waits: true, assigneeId: { empty: true } },
      'overdue': { isOverdue: true },
      'snoozed': { isSnoozed: true },
    }
    expect(queues.map(({ key }) => key)).toEqual(Object.keys(filters))
    for (const { key, count } of queues) {
      const list = await agent.get(base, { filter: filters[key], sort: ['dueAt', 'ASC'], range: [0, 9] })
      expect(list.headers.get('x-total-count'), key).toBe(String(count))
    }
    expect(queues[0]?.count).toBeGreaterThan(0)
  })

  it('starts the clock of a next step by its deadline, and ends it with the step', async () => {
    const saved = await agent.put('/rest/data/step-deadlines', { nextStep: 'decide_refund', withinMinutes: 90 })
    expect(saved.status).toBe(200)
    const {
      rows: [waits],
    } = await sql<{ id: number }>`select id from purchases where next_step = 'deliver_tickets' limit 1`.execute(
      testContext.db,
    )
    expect(waits).toBeDefined()
    await sql`update purchases set due_at = now(), snoozed_until = now() + interval '1 day', risk_score = risk_score where id = ${waits?.id}`.execute(
      testContext.db,
    )
    await sql`update purchases set booking_status = 'cancelled', fulfilment_status = 'not_due' where id = ${waits?.id}`.execute(
      testContext.db,
    )
    const { rows: after } = await sql<{ step: string; minutes: number | null; snoozed: boolean }>`
      select next_step as step, round(extract(epoch from due_at - now()) / 60)::int as minutes, snoozed_until is not null as snoozed
      from purchases where id = ${waits?.id}`.execute(testContext.db)
    expect(after).toEqual([{ step: 'decide_refund', minutes: 90, snoozed: false }])
    await sql`update purchases set is_payment_kept = true where id = ${waits?.id}`.execute(testContext.db)
    const { rows: done } = await sql`select next_step, due_at from purchases where id = ${waits?.id}`.execute(
      testContext.db,
    )
    expect(done).toEqual([{ next_step: 'none', due_at: null }])
  })
})
