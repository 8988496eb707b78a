import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { DiscoveryName } from '../api-users/discovery-names.ts'
import { stockLeft } from '../orders/visit-slots.server.ts'
import { keepPrices } from '../rules/price-keeping.server.ts'
import type { AnswerLocale } from './discovery-locales.server.ts'
import { cursorText, listStatement } from './discovery-statements.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'discovery plans' })
})
afterAll(() => server.stop())

describe('a page of the Discovery API', () => {
  /** The plan of a page of a list, without what is selected for its rows. */
  async function pagePlan(
    name: DiscoveryName,
    given: Readonly<Record<string, string>>,
    forbidden: readonly string[],
  ): Promise<string> {
    const locale: AnswerLocale = { code: 'en', isDefault: true, chain: [], machine: [], standard: 'en' }
    const { text, values } = listStatement(name, given, locale, [])
    const plan = await server.database.kysely.transaction().execute(async (trx) => {
      for (const way of forbidden) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx)
      const { rows } = await trx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain (costs off) ${text}`, values),
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    return plan.slice(plan.indexOf('CTE page'), plan.indexOf('InitPlan'))
  }

  it('finds what is cancelled or postponed in the order of one index, however the rest is narrowed', async () => {
    for (const given of [{ status: 'EventCancelled' }, { status: 'EventCancelled', from: '2030-01-01' }]) {
      const page = await pagePlan('performances', given, ['sort', 'incremental_sort', 'seqscan', 'bitmapscan'])
      expect(page).toContain('performances_cancelled')
      expect(page).not.toMatch(/\bSort\b/)
    }
  })

  it('looks at no performance for a price that none has', async () => {
    await keepPrices(server.database, new AbortController().signal)
    const locale: AnswerLocale = { code: 'en', isDefault: true, chain: [], machine: [], standard: 'en' }
    const read = async (minPrice: string) => {
      const given = { currency: 'EUR', minPrice, maxPrice: minPrice }
      const { text, values } = listStatement('performances', given, locale, ['prices:read'])
      const { rows } = await server.database.kysely.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain (analyze, costs off, timing off, summary off) ${text}`, values),
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await read('987654321')).toMatch(/ on performances t \(never executed\)/)
    await sql`insert into price_gaps values (1)`.execute(server.database.kysely)
    expect(await read('987654321')).toMatch(/ on performances t \(actual/)
  })

  it('reads reviews of all kinds side by side in the order of their numbers, and of one subject from its kind alone', async () => {
    const cursor = cursorText('reviews', {}, '[7,"alias"]')
    for (const given of [{}, { cursor }]) {
      const page = await pagePlan('reviews', given, ['sort', 'seqscan', 'bitmapscan'])
      for (const kind of ['product', 'alias', 'lineup'])
        expect(page).toMatch(new RegExp(`Index (Only )?Scan using ${kind}_reviews_`))
      expect(page).toContain('Presorted Key: product_reviews.id')
      expect(page).not.toMatch(/hashed SubPlan/)
    }
    const page = await pagePlan('reviews', { alias: '3' }, ['sort', 'seqscan', 'bitmapscan'])
    expect(page).toContain('alias_reviews_public')
    expect(page).not.toMatch(/product_reviews|lineup_reviews/)
  })

  it('asks our own stock what has lapsed of it, and not for all that was ever sold', async () => {
    const plan = await server.database.kysely.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const asked = sql<Record<string, string>>`
        explain (costs off) select ${stockLeft} from house_stock s where s.product_option_id = 1`
      return (await asked.execute(trx)).rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('house_stock_holds_held')
  })
})
