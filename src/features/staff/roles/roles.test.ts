import { describe, expect, it } from 'vitest'
import { emails, makeRole, paths, setRole } from './testing/roles.server.ts'
import { demoRoles } from '../../../app/seed/demo-roles.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import {
  admin,
  answer,
  fieldsOf,
  newName,
  one,
  serveRoles,
  server,
  unchangedBy,
} from './testing/role-records.server.ts'

serveRoles()

describe('roles', () => {
  it('are listed with their people, objects and last change, admin first', async () => {
    const { status, body, headers } = await admin.get(paths.roles)
    const roles = body as { name: string }[]
    const financeGrants = demoRoles.find(({ name }) => name === 'finance')?.grants ?? {}
    expect([status, headers.get('x-total-count')]).toEqual([200, String(roles.length)])
    expect(roles[0]).toMatchObject({ name: 'admin', isBuiltIn: true, members: 1, objects: [] })
    expect(roles.find(({ name }) => name === 'finance')).toMatchObject({
      isBuiltIn: false,
      members: 1,
      permissions: Object.values(financeGrants).flat().length,
      objects: Object.keys(financeGrants).toSorted(),
    })
  })

  it('are made by name alone, or with permissions at once', async () => {
    const [bare, full] = [newName(), newName()]
    expect(await admin.post(paths.roles, { name: bare })).toMatchObject({
      status: 201,
      body: { name: bare, members: 0, permissions: 0 },
    })
    const reply = await admin.post(paths.roles, {
      name: full,
      description: 'Coupons only',
      permissions: [{ action: 'ui', object: 'coupons' }],
    })
    expect(reply).toMatchObject({
      status: 201,
      body: { description: 'Coupons only', objects: ['coupons'], changedBy: null },
    })
    expect((await admin.get(paths.roles, { name: full })).body).toMatchObject({
      name: full,
      changedBy: 'Ingrid Solheim',
    })
    expect(await tracesOf(server.database.kysely, reply)).toMatchObject([
      { action: 'create', object: 'roles', title: full, after: { 'ui coupons': true } },
    ])
  })

  const badNames = [
    'admin',
    'Admin',
    'ADMIN',
    'аdmin',
    'a b',
    '../x',
    'x'.repeat(65),
    '',
    'a\n',
    '*',
    '__proto__',
    'constructor',
    7,
    null,
  ]
  it.each(badNames)('are never called %j', async (name) => {
    const reply = await unchangedBy(() => admin.post(paths.roles, { name }))
    expect([answer(reply), Object.keys(fieldsOf(reply))]).toEqual(['422 InvalidInput', ['name']])
  })

  it('are made once, even by 20 at the same time and in whatever letter case', async () => {
    const name = newName()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => admin.post(paths.roles, { name: n % 2 ? name : name.toUpperCase() })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  it('are renamed and described again, and their people keep them', async () => {
    const [name, renamed] = [newName(), newName()]
    await makeRole(admin, name, 'ui coupons')
    await setRole(server, emails['no-access'], name)
    const person = await server.signIn('no-access')
    const reply = await admin.put(paths.roles, { name, newName: renamed, description: 'Looks at coupons' })
    expect(reply).toMatchObject({
      status: 200,
      body: { name: renamed, description: 'Looks at coupons', members: 1, version: 2 },
    })
    expect((await person.get(paths.whoami)).body).toMatchObject({ user: { role: renamed } })
    expect(await tracesOf(server.database.kysely, reply)).toMatchObject([
      { before: { name }, after: { name: renamed } },
    ])
    expect(answer(await admin.get(paths.roles, { name }))).toBe('404 NotFound')
    await setRole(server, emails['no-access'], 'no-access')
  })

  it('refuse a name that another has, an unknown role, and admin', async () => {
    const name = newName()
    await makeRole(admin, name)
    expect(answer(await unchangedBy(() => admin.put(paths.roles, { name, newName: 'Finance' })))).toBe('409 Conflict')
    expect(answer(await unchangedBy(() => admin.put(paths.roles, { name, newName: 'admin' })))).toBe('422 InvalidInput')
    expect(answer(await unchangedBy(() => admin.put(paths.roles, { name: 'nobody', description: 'x' })))).toBe(
      '404 NotFound',
    )
    expect(answer(await unchangedBy(() => admin.put(paths.roles, { name: 'admin', description: 'x' })))).toBe(
      '409 Conflict',
    )
    expect(answer(await unchangedBy(() => admin.delete(one(paths.roles, { name: 'admin' }))))).toBe('409 Conflict')
    expect(answer(await unchangedBy(() => admin.put(paths.permissions, { role: 'admin', permissions: [] })))).toBe(
      '409 Conflict',
    )
  })

  it('in use are not deleted before their people have another', async () => {
    const name = newName()
    await makeRole(admin, name, 'ui coupons')
    await setRole(server, emails['no-access'], name)
    expect(answer(await unchangedBy(() => admin.delete(one(paths.roles, { name }))))).toBe('409 RoleInUse')
    expect(answer(await unchangedBy(() => admin.delete(one(paths.roles, { name, reassignTo: name }))))).toBe(
      '422 InvalidInput',
    )
    expect(answer(await unchangedBy(() => admin.delete(one(paths.roles, { name, reassignTo: 'nobody' }))))).toBe(
      '422 InvalidInput',
    )
    const reply = await admin.delete(one(paths.roles, { name, reassignTo: 'no-access' }))
    expect(reply).toMatchObject({ status: 200, body: { name, members: 1 } })
    expect((await admin.get(paths.users, { email: emails['no-access'] })).body).toMatchObject({ role: 'no-access' })
    expect((await tracesOf(server.database.kysely, reply)).map(({ action, object }) => `${action} ${object}`)).toEqual([
      'update admin-users',
      'delete roles',
    ])
  })

  it('are never deleted in bulk', async () => {
    for (const query of ['', '?name=', '?name=*', '?name=%25', '?name=a&name=b', '?filter={}']) {
      expect(answer(await unchangedBy(() => admin.delete(`${paths.roles}${query}`))), query).toBe('422 InvalidInput')
      expect(answer(await unchangedBy(() => admin.delete(`${paths.objects}${query}`))), query).toBe('422 InvalidInput')
      expect(
        answer(await unchangedBy(() => admin.delete(`${paths.users}${query.replace('name', 'email')}`))),
        query,
      ).toMatch(/^(422 InvalidInput|404 NotFound)$/)
    }
  })

  it('are only changed as they were when they were read', async () => {
    const name = newName()
    await makeRole(admin, name)
    const etag = (await admin.get(paths.permissions, { role: name })).headers.get('etag') ?? ''
    const first = await admin.put(
      paths.permissions,
      { role: name, permissions: [{ action: 'ui', object: 'tags' }] },
      { 'if-match': etag },
    )
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"'])
    const second = await unchangedBy(() =>
      admin.put(paths.permissions, { role: name, permissions: [] }, { 'if-match': etag }),
    )
    expect([answer(second), second.headers.get('etag')]).toEqual(['412 StaleVersion', '"2"'])
    expect(
      answer(await unchangedBy(() => admin.put(paths.roles, { name, description: 'x' }, { 'if-match': etag }))),
    ).toBe('412 StaleVersion')
    expect(answer(await unchangedBy(() => admin.delete(one(paths.roles, { name }), { 'if-match': etag })))).toBe(
      '412 StaleVersion',
    )
  })
})
