import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { verifyAudit } from '../../../core/audit/chain.server.ts'
import { callerOf } from '../../../core/testing/http-caller.server.ts'
import { makeRole, makeStaff } from './testing/staff.server.ts'

let server: TestServer
let admin: Client
const path = '/rest/data/users/elevations'
const own = '/rest/data/users/own-elevations'
const reason = 'Covering for Hiroshi during the month-end close'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'elevations' })
  admin = await server.signIn('admin')
  await makeRole(db(), 'helpers', { purchases: ['ui'] })
  await makeRole(db(), 'people', { users: ['ui', 'write', 'manage-staff'], coupons: ['ui'] })
  await makeRole(db(), 'coupon-lookers', { coupons: ['ui'] })
})
afterAll(() => server.stop())

const db = () => server.database.kysely
const as = ({ token }: { token: string }) => callerOf(server.url, token)
interface Own {
  roles: { name: string }[]
  elevations: { id: number; role: string; state: string; endsAt: string | null }[]
}

async function asked(person: { token: string }, role = 'finance', minutes = 60): Promise<number> {
  const reply = await as(person).post(own, { role, minutes, reason })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as Own).elevations[0]?.id ?? 0
}
async function temporary(person: { id: number }, role = 'coupon-lookers', minutes = 30): Promise<number> {
  const reply = await admin.post(path, { staffId: person.id, role, minutes, reason })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { id: number }).id
}
const mayList = async (person: { token: string }, what = 'coupons') =>
  (await as(person).get(`/rest/data/${what}`)).status
const stateOf = async (id: number) => ((await admin.get(`${path}/${id}`)).body as { state: string }).state
async function mailsTo(email: string) {
  const { rows } = await sql<{
    subject: string
  }>`select subject from messages where recipient = ${email} order by id`.execute(db())
  return rows.map(({ subject }) => subject)
}

describe('asking for a role for a time', () => {
  it('gives nothing by itself, notifies the admins, and shows what was requested', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person)
    expect(await mayList(person)).toBe(403)
    expect((await as(person).get(own)).body).toMatchObject({
      elevations: [{ id, role: 'finance', state: 'open', minutes: 60, reason, endsAt: null }],
    })
    expect(await mailsTo('ingrid.solheim@demo.marquee.example')).toContain(
      `${person.name} asks for the permissions of finance`,
    )
    expect((await admin.get(path, { filter: { state: 'open', staffId: person.id } })).body).toMatchObject([
      { id, reason, staff: { title: person.name } },
    ])
  })

  it('granted, it lasts as long as agreed from then on, in addition to the person’s own role', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person, 'coupon-lookers', 45)
    const { body } = await admin.post(`${path}/${id}/grant`, { answer: 'Thanks for helping out' })
    expect(body).toMatchObject({ state: 'active', decidedBy: 'Ingrid Solheim', answer: 'Thanks for helping out' })
    const minutes = (Date.parse((body as { endsAt: string }).endsAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(44.5)
    expect(minutes).toBeLessThanOrEqual(45)
    expect([await mayList(person), await mayList(person, 'purchases')]).toEqual([200, 200])
    expect((await as(person).get('/rest/data/rbac/whoami')).body).toMatchObject({
      user: { role: 'helpers' },
      session: { own_role: 'helpers', elevations: [{ id, role: 'coupon-lookers', reason }] },
      permissions: expect.arrayContaining([
        { action: 'ui', object: 'coupons' },
        { action: 'ui', object: 'purchases' },
      ]),
    })
    expect(await mailsTo(person.email)).toEqual(['You hold the permissions of coupon-lookers for 45 minutes'])
  })

  it('ends by its own date, on the next call, with nothing that has to run for it', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await temporary(person)
    expect(await mayList(person)).toBe(200)
    // The guard prevents moving the end, so the test bypasses it.
    await sql`alter table elevations disable trigger elevations_guard`.execute(db())
    await sql`update elevations set decided_at = now() - interval '31 minutes', ends_at = now() - interval '1 minute' where id = ${id}`.execute(
      db(),
    )
    await sql`alter table elevations enable trigger elevations_guard`.execute(db())
    expect(await mayList(person)).toBe(403)
    expect(await stateOf(id)).toBe('expired')
    expect((await admin.post(`${path}/${id}/end`, {})).status).toBe(409)
  })

  it('replaces a request that is still open, and can be withdrawn', async () => {
    const person = await makeStaff(db(), 'helpers')
    const first = await asked(person)
    const second = await asked(person, 'coupon-lookers')
    expect([await stateOf(first), await stateOf(second)]).toEqual(['ended', 'open'])
    expect((await as(person).post(`${own}/${second}/end`)).status).toBe(200)
    expect((await admin.post(`${path}/${second}/grant`, {})).status).toBe(409)
    expect(await mayList(person)).toBe(403)
  })

  it('lapses unanswered', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person)
    await sql`update elevations set lapses_at = now() - interval '1 second' where id = ${id}`.execute(db())
    expect(await stateOf(id)).toBe('lapsed')
    expect((await admin.post(`${path}/${id}/grant`, {})).status).toBe(409)
  })

  it('refused, it says why', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person)
    await admin.post(`${path}/${id}/refuse`, { answer: 'Ask Hiroshi himself' })
    expect((await as(person).get(own)).body).toMatchObject({
      elevations: [{ state: 'refused', answer: 'Ask Hiroshi himself', decidedBy: 'Ingrid Solheim' }],
    })
    expect(await mayList(person)).toBe(403)
  })

  it.each([
    [{ minutes: 4 }, 'minutes'],
    [{ minutes: 481 }, 'minutes'],
    [{ minutes: 30.5 }, 'minutes'],
    [{ minutes: '60' }, 'minutes'],
    [{ reason: 'because' }, 'reason'],
    [{ reason: '          ' }, 'reason'],
    [{ role: 'no-such-role' }, 'role'],
    [{ role: 7 }, 'role'],
    [{ staffId: 1 }, 'staffId'],
  ])('refuses %o', async (body, field) => {
    const person = await makeStaff(db(), 'helpers')
    expect(await as(person).post(own, { role: 'finance', minutes: 60, reason, ...body })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  it('offers only roles that add something', async () => {
    const person = await makeStaff(db(), 'people')
    const { roles } = (await as(person).get(own)).body as Own
    expect(roles.map(({ name }) => name)).toContain('finance')
    expect(roles.map(({ name }) => name)).not.toContain('coupon-lookers')
    expect((await as(person).post(own, { role: 'people', minutes: 30, reason })).status).toBe(409)
    expect((await admin.post(own, { role: 'finance', minutes: 30, reason })).status).toBe(409)
  })
})

describe('temporary access has limits', () => {
  it('people cannot grant their own request, not even with write on users', async () => {
    const person = await makeStaff(db(), 'people')
    const id = await asked(person, 'finance')
    expect(await as(person).post(`${path}/${id}/grant`, {})).toMatchObject({ status: 403, body: { error: 'OwnRole' } })
    expect(await as(person).post(`${path}/${id}/refuse`, {})).toMatchObject({ status: 403 })
    expect(await as(person).post(path, { staffId: person.id, role: 'finance', minutes: 30, reason })).toMatchObject({
      status: 403,
      body: { error: 'OwnRole' },
    })
  })

  it('no one grants access that they do not have, least of all the role admin', async () => {
    const clerk = await makeStaff(db(), 'people')
    const person = await makeStaff(db(), 'helpers')
    for (const role of ['finance', 'admin']) {
      expect(await as(clerk).post(path, { staffId: person.id, role, minutes: 30, reason })).toMatchObject({
        status: 403,
        body: { error: 'Escalation' },
      })
      const id = await asked(person, role)
      expect(await as(clerk).post(`${path}/${id}/grant`, {})).toMatchObject({
        status: 403,
        body: { error: 'Escalation' },
      })
    }
    expect(
      (await as(clerk).post(path, { staffId: person.id, role: 'coupon-lookers', minutes: 30, reason })).status,
    ).toBe(201)
  })

  it('temporary access cannot be passed on', async () => {
    const clerk = await makeStaff(db(), 'people')
    const person = await makeStaff(db(), 'helpers')
    await temporary(clerk, 'finance')
    expect(await mayList(clerk, 'purchases')).toBe(200)
    expect(await as(clerk).post(path, { staffId: person.id, role: 'finance', minutes: 30, reason })).toMatchObject({
      status: 403,
      body: { error: 'Escalation' },
    })
    expect(
      await as(clerk).post('/rest/data/users/admins', { email: 'x@marquee.example', role: 'finance' }),
    ).toMatchObject({ status: 403 })
  })

  it('temporary admin access allows everything except creating or changing admins, or one’s own role', async () => {
    const person = await makeStaff(db(), 'helpers')
    const other = await makeStaff(db(), 'helpers')
    await temporary(person, 'admin', 15)
    expect((await as(person).get('/rest/data/rbac/whoami')).body).toMatchObject({
      user: { role: 'admin' },
      session: { own_role: 'helpers' },
    })
    expect(await mayList(person)).toBe(200)
    const admins = '/rest/data/users/admins'
    for (const reply of [
      await as(person).patch(`${admins}/${person.id}`, { role: 'admin' }),
      await as(person).patch(`${admins}/${other.id}`, { role: 'admin' }),
      await as(person).post(admins, { email: 'y@marquee.example', role: 'admin' }),
      await as(person).patch(`${admins}/${other.id}`, { role: 'finance' }),
    ])
      expect(reply.status).toBe(403)
  })

  it('needs write on users, and a person who is active', async () => {
    const reader = await server.signIn('read-only')
    const person = await makeStaff(db(), 'helpers')
    expect((await reader.post(path, { staffId: person.id, role: 'coupon-lookers', minutes: 30, reason })).status).toBe(
      403,
    )
    await admin.post('/rest/data/users/admins/suspend', { ids: [person.id], reason: 'Gone' })
    expect((await admin.post(path, { staffId: person.id, role: 'coupon-lookers', minutes: 30, reason })).status).toBe(
      409,
    )
  })

  it('is kept by the database itself', async () => {
    const [clerk, person] = [await makeStaff(db(), 'people'), await makeStaff(db(), 'helpers')]
    const lend = (staffId: number, giver: number, role: string, minutes = 30) =>
      sql`
      insert into elevations (staff_id, role_id, role_name, minutes, reason, decision, decided_by, decided_at, ends_at)
      select ${staffId}, id, name, ${minutes}, ${reason}, 'granted', ${giver}, now(), now() + make_interval(mins => ${minutes}) from roles where name = ${role}`.execute(
        db(),
      )
    const attempts = [
      [person.id, clerk.id, 'finance', 30],
      [person.id, clerk.id, 'admin', 30],
      [clerk.id, clerk.id, 'coupon-lookers', 30],
      [person.id, clerk.id, 'coupon-lookers', 481],
    ] as const
    for (const [staffId, giver, role, minutes] of attempts)
      await expect(lend(staffId, giver, role, minutes)).rejects.toMatchObject({ code: '23514' })
    await lend(person.id, clerk.id, 'coupon-lookers')
    const change = (what: string) =>
      sql`update elevations set ${sql.raw(what)} where staff_id = ${person.id}`.execute(db())
    for (const what of [
      "ends_at = ends_at + interval '1 hour'",
      'minutes = 480',
      "role_id = (select id from roles where name = 'finance')",
      "reason = 'Something else entirely'",
    ]) {
      await expect(change(what)).rejects.toMatchObject({ code: '23514' })
    }
  })
})

describe('temporary access ends', () => {
  it('when it is taken back or given back, on the next call', async () => {
    const [one, other] = [await makeStaff(db(), 'helpers'), await makeStaff(db(), 'helpers')]
    const [first, second] = [await temporary(one), await temporary(other)]
    expect((await admin.post(`${path}/${first}/end`, { answer: 'Not needed any more' })).status).toBe(200)
    expect((await as(other).post(`${own}/${second}/end`)).status).toBe(200)
    expect([await mayList(one), await mayList(other)]).toEqual([403, 403])
    expect((await as(one).post(`${own}/${second}/end`)).status).toBe(404)
  })

  it('with a suspension, with a new role, and with the role that was granted', async () => {
    const [suspended, moved, third] = [
      await makeStaff(db(), 'helpers'),
      await makeStaff(db(), 'helpers'),
      await makeStaff(db(), 'helpers'),
    ]
    await makeRole(db(), 'short-lived', { coupons: ['ui'] })
    const ids = [await temporary(suspended), await temporary(moved), await temporary(third, 'short-lived')]
    await admin.post('/rest/data/users/admins/suspend', { ids: [suspended.id], reason: 'Gone' })
    await admin.patch(`/rest/data/users/admins/${moved.id}`, { role: 'no-access' })
    await sql`delete from roles where name = 'short-lived'`.execute(db())
    const { rows } = await sql`select ended_because from elevations where id = any(${ids}) order by id`.execute(db())
    expect(rows).toEqual([
      { ended_because: 'suspended' },
      { ended_because: 'role-changed' },
      { ended_because: 'role-deleted' },
    ])
    expect([await mayList(moved), await mayList(third)]).toEqual([403, 403])
  })
})

describe('the audit', () => {
  it('has every step with its reason, and shows whose rights were used', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person, 'people', 30)
    await admin.post(`${path}/${id}/grant`, {})
    const invitation = await as(person).post('/rest/data/users/admins/suspend', {
      ids: [(await makeStaff(db(), 'no-access')).id],
      reason: 'Under elevation',
    })
    expect(invitation.status).toBe(200)
    await as(person).post(`${own}/${id}/end`)
    const { rows } = await sql<{
      action: string
      actor_name: string
      actor_role: string
      elevated_from: string | null
      reason: string | null
    }>`
      select action, actor_name, actor_role, elevated_from, reason from audit_log
      where (object = 'elevations' and record_id = ${String(id)}) or (actor_id = ${person.id} and action = 'suspend') order by id`.execute(
      db(),
    )
    expect(rows).toEqual([
      { action: 'request-elevation', actor_name: person.name, actor_role: 'helpers', elevated_from: null, reason },
      { action: 'grant-elevation', actor_name: 'Ingrid Solheim', actor_role: 'admin', elevated_from: null, reason },
      {
        action: 'suspend',
        actor_name: person.name,
        actor_role: 'people',
        elevated_from: 'helpers',
        reason: 'Under elevation',
      },
      {
        action: 'give-back-elevation',
        actor_name: person.name,
        actor_role: 'people',
        elevated_from: 'helpers',
        reason: null,
      },
    ])
    expect(await verifyAudit(db())).toMatchObject({ broken: null })
  })
})
