import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parseList } from '../core/list/list-query.server.ts'
import { whereSql } from '../core/list/list-sql.server.ts'
import { StatementNames } from '../db/statement-names.server.ts'
import { searchedTextOf } from '../core/list/search-sql.server.ts'
import { tableOf } from '../core/resource/resource.ts'
import { servers } from './registry.server.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'search plans' })
})
afterAll(() => server.stop())

/** Tables that stay so short that reading them is quicker than an index. */
const short = [
  'continents',
  'countries',
  'providers',
  'coupon-batches',
  'staff',
  'admin-users',
  'elevations',
  'locales',
  'static-pages',
]
const ofAddresses = ['ip-ranges', 'ip-trusts', 'ip-verifications']
const searched = servers.filter(
  ({ resource }) =>
    resource.operations.includes('list') &&
    resource.list.search.length > 0 &&
    ![...short, ...ofAddresses].includes(resource.name),
)

describe.each(searched.map((one) => [one.resource.name, one] as const))('a search of %s', (_name, own) => {
  /** How the rows are found by a planner that reads a whole table only where it has no other way. */
  async function planOf(query: Readonly<Record<string, string>>): Promise<string> {
    const where = whereSql(own, parseList(own.resource, query, 'UTC'), { seesPersonal: true })
    return await server.database.kysely.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_indexscan = off`.execute(trx)
      await sql`set local enable_indexonlyscan = off`.execute(trx)
      const { rows } = await sql<Record<string, string>>`
        explain (costs off) select from ${sql.table(tableOf(own.resource))} t where ${where}`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  }

  it.each(['garcia', 'maría garcía', 'ma', 'WXYZ 2345', 'ana@example.com', '+34612345678', `the ${'%_'.repeat(90)}`])(
    'for %j is answered by indexes alone',
    async (q) => {
      const plan = await planOf({ q })
      expect(plan).not.toMatch(/Seq Scan/)
      if (searchedTextOf(own)) expect(plan).toMatch(/_search/)
    },
  )

  it.each(['%_'.repeat(100), '--'.repeat(100), '.'.repeat(200), 'a-'.repeat(100), 'a'])(
    'for %j asks for whole codes, or nothing',
    async (q) => {
      const plan = await planOf({ q })
      expect(plan).not.toMatch(/Seq Scan|_search/)
    },
  )
})

it('a search for a whole address keeps its plan, and one for words is planned with them', () => {
  const [purchases] = servers.filter(({ resource }) => resource.name === 'purchases')
  if (!purchases) throw new Error('There is no list of purchases.')
  const names = new StatementNames()
  const isNamedAfter = (q: string, seesPersonal: boolean) => {
    const where = whereSql(purchases, parseList(purchases.resource, { q }, 'UTC'), { seesPersonal })
    const { sql: text, parameters } = sql`select from purchases t where ${where}`.compile(server.database.kysely)
    const sent = Array.from({ length: 3 }, () => names.named([text, [...parameters]])).at(-1)
    return typeof sent?.[0] === 'object'
  }
  expect(isNamedAfter('ana@example.com', true)).toBe(true)
  expect(isNamedAfter('ana@example.com', false)).toBe(false)
  expect(isNamedAfter('maría garcía', true)).toBe(false)
})
