import type { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../app/testing/start.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import { servers } from '../../app/registry.server.ts'
import { implementSearch } from './search.server.ts'
import { system } from '../../core/access/access.ts'
import type { Call } from '../../core/http/endpoint.server.ts'
import { admin, agent, ids, path, search, serveSearch, testContext } from './testing/searched-records.server.ts'

serveSearch()

describe('limits', () => {
  it('hold for each resource, and say when there is more', async () => {
    for (let n = 0; n < 12; n++) await testContext.maker.make('coupons', { code: `MANY-${n}`, name: 'Many' })
    const count = async (more: object) =>
      (await search(agent, 'many', more))
        .filter(({ resource }) => resource === 'coupons')
        .map(({ records, hasMore }) => [records.length, hasMore])
    expect(await count({})).toEqual([[5, true]])
    expect(await count({ limit: 10 })).toEqual([[10, true]])
    expect((await search(agent, 'MANY-1', { limit: 10 })).find(({ resource }) => resource === 'coupons')).toMatchObject(
      { hasMore: false },
    )
  })

  it.each<[string, Record<string, unknown>]>([
    ['limit', { q: 'a', limit: 0 }],
    ['limit', { q: 'a', limit: 11 }],
    ['limit', { q: 'a', limit: '5;drop' }],
    ['q', { q: 'x'.repeat(201) }],
    ['of', { q: 'ana', of: 'no-such-thing' }],
    ['of', { q: 'ana', of: 'coupons;drop table coupons' }],
    ['records', { records: 'coupons' }],
    ['records', { records: 'coupons:0' }],
    ['records', { records: 'coupons:1e9' }],
    ['records', { records: Array.from({ length: 21 }, () => 'coupons:1').join() }],
  ])('%s outside its bounds is refused and named: %j', async (name, params) => {
    const reply: Reply = await admin.get(path, params)
    expect([reply.status, Object.keys(problemsIn(reply))]).toEqual([422, [name]])
  })

  it('bound every part of a search: a statement of each resource for the newest rows, one more for its indexes, prepared under a name', async () => {
    const asked: { name?: string; text: string }[] = []
    const settings: string[] = []
    const client = {
      query(question: string | { name?: string; text: string }) {
        if (typeof question === 'string') settings.push(question)
        else asked.push(question)
        const [, resource = ''] =
          typeof question === 'string' ? [] : (/'resource', '([^']+)'/.exec(question.text) ?? [])
        return Promise.resolve({
          rows: typeof question === 'string' ? [] : [{ answer: { resource, size: 0, records: [] } }],
        })
      },
      release() {},
    }
    const pool = { options: { max: 10 }, connect: () => Promise.resolve(client) } as unknown as Pool
    const open = servers.filter(({ resource }) => resource.operations.includes('list'))
    const ask = async (q: string) => {
      asked.length = 0
      // A busy machine must not end the search before its second look.
      await implementSearch(servers, { pool, kysely: testContext.db }, 20_000).handle({
        query: { q },
        actor: { ...system('tests'), grants: { isSuperUser: true, objects: {} } },
        db: testContext.db,
      } as unknown as Call)
      return asked.map(({ name, text }) => ({ name, text }))
    }
    for (const { text } of await ask('one two three four five six seven eight')) {
      const parts = text.split(/order by (?:rank, )?(?:t\.)?id desc/).slice(1)
      expect(parts.length).toBeGreaterThan(1)
      for (const part of parts) expect(part).toMatch(/^\s+limit (6|200|1000)\b/)
      // Six words at most are looked for.
      expect(text.match(/ ilike /g)?.length ?? 0).toBeLessThan(10 * 15)
    }
    expect(asked.length).toBe(open.length * 2)
    const times = settings.flatMap((statement) => /statement_timeout = (\d+)/.exec(statement)?.[1] ?? [])
    expect(times.length).toBeGreaterThan(0)
    for (const time of times) expect(Number(time)).toBeLessThanOrEqual(20_000)
    // A connection keeps its prepared statements, so a prepared statement must not depend on the search text.
    const [summer, winter] = [await ask('summer'), await ask('winter')]
    expect(winter).toEqual(summer)
    expect(new Set(summer.map(({ name }) => name)).size).toBe(summer.length)
    expect((await ask('one two three four')).every(({ name }) => name === undefined)).toBe(true)
  })
})

describe('a search whose time is up', () => {
  const call = {
    query: { q: 'summer', of: 'coupons,products' },
    actor: { ...system('tests'), grants: { isSuperUser: true, objects: {} } },
  }

  it('answers with what the newest rows have, and says that there can be more', async () => {
    const ask = (milliseconds?: number) =>
      implementSearch(servers, testContext.server.database, milliseconds).handle({
        ...call,
        db: testContext.db,
      } as unknown as Call)
    expect(await ask(0)).toMatchObject([{ resource: 'coupons', records: [{ id: ids.coupon }], hasMore: true }])
    expect(await ask(20_000)).toMatchObject([{ resource: 'coupons', records: [{ id: ids.coupon }], hasMore: false }])
  })

  it('goes on with the next resource where PostgreSQL has cancelled one, in a transaction of its own', async () => {
    const said: string[] = []
    const pool = {
      options: { max: 1 },
      connect: () =>
        Promise.resolve({
          query(question: string | { text: string }) {
            if (typeof question === 'string') return Promise.resolve(said.push(question.split(';', 1)[0] ?? ''))
            const [, resource = ''] = /'resource', '([^']+)'/.exec(question.text) ?? []
            said.push(resource)
            const isCancelled = resource === 'coupons' && said.includes('products')
            if (isCancelled)
              return Promise.reject(
                Object.assign(new Error('The query was stopped.'), {
                  cause: Object.assign(new Error('canceling statement'), { code: '57014' }),
                }),
              )
            return Promise.resolve({
              rows: [
                {
                  answer: {
                    resource,
                    size: 0,
                    records: [{ id: 1, rank: 3, title: resource, variant: null, details: [] }],
                  },
                },
              ],
            })
          },
          release() {},
        }),
    } as unknown as Pool
    expect(
      // A busy machine must not end the search before its second look.
      await implementSearch(servers, { pool, kysely: testContext.db }, 20_000).handle({
        ...call,
        db: testContext.db,
      } as unknown as Call),
    ).toMatchObject([
      { resource: 'coupons', hasMore: true },
      { resource: 'products', hasMore: false },
    ])
    expect(said).toEqual([
      'begin',
      'coupons',
      'products',
      'commit',
      'begin',
      'coupons',
      'rollback',
      'begin',
      'products',
      'commit',
    ])
  })
})
