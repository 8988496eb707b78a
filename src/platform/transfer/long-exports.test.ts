import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { resources } from '../../app/registry.server.ts'
import { claimExport, ExportTask } from './export-task.server.ts'
import type { Export } from './exports.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const rows = 50_000
let server: TestServer
let admin: Client

// On the embedded engine, where all callers share the only connection.
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: null, name: 'long exports' })
  admin = await server.signIn('admin')
  // Nothing is searched here, and filling this index takes longer than everything else.
  await sql`drop index messages_search`.execute(server.database.kysely)
  for (let from = 1; from <= rows; from += 2_500) {
    await sql`
      insert into messages (recipient, template, subject, content, status, next_attempt_at)
      select 'person-' || n || '@example.com', 'sample', md5(n::text) || md5(n::text || 'x'), '{}', 'sent', null
      from generate_series(${from}::integer, ${from + 2_499}::integer) n`.execute(server.database.kysely)
  }
}, 120_000)
afterAll(() => server?.stop())

/** The memory that this process uses now, in bytes, after garbage collection. */
function held(): number {
  collect()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}

describe.each(['csv', 'xlsx'])('an export of 50,000 rows as %s', (format) => {
  it(
    'needs no more memory for the last row than for the first, lets others use the connection between its pages, and is whole',
    { timeout: 180_000 },
    async () => {
      const reply = await admin.post('/rest/data/messages/exports', {
        format,
        columns: ['recipient', 'subject', 'status', 'createdAt', 'attempts'],
        sort: '["id","ASC"]',
      })
      const { id, rowsTotal } = reply.body as Export
      // Lists stop counting; the export itself counts on.
      expect(rowsTotal).toBeNull()
      const context = {
        database: server.database,
        log: silent,
        signal: new AbortController().signal,
        resources,
        implementations: () => server.implementations,
      }
      const claimed = await claimExport(context)
      if (!claimed) throw new Error('It waits.')
      const task = new ExportTask(context, claimed)
      const sizes: number[] = []
      const waits: number[] = []
      for (let [steps, isOver] = [0, false]; !isOver; steps++) {
        const step = task.step()
        const begin = performance.now()
        const other = await admin.get('/rest/data/continents', { range: [0, 0], fields: ['id'], filter: { id: 1 } })
        waits.push(performance.now() - begin)
        expect(other.status).toBe(200)
        isOver = await step
        if (steps === (format === 'csv' ? 2 : 0))
          expect((await admin.get(`/rest/data/exports/${id}`)).body).toMatchObject({ rowsTotal: rows })
        if (steps % (format === 'csv' ? 20 : 2) === 1) sizes.push(held())
      }
      expect((await admin.get(`/rest/data/exports/${id}`)).body).toMatchObject({
        state: 'done',
        rowsDone: rows,
        rowsTotal: rows,
      })
      expect(sizes.length).toBeGreaterThan(8)
      const [early, late] = [sizes.slice(1, 4), sizes.slice(-3)].map((some) => Math.min(...some))
      expect((late ?? Infinity) - (early ?? 0)).toBeLessThan(8 * 1024 * 1024)
      // A single call among many can coincide with the housekeeping of the engine.
      expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)]).toBeLessThan(1_000)
      let [bytes, lines] = [0, 0]
      const response = await fetch(new URL(`/rest/data/exports/${id}/file`, server.url), {
        headers: { 'x-token': admin.token },
      })
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length
        lines += Buffer.from(chunk).filter((byte) => byte === 10).length
      }
      expect(bytes).toBe(Number(response.headers.get('content-length')))
      if (format === 'csv') expect(lines).toBe(rows + 1)
    },
  )
})
