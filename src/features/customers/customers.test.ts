import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { grant } from '../../app/testing/grant.server.ts'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let agent: Client
let finance: Client
const path = '/rest/data/users/user'
const ana = {
  email: 'ana.garcia@example.com',
  firstName: 'Ana',
  lastName: 'García',
  phone: '+34612345678',
  status: 'active',
  riskNotes: null,
}
let id: number

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'customers' })
  await grant(testContext.server.database, 'sales-agent', 'users', 'write', 'impersonate')
  agent = await testContext.server.signIn('sales-agent')
  finance = await testContext.server.signIn('finance')
  id = await testContext.maker.make('customers', ana)
})
afterAll(() => testContext.close())

const auditOf = async (customer: number) =>
  (
    await sql<{
      action: string
      title: string
      before: unknown
      after: unknown
      reason: string | null
      actor_name: string
    }>`
  select action, title, before, after, reason, actor_name from audit_log where object = 'customers' and record_id = ${String(customer)} order by id`.execute(
      testContext.db,
    )
  ).rows

describe('the profile', () => {
  it('is listed and read by the specified calls, its address and number masked', async () => {
    const list = await agent.get(path, { q: 'garcía', range: [0, 9] })
    expect([list.status, list.headers.get('content-range')]).toEqual([200, 'customers 0-0/1'])
    expect(list.body).toMatchObject([{ id, name: 'Ana García', email: 'a•••@example.com', phone: '+34•••78' }])
    const read = await agent.get(`${path}/${id}`)
    expect([read.status, read.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"1-/)])
    expect(read.body).toMatchObject({
      id,
      email: 'a•••@example.com',
      phone: '+34•••78',
      isStaff: false,
      purchaseCount: 0,
    })
    expect(JSON.stringify([list.body, read.body])).not.toMatch(/ana\.garcia|612345/)
  })

  it('is found by an address that the customer reads out, without showing it', async () => {
    expect((await agent.get(path, { q: 'ana.garcia@example.com' })).body).toMatchObject([
      { id, email: 'a•••@example.com' },
    ])
  })

  it('refuses a change of keys that no one can set, each by its name', async () => {
    const before = (await agent.get(`${path}/${id}`)).body
    const reply = await agent.put(`${path}/${id}`, {
      firstName: 'Anna',
      role: 'admin',
      isSuperUser: true,
      id: 1e6,
      token: 'x',
      created_at: '2020-01-01',
    })
    expect([reply.status, Object.keys(problemsIn(reply)).sort()]).toEqual([
      422,
      ['created_at', 'id', 'isSuperUser', 'role', 'token'],
    ])
    expect((await agent.get(`${path}/${id}`)).body).toEqual(before)
  })

  it.each(['0', '-1', '1.5', '1e9', 'abc', '1;drop', '9223372036854775808', '%00', '..%2fadmins%2f1'])(
    'answers %s as no customer',
    async (wrong) => {
      for (const reply of [
        await agent.get(`${path}/${wrong}`),
        await agent.get(`${path}/${wrong}/details`),
        await agent.get(`${path}/${wrong}/signin`, { reason: 'Asked on the phone' }),
      ]) {
        expect([404, 422]).toContain(reply.status)
      }
    },
  )

  it('changes by PUT; a new address counts as unconfirmed and appears nowhere in the audit', async () => {
    const other = await testContext.maker.make('customers', {
      ...ana,
      email: 'bruno@example.com',
      isVerified: true,
      tags: [],
    })
    const reply = await agent.put(`${path}/${other}`, { email: 'Bruno.New@Example.com', tags: ['vip'] })
    expect(reply.body).toMatchObject({ email: 'b•••@example.com', isVerified: false, tags: ['vip'], version: 2 })
    const [trace] = await auditOf(other)
    expect(trace).toMatchObject({
      action: 'update',
      title: `Customer ${other}`,
      before: { email: 'b•••@example.com', isVerified: true, tags: [] },
    })
    const { rows } = await sql<{ text: string }>`select audit_text(audit_log, '') as text from audit_log`.execute(
      testContext.db,
    )
    expect(rows.map(({ text }) => text).join()).not.toMatch(/bruno/i)
  })

  it('blocks by its status, and leaves anonymising to a command of its own', async () => {
    const other = await testContext.maker.make('customers', { ...ana, email: 'carla@example.com' })
    expect((await agent.put(`${path}/${other}`, { status: 'blocked' })).body).toMatchObject({ status: 'blocked' })
    const reply = await agent.put(`${path}/${other}`, { status: 'anonymised' })
    expect([reply.status, Object.keys(problemsIn(reply))]).toEqual([422, ['status']])
    await sql`update customers set status = 'anonymised' where id = ${other}`.execute(testContext.db)
    expect((await agent.put(`${path}/${other}`, { status: 'active' })).status).toBe(409)
  })

  it('is not changed and not revealed by people who can only read it', async () => {
    expect((await finance.get(`${path}/${id}`)).status).toBe(200)
    expect((await finance.put(`${path}/${id}`, { firstName: 'X' })).status).toBe(403)
    expect((await finance.post(`${path}/${id}/reveal`, { reason: 'I want to know' })).status).toBe(403)
  })

  it('is revealed for a reason, which the audit keeps with the name', async () => {
    expect(problemsIn(await agent.post(`${path}/${id}/reveal`, {}))).toEqual({ reason: 'Enter a short reason.' })
    const reply = await agent.post(`${path}/${id}/reveal`, { reason: '  Calls about   order K7RWM2QX ' })
    expect(reply.body).toEqual({ email: 'ana.garcia@example.com', phone: '+34612345678' })
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'reveal',
      reason: 'Calls about order K7RWM2QX',
      actor_name: 'Amara Okonkwo',
    })
  })
})

describe('what staff know of a customer', () => {
  it('counts what was spent by currency, for people who can see purchases', async () => {
    const buyer = await testContext.maker.make('customers', { ...ana, email: 'dora@example.com' })
    for (const chargedBack of [0, 10_000]) {
      await testContext.maker.make('purchases', {
        customerId: buyer,
        currency: 'EUR',
        captured: 10_500,
        refunded: 0,
        refundPending: 0,
        chargedBack,
        paymentStatus: chargedBack > 0 ? 'charged_back' : 'captured',
        refundState: 'none',
        bookingStatus: 'confirmed',
        fulfilmentStatus: 'not_due',
      })
    }
    expect((await agent.get(`${path}/${buyer}/details`)).body).toMatchObject({
      spent: [{ currency: 'EUR', purchases: 2, captured: 21_000, refunded: 0, chargedBack: 10_000, disputes: 1 }],
    })
    expect((await agent.get(`${path}/${buyer}`)).body).toMatchObject({ purchaseCount: 2 })
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'users' from roles where name = 'no-access'`.execute(
      testContext.db,
    )
    expect((await testContext.stranger.get(`${path}/${buyer}/details`)).body).toMatchObject({ spent: null })
    await sql`delete from role_permissions where role_id = (select id from roles where name = 'no-access')`.execute(
      testContext.db,
    )
  })

  it('sessions are shown by device and country, and ended one or all', async () => {
    for (let n = 0; n < 3; n++) {
      await sql`insert into customer_sessions (customer_id, token_hash, address, user_agent, country, expires_at)
        values (${id}, sha256(${`s${n}`}::bytea), '203.0.113.9', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1', 'ES', now() + interval '1 day')`.execute(
        testContext.db,
      )
    }
    const sessions = async () =>
      (
        (await agent.get(`${path}/${id}/details`)).body as {
          sessions: { id: number; device: string; country: string; openedBy: null }[]
        }
      ).sessions
    const [first] = await sessions()
    expect(first).toMatchObject({ device: 'Safari 26 on iOS', country: 'ES', openedBy: null })
    expect((await agent.post(`${path}/${id}/sessions/end`, { sessionId: first?.id })).body).toEqual({ ended: 1 })
    expect((await agent.post(`${path}/${id}/sessions/end`, { sessionId: first?.id })).status).toBe(404)
    expect((await agent.post(`${path}/${id}/sessions/end`, {})).body).toEqual({ ended: 2 })
    expect(await sessions()).toEqual([])
    expect((await auditOf(id)).filter(({ action }) => action === 'end-sessions').map(({ after }) => after)).toEqual([
      { ended: 1 },
      { ended: 2 },
    ])
  })
})

it('gives no customer the address of a colleague, in whatever letter case, and keeps one that is there', async () => {
  const ofStaff = 'ingrid.solheim@demo.marquee.example'
  const customer = await testContext.maker.make('customers', { ...ana, email: 'somebody.else@example.com' })
  const reply = await agent.patch(`${path}/${customer}`, { email: ofStaff.toUpperCase() })
  expect(problemsIn(reply)).toEqual({ email: 'This address belongs to a member of staff.' })
  const colleague = await testContext.maker.make('customers', { ...ana, email: ofStaff })
  expect((await agent.patch(`${path}/${colleague}`, { firstName: 'Ingrid' })).status).toBe(200)
})
