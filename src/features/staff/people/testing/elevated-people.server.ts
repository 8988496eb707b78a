import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import { callerOf } from '../../../../core/testing/http-caller.server.ts'
import { makeRole } from './staff.server.ts'

export let server: TestServer
export let admin: Client
export const path = '/rest/data/users/elevations'
export const own = '/rest/data/users/own-elevations'
export const reason = 'Covering for Hiroshi during the month-end close'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveElevations(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'elevations' })
    admin = await server.signIn('admin')
    await makeRole(db(), 'helpers', { purchases: ['ui'] })
    await makeRole(db(), 'people', { users: ['ui', 'write', 'manage-staff'], coupons: ['ui'] })
    await makeRole(db(), 'coupon-lookers', { coupons: ['ui'] })
  })
  afterAll(() => server.stop())
}

export const db = () => server.database.kysely
export const as = ({ token }: { token: string }) => callerOf(server.url, token)
export interface Own {
  roles: { name: string }[]
  elevations: { id: number; role: string; state: string; endsAt: string | null }[]
}

export async function asked(person: { token: string }, role = 'finance', minutes = 60): Promise<number> {
  const reply = await as(person).post(own, { role, minutes, reason })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as Own).elevations[0]?.id ?? 0
}
export async function temporary(person: { id: number }, role = 'coupon-lookers', minutes = 30): Promise<number> {
  const reply = await admin.post(path, { staffId: person.id, role, minutes, reason })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { id: number }).id
}
export const mayList = async (person: { token: string }, what = 'coupons') =>
  (await as(person).get(`/rest/data/${what}`)).status
