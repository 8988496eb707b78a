import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import { callerOf } from '../../../../core/testing/http-caller.server.ts'
import { makeRole } from './staff.server.ts'

export let server: TestServer
export let admin: Client
export const path = '/rest/data/users/admins'

/** Starts the product for the tests of a file, and stops it after them. */
export function servePeople(): void {
  beforeAll(async () => {
    server = await startTestServer({
      postgresUrl: inject('postgresUrl'),
      name: 'admin users',
      env: { GOOGLE_HOSTED_DOMAIN: 'marquee.example,partner.example,demo.marquee.example' },
    })
    admin = await server.signIn('admin')
    await makeRole(db(), 'people', { users: ['ui', 'write', 'manage-staff'], purchases: ['ui'] })
    await makeRole(db(), 'writers', { users: ['ui', 'write'], purchases: ['ui'] })
    await makeRole(db(), 'buyers', { purchases: ['ui'] })
  })
  afterAll(() => server.stop())
}

export const db = () => server.database.kysely
export const as = ({ token }: { token: string }) => callerOf(server.url, token)

interface Row {
  id: number
  version: number
  name: string
  email: string
  role: string
  status: string
  first_name: string | null
  suspendedBecause: string | null
  invitationEndsAt: string | null
  sessionCount: number
}

let last = 0
export async function invite(body: object = {}, caller: Pick<Client, 'post'> = admin) {
  return await caller.post(path, {
    email: `new-${++last}@marquee.example`,
    first_name: 'Nova',
    last_name: 'Reyes',
    role: 'buyers',
    ...body,
  })
}
export async function invited(body: object = {}): Promise<Row> {
  const reply = await invite(body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
export const read = async (id: number) => (await admin.get(`${path}/${id}`)).body as Row
export async function mailsTo(email: string) {
  const { rows } = await sql<{
    template: string
    subject: string
  }>`select template, subject from messages where recipient = ${email} order by id`.execute(db())
  return rows
}
export async function auditOf(id: number) {
  const { rows } = await sql<{ action: string; before: object | null; after: object | null; reason: string | null }>`
    select action, before, after, reason from audit_log where object = 'admin-users' and record_id = ${String(id)} order by id`.execute(
    db(),
  )
  return rows
}
