import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { verifyAudit } from '../../../core/audit/chain.server.ts'
import { callerOf } from '../../../core/testing/http-caller.server.ts'
import { makeRole, makeSession, makeStaff, makeStale } from './testing/staff.server.ts'

let server: TestServer
let admin: Client
const path = '/rest/data/users/admins'

beforeAll(async () => {
  server = await startTestServer({
    postgresUrl: inject('postgresUrl'),
    name: 'admin users',
    env: { GOOGLE_HOSTED_DOMAIN: 'marquee.example,partner.example,demo.marquee.example' },
  })
  admin = await server.signIn('admin')
  await makeRole(db(), 'people', { users: ['ui', 'write', 'manage-staff'], purchases: ['ui'] })
  await makeRole(db(), 'writers', { users: ['ui', 'write'], purchases: ['ui'] })
  await makeRole(db(), 'buyers', { purchases: ['ui'] })
})
afterAll(() => server.stop())

const db = () => server.database.kysely
const as = ({ token }: { token: string }) => callerOf(server.url, token)

interface Row {
  id: number
  version: number
  name: string
  email: string
  role: string
  status: string
  first_name: string | null
  suspendedBecause: string | null
  invitationEndsAt: string | null
  sessionCount: number
}

let last = 0
async function invite(body: object = {}, caller: Pick<Client, 'post'> = admin) {
  return await caller.post(path, {
    email: `new-${++last}@marquee.example`,
    first_name: 'Nova',
    last_name: 'Reyes',
    role: 'buyers',
    ...body,
  })
}
async function invited(body: object = {}): Promise<Row> {
  const reply = await invite(body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
const read = async (id: number) => (await admin.get(`${path}/${id}`)).body as Row
async function mailsTo(email: string) {
  const { rows } = await sql<{
    template: string
    subject: string
  }>`select template, subject from messages where recipient = ${email} order by id`.execute(db())
  return rows
}
async function auditOf(id: number) {
  const { rows } = await sql<{ action: string; before: object | null; after: object | null; reason: string | null }>`
    select action, before, after, reason from audit_log where object = 'admin-users' and record_id = ${String(id)} order by id`.execute(
    db(),
  )
  return rows
}

describe('inviting', () => {
  it('makes an account that waits for its first sign-in, sends an e-mail, and leaves an audit row', async () => {
    const person = await invited({ email: ' Nova.Reyes@Marquee.example ' })
    expect(person).toMatchObject({
      email: 'nova.reyes@marquee.example',
      name: 'Nova Reyes',
      role: 'buyers',
      status: 'invited',
      sessionCount: 0,
    })
    expect(Date.parse(person.invitationEndsAt ?? '') - Date.now()).toBeGreaterThan(13 * 24 * 3600_000)
    expect(await mailsTo(person.email)).toEqual([
      { template: 'staff-invitation', subject: 'Ingrid Solheim invites you to Marquee Admin' },
    ])
    expect(await auditOf(person.id)).toMatchObject([
      { action: 'invite', before: null, after: { email: person.email, role: 'buyers', status: 'invited' } },
    ])
    expect((await admin.get(path, { filter: { status: 'invited', email: person.email } })).body).toMatchObject([
      { id: person.id },
    ])
  })

  it.each([
    [{ email: 'someone@elsewhere.example' }, 422, 'email'],
    [{ email: 'no address' }, 422, 'email'],
    [{ email: undefined }, 422, 'email'],
    [{ role: 'nobody-has-it' }, 422, 'role'],
    [{ role: '../x' }, 422, 'role'],
    [{ role: undefined }, 422, 'role'],
    [{ status: 'active' }, 422, 'status'],
    [{ google_sub: 'x' }, 422, 'google_sub'],
    [{ first_name: 'x'.repeat(101) }, 422, 'first_name'],
    [{ first_name: 'a\u202eb' }, 422, 'first_name'],
    [{ isSuperUser: true }, 422, 'isSuperUser'],
  ])('refuses %o', async (body, status, field) => {
    const reply = await invite(body)
    expect(reply).toMatchObject({ status, body: { fields: { [field]: expect.any(String) } } })
  })

  it('of an address that has an account is a conflict, and sends nothing', async () => {
    const person = await invited()
    expect(await invite({ email: person.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { fields: { email: expect.any(String) } },
    })
    expect(await mailsTo(person.email)).toHaveLength(1)
  })

  it('gives no more than the inviter has (403), and never the role admin', async () => {
    const clerk = await makeStaff(db(), 'people')
    expect((await invite({ role: 'buyers' }, as(clerk))).status).toBe(201)
    for (const role of ['finance', 'admin']) {
      expect(await invite({ role }, as(clerk))).toMatchObject({ status: 403, body: { error: 'Escalation' } })
    }
    const { rows } = await sql`select 1 from staff p join roles r on r.id = p.role_id where r.name = 'admin'`.execute(
      db(),
    )
    expect(rows).toHaveLength(1)
  })

  it('needs write on users (403)', async () => {
    const reader = await server.signIn('read-only')
    expect((await invite({}, reader)).status).toBe(403)
    expect((await reader.get(path)).status).toBe(200)
    expect((await (await server.signIn('no-access')).get(path)).status).toBe(403)
  })

  it('notifies the other admins that someone’s access has grown', async () => {
    const other = await makeStaff(db(), 'admin')
    await invited({ first_name: 'Io', last_name: 'Watched' })
    expect(await mailsTo(other.email)).toContainEqual({
      template: 'access-grew',
      subject: 'Io Watched was invited with the role buyers',
    })
    await sql`update staff set role_id = (select id from roles where name = 'buyers') where id = ${other.id}`.execute(
      db(),
    )
  })

  it('can be repeated until it is taken up, and gives another 14 days', async () => {
    const person = await invited()
    await sql`update staff set invitation_ends_at = now() - interval '1 hour' where id = ${person.id}`.execute(db())
    expect((await admin.post(`${path}/${person.id}/invitation`)).status).toBe(200)
    expect(Date.parse((await read(person.id)).invitationEndsAt ?? '')).toBeGreaterThan(Date.now())
    expect(await mailsTo(person.email)).toHaveLength(2)
    const active = await makeStaff(db(), 'buyers')
    expect((await admin.post(`${path}/${active.id}/invitation`)).status).toBe(409)
  })
})

describe('changing an account', () => {
  it('takes names and the role by PUT and PATCH, with the version that was read', async () => {
    const person = await makeStaff(db(), 'buyers')
    const { version } = await read(person.id)
    const changed = await admin.put(
      `${path}/${person.id}`,
      { ...(await read(person.id)), first_name: 'Renamed' },
      { 'if-match': `"${version}"` },
    )
    expect(changed).toMatchObject({ status: 200, body: { first_name: 'Renamed', version: version + 1 } })
    expect(changed.headers.get('etag')).toBe(`"${version + 1}"`)
    expect(
      await admin.patch(`${path}/${person.id}`, { last_name: 'Late' }, { 'if-match': `"${version}"` }),
    ).toMatchObject({ status: 412, body: { current: { first_name: 'Renamed' } } })
    expect((await admin.patch(`${path}/${person.id}`, { role: 'people' })).body).toMatchObject({ role: 'people' })
    expect((await auditOf(person.id)).map(({ before, after }) => [before, after])).toEqual([
      [{ first_name: 'Person' }, { first_name: 'Renamed' }],
      [{ role: 'buyers' }, { role: 'people' }],
    ])
  })

  it('acts on the next call of the person, whose session goes on', async () => {
    const person = await makeStaff(db(), 'buyers')
    expect((await as(person).get(path)).status).toBe(403)
    await admin.patch(`${path}/${person.id}`, { role: 'people' })
    expect((await as(person).get(path)).status).toBe(200)
  })

  it('refuses by name what cannot be set, and passes it when it says what is stored', async () => {
    const person = await makeStaff(db(), 'buyers')
    const reply = await admin.put(`${path}/${person.id}`, {
      status: 'suspended',
      sessionCount: 9,
      id: 1,
      isSuperUser: true,
      token: 'x',
    })
    expect(reply.status).toBe(422)
    expect(Object.keys((reply.body as { fields: object }).fields).toSorted()).toEqual([
      'id',
      'isSuperUser',
      'sessionCount',
      'status',
      'token',
    ])
    expect((await admin.put(`${path}/${person.id}`, await read(person.id))).status).toBe(200)
  })

  it('mends the address of an invitation, but not of an account that is in use', async () => {
    const person = await invited()
    const mended = `mended-${person.id}@partner.example`
    expect((await admin.patch(`${path}/${person.id}`, { email: mended })).body).toMatchObject({ email: mended })
    expect(await mailsTo(mended)).toHaveLength(1)
    expect((await admin.patch(`${path}/${person.id}`, { email: 'me@elsewhere.example' })).status).toBe(422)
    const active = await makeStaff(db(), 'buyers')
    expect((await admin.patch(`${path}/${active.id}`, { email: 'other@marquee.example' })).status).toBe(409)
  })

  it('never lets people change their own role, touch an admin without being one, or touch a person with more permissions', async () => {
    const clerk = await makeStaff(db(), 'people')
    expect(await as(clerk).patch(`${path}/${clerk.id}`, { role: 'buyers' })).toMatchObject({
      status: 403,
      body: { error: 'OwnRole' },
    })
    expect((await as(clerk).patch(`${path}/${clerk.id}`, { first_name: 'Me' })).status).toBe(200)
    const {
      rows: [ingrid],
    } = await sql<{
      id: number
    }>`select p.id from staff p join roles r on r.id = p.role_id where r.name = 'admin' limit 1`.execute(db())
    const finance = await makeStaff(db(), 'finance')
    for (const id of [ingrid?.id, finance.id]) {
      expect((await as(clerk).patch(`${path}/${id}`, { first_name: 'Mine' })).status).toBe(403)
      expect((await as(clerk).post(`${path}/suspend`, { ids: [id], reason: 'Because I can' })).status).toBe(403)
      expect((await as(clerk).post(`${path}/${id}/sessions/end`, {})).status).toBe(403)
    }
  })

  it.each(['0', '-1', '1.5', '1e9', 'abc', '1;drop', '9223372036854775808', '%00', '999999999'])(
    'of an unknown person (%s) is 404 or 422',
    async (id) => {
      for (const reply of [
        await admin.get(`${path}/${id}`),
        await admin.put(`${path}/${id}`, { first_name: 'X' }),
        await admin.get(`${path}/${id}/sessions`),
      ]) {
        expect([400, 404, 422]).toContain(reply.status)
      }
    },
  )
})

describe('suspending', () => {
  it('ends every session at once: the very next call is refused (403 SessionExpired)', async () => {
    const person = await makeStaff(db(), 'people')
    const second = await makeSession(db(), person.id)
    expect((await as(person).get(path)).status).toBe(200)
    expect((await admin.post(`${path}/suspend`, { ids: [person.id], reason: 'Laptop was stolen' })).status).toBe(200)
    for (const token of [person.token, second]) {
      expect(await as({ token }).get(path)).toMatchObject({ status: 403, body: { error: 'SessionExpired' } })
    }
    expect(await read(person.id)).toMatchObject({
      status: 'suspended',
      suspendedBecause: 'Laptop was stolen',
      sessionCount: 0,
    })
    expect(await auditOf(person.id)).toMatchObject([
      {
        action: 'suspend',
        before: { status: 'active' },
        after: { status: 'suspended', sessionsEnded: 2 },
        reason: 'Laptop was stolen',
      },
    ])
  })

  it('and reactivating: old sessions stay ended, and the person can sign in again', async () => {
    const person = await makeStaff(db(), 'people')
    await admin.post(`${path}/suspend`, { ids: [person.id], reason: 'On leave' })
    await expect(makeSession(db(), person.id)).rejects.toMatchObject({ code: '23514' })
    expect((await admin.post(`${path}/reactivate`, { ids: [person.id], reason: 'Back again' })).status).toBe(200)
    expect(await read(person.id)).toMatchObject({ status: 'active', suspendedBecause: null })
    expect((await as(person).get(path)).status).toBe(403)
    expect((await as({ token: await makeSession(db(), person.id) }).get(path)).status).toBe(200)
  })

  it('ends sessions however it is done, even by a statement in the database', async () => {
    const person = await makeStaff(db(), 'people')
    await sql`update staff set status = 'suspended' where id = ${person.id}`.execute(db())
    expect((await as(person).get(path)).status).toBe(403)
    await sql`update staff set status = 'active' where id = ${person.id}`.execute(db())
    expect((await as(person).get(path)).status).toBe(403)
  })

  it('of an invitation withdraws it; reactivating sends another', async () => {
    const person = await invited()
    await admin.post(`${path}/suspend`, { ids: [person.id], reason: 'Wrong address' })
    expect(await read(person.id)).toMatchObject({ status: 'suspended', invitationEndsAt: null })
    await admin.post(`${path}/reactivate`, { ids: [person.id], reason: 'Right after all' })
    expect(await read(person.id)).toMatchObject({ status: 'invited' })
    expect(await mailsTo(person.email)).toHaveLength(2)
  })

  it('of several says for each what became of it', async () => {
    const [one, gone] = [await makeStaff(db(), 'buyers'), await makeStaff(db(), 'buyers')]
    await admin.post(`${path}/suspend`, { ids: [gone.id], reason: 'Left' })
    const { body } = await admin.post(`${path}/suspend`, { ids: [one.id, gone.id, 999_999], reason: 'Season is over' })
    expect(body).toEqual({
      results: [
        { id: one.id, ok: true },
        { id: gone.id, ok: false, message: expect.stringMatching(/suspended already/) },
        { id: 999_999, ok: false, message: 'Admin user not found.' },
      ],
    })
  })

  it('never hits oneself or the last active admin (409), and wants a reason', async () => {
    const {
      rows: [ingrid],
    } = await sql<{
      id: number
    }>`select p.id from staff p join roles r on r.id = p.role_id where r.name = 'admin' and p.status = 'active'`.execute(
      db(),
    )
    expect((await admin.post(`${path}/suspend`, { ids: [ingrid?.id], reason: 'Tired' })).status).toBe(409)
    expect((await admin.post(`${path}/suspend`, { ids: [1], reason: ' ' })).status).toBe(422)
    expect((await admin.post(`${path}/suspend`, { ids: [], reason: 'None' })).status).toBe(422)
  })
})

describe('write on users', () => {
  it('does every call that the specification names, and no command beyond them', async () => {
    const writer = as(await makeStaff(db(), 'writers'))
    const person = await makeStaff(db(), 'buyers')
    expect((await writer.get(path)).status).toBe(200)
    expect((await writer.get(`${path}/${person.id}`)).status).toBe(200)
    expect((await invite({}, writer)).status).toBe(201)
    expect((await writer.put(`${path}/${person.id}`, { first_name: 'Anew' })).status).toBe(200)
    const invitation = await invited()
    const ids = { ids: [person.id], reason: 'Lost the laptop' }
    for (const reply of [
      await writer.post(`${path}/${invitation.id}/invitation`),
      await writer.post(`${path}/${person.id}/sessions/end`, {}),
      await writer.post(`${path}/suspend`, ids),
      await writer.post(`${path}/reactivate`, ids),
      await writer.post('/rest/data/users/elevations', {
        staffId: person.id,
        role: 'buyers',
        minutes: 30,
        reason: 'Closing the month',
      }),
    ])
      expect([reply.status, JSON.stringify(reply.body)]).toEqual([403, expect.stringContaining('manage-staff')])
    const manager = as(await makeStaff(db(), 'people'))
    expect((await manager.post(`${path}/${invitation.id}/invitation`)).status).toBe(200)
    expect((await manager.post(`${path}/${person.id}/sessions/end`, {})).status).toBe(200)
  })

  it('is not for sales agents, who look customers up', async () => {
    const agent = await server.signIn('sales-agent')
    expect((await agent.get(path)).status).toBe(200)
    expect((await agent.get('/rest/data/users/user')).status).toBe(200)
    const draft = { name: 'Robot', company: 'Acme', email: 'dev@acme.example' }
    for (const reply of [
      await invite({ role: 'sales-agent' }, agent),
      await agent.post('/rest/data/discovery-api-users', draft),
      await agent.post('/rest/data/discovery-api-users/1/rotate', {}),
      await agent.post('/rest/data/users/elevations/1/refuse', {}),
    ])
      expect(reply.status).toBe(403)
  })
})

describe('a fresh sign-in', () => {
  it('is asked for before access is handed out, and for nothing that protects', async () => {
    const boss = await makeStaff(db(), 'admin')
    const person = await makeStaff(db(), 'buyers')
    await makeStale(db(), boss.id)
    const stale = {
      status: 401,
      body: { error: 'FreshSignInRequired', message: expect.stringMatching(/within the last five minutes/) },
    }
    expect(await invite({}, as(boss))).toMatchObject(stale)
    expect(await as(boss).patch(`${path}/${person.id}`, { role: 'people' })).toMatchObject(stale)
    expect(
      await as(boss).post('/rest/data/users/elevations', {
        staffId: person.id,
        role: 'finance',
        minutes: 30,
        reason: 'Closing the month',
      }),
    ).toMatchObject(stale)
    expect(await as(boss).patch(`${path}/${person.id}`, { first_name: 'Harmless' })).toMatchObject({ status: 200 })
    expect(await as(boss).post(`${path}/suspend`, { ids: [person.id], reason: 'Stolen phone' })).toMatchObject({
      status: 200,
    })
    expect(await as(boss).post(`${path}/reactivate`, { ids: [person.id], reason: 'Found it' })).toMatchObject(stale)
    expect(
      (
        await as({ token: await makeSession(db(), boss.id) }).post(`${path}/reactivate`, {
          ids: [person.id],
          reason: 'Found it',
        })
      ).status,
    ).toBe(200)
    await sql`update staff set role_id = (select id from roles where name = 'buyers') where id = ${boss.id}`.execute(
      db(),
    )
  })

  it('shows in whoami how long it lasts', async () => {
    const person = await makeStaff(db(), 'buyers', { signedInMinutesAgo: 2 })
    const { body } = await as(person).get('/rest/data/rbac/whoami')
    const { fresh_for: left } = (body as { session: { fresh_for: number } }).session
    expect(left).toBeGreaterThan(170)
    expect(left).toBeLessThanOrEqual(180)
    await makeStale(db(), person.id)
    expect((await as(person).get('/rest/data/rbac/whoami')).body).toMatchObject({
      session: { fresh_for: 0, own_role: 'buyers', elevations: [] },
    })
  })
})

describe('an invitation that has lapsed', () => {
  it('lets no one in, and says so', async () => {
    const person = await invited({ email: 'amara.twin@marquee.example' })
    await sql`update staff set invitation_ends_at = now() - interval '1 second' where id = ${person.id}`.execute(db())
    // The demo issuer signs only for the demo people, so the invitation replaces one of their accounts.
    await sql`update staff set google_sub = 'moved away', email = 'moved@demo.marquee.example' where email = 'amara.okonkwo@demo.marquee.example'`.execute(
      db(),
    )
    await sql`update staff set email = 'amara.okonkwo@demo.marquee.example' where id = ${person.id}`.execute(db())
    const signIn = async () => {
      const { body } = await server.anonymous.post('/demo/token', { email: 'amara.okonkwo@demo.marquee.example' })
      return await server.anonymous.post('/user/login', body)
    }
    const reply = await signIn()
    expect(reply).toMatchObject({
      status: 401,
      body: { error: 'NoAccess', message: expect.stringMatching(/has lapsed/) },
    })
    await admin.post(`${path}/${person.id}/invitation`)
    expect((await signIn()).status).toBe(200)
    expect(await read(person.id)).toMatchObject({ status: 'active' })
  })
})

describe('all of it', () => {
  it('leaves an audit whose chain is whole', async () => {
    expect(await verifyAudit(db())).toMatchObject({ broken: null })
  })
})
