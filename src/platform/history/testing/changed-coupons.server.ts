import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { makeCatalogue } from '../../../features/coupons/testing/coupons.server.ts'

export interface Coupon {
  readonly id: number
  readonly version: number
  readonly code: string
  readonly [key: string]: unknown
}
export interface History {
  versions: {
    entry: number
    action: string
    actorName: string
    reason: string | null
    changes: { key: string; before: string | null; after: string | null }[]
  }[]
  hasMore: boolean
  titles: Record<string, Record<string, string>>
}

export const path = '/rest/data/coupons'
export let server: TestServer
export let admin: Client
export let agent: Client
export let reader: Client
export let cityId: number
let last = 0

/** Starts the product for the tests of a file, and stops it after them. */
export function serveHistory(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'record history' })
    admin = await server.signIn('admin')
    agent = await server.signIn('sales-agent')
    reader = await server.signIn('read-only')
    cityId = (await makeCatalogue(server.database.kysely)).cityId
  })
  afterAll(() => server.stop())
}

export async function create(draft: object = {}): Promise<Coupon> {
  const reply = await admin.post(path, {
    code: `CARE-${++last}`,
    name: 'First',
    percent: 500,
    status: 'active',
    ...draft,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Coupon
}
export const at = ({ id }: { id: number }) => `${path}/${id}`

export const historyOf = async (coupon: { id: number }, who: Client = admin) =>
  (await who.get(`${at(coupon)}/history`)).body as History

export async function makeCustomer(name: string): Promise<number> {
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into customers (email, first_name, last_name, locale) values (${`${name}-${++last}@example.com`}, 'Very', 'Private', 'es') returning id`.execute(
    server.database.kysely,
  )
  return made?.id ?? 0
}
