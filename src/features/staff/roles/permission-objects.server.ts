import { sql } from 'kysely'
import type { Access } from '../../../core/http/endpoint.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { permissionActions, permissionObjects } from '../../../core/access/permissions.ts'
import {
  createPermissionObject,
  deletePermissionObject,
  listPermissionActions,
  listPermissionObjects,
} from './permission-objects.ts'
import type { PermissionObjectRecord } from './permission-objects.ts'
import type { Limitable } from './limitable.ts'
import { countRows } from './role-records.server.ts'
import { lockRoles } from './role-rules.server.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

async function fetchObjects(db: Db): Promise<PermissionObjectRecord[]> {
  const { rows: added } = await sql<{ name: string }>`select name from permission_objects order by lower(name)`.execute(
    db,
  )
  const { rows: uses } = await sql<{ object: string; roles: string[] }>`
    select g.object, array_agg(distinct r.name order by r.name) as roles
    from role_permissions g join roles r on r.id = g.role_id group by g.object`.execute(db)
  const rolesOf = new Map(uses.map(({ object, roles }) => [object, roles]))
  return [
    ...Object.entries(permissionObjects).map(([name, { label, area }]) => ({
      name,
      label: t(label),
      area,
      isBuiltIn: true,
      roles: rolesOf.get(name) ?? [],
    })),
    ...added.map(({ name }) => ({ name, label: name, isBuiltIn: false, roles: rolesOf.get(name) ?? [] })),
  ]
}

export const listPermissionObjectsServer = implement(listPermissionObjects, async ({ db, reply }) => {
  const objects = await fetchObjects(db)
  countRows(reply, 'objects', objects.length)
  return objects
})

export const createPermissionObjectServer = implement(
  createPermissionObject,
  async ({ input: { name }, db, audit }) => {
    const {
      rows: [made],
    } = isBuiltIn(name)
      ? { rows: [] }
      : await sql<{ id: number }>`
    insert into permission_objects (name) values (${name}) on conflict do nothing returning id`.execute(db)
    if (!made) {
      throw new Refusal(409, t('An object called {name} already exists.', { name }), {
        fields: { name: t('This name is taken, whatever the letter case.') },
      })
    }
    audit.record({
      action: 'create',
      object: 'permission-objects',
      recordId: made.id,
      title: name,
      before: null,
      after: { name },
    })
    return { name, label: name, isBuiltIn: false, roles: [] }
  },
)

export const deletePermissionObjectServer = implement(
  deletePermissionObject,
  async ({ query: { name }, db, audit }) => {
    await lockRoles(db)
    if (Object.hasOwn(permissionObjects, name))
      throw new Refusal(409, t('{name} is built in and can’t be deleted.', { name }))
    const object = (await fetchObjects(db)).find((one) => one.name === name)
    if (!object) throw new Refusal(404, t('Object {name} not found.', { name }))
    if (object.roles.length > 0) {
      throw new Refusal(
        409,
        t(
          'The {n, plural, one {role} other {roles}} {roles} still {n, plural, one {has} other {have}} permissions on {name}. Remove them first.',
          { n: object.roles.length, roles: object.roles.map(roleTitle).join(', '), name },
        ),
      )
    }
    const {
      rows: [gone],
    } = await sql<{ id: number }>`delete from permission_objects where name = ${name} returning id`.execute(db)
    audit.record({
      action: 'delete',
      object: 'permission-objects',
      recordId: gone?.id ?? null,
      title: name,
      before: { name },
      after: null,
    })
    return object
  },
)

function isBuiltIn(name: string): boolean {
  return Object.keys(permissionObjects).some((known) => known.toLowerCase() === name.toLowerCase())
}

/** The actions with the objects on which anything in the product asks for them, read from the calls themselves. */
export function listPermissionActionsServer(
  policies: () => readonly (readonly [object: string, action: string])[],
  limitable: (action: string) => Limitable,
): Implementation {
  return implement(listPermissionActions, async ({ reply }) => {
    const asked = policies()
    const actions = Object.entries(permissionActions).map(([name, label]) => ({
      name,
      label: t(label),
      objects: [...new Set(asked.filter(([, action]) => action === name).map(([object]) => object))].sort(),
      limits: limitable(name),
    }))
    countRows(reply, 'actions', actions.length)
    return actions
  })
}

/** What a call asks for, besides being signed in. */
export function policiesOf({
  access,
  also = [],
  sometimes = [],
}: {
  access: Access
  also?: readonly (readonly [string, string])[]
  sometimes?: readonly (readonly [string, string])[]
}) {
  return [...(typeof access === 'string' ? [] : [access]), ...also, ...sometimes]
}
