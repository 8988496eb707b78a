import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { AnswerLocale } from '../areas/discovery/discovery-locales.server.ts'
import type { DiscoveryName } from '../areas/discovery/discovery-names.ts'
import { cursorText, listStatement } from '../areas/discovery/discovery-statements.server.ts'
import { sortKeys } from '../kit/list-keys.ts'
import { parseList } from '../kit/list-query.server.ts'
import { listSql } from '../kit/list-sql.server.ts'
import { lookupIn } from '../kit/registry.server.ts'
import { fieldOf } from '../kit/resource.ts'
import { isWorkedOut } from '../kit/sortable.ts'
import { resources } from '../registry.ts'
import { servers } from '../registry.server.ts'
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
  const statement = listSql(own, parseList(own.resource, { ...query, cursor: '', limit: '50', fields: '["id"]' }, 'UTC'), lookupIn(resources))
  return await server.database.kysely.transaction().execute(async (trx) => {
    await sql`set local enable_sort = off`.execute(trx)
    await sql`set local enable_incremental_sort = off`.execute(trx)
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const { rows } = await sql<Record<string, string>>`explain (costs off) ${statement}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

/** Lists that grow. Values that are worked out for every row sort short lists alone (decision 0045), so they are not asked about. */
const growing = [
  'products', 'product-options', 'product-age-bands', 'product-reviews', 'alias-reviews', 'lineup-reviews', 'events', 'performances', 'performers', 'venues', 'cities', 'aliases',
  'tags', 'static-pages', 'city-launches',
]

describe.each(growing)('the list of %s', (name) => {
  const resource = resources.find((one) => one.name === name)
  const keys = resource ? [...sortKeys(resource)].filter((key) => key !== 'version' && !isWorkedOut(fieldOf(resource, key) ?? {})) : []

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

describe('the Discovery API', () => {
  /** The plan of a page of a list, without what is selected for its rows. */
  async function pagePlan(name: DiscoveryName, given: Readonly<Record<string, string>>, forbidden: readonly string[]): Promise<string> {
    const locale: AnswerLocale = { code: 'en', isDefault: true, chain: [], standard: 'en' }
    const { text, values } = listStatement(name, given, locale, [])
    const plan = await server.database.kysely.transaction().execute(async (trx) => {
      for (const way of forbidden) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx)
      const { rows } = await trx.executeQuery<Record<string, string>>(CompiledQuery.raw(`explain (costs off) ${text}`, values))
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    return plan.slice(plan.indexOf('CTE page'), plan.indexOf('InitPlan'))
  }

  it('finds what is called off in the order of one index, however the rest is narrowed', async () => {
    for (const given of [{ status: 'EventCancelled' }, { status: 'EventCancelled', from: '2030-01-01' }]) {
      const page = await pagePlan('performances', given, ['sort', 'incremental_sort', 'seqscan', 'bitmapscan'])
      expect(page).toContain('performances_called_off')
      expect(page).not.toMatch(/\bSort\b/)
    }
  })

  it('reads reviews of all kinds side by side in the order of their numbers, and of one subject from its kind alone', async () => {
    const cursor = cursorText('reviews', {}, '[7,"alias"]')
    for (const given of [{}, { cursor }]) {
      const page = await pagePlan('reviews', given, ['sort', 'seqscan', 'bitmapscan'])
      for (const kind of ['product', 'alias', 'lineup']) expect(page).toMatch(new RegExp(`Index (Only )?Scan using ${kind}_reviews_`))
      expect(page).toContain('Presorted Key: product_reviews.id')
      expect(page).not.toMatch(/hashed SubPlan/)
    }
    const page = await pagePlan('reviews', { alias: '3' }, ['sort', 'seqscan', 'bitmapscan'])
    expect(page).toContain('alias_reviews_public')
    expect(page).not.toMatch(/product_reviews|lineup_reviews/)
  })
})
