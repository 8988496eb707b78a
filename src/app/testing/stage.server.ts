import { sql } from 'kysely'
import type { ApiDocument } from '../../kit/testing/conformance.server.ts'
import { conforming, conformanceTo } from '../../kit/testing/conformance.server.ts'
import { readEvents } from '../../kit/testing/event-reader.server.ts'
import { maker } from '../../kit/testing/make.server.ts'
import type { Stage } from '../../kit/testing/stage.server.ts'
import { refreshLineup } from '../../areas/lineups/lineup-members.server.ts'
import { resources } from '../../registry.ts'
import { examples } from './examples.server.ts'
import type { TestServer, TestServerOptions } from './start.server.ts'
import { startTestServer } from './start.server.ts'

/** The whole product as the contract wants it; every reply is held against the API's own description. */
export async function openStage(options: TestServerOptions): Promise<Stage & { server: TestServer }> {
  const server = await startTestServer(options)
  const db = server.database.kysely
  // Whatever the demo role sees, the reader of the contract sees every object.
  const objects = [...new Set(resources.map(({ access }) => access.object))]
  await sql`
    insert into role_permissions (role_id, action, object)
    select r.id, 'ui', o from roles r, unnest(${objects}::text[]) as given (o) where r.name = 'read-only'
    on conflict do nothing`.execute(db)
  const conformance = conformanceTo((await server.anonymous.get('/openapi.json')).body as ApiDocument)
  const [reader, stranger] = [await server.signIn('read-only'), await server.signIn('no-access')]
  const person = async (role: string) => conforming(await server.signIn(role), conformance)
  const samples = maker(db, resources, examples)
  return {
    server, db, resources,
    timeZone: server.timeZone,
    routes: new Set(server.implementations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)),
    maker: samples,
    admin: await person('admin'),
    reader: conforming(reader, conformance),
    stranger: conforming(stranger, conformance),
    follow: (resource, who) => readEvents(`${server.url}/rest/data/live/${resource}`, { 'x-token': (who === 'reader' ? reader : stranger).token }),
    anonymous: conforming(server.anonymous, conformance),
    async makeReady(resource, id) {
      if (resource === 'aliases') {
        const product = await samples.make('products', { status: 'live', suspendedBecause: null })
        await sql`insert into alias_members (alias_id, product_id, rank) values (${id}, ${product}, 1)`.execute(db)
      }
      if (resource === 'cities') await samples.make('products', { cityId: id, status: 'live', suspendedBecause: null })
      if (resource === 'lineups') {
        const eventId = await samples.make('events')
        await samples.make('performances', { eventId, timeZone: 'UTC', localDate: '2099-06-01', localTime: '20:00', isTimeTba: false, startsAt: '2099-06-01T20:00:00.000Z', status: 'onsale' })
        await sql`update lineups set pinned_event_ids = array[${eventId}]::bigint[], excluded_event_ids = '{}' where id = ${id}`.execute(db)
        await refreshLineup(db, id)
      }
      if (resource === 'events') await samples.make('performances', { eventId: id, status: 'onsale' })
    },
    async signInAnew() {
      await sql`update sessions set created_at = now()`.execute(db)
    },
    runJob: (name) => server.runJob(name),
    close: () => server.stop(),
  }
}
