import { sql } from 'kysely'
import type { ApiDocument } from '../../core/testing/api-document.server.ts'
import { conforming, conformanceTo } from '../../core/testing/conformance.server.ts'
import { readEvents } from '../../core/testing/event-reader.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import type { TestContext } from '../../core/testing/test-context.server.ts'
import { resources } from '../registry.server.ts'
import { examples, preparations } from './examples.server.ts'
import type { TestServer, TestServerOptions } from './start.server.ts'
import { startTestServer } from './start.server.ts'

/** Both documents in which the API describes itself. */
export async function describedBy({ anonymous }: Pick<TestServer, 'anonymous'>): Promise<[ApiDocument, ApiDocument]> {
  const [admin, discovery] = await Promise.all(
    ['/openapi.json', '/v1/openapi.json'].map(async (path) => (await anonymous.get(path)).body as ApiDocument),
  )
  if (!admin || !discovery) throw new Error('There are two documents.')
  return [admin, discovery]
}

/** The whole product as the contract wants it; every reply is checked against the API's own description. */
export async function openTestContext(options: TestServerOptions): Promise<TestContext & { server: TestServer }> {
  const server = await startTestServer(options)
  const db = server.database.kysely
  // However much the demo role sees, the reader of the contract sees every object.
  const objects = [...new Set(resources.map(({ access }) => access.object))]
  await sql`
    insert into role_permissions (role_id, action, object)
    select r.id, 'ui', o from roles r, unnest(${objects}::text[]) as given (o) where r.name = 'read-only'
    on conflict do nothing`.execute(db)
  const conformance = conformanceTo(...(await describedBy(server)))
  const [reader, stranger] = [await server.signIn('read-only'), await server.signIn('no-access')]
  const person = async (role: string) => conforming(await server.signIn(role), conformance)
  const samples = maker(db, resources, examples)
  return {
    server,
    db,
    resources,
    timeZone: server.timeZone,
    routes: new Set(server.implementations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)),
    maker: samples,
    admin: await person('admin'),
    reader: conforming(reader, conformance),
    stranger: conforming(stranger, conformance),
    follow: (resource, who) =>
      readEvents(`${server.url}/rest/data/live/${resource}`, {
        'x-token': (who === 'reader' ? reader : stranger).token,
      }),
    anonymous: conforming(server.anonymous, conformance),
    async makeReady(resource, id) {
      for (const { name, prepare } of preparations) if (name === resource) await prepare(id, samples, db)
    },
    async signInAgain() {
      await sql`update sessions set created_at = now()`.execute(db)
    },
    runJob: (name) => server.runJob(name),
    close: () => server.stop(),
  }
}
