import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { seedDemoStaff } from '../../../app/seed/demo-staff.server.ts'
import { demoPeople } from './demo-people.ts'
import { demoRoles } from '../../../app/seed/demo-roles.ts'
import { startSignIn } from './testing/sign-in.server.ts'
import type { SignInSetup } from './testing/sign-in.server.ts'
import { addAdmin } from './staff.server.ts'

let at: SignInSetup
beforeAll(async () => {
  at = await startSignIn({ postgresUrl: inject('postgresUrl'), name: 'staff' })
}, 120_000)
afterAll(() => at.close())

const add = (email: string) => at.db.kysely.transaction().execute((db) => addAdmin(db, email))

async function staffOf(email: string) {
  const { rows } = await sql<{ role: string; status: string }>`
    select r.name as role, p.status from staff p join roles r on r.id = p.role_id where p.email = ${email}`.execute(
    at.db.kysely,
  )
  return rows
}

async function whoSignsIn(email: string, sub: string): Promise<string> {
  const response = await at.post(
    '/user/login',
    { googleToken: await at.google.token({ email, sub }) },
    { 'x-forwarded-for': '192.0.2.1' },
  )
  const { token = '', error } = (await response.json()) as { token?: string; error?: string }
  if (error) return error
  const who = await at.call('/rest/data/rbac/whoami', { headers: { 'x-token': token, 'x-forwarded-for': '192.0.2.1' } })
  return ((await who.json()) as { user: { role: string } }).user.role
}

describe('adding an admin from the command line', () => {
  it('invites a new person, whose first sign-in then makes them one', async () => {
    expect(await add('Boss@Marquee.example')).toEqual({ email: 'boss@marquee.example', outcome: 'invited' })
    expect(await staffOf('boss@marquee.example')).toEqual([{ role: 'admin', status: 'invited' }])
    expect((await at.audited())[0]).toMatchObject({
      action: 'create',
      actor_kind: 'system',
      title: 'boss@marquee.example',
      reason: expect.stringContaining('command line'),
    })
    expect(await whoSignsIn('boss@marquee.example', 'sub-boss')).toBe('admin')
  })

  it('changes nothing for a person who is one, and audits nothing', async () => {
    const before = await at.audited(1_000)
    expect(await add('boss@marquee.example')).toMatchObject({ outcome: 'unchanged' })
    expect(await at.audited(1_000)).toEqual(before)
  })

  it('gives the role to a person who has another, from their next request on', async () => {
    await at.invite('agent@marquee.example', 'sales-agent')
    expect(await whoSignsIn('agent@marquee.example', 'sub-agent')).toBe('sales-agent')
    expect(await add('agent@marquee.example')).toMatchObject({ outcome: 'made-admin' })
    expect(await whoSignsIn('agent@marquee.example', 'sub-agent')).toBe('admin')
  })

  it('lets a suspended person in again', async () => {
    await sql`update staff set status = 'suspended' where email = 'boss@marquee.example'`.execute(at.db.kysely)
    expect(await whoSignsIn('boss@marquee.example', 'sub-boss')).toBe('NoAccess')
    expect(await add('boss@marquee.example')).toMatchObject({ outcome: 're-activated' })
    expect(await whoSignsIn('boss@marquee.example', 'sub-boss')).toBe('admin')
  })

  it('invites again who was suspended before ever signing in', async () => {
    const id = await at.invite('early@marquee.example')
    await sql`update staff set status = 'suspended' where id = ${id}`.execute(at.db.kysely)
    await add('early@marquee.example')
    expect(await staffOf('early@marquee.example')).toEqual([{ role: 'admin', status: 'invited' }])
  })

  it.each(['', 'boss', 'boss@', '@x.example', 'a b@x.example', 'boss@localhost', `${'x'.repeat(250)}@x.example`])(
    'refuses %j, which is no address',
    async (email) => {
      await expect(add(email)).rejects.toMatchObject({ status: 422, fields: { email: expect.any(String) } })
    },
  )
})

describe('the tables keep to the rules by themselves', () => {
  it.each([
    [
      'an active person who never signed in',
      "insert into staff (email, role_id, status) values ('x@x.example', 1, 'active')",
      '23514',
    ],
    ['an address in capitals', "insert into staff (email, role_id) values ('X@x.example', 1)", '23514'],
    ['an address twice', "insert into staff (email, role_id) values ('boss@marquee.example', 1)", '23505'],
    [
      'a Google account twice',
      "insert into staff (email, role_id, google_sub) values ('y@x.example', 1, 'sub-boss')",
      '23505',
    ],
    ['another status', "insert into staff (email, role_id, status) values ('z@x.example', 1, 'gone')", '23514'],
    ['a role that only looks like admin', "insert into roles (name) values ('Admin')", '23514'],
    ['a role with Cyrillic letters', "insert into roles (name) values ('аdmin')", '23514'],
    ['a role that differs in case alone', "insert into roles (name) values ('Finance')", '23505'],
    ['the role admin twice', "insert into roles (name) values ('admin')", '23505'],
    ['no role for a person', "delete from roles where name = 'admin'", '23503'],
    [
      'a token that is not hashed',
      "insert into sessions (staff_id, token_hash, address, expires_at) values (1, 'token', '', now() + interval '1 hour')",
      '23514',
    ],
  ])('%s is refused', async (_name, statement, code) => {
    await expect(sql.raw(statement).execute(at.db.kysely)).rejects.toMatchObject({ code })
  })
})

describe('the demo people', () => {
  it('are brought in once, and keep the changes that people make', async () => {
    await sql`update staff set first_name = 'Changed' where email = ${demoPeople[0]?.email}`.execute(at.db.kysely)
    await sql`delete from role_permissions where action = 'delete'`.execute(at.db.kysely)
    const counts = async () =>
      (
        await sql`
      select (select count(*) from staff) as staff, (select count(*) from roles) as roles,
        (select count(*) from role_permissions) as grants, (select count(*) from staff where first_name = 'Changed') as changed`.execute(
          at.db.kysely,
        )
      ).rows
    const before = await counts()
    await at.db.kysely.transaction().execute(seedDemoStaff)
    expect(await counts()).toEqual(before)
    expect(before).toEqual([expect.objectContaining({ changed: 1, roles: demoRoles.length + 1 })])
  })

  it('have grants that lead somewhere: a person who can change an area can see it', () => {
    for (const { name, grants } of demoRoles) {
      for (const [object, actions] of Object.entries(grants)) {
        const isVisible = actions.includes('ui') || actions.every((action) => action === 'read')
        expect([name, object, isVisible]).toEqual([name, object, true])
      }
    }
  })
})
