import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sortKeys } from '../core/list/list-keys.ts'
import { parseList } from '../core/list/list-query.server.ts'
import { listSql, recordsSql } from '../core/list/list-sql.server.ts'
import { lookupIn } from '../core/calls/registry.server.ts'
import { fieldOf } from '../core/resource/resource.ts'
import { isWorkedOut } from '../core/resource/sortable.ts'
import { resources } from './registry.server.ts'
import { servers } from './registry.server.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'list plans' })
})
afterAll(() => server.stop())

/**
 * How the first page of a list is found, by a planner that sorts only where it has no other way: what is left of a sort
 * says that no index has the order, so that the list gets slower with every row.
 */
async function planOf(name: string, query: Readonly<Record<string, string>>): Promise<string> {
  const own = servers.find(({ resource }) => resource.name === name)
  if (!own) throw new Error(`There is no list of ${name}.`)
  const statement = listSql(
    own,
    parseList(own.resource, { cursor: '', limit: '50', fields: '["id"]', ...query }, 'UTC'),
    lookupIn(resources),
  )
  return await server.database.kysely.transaction().execute(async (trx) => {
    await sql`set local enable_sort = off`.execute(trx)
    await sql`set local enable_incremental_sort = off`.execute(trx)
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const { rows } = await sql<Record<string, string>>`explain (costs off) ${statement}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

/**
 * Lists that grow. Values calculated for every row sort short lists only (decision 0045), so they are left out here.
 */
const growing = [
  'products',
  'product-options',
  'product-age-bands',
  'product-reviews',
  'alias-reviews',
  'lineup-reviews',
  'events',
  'performances',
  'performers',
  'venues',
  'cities',
  'aliases',
  'tags',
  'static-pages',
  'city-launches',
]

describe.each(growing)('the list of %s', (name) => {
  const resource = resources.find((one) => one.name === name)
  const keys = resource
    ? [...sortKeys(resource)].filter((key) => key !== 'version' && !isWorkedOut(fieldOf(resource, key) ?? {}))
    : []

  it.each(keys)('is sorted by %s, either way, in the order of an index', async (key) => {
    for (const direction of ['ASC', 'DESC']) {
      const plan = await planOf(name, { sort: JSON.stringify([key, direction]) })
      expect(plan, `${key} ${direction}`).not.toMatch(/\bSort\b/)
      expect(plan).toMatch(/Index (Only )?Scan/)
    }
  })
})

describe('the launch board', () => {
  it('is filtered by a stage in the order of its usual sort by one index', async () => {
    const plan = await planOf('city-launches', { filter: '{"stage":"mapped"}', sort: '["priority","DESC"]' })
    expect(plan).toContain('cities_launch_stage')
    expect(plan).not.toMatch(/\bSort\b/)
  })
})

describe('what was bought of each row', () => {
  it.each([
    ['events', 'purchases_event_sold'],
    ['performers', 'purchases_performer_sold'],
  ])('is counted for the list of %s by an index alone', async (name, index) => {
    const plan = await planOf(name, { fields: '["purchaseCount"]' })
    expect(plan).toMatch(new RegExp(`Index Only Scan using ${index} on purchases`))
    expect(plan).not.toMatch(/Index Scan using purchases/)
  })
})

it('a coupon for everything looks for none of the events, venues and cities that it could be for', async () => {
  const coupons = servers.find(({ resource }) => resource.name === 'coupons')
  if (!coupons) throw new Error('There are no coupons.')
  const plan = async (eventIds: string) =>
    await server.database.kysely.transaction().execute(async (trx) => {
      // Without triggers, which would miss the event.
      await sql`set local session_replication_role = replica`.execute(trx)
      const { rows: made } = await sql<{ id: number }>`
        insert into coupons (code, name, kind, percent, event_ids)
        values (${`PLAN${eventIds.length}`}, 'Plan', 'percent', 10, ${eventIds}::bigint[]) returning id`.execute(trx)
      const statement = recordsSql(coupons, [made[0]?.id ?? 0], lookupIn(resources))
      const { rows } = await sql<Record<string, string>>`
        explain (analyze, costs off, timing off, summary off) ${statement}`.execute(trx)
      return rows.map((row) => row['QUERY PLAN'] ?? '').filter((line) => /on (?:events|venues|cities) /.test(line))
    })
  const forEverything = await plan('{}')
  expect(forEverything.length).toBeGreaterThanOrEqual(6)
  expect(forEverything.filter((line) => !line.includes('never executed'))).toEqual([])
  expect((await plan('{1}')).filter((line) => !line.includes('never executed'))).toHaveLength(1)
})
