import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import type { TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import type { Goods } from '../../orders/testing/goods.server.ts'
import { makeGoods } from '../../orders/testing/goods.server.ts'
import type { TheirEvent } from '../adapters/ticket-feed.server.ts'
import { dueAgain, makeProvider, provider, says, scriptFeed, theirEvent, theirListing } from './scripted-feed.server.ts'

type Row = Readonly<Record<string, unknown>>

export let server: TestServer
export let goods: Goods
/** Their event that is our performance. */
export let ours: TheirEvent
export let providerId = 0

export const db = () => server.database.kysely
export const rowsOf = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(db())).rows
export const listings = () =>
  rowsOf(sql`select code, section, row_name, quantity, price, currency, note, splits, leaves_no_single, delivery, is_instant, in_hand_on, is_open, is_supplied
    from ticket_listings where provider_id = ${providerId} order by code`)
export const events = () => rowsOf(sql`select * from provider_events where provider_id = ${providerId} order by code`)
/** Reads everything again. */
export const run = async () => {
  await dueAgain(db())
  await server.runJob(`sync-${provider}`)
}

/** A server on which Ticket Evolution sells one event of ours with two listings, before each test again. */
export function serveEventSync(name: string): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name })
    goods = await makeGoods(db(), maker(db(), resources, examples))
    providerId = await makeProvider(db())
    const [performance] = await rowsOf(sql`
      select e.name, v.name as venue, c.name as city from performances p join events e on e.id = p.event_id
        join venues v on v.id = p.venue_id join cities c on c.id = p.city_id where p.id = ${goods.performanceId}`)
    ours = theirEvent('e1', { ...performance } as Partial<TheirEvent>)
  })
  afterAll(() => server?.stop())
  beforeEach(async () => {
    scriptFeed()
    says.pages = new Map([['', { events: [ours], next: null }]])
    says.listings = new Map([['e1', [theirListing('a'), theirListing('b', { ask: 7_000, row: null })]]])
    await sql`delete from ticket_listings where provider_id = ${providerId}`.execute(db())
    await sql`delete from provider_events`.execute(db())
    await sql`update performances set provider_codes = '[]'`.execute(db())
    await sql`update supplier_syncs set problem = null, problem_at = null`.execute(db())
  })
}
