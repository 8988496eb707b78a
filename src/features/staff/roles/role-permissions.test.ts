import { describe, expect, it } from 'vitest'
import { emails, makeRole, paths, setRole } from './testing/roles.server.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
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
import { roleTitle } from '../../../platform/auth/role-labels.ts'

serveRoles()

const permissionsOf = async (role: string) =>
  (
    (await admin.get(paths.permissions, { role })).body as { permissions: { action: string; object: string }[] }
  ).permissions.map(({ action, object }) => `${action} ${object}`)

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
    expect(answer(await admin.get(paths.permissions, { role: 'unknown' }))).toBe('404 NotFound')
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
      `The role ${roleTitle(role)} still has permissions on ${name}. Remove them first.`,
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
