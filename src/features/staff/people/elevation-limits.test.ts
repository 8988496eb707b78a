import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeRole, makeStaff } from './testing/staff.server.ts'
import {
  admin,
  as,
  asked,
  db,
  mayList,
  own,
  path,
  reason,
  serveElevations,
  server,
  temporary,
} from './testing/elevated-people.server.ts'

serveElevations()

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
