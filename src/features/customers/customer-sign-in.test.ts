import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { grant } from '../../app/testing/grant.server.ts'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import type { Reply } from '../../core/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let agent: Client
let id: number
const reason = 'Cannot find the voucher of her order'
const view = '/rest/customer-view'

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'customer sign-in' })
  id = await testContext.maker.make('customers', {
    email: 'ana@example.com',
    firstName: 'Ana',
    lastName: 'García',
    phone: '+34612345678',
    status: 'active',
  })
  await testContext.maker.make('purchases', { customerId: id })
  await grant(testContext.server.database, 'sales-agent', 'users', 'write', 'impersonate')
})
beforeEach(async () => {
  agent = await testContext.server.signIn('sales-agent')
})
afterAll(() => testContext.close())

const ask = (who: { get: Client['get'] } = agent, customer = id, params: object = { reason }) =>
  who.get(`/rest/data/users/user/${customer}/signin`, { ...params })
const tokenOf = (reply: Reply) => (reply.body as { token: string }).token
const open = (token: string) => testContext.server.anonymous.post(`${view}/session`, { token })
const look = (session: string) =>
  testContext.server.anonymous.get(`${view}/account`, undefined, { 'x-customer-view': session })
async function opened(): Promise<string> {
  const reply = await open(tokenOf(await ask()))
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { session: string }).session
}
const audit = async (action: string) =>
  (
    await sql<Record<string, unknown>>`
  select actor_name, real_actor_name, title, reason, record_id from audit_log where action = ${action} order by id desc limit 1`.execute(
      testContext.db,
    )
  ).rows[0]

describe('a link to sign in as a customer', () => {
  it('is made for a reason, marked as impersonation, audited, and good for at most 60 seconds', async () => {
    const before = Date.now()
    const reply = await ask()
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        url: expect.stringMatching(/^\/customer-view#[\w-]{43}$/) as unknown,
        token: expect.any(String) as unknown,
        expiresAt: expect.any(String) as unknown,
        impersonation: true,
        readOnly: true,
      },
    ])
    const life = Date.parse((reply.body as { expiresAt: string }).expiresAt) - before
    expect(life).toBeGreaterThan(50_000)
    expect(life).toBeLessThanOrEqual(61_000)
    expect(reply.headers.get('cache-control')).toContain('no-store')
    expect(await audit('impersonate')).toEqual({
      actor_name: 'Amara Okonkwo',
      real_actor_name: null,
      title: `Customer ${id}`,
      reason,
      record_id: String(id),
    })
    const { rows } = await sql<{
      text: string
    }>`select row_to_json(l)::text as text from customer_sign_in_links l`.execute(testContext.db)
    expect(rows.map(({ text }) => text).join()).not.toContain(tokenOf(reply))
  })

  it('is refused without a reason, naming it', async () => {
    for (const params of [{}, { reason: '' }, { reason: ' ab ' }, { reason: 'x'.repeat(501) }])
      expect(Object.keys(problemsIn(await ask(agent, id, params)))).toEqual(['reason'])
    expect(Object.keys(problemsIn(await ask(agent, id, { reason, asAdmin: true })))).toEqual(['asAdmin'])
  })

  it('is refused to those without impersonate on users, or without write on users; each refusal is in the audit', async () => {
    for (const [kept, lost] of [
      ['write', 'impersonate'],
      ['impersonate', 'write'],
    ]) {
      await sql`delete from role_permissions where action = ${lost} and object = 'users' and role_id = (select id from roles where name = 'sales-agent')`.execute(
        testContext.db,
      )
      const reply = await ask()
      await sql`insert into role_permissions (role_id, action, object) select id, ${lost}, 'users' from roles where name = 'sales-agent'`.execute(
        testContext.db,
      )
      expect([kept, reply.status, (reply.body as { error: string }).error]).toEqual([kept, 403, 'Forbidden'])
      const {
        rows: [denial],
      } = await sql<{
        action: string
        actor_name: string
      }>`select action, actor_name from audit_log where request_id = ${reply.headers.get('x-request-id')}`.execute(
        testContext.db,
      )
      expect(denial).toEqual({ action: 'refused', actor_name: 'Amara Okonkwo' })
    }
    expect((await ask(await testContext.server.signIn('read-only'))).status).toBe(403)
    expect((await ask(testContext.server.anonymous)).status).toBe(403)
  })

  it('is never made for an address of staff, whatever their status, not even by an admin; the try is in the audit', async () => {
    for (const status of ['invited', 'active']) {
      const email = `${status}@example.com`
      await sql`insert into staff (email, role_id, status, google_sub) select ${email}, id, ${status}, ${email} from roles where name = 'read-only'`.execute(
        testContext.db,
      )
      const colleague = await testContext.maker.make('customers', { email, status: 'active' })
      const reply = await ask(testContext.admin, colleague)
      expect([reply.status, (reply.body as { message: string }).message]).toEqual([
        403,
        'This address belongs to a member of staff. Signing in as a colleague is not possible.',
      ])
      expect((await testContext.admin.get(`/rest/data/users/user/${colleague}`)).body).toMatchObject({ isStaff: true })
      const { rows } =
        await sql`select 1 from audit_log where action = 'refused' and request_id = ${reply.headers.get('x-request-id')}`.execute(
          testContext.db,
        )
      expect(rows).toHaveLength(1)
    }
    const { rows } =
      await sql`select 1 from customer_sign_in_links l join customers c on c.id = l.customer_id where c.email <> 'ana@example.com'`.execute(
        testContext.db,
      )
    expect(rows).toEqual([])
  })

  it('is not made where there is no account any more', async () => {
    const gone = await testContext.maker.make('customers', { email: 'gone@example.com', status: 'anonymised' })
    expect((await ask(agent, gone)).status).toBe(409)
    expect((await ask(agent, 999_999_999)).status).toBe(404)
  })

  it('opens once, even when ten open it together', async () => {
    const token = tokenOf(await ask())
    const replies = await Promise.all(Array.from({ length: 10 }, () => open(token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(9)
    expect((await open(token)).body).toMatchObject({ error: 'LinkIsOver' })
  })

  it('opens nothing after its time, and nothing that is not a token', async () => {
    const token = tokenOf(await ask())
    await sql`update customer_sign_in_links set created_at = created_at - interval '61 seconds', expires_at = expires_at - interval '61 seconds' where used_at is null`.execute(
      testContext.db,
    )
    for (const wrong of [token, 'x', 'a'.repeat(43), `${token} `, '../admin'])
      expect((await open(wrong)).status).toBe(401)
    expect((await testContext.server.anonymous.post(`${view}/session`, {})).status).toBe(422)
  })
})

describe('the view of an account', () => {
  it('shows what the customer would see, says who looks and why, and nothing that is for staff only', async () => {
    await sql`update customers set risk_notes = 'CANARY of staff', tags = '{canary-tag}' where id = ${id}`.execute(
      testContext.db,
    )
    const reply = await look(await opened())
    expect(reply.body).toMatchObject({
      impersonation: true,
      readOnly: true,
      openedBy: 'Amara Okonkwo',
      reason,
      account: { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', phone: '+34612345678' },
      orders: [{ currency: expect.any(String) as unknown, total: 10_500 }],
    })
    expect(JSON.stringify(reply.body)).not.toMatch(/canary|margin|risk/i)
    expect(await audit('open-view')).toEqual({
      actor_name: `Customer ${id}`,
      real_actor_name: 'Amara Okonkwo',
      title: `Customer ${id}`,
      reason,
      record_id: String(id),
    })
  })

  it('can change nothing: it opens no other call, by no method', async () => {
    const session = await opened()
    const routes = testContext.server.implementations
      .map(({ endpoint }) => endpoint)
      .filter(({ access }) => access !== 'public')
    const answers = async (some: typeof routes) =>
      await Promise.all(
        some.map(async ({ method, path }) => {
          const response = await fetch(new URL(path.replaceAll(/:\w+/g, String(id)), testContext.server.url), {
            method,
            headers: { 'x-customer-view': session, 'x-token': session, 'content-type': 'application/json' },
            ...(method !== 'GET' && { body: '{}' }),
          })
          return [path, response.status]
        }),
      )
    // There are more than a thousand of them, each a call of its own.
    for (let from = 0; from < routes.length; from += 20) {
      const some = routes.slice(from, from + 20)
      expect(await answers(some)).toEqual(some.map(({ path }) => [path, 403]))
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(new URL(`${view}/account`, testContext.server.url), {
        method,
        headers: { 'x-customer-view': session },
      })
      expect([404, 405]).toContain(response.status)
    }
  }, 60_000)

  it.each([
    ['the member of staff signs out', () => agent.post('/user/logout')],
    [
      'they lose the permission',
      () =>
        sql`delete from role_permissions where action = 'impersonate' and role_id = (select id from roles where name = 'sales-agent')`.execute(
          testContext.db,
        ),
    ],
    [
      'a quarter of an hour is over',
      () =>
        sql`update customer_sessions set created_at = created_at - interval '15 minutes', expires_at = expires_at - interval '15 minutes' where ended_at is null`.execute(
          testContext.db,
        ),
    ],
    [
      'the customer turns out to be a colleague',
      () => sql`update customers set email = 'active@example.com' where id = ${id}`.execute(testContext.db),
    ],
    ['another member of staff ends it', () => testContext.admin.post(`/rest/data/users/user/${id}/sessions/end`, {})],
  ])('ends at once when %s', async (_, happens) => {
    const session = await opened()
    expect((await look(session)).status).toBe(200)
    await sql`delete from customers where email = 'active@example.com'`.execute(testContext.db)
    await happens()
    expect((await look(session)).body).toMatchObject({ error: 'ViewIsOver' })
    await sql`update customers set email = 'ana@example.com' where id = ${id}`.execute(testContext.db)
    await sql`insert into role_permissions (role_id, action, object) select id, 'impersonate', 'users' from roles where name = 'sales-agent' on conflict do nothing`.execute(
      testContext.db,
    )
  })

  it('is ended by the person who looks, and the audit says so', async () => {
    const session = await opened()
    const close = (secret: string) =>
      testContext.server.anonymous.post(`${view}/close`, undefined, { 'x-customer-view': secret })
    expect((await close(session)).status).toBe(200)
    expect((await look(session)).status).toBe(401)
    expect(await audit('close-view')).toMatchObject({ real_actor_name: 'Amara Okonkwo' })
    expect((await close('x')).status).toBe(200)
    for (const wrong of ['', 'x', 'a'.repeat(43)]) expect((await look(wrong)).status).toBe(401)
  })
})
