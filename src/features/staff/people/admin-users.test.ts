import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeStaff } from './testing/staff.server.ts'
import {
  admin,
  as,
  auditOf,
  db,
  invite,
  invited,
  mailsTo,
  path,
  read,
  servePeople,
  server,
} from './testing/invited-people.server.ts'

servePeople()

describe('the list', () => {
  const found = async (query: Record<string, unknown>, language = 'en') =>
    ((await admin.get(path, query, { 'accept-language': language })).body as { role: string }[]).map(({ role }) => role)

  it('is found by roles as people read them, and as they are written', async () => {
    for (const query of [
      { filter: { q: 'sales agent' } },
      { filter: { q: 'sales-agent' } },
      { filter: { role: { contains: 'Sales Agent' } } },
      { filter: { role: { startsWith: 'sales a' } } },
      { filter: { role: 'sales-agent' } },
    ]) {
      const roles = await found(query)
      expect(roles.length, JSON.stringify(query)).toBeGreaterThan(0)
      expect(new Set(roles), JSON.stringify(query)).toEqual(new Set(['sales-agent']))
    }
    expect(await found({ filter: { role: { contains: 'sales agents' } } })).toEqual([])
  })

  it('is found by roles in the reader’s language', async () => {
    const query = { filter: { role: { contains: 'agente de v' } } }
    expect(new Set(await found(query, 'es'))).toEqual(new Set(['sales-agent']))
    expect(await found(query)).toEqual([])
  })
})

describe('inviting', () => {
  it('makes an account that waits for its first sign-in, sends an email, and leaves an audit row', async () => {
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
      subject: 'Io Watched was invited with the role Buyers',
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
