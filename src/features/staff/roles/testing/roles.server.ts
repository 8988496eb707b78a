import { sql } from 'kysely'
import type { Client, TestServer } from '../../../../app/testing/start.server.ts'

export const paths = {
  roles: '/rest/data/rbac/roles',
  objects: '/rest/data/rbac/objects',
  actions: '/rest/data/rbac/actions',
  permissions: '/rest/data/rbac/permissions',
  users: '/rest/data/rbac/users',
  whoami: '/rest/data/rbac/whoami',
} as const

/** The addresses of the demo people, by the role that each starts with. */
export const emails = {
  'admin': 'ingrid.solheim@demo.marquee.example',
  'catalogue-editor': 'mateo.villanueva@demo.marquee.example',
  'sales-agent': 'amara.okonkwo@demo.marquee.example',
  'finance': 'hiroshi.tanabe@demo.marquee.example',
  'read-only': 'leila.haddad@demo.marquee.example',
  'no-access': 'tomasz.zielinski@demo.marquee.example',
} as const

/** Puts a person's role straight into the database, as a test needs it. */
export async function setRole({ database }: TestServer, email: string, role: string): Promise<void> {
  await sql`update staff set role_id = (select id from roles where name = ${role}), status = 'active' where email = ${email}`.execute(
    database.kysely,
  )
}

/** A role with permissions written as `write coupons`. */
export async function makeRole(admin: Client, name: string, ...grants: string[]): Promise<void> {
  const permissions = grants.map((grant) => {
    const [action, object] = grant.split(' ')
    return { action, object }
  })
  const reply = await admin.post(paths.roles, { name, permissions })
  if (reply.status !== 201) throw new Error(`Making ${name} answered ${reply.status} ${JSON.stringify(reply.body)}`)
}
