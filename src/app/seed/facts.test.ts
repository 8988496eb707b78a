import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { silent } from '../../db/testing/embedded-database.server.ts'
import type { TestServer } from '../testing/start.server.ts'
import { startTestServer } from '../testing/start.server.ts'
import { loadDemoData } from './load.server.ts'
import { impossibleFacts } from './testing/facts.server.ts'

// However the demo is seeded, a marketplace could have its records. Each statement applies to all of them.

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'facts' })
  await loadDemoData(server.database, {
    purchases: 4_000,
    today: '2026-11-21',
    now: '2026-11-21T16:20:00Z',
    log: silent,
  })
}, 240_000)
afterAll(() => server?.stop())

describe('the facts of the demo', () => {
  it('are possible, each of them', async () => {
    expect(await impossibleFacts(server.database.kysely)).toEqual({})
  }, 60_000)

  it('have something to see in the world, and in Madrid, at each of the next weekends', async () => {
    const { rows } = await server.database.kysely.transaction().execute((trx) =>
      sql<{ weekend: number; world: number; madrid: number }>`
        select w.n as weekend, count(distinct f.event_id)::integer as world,
          count(distinct f.event_id) filter (where c.name = 'Madrid')::integer as madrid
        from generate_series(0, 3) as w (n)
          left join performances f on f.local_date between date '2026-11-27' + 7 * w.n and date '2026-11-29' + 7 * w.n
            and f.status in ('onsale', 'rescheduled')
          left join events e on e.id = f.event_id and e.publication = 'published' and not e.is_hidden
          left join cities c on c.id = e.city_id
        where e.id is not null group by w.n order by w.n`.execute(trx),
    )
    expect(rows.filter(({ world, madrid }) => world < 8 || madrid < 1)).toEqual([])
    expect(rows).toHaveLength(4)
  })

  it.each([
    [
      'given back before it was asked for',
      sql`update refunds set succeeded_at = created_at - interval '1 hour' where id = (select min(id) from refunds where state = 'succeeded')`,
    ],
    [
      'approved by who asked for it',
      sql`update refunds set approved_by = requested_by where id = (select min(id) from refunds where requested_by is not null)`,
    ],
    [
      'redeemed on another day than that of the visit',
      sql`update purchases set redeemed_at = starts_at - interval '1 day' where id = (select min(id) from purchases where redeemed_at is not null)`,
    ],
    [
      'a code that promises another number than its discount',
      sql`update coupons set percent = 5100 where code = 'WELCOME10'`,
    ],
  ])('would not be, if one were %s', async (statement, breaking) => {
    const trx = server.database.kysely
    const noticed = await trx
      .transaction()
      .execute(async (inner) => {
        await breaking.execute(inner)
        const found = await impossibleFacts(inner)
        throw Object.assign(new Error('undone'), { found })
      })
      .catch(
        (failure: unknown) => (failure as { found?: Record<string, string> }).found ?? { failure: String(failure) },
      )
    expect(Object.keys(noticed)).toContain(statement)
  })
})
