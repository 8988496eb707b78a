import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
import { demoRoles } from '../../../app/seed/demo-roles.ts'
import { emails, makeRole, paths, setRole } from './testing/roles.server.ts'

let server: TestServer
let admin: Client
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'roles' })
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())

const newName = () => `role-${++last}`
const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
const fieldsOf = ({ body }: Reply) => (body as { fields?: Record<string, string> }).fields ?? {}
const one = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params)}`
const permissionsOf = async (role: string) =>
  (
    (await admin.get(paths.permissions, { role })).body as { permissions: { action: string; object: string }[] }
  ).permissions.map(({ action, object }) => `${action} ${object}`)

/** Everything about roles and people that a refused call must leave alone. */
async function state(): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ hash: string }>`
    select md5(concat((select json_agg(r order by id) from roles r), (select json_agg(g order by role_id, action, object) from role_permissions g),
      (select json_agg(json_build_array(id, email, role_id, status, version) order by id) from staff),
      (select json_agg(o order by id) from permission_objects o))) as hash`.execute(server.database.kysely)
  return row?.hash ?? ''
}

async function unchangedBy(call: () => Promise<Reply>): Promise<Reply> {
  const before = await state()
  const reply = await call()
  expect(await state()).toBe(before)
  return reply
}

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

describe('permissions', () => {
  it('PUT replaces the whole set, keeps who gave what, and writes down what changed alone', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui coupons', 'write coupons')
    const permissions = [
      { action: 'ui', object: 'coupons' },
      { action: 'refund', object: 'purchases' },
      { action: 'ui', object: 'coupons' },
    ]
    const reply = await admin.put(paths.permissions, { role, permissions })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        role,
        permissions: [
          { action: 'ui', object: 'coupons' },
          { action: 'refund', object: 'purchases' },
        ],
      },
    })
    expect(await permissionsOf(role)).toEqual(['ui coupons', 'refund purchases'])
    expect(await tracesOf(server.database.kysely, reply)).toMatchObject([
      {
        action: 'update-permissions',
        title: role,
        before: { 'write coupons': true, 'refund purchases': false },
        after: { 'write coupons': false, 'refund purchases': true },
      },
    ])
    const again = await unchangedBy(() => admin.put(paths.permissions, { role, permissions }))
    expect([again.status, await tracesOf(server.database.kysely, again)]).toEqual([200, []])
  })

  it('GET without a role gives those of each', async () => {
    const sets = (await admin.get(paths.permissions)).body as { role: string; permissions: unknown[] }[]
    expect(sets.find(({ role }) => role === 'finance')?.permissions).toEqual(
      ((await admin.get(paths.permissions, { role: 'finance' })) as { body: { permissions: unknown[] } }).body
        .permissions,
    )
    expect(answer(await admin.get(paths.permissions, { role: 'nobody' }))).toBe('404 NotFound')
  })

  it.each([
    ['an unknown action', [{ action: 'fly', object: 'coupons' }], 'permissions.0.action'],
    ['an action that every object has by nature', [{ action: 'toString', object: 'coupons' }], 'permissions.0.action'],
    [
      'an unknown object',
      [
        { action: 'ui', object: 'coupons' },
        { action: 'ui', object: 'dragons' },
      ],
      'permissions.1.object',
    ],
    ['an object that is a prototype', [{ action: 'ui', object: '__proto__' }], 'permissions.0.object'],
    ['10,000 entries', Array.from({ length: 10_000 }, () => ({ action: 'ui', object: 'coupons' })), 'permissions'],
    ['a wildcard', [{ action: '*', object: '*' }], 'permissions.0.action'],
    ['a key too many', [{ action: 'ui', object: 'coupons', limit: 1 }], 'permissions.0.limit'],
    ['text', 'ui coupons', 'permissions'],
    ['nothing', undefined, 'permissions'],
  ])('are refused with %s', async (_, permissions, field) => {
    const reply = await unchangedBy(() => admin.put(paths.permissions, { role: 'read-only', permissions }))
    expect(answer(reply)).toBe('422 InvalidInput')
    expect(Object.keys(fieldsOf(reply))).toContain(field)
  })

  it('are refused with a __proto__ key in the body, which pollutes nothing', async () => {
    const reply = await unchangedBy(() =>
      admin.put(paths.permissions, '{"role":"read-only","permissions":[],"__proto__":{"polluted":1}}'),
    )
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('act on the very next request of each person concerned', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui coupons')
    await setRole(server, emails['no-access'], role)
    const person = await server.signIn('no-access')
    const version = (await person.get(paths.whoami)).headers.get('x-permissions-version')
    expect((await person.get('/rest/data/coupons')).status).toBe(200)
    await admin.put(paths.permissions, { role, permissions: [{ action: 'ui', object: 'products' }] })
    const refused = await person.get('/rest/data/coupons')
    expect(answer(refused)).toBe('403 Forbidden')
    expect((await person.get('/rest/data/products')).status).toBe(200)
    // The refusal itself tells an open console that its menu is out of date.
    expect(refused.headers.get('x-permissions-version')).not.toBe(version)
    expect((await person.get(paths.whoami)).headers.get('x-permissions-version')).toBe(
      refused.headers.get('x-permissions-version'),
    )
    await setRole(server, emails['no-access'], 'no-access')
    expect(answer(await person.get('/rest/data/products'))).toBe('403 Forbidden')
  })
})

describe('objects and actions', () => {
  it('list what is built in and what was added, with the roles that have permissions on it', async () => {
    const { body } = await admin.get(paths.objects)
    const objects = body as { name: string; isBuiltIn: boolean; roles: string[] }[]
    expect(objects.filter(({ isBuiltIn }) => isBuiltIn).map(({ name }) => name)).toEqual(Object.keys(permissionObjects))
    expect(objects.find(({ name }) => name === 'coupons')?.roles).toContain('finance')
    const actions = (await admin.get(paths.actions)).body as { name: string; objects: string[] }[]
    expect(actions.map(({ name }) => name)).toEqual(Object.keys(permissionActions))
    expect(actions.find(({ name }) => name === 'write')?.objects).toContain('coupons')
  })

  it('take objects at run time, which are granted like any other and go when no role has them any more', async () => {
    const [name, role] = ['gift-cards', newName()]
    expect(await admin.post(paths.objects, { name })).toMatchObject({
      status: 201,
      body: { name, isBuiltIn: false, roles: [] },
    })
    expect(answer(await admin.post(paths.objects, { name: 'Gift-Cards' }))).toBe('409 Conflict')
    await makeRole(admin, role, `ui ${name}`)
    await setRole(server, emails['no-access'], role)
    const person = await server.signIn('no-access')
    expect((await person.get(paths.whoami)).body).toMatchObject({ permissions: [{ action: 'ui', object: name }] })
    await setRole(server, emails['no-access'], 'no-access')
    const inUse = await unchangedBy(() => admin.delete(one(paths.objects, { name })))
    expect([answer(inUse), (inUse.body as { message: string }).message]).toEqual([
      '409 Conflict',
      `The role ${role} still has permissions on ${name}. Take them away first.`,
    ])
    await admin.delete(one(paths.roles, { name: role }))
    expect((await admin.delete(one(paths.objects, { name }))).status).toBe(200)
    expect(answer(await admin.delete(one(paths.objects, { name })))).toBe('404 NotFound')
  })

  it.each(Object.keys(permissionObjects))('never lose the built-in %s', async (name) => {
    expect(answer(await admin.delete(one(paths.objects, { name })))).toBe('409 Conflict')
  })

  it.each(['Coupons', 'coupons'])('refuse %s beside the built-in one', async (name) => {
    expect(answer(await unchangedBy(() => admin.post(paths.objects, { name })))).toBe('409 Conflict')
  })

  it.each(['', 'a b', '../x', '*', 'x'.repeat(65), '__proto__', 'toString'])('refuse the name %j', async (name) => {
    expect(answer(await unchangedBy(() => admin.post(paths.objects, { name })))).toBe('422 InvalidInput')
  })
})
