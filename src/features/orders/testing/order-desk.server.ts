import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Reply, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { keyWith } from '../../discovery/testing/api-key.server.ts'
import type { Order } from '../orders.ts'
import type { Goods } from './goods.server.ts'
import { testEventKey } from '../test-signature.server.ts'
import { makeGoods } from './goods.server.ts'

/** As a sender makes it by the text of Standard Webhooks, apart from the product's own reading of it. */
function signatureOf(key: string, { id, timestamp, body }: Readonly<Record<'id' | 'timestamp' | 'body', string>>) {
  return `v1,${createHmac('sha256', Buffer.from(key, 'base64')).update([id, timestamp, body].join('.')).digest('base64')}`
}

/** What a test of the Orders API calls, as a partner with a key. */
export interface OrderDesk {
  readonly server: TestServer
  readonly db: TestServer['database']['kysely']
  readonly records: Maker
  readonly goods: Goods
  /** The API user that calls where a call does not name another key. */
  readonly userId: number
  place(body: object, name?: string, key?: string): Promise<Reply>
  /** Places an order of one ticket, or what is said, and expects that it can be. */
  placed(body?: object): Promise<Order>
  read(reference: string, key?: string): Promise<Reply>
  cancel(reference: string, key?: string): Promise<Reply>
  /** One of the calls about an order that change it. */
  post(reference: string, call: string, body: object, key?: string): Promise<Reply>
  /** Sends a test event, signed as the demo signs unless another key or age is said. */
  event(event: object, signed?: { readonly key?: string; readonly age?: number }): Promise<Reply>
  quote(
    line: object,
    coupon?: string,
  ): Promise<{
    total: number
    price: number
    fees: number
    lines: { available: number }[]
    coupon: { problem: string | null } | null
  }>
  available(line: object): Promise<number>
  tickets(quantity?: number): object
  visit(adults?: number): object
  /** The order as the database has it. */
  rowOf(reference: string): Promise<Readonly<Record<string, unknown>>>
}

/** Of startTestServer. */
const secret = 'of tests only, and long enough for them'

export const customer = { firstName: 'Ana', lastName: 'García', email: 'Ana@Example.com', country: 'ZZ' }

/** A refusal as `[status, error, fields]`, without fields where it names none. */
export async function refusalOf(reply: Promise<Reply>): Promise<unknown[]> {
  const { status, body } = await reply
  const { error, fields } = body as { error: string; fields?: object }
  return fields ? [status, error, fields] : [status, error]
}

/** A server with goods to sell, enough of them for all tests of a file. */
export async function openOrderDesk(
  postgresUrl: string | null,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<OrderDesk> {
  const server = await startTestServer({ postgresUrl, name, env })
  const db = server.database.kysely
  const records = maker(db, resources, examples)
  const goods = await makeGoods(db, records)
  await sql`update ticket_listings set quantity = 60 where id = ${goods.listingId}`.execute(db)
  await sql`update product_availabilities set vacancies = 60, capacity = 60
    where product_option_id = ${goods.optionId}`.execute(db)
  const { key: own, userId } = await keyWith(db, ['orders'])
  let last = 0
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const named = (key: string, call: string) => ({ ...bearer(key), 'idempotency-key': call })
  const tickets = (quantity = 2) => ({ kind: 'event', listingId: goods.listingId, quantity })
  const desk: OrderDesk = {
    server,
    db,
    records,
    goods,
    userId,
    place: (body, call = `order-${++last}`, key = own) => server.anonymous.post('/v1/orders', body, named(key, call)),
    async placed(body = {}) {
      const reply = await desk.place({ lines: [tickets(1)], customer, ...body })
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      return reply.body as Order
    },
    read: (reference, key = own) => server.anonymous.get(`/v1/orders/${reference}`, {}, bearer(key)),
    cancel: (reference, key = own) =>
      server.anonymous.post(`/v1/orders/${reference}/cancel`, {}, named(key, `cancel-${++last}`)),
    post: (reference, call, body, key = own) =>
      server.anonymous.post(`/v1/orders/${reference}/${call}`, body, named(key, `${call}-${++last}`)),
    event(event, { key = testEventKey(secret), age = 0 } = {}) {
      const signed = {
        id: `event-${++last}`,
        timestamp: String(Math.floor(Date.now() / 1_000) - age),
        body: JSON.stringify(event),
      }
      return server.anonymous.post('/demo/test-events', event, {
        'webhook-id': signed.id,
        'webhook-timestamp': signed.timestamp,
        'webhook-signature': signatureOf(key, signed),
      })
    },
    async quote(line, coupon) {
      const { status, body } = await server.anonymous.post('/v1/quotes', { lines: [line], coupon }, bearer(own))
      expect(status, JSON.stringify(body)).toBe(200)
      return body as Awaited<ReturnType<OrderDesk['quote']>>
    },
    available: async (line) => (await desk.quote(line)).lines[0]?.available ?? -1,
    tickets,
    visit: (adults = 2) => ({
      kind: 'product',
      optionId: goods.optionId,
      date: goods.date,
      time: '09:30',
      units: [{ unitId: goods.adultId, quantity: adults }],
    }),
    async rowOf(reference) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from purchases where reference = ${reference}`.execute(db)
      return rows[0] ?? {}
    },
  }
  return desk
}
