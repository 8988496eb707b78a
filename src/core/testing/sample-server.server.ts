import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../access/access.ts'
import { createSearchTraces } from '../audit/search-traces.server.ts'
import { createSearchGate } from '../http/search-gate.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Implementation } from '../http/endpoint.server.ts'
import { Refusal } from '../errors/errors.ts'
import { mount } from '../http/http.server.ts'
import { createLog } from '../http/log.server.ts'
import { openApiOf } from '../http/openapi.server.ts'
import { implementationsOf } from '../calls/registry.server.ts'
import { serve } from '../resource/resource.server.ts'
import { schemaDifferences } from '../resource/schema-draft.server.ts'
import { createWebServer } from '../http/web-server.server.ts'
import type { ApiDocument } from './api-document.server.ts'
import { conforming, conformanceTo } from './conformance.server.ts'
import type { Example } from './make.server.ts'
import { maker } from './make.server.ts'
import { gadgets, makers, sampleCities, stalls } from './sample-resources.ts'
import type { Caller, TestContext } from './test-context.server.ts'
import { callerOf } from './http-caller.server.ts'
import { openMigrated } from '../../db/testing/migrated-database.server.ts'

// Records that another one references come before it.
const resources = [makers, gadgets, sampleCities, stalls]
const lastOn = sql`(select max((part ->> 'on')::date) from jsonb_array_elements(t.parts) as part)`
const servers = [
  serve(gadgets, { derived: { partCount: sql`jsonb_array_length(t.parts)`, lastOn } }),
  serve(makers),
  serve(sampleCities),
  serve(stalls),
]

/** Far from where tests usually run, and with summer time of its own. */
const timeZone = 'America/Santiago'

const sampleApi = { title: 'Sample', description: 'What no product has.', tags: {}, security: {} }

const gadget: Example = (n) => ({
  values: {
    madeOn: '2026-03-01',
    soldOn: n % 3 ? `2026-04-${10 + (n % 18)}` : null,
    rivalId: null,
    stamp: n % 2 ? `Stamp ${n % 5}` : null,
  },
})

const people: Readonly<Record<string, Actor['grants']>> = {
  admin: { isSuperUser: true, objects: {} },
  reader: { isSuperUser: false, objects: { ui: ['tags'] } },
  editor: { isSuperUser: false, objects: { ui: ['tags'], write: ['tags'] } },
  stranger: { isSuperUser: false, objects: {} },
  // The first cities that a test makes have the ids 1 and 2.
  local: {
    isSuperUser: false,
    objects: { ui: ['places', 'tags'], write: ['places', 'tags'] },
    limits: {
      ui: { places: [{ personalData: false }] },
      write: { places: [{ cities: [1] }, { cities: [2] }], tags: [{ cities: [1] }] },
    },
  },
}

export interface SampleServer extends TestContext {
  readonly url: string
  readonly database: Database
  readonly server: FastifyInstance
  /** May create and delete, but not update: for that another object is needed. */
  readonly editor: Caller
  /** May change places in the cities 1 and 2 alone, and sees no personal data there. */
  readonly local: Caller
}

export interface SampleServerOptions {
  /** Null runs the embedded engine. */
  readonly postgresUrl: string | null
  readonly implementations?: readonly Implementation[]
  readonly requireIfMatch?: boolean
}

/** The core at work on resources that no product has: HTTP, access, audit and idempotency, without any signing in. */
export async function startSampleServer(options: SampleServerOptions): Promise<SampleServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-kit-'))
  const log = createLog({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })
  // The tables of the samples come on top: they are drafted from the definitions.
  const { database, drop } = await openMigrated({ postgresUrl: options.postgresUrl, name: 'kit', dataDir, log })
  const db = database.kysely
  for (const { draft } of await schemaDifferences(db, resources)) await database.pool.query(draft)
  const server = createWebServer({ log, isProduction: false })
  const implementations = [...implementationsOf({ servers, implementations: options.implementations ?? [], timeZone })]
  mount(server, {
    db,
    implementations,
    requireIfMatch: options.requireIfMatch ?? false,
    searches: createSearchGate(database),
    traces: createSearchTraces(db, { secret: 'of tests only', log }),
    checkOutput: true,
    async authenticate({ headers }) {
      const name = String(headers['x-token'] ?? '')
      const grants = Object.hasOwn(people, name) ? people[name] : undefined
      if (!grants) throw new Refusal(403, 'Your session has ended. Please sign in again.', { error: 'SessionExpired' })
      return {
        kind: 'staff',
        id: Object.keys(people).indexOf(name) + 1,
        name,
        email: `${name}@example.com`,
        role: name,
        grants,
      }
    },
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  // Edge: what travels as JSON is read as such.
  const conformance = conformanceTo(JSON.parse(JSON.stringify(openApiOf(implementations, sampleApi))) as ApiDocument)
  const person = (name: string) => conforming(callerOf(url, name), conformance)
  return {
    url,
    database,
    server,
    db,
    resources,
    timeZone,
    maker: maker(db, resources, { gadgets: gadget }),
    admin: person('admin'),
    reader: person('reader'),
    editor: person('editor'),
    local: person('local'),
    stranger: person('stranger'),
    anonymous: person(''),
    async close() {
      await server.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
