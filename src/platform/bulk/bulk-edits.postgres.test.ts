import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { auditLength } from '../../core/testing/audit-trail.server.ts'
import { servers } from '../../app/registry.server.ts'
import { bulkEditJobs, workOnBulkEditsJob } from './bulk-edit-jobs.server.ts'
import type { DoneBulkEdit } from './bulk-edits.ts'

const postgresUrl = inject('postgresUrl')
const rows = 300

describe.skipIf(postgresUrl === null)('bulk edits side by side, on PostgreSQL', () => {
  let server: TestServer
  let other: Awaited<ReturnType<TestServer['another']>>
  let admin: Client
  const job = bulkEditJobs(servers).find(({ name }) => name === workOnBulkEditsJob)
  const db = () => server.database.kysely
  const start = async (body: object) => {
    const reply = await admin.post('/rest/data/coupons/bulk-edits', body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as DoneBulkEdit
  }
  const runOn = (database: TestServer['database']) =>
    job?.run({ database, log: silent, signal: new AbortController().signal, count: () => {} })

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'bulk races', env: { CALLS_PER_MINUTE: '0' } })
    other = await server.another()
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await other?.stop()
    await server?.stop()
  })

  async function fresh(): Promise<number[]> {
    await sql`delete from bulk_edits`.execute(db())
    await sql`delete from coupons`.execute(db())
    const { rows: made } = await sql<{ id: number }>`
      insert into coupons (code, name, kind, percent, status) select 'RACE' || n, 'Race ' || n, 'percent', 500, 'active' from generate_series(1, ${rows}) n returning id`.execute(
      db(),
    )
    return made.map(({ id }) => id)
  }

  it('two of the same records by two instances, with single updates in between, lose nothing', async () => {
    const ids = await fresh()
    const before = await auditLength(db())
    const [domains, channels] = [
      await start({ ids, change: { emailDomains: { add: ['first.example'] }, notes: { set: 'By the first' } } }),
      await start({
        ids: ids.toReversed(),
        change: { emailDomains: { add: ['second.example'] }, channels: { add: ['web'] } },
      }),
    ]
    const singles = Promise.all(
      ids
        .filter((_, n) => n % 5 === 0)
        .map(async (id) => {
          const { status } = await admin.patch(`/rest/data/coupons/${id}`, { campaign: `Single ${id}` })
          return status
        }),
    )
    await Promise.all([runOn(server.database), runOn(other.database)])
    expect(new Set(await singles)).toEqual(new Set([200]))
    for (const { id } of [domains, channels]) {
      expect((await admin.get(`/rest/data/bulk-edits/${id}`)).body).toMatchObject({
        state: 'done',
        changed: rows,
        unchanged: 0,
        refused: 0,
      })
    }
    const { rows: left } = await sql<{ n: number }>`
      select id as n from coupons where not (email_domains @> array['first.example', 'second.example'] and cardinality(email_domains) = 2 and channels = array['web']
        and notes = 'By the first' and (campaign is not distinct from case when (id - ${ids[0]}) % 5 = 0 then 'Single ' || id end)
        and version = case when (id - ${ids[0]}) % 5 = 0 then 4 else 3 end)`.execute(db())
    expect(left).toEqual([])
    // Two rows for each record, one for each single update, and the beginnings and ends.
    expect(await auditLength(db())).toBe(before + rows * 2 + rows / 5 + 4)
  })

  it('one that two instances work on at once does each record once', async () => {
    const ids = await fresh()
    const { id } = await start({ ids, change: { totalLimit: { set: 10 } } })
    const placeOf = async () =>
      (
        await sql<{ position: number; state: string }>`select position, state from bulk_edits where id = ${id}`.execute(
          db(),
        )
      ).rows[0]
    const thief = (async () => {
      for (let times = 0, last = 0; times < 5; times++) {
        // Three that get nowhere would end it, so each first gets somewhere.
        await expect
          .poll(
            async () => {
              const place = await placeOf()
              return place !== undefined && (place.position > last || !['queued', 'running'].includes(place.state))
            },
            { interval: 5, timeout: 10_000 },
          )
          .toBe(true)
        last = (await placeOf())?.position ?? rows
        // As if the first were taken for dead while it is at work.
        await sql`update bulk_edits set leased_until = now() - interval '1 second' where state = 'running'`.execute(
          db(),
        )
        await runOn(other.database)
      }
    })()
    await Promise.all([runOn(server.database), thief])
    await runOn(server.database)
    expect((await admin.get(`/rest/data/bulk-edits/${id}`)).body).toMatchObject({
      state: 'done',
      changed: rows,
      unchanged: 0,
      refused: 0,
    })
    expect((await sql`select 1 from coupons where version <> 2 or total_limit <> 10`.execute(db())).rows).toEqual([])
    expect(
      (
        await sql`select record_id from bulk_edit_results where bulk_edit_id = ${id} group by record_id having count(*) > 1`.execute(
          db(),
        )
      ).rows,
    ).toEqual([])
  })

  it('those of up to 100 records, opposite ways at once, neither wait for each other nor lose anything', async () => {
    const ids = (await fresh()).slice(0, 60)
    const edits = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        start({ ids: n % 2 === 0 ? ids : ids.toReversed(), change: { emailDomains: { add: [`d${n}.example`] } } }),
      ),
    )
    expect(edits.map(({ changed, refused }) => [changed, refused])).toEqual(edits.map(() => [60, 0]))
    expect(
      (
        await sql`select 1 from coupons where id = any(${ids}::bigint[]) and (cardinality(email_domains) <> 6 or version <> 7)`.execute(
          db(),
        )
      ).rows,
    ).toEqual([])
  })
})
