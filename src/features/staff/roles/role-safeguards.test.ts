import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emails, makeRole, paths, setRole } from './testing/roles.server.ts'
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

describe('no one changes their own role', () => {
  it('neither its permissions, nor its name, nor which it is', async () => {
    const before = (await manager.get(paths.whoami)).body
    for (const call of [
      () => manager.put(paths.permissions, { role: 'manager', permissions: [] }),
      () =>
        manager.put(paths.permissions, {
          role: 'manager',
          permissions: [
            { action: 'ui', object: 'coupons' },
            { action: 'write', object: 'settings' },
          ],
        }),
      () => manager.put(paths.roles, { name: 'manager', newName: 'boss' }),
      () => manager.put(paths.roles, { name: 'manager', description: 'x' }),
      () => assign(manager, emails['sales-agent'], 'no-access'),
      () => remove(manager, emails['sales-agent']),
      () => manager.delete(one(paths.roles, { name: 'manager', reassignTo: 'no-access' })),
    ])
      expect(answer(await call())).toBe('403 OwnRole')
    const { permissions, user } = (await manager.get(paths.whoami)).body as { permissions: unknown; user: unknown }
    expect({ permissions, user }).toEqual({
      permissions: (before as { permissions: unknown }).permissions,
      user: (before as { user: unknown }).user,
    })
    expect((await manager.put(paths.users, { email: emails['sales-agent'], last_name: 'Okonkwo' })).status).toBe(200)
  })

  it('admins neither, while there is another', async () => {
    await setRole(server, emails.finance, 'admin')
    expect(answer(await assign(admin, emails.admin, 'finance'))).toBe('403 OwnRole')
    expect(answer(await remove(admin, emails.admin))).toBe('403 OwnRole')
  })
})

describe('the last active admin', () => {
  it('is neither removed nor given another role', async () => {
    expect(answer(await remove(admin, emails.admin))).toBe('409 LastAdmin')
    expect(answer(await assign(admin, emails.admin, 'finance'))).toBe('409 LastAdmin')
  })

  it('is not made up for by admins who are invited or suspended', async () => {
    await admin.post(paths.users, { email: 'invited@example.com', role: 'admin' })
    await sql`update staff set role_id = (select id from roles where name = 'admin'), status = 'suspended', suspended_at = now() where email = ${emails.finance}`.execute(
      server.database.kysely,
    )
    expect(answer(await remove(admin, emails.admin))).toBe('409 LastAdmin')
    expect((await remove(admin, 'invited@example.com')).status).toBe(200)
    await sql`update staff set status = 'active', suspended_at = null where email = ${emails.finance}`.execute(
      server.database.kysely,
    )
  })
})

describe('dangerous changes', () => {
  it('ask for a sign-in within the last five minutes', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui coupons')
    await sql`update sessions set created_at = now() - interval '6 minutes' where ended_at is null`.execute(
      server.database.kysely,
    )
    for (const call of [
      () => admin.put(paths.permissions, { role, permissions: [] }),
      () => assign(admin, emails['no-access'], role),
      () => remove(admin, emails['no-access']),
      () => admin.post(paths.users, { email: 'stale@example.com', role }),
    ])
      expect(answer(await call())).toBe('401 FreshSignInRequired')
    expect((await admin.put(paths.users, { email: emails['no-access'], first_name: 'Tomasz' })).status).toBe(200)
    await sql`update sessions set created_at = now() where ended_at is null`.execute(server.database.kysely)
  })
})
