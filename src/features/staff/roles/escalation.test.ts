import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emails, makeRole, paths, setRole } from './testing/roles.server.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
import {
  admin,
  answer,
  assign,
  manager,
  newName,
  one,
  remove,
  serveEscalation,
  server,
} from './testing/rival-roles.server.ts'

serveEscalation()

const roleOf = async (email: string) => ((await admin.get(paths.users, { email })).body as { role: string }).role

describe('people of the console', () => {
  it('are listed, found by address in any letter case, and narrowed to a role', async () => {
    const everybody = await admin.get(paths.users)
    expect([everybody.headers.get('x-total-count'), (everybody.body as unknown[]).length]).toEqual(['6', 6])
    expect(await admin.get(paths.users, { email: emails.finance.toUpperCase() })).toMatchObject({
      status: 200,
      body: { email: emails.finance, first_name: 'Hiroshi', last_name: 'Tanabe', role: 'finance', status: 'active' },
    })
    expect((await admin.get(paths.users, { role: 'finance' })).body).toMatchObject([{ email: emails.finance }])
    expect(answer(await admin.get(paths.users, { email: 'nobody@example.com' }))).toBe('404 NotFound')
  })

  it('are invited with a role, change name and role, and leave for good', async () => {
    const email = 'New.Person@Example.com'
    const made = await admin.post(paths.users, { email, first_name: 'New', last_name: 'Person', role: 'finance' })
    expect(made).toMatchObject({
      status: 201,
      body: { email: 'new.person@example.com', role: 'finance', status: 'invited' },
    })
    const { rows: sent } = await sql`select 1 from messages where recipient = 'new.person@example.com'`.execute(
      server.database.kysely,
    )
    expect(sent).toHaveLength(1)
    expect(answer(await admin.post(paths.users, { email, role: 'finance' }))).toBe('409 Conflict')
    const changed = await admin.put(paths.users, { email, last_name: 'Name', role: 'read-only' })
    expect(changed).toMatchObject({
      status: 200,
      body: { first_name: 'New', last_name: 'Name', role: 'read-only', version: 2 },
    })
    expect(await tracesOf(server.database.kysely, changed)).toMatchObject([
      {
        action: 'update',
        object: 'admin-users',
        before: { last_name: 'Person', role: 'finance' },
        after: { last_name: 'Name', role: 'read-only' },
      },
    ])
    expect(answer(await admin.put(paths.users, { email, first_name: 'x' }, { 'if-match': '"1"' }))).toBe(
      '412 StaleVersion',
    )
    expect(await remove(admin, email)).toMatchObject({ status: 200, body: { role: 'read-only' } })
    expect(answer(await remove(admin, email))).toBe('404 NotFound')
  })

  it.each([
    [{}, 'email'],
    [{ email: 'x', role: 'finance' }, 'email'],
    [{ email: 'a@b.example' }, 'role'],
    [{ email: 'a@b.example', role: 'nobody' }, 'role'],
    [{ email: 'a@b.example', role: 'finance', status: 'active' }, 'status'],
    [{ email: 'a@b.example', role: 'finance', first_name: '\u202Eevil' }, 'first_name'],
    [{ email: 'a@b.example', role: 'finance', first_name: 'x'.repeat(101) }, 'first_name'],
  ])('are not made of %j', async (input, field) => {
    const reply = await admin.post(paths.users, input)
    expect(answer(reply)).toBe('422 InvalidInput')
    expect(Object.keys((reply.body as { fields: object }).fields)).toContain(field)
  })

  it('lose their sessions with their account', async () => {
    const { database } = server
    await sql`insert into staff (email, role_id, status, google_sub) select 'leaver@example.com', role_id, 'active', 'leaver' from staff where email = ${emails.finance}`.execute(
      database.kysely,
    )
    await remove(admin, 'leaver@example.com')
    const { rows } = await sql`select 1 from staff where email = 'leaver@example.com'`.execute(database.kysely)
    expect(rows).toEqual([])
  })

  it('who are named in records that stay are not deleted', async () => {
    const {
      body: { id },
    } = (await admin.get(paths.users, { email: emails['no-access'] })) as { body: { id: number } }
    const coupon = await admin.post('/rest/data/coupons', { code: 'OWNED', name: 'Owned', percent: 500, ownerId: id })
    expect(coupon.status, JSON.stringify(coupon.body)).toBe(201)
    const reply = await remove(admin, emails['no-access'])
    expect([answer(reply), (reply.body as { message: string }).message]).toEqual([
      '409 Conflict',
      expect.stringContaining('Suspend the account instead.'),
    ])
  })
})

describe('no one grants what they do not have', () => {
  it('neither to another role nor to a new one, and the refusal is in the audit', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui tags', 'refund purchases')
    const tried = await manager.put(paths.permissions, {
      role,
      permissions: [
        { action: 'ui', object: 'tags' },
        { action: 'write', object: 'settings' },
      ],
    })
    expect([answer(tried), (tried.body as { message: string }).message]).toEqual([
      '403 Escalation',
      'You can only give permissions that you have, and you lack “Rewrite rules, ticket map outliers and workers · Edit”.',
    ])
    expect(await tracesOf(server.database.kysely, tried)).toMatchObject([
      { action: 'refused', object: 'roles', title: 'PUT /rest/data/rbac/permissions' },
    ])
    expect(
      answer(
        await manager.post(paths.roles, { name: newName(), permissions: [{ action: 'refund', object: 'purchases' }] }),
      ),
    ).toBe('403 Escalation')
    // The manager can keep or remove what the role has, and add what they have themselves.
    expect(
      (
        await manager.put(paths.permissions, {
          role,
          permissions: [
            { action: 'refund', object: 'purchases' },
            { action: 'write', object: 'coupons' },
          ],
        })
      ).status,
    ).toBe(200)
  })

  it('nor by giving a colleague a role that has it, current or invited', async () => {
    expect(answer(await assign(manager, emails['no-access'], 'finance'))).toBe('403 Escalation')
    expect(answer(await manager.post(paths.users, { email: 'friend@example.com', role: 'finance' }))).toBe(
      '403 Escalation',
    )
    expect(answer(await manager.post(paths.users, { email: 'friend@example.com', role: 'admin' }))).toBe(
      '403 Escalation',
    )
    const [powerful, weak] = [newName(), newName()]
    await makeRole(admin, powerful, 'refund purchases')
    await makeRole(admin, weak, 'ui coupons')
    await setRole(server, emails['no-access'], weak)
    expect(answer(await manager.delete(one(paths.roles, { name: weak, reassignTo: powerful })))).toBe('403 Escalation')
    expect(await roleOf(emails['no-access'])).toBe(weak)
    expect((await assign(manager, emails['no-access'], 'no-access')).status).toBe(200)
  })

  it('nor anything of admins: only admins make, change or remove them', async () => {
    await setRole(server, emails.finance, 'admin')
    for (const call of [
      () => assign(manager, emails['no-access'], 'admin'),
      () => assign(manager, emails.finance, 'no-access'),
      () => remove(manager, emails.finance),
      () => manager.put(paths.users, { email: emails.finance, first_name: 'Mallory' }),
      () => manager.put(paths.permissions, { role: 'admin', permissions: [] }),
    ])
      expect(answer(await call())).toBe('403 Escalation')
    expect(await roleOf(emails.finance)).toBe('admin')
  })

  it('whatever they try: no sequence of calls gives a manager more than they have', async () => {
    const grant = fc.record({
      action: fc.constantFrom(...Object.keys(permissionActions)),
      object: fc.constantFrom(...Object.keys(permissionObjects)),
    })
    const email = fc.constantFrom(emails['sales-agent'], emails['no-access'], emails['read-only'])
    const role = fc.constantFrom('manager', 'finance', 'admin', 'no-access', 'loot', 'spare')
    const ownRole = fc.constantFrom('manager', 'admin', 'loot', 'spare')
    const step = fc.oneof(
      fc.tuple(role, fc.array(grant, { maxLength: 4 })).map(
        ([name, permissions]) =>
          () =>
            manager.put(paths.permissions, { role: name, permissions }),
      ),
      fc.tuple(email, role).map(
        ([who, name]) =>
          () =>
            assign(manager, who, name),
      ),
      fc.tuple(role, fc.array(grant, { maxLength: 3 })).map(
        ([name, permissions]) =>
          () =>
            manager.post(paths.roles, { name, permissions }),
      ),
      fc.tuple(ownRole, ownRole).map(
        ([name, newName]) =>
          () =>
            manager.put(paths.roles, { name, newName }),
      ),
      fc.tuple(ownRole, role).map(
        ([name, reassignTo]) =>
          () =>
            manager.delete(one(paths.roles, { name, reassignTo })),
      ),
    )
    const mayDo = async () =>
      JSON.stringify(((await manager.get(paths.whoami)).body as { permissions: unknown }).permissions)
    const before = await mayDo()
    await makeRole(admin, 'loot')
    await makeRole(admin, 'spare', 'refund purchases')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const run of steps) expect((await run()).status).toBeLessThan(500)
        expect(await mayDo()).toBe(before)
        const { rows: admins } = await sql<{
          email: string
        }>`select email from staff p join roles r on r.id = p.role_id where r.name = 'admin'`.execute(
          server.database.kysely,
        )
        expect(admins).toEqual([{ email: emails.admin }])
        // Roles that the manager made hold nothing that the manager lacks.
        const own = ['ui roles', 'write roles', 'ui coupons', 'write coupons']
        const made = await sql<{ key: string }>`
        select g.action || ' ' || g.object as key from role_permissions g where g.granted_by = (select id from staff where email = ${emails['sales-agent']})`.execute(
          server.database.kysely,
        )
        expect(made.rows.filter(({ key }) => !own.includes(key))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
