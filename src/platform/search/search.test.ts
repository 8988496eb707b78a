import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, Reply } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { system } from '../../core/access/access.ts'
import type { Call } from '../../core/http/endpoint.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import { servers } from '../../app/registry.server.ts'
import { implementSearch } from './search.server.ts'
import type { FoundRecord, FoundRecords } from './search.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Client
let agent: Client
let editor: Client
const path = '/rest/data/search'
const customer = {
  email: 'ana.garcia@sample.test',
  firstName: 'Ana',
  lastName: 'García',
  phone: '+34612345678',
  status: 'active',
  riskNotes: null,
}
const bought = {
  customerName: 'Ana García',
  customerEmail: 'ana.garcia@sample.test',
  title: 'Colosseum by night',
  providerReference: 'SUP_100%-7',
}
const ids: Record<'customer' | 'old' | 'purchase' | 'coupon' | 'apiUser', number> = {
  customer: 0,
  old: 0,
  purchase: 0,
  coupon: 0,
  apiUser: 0,
}

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'search' })
  admin = await testContext.server.signIn('admin')
  agent = await testContext.server.signIn('sales-agent')
  editor = await testContext.server.signIn('catalogue-editor')
  ids.customer = await testContext.maker.make('customers', customer)
  ids.old = await testContext.maker.make('purchases', { ...bought, reference: 'ANAXYZ22' })
  ids.purchase = await testContext.maker.make('purchases', { ...bought, reference: 'WXYZ2345' })
  ids.coupon = await testContext.maker.make('coupons', { code: 'ANA-SUMMER', name: 'Summer of Ana' })
  ids.apiUser = await testContext.maker.make('discovery-api-users', { name: 'Summer app', company: 'Ana Ltd' })
})
afterAll(() => testContext.close())

const search = async (caller: Client, q: string, more: object = {}): Promise<FoundRecords> => {
  const reply = await caller.get(path, { q, ...more })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as FoundRecords
}
const recordsOf = (found: FoundRecords, resource: string): readonly FoundRecord[] =>
  found.find((group) => group.resource === resource)?.records ?? []
const idsOf = (found: FoundRecords, resource: string) => recordsOf(found, resource).map(({ id }) => id)
const resourcesOf = (found: FoundRecords) => found.map(({ resource }) => resource).toSorted()

describe('a search', () => {
  it.each([
    ['a reference', 'WXYZ2345', 'purchases'],
    ['a reference in small letters', ' wxyz2345 ', 'purchases'],
    ['an address', 'ana.garcia@sample.test', 'purchases'],
    ['an address in capitals', 'ANA.GARCIA@SAMPLE.TEST', 'purchases'],
    ['a name', 'Ana García', 'purchases'],
    ['words in another order', 'garcía ana', 'purchases'],
    ['a supplier’s reference', 'SUP_100%-7', 'purchases'],
  ])('finds purchases by %s', async (_what, q, resource) => {
    expect(idsOf(await search(agent, q), resource)).toContain(ids.purchase)
  })

  it('finds records of every resource by what their lists are searched by', async () => {
    const found = await search(admin, 'ana')
    expect(idsOf(found, 'customers')).toEqual([ids.customer])
    expect(idsOf(found, 'coupons')).toEqual([ids.coupon])
    expect(idsOf(found, 'discovery-api-users')).toEqual([ids.apiUser])
    expect(idsOf(await search(admin, 'ANA-SUMMER'), 'coupons')).toEqual([ids.coupon])
    expect(recordsOf(await search(admin, 'Ingrid Solheim'), 'admin-users').map(({ title }) => title)).toEqual([
      'Ingrid Solheim',
    ])
  })

  it('puts what matches whole first, then beginnings, then the newest with the words in it', async () => {
    const begins = await testContext.maker.make('coupons', { code: 'ORDER-1', name: 'Begins' })
    const whole = await testContext.maker.make('coupons', { code: 'ORDER', name: 'Whole' })
    const within = await testContext.maker.make('coupons', { code: 'RE-ORDER-1', name: 'Within' })
    const newer = await testContext.maker.make('coupons', { code: 'RE-ORDER-2', name: 'Within' })
    expect(idsOf(await search(agent, 'order'), 'coupons')).toEqual([whole, begins, newer, within])
    expect(idsOf(await search(agent, 'order', { limit: 2 }), 'coupons')).toEqual([whole, begins])
  })

  it('looks a number up as an id, and with # as nothing else', async () => {
    expect(idsOf(await search(agent, String(ids.coupon)), 'coupons')).toEqual([ids.coupon])
    const byId = await search(agent, `#${ids.coupon}`)
    expect(idsOf(byId, 'coupons')).toEqual([ids.coupon])
    expect(byId.flatMap(({ records }) => records.map(({ id }) => id)).every((id) => id === ids.coupon)).toBe(true)
  })

  it.each(['', '   ', '#', '#0', '#x', '#12x', '#99999999999999999', 'nobodyiscalledlikethis'])(
    'finds nothing for “%s”',
    async (q) => {
      expect(await search(admin, q)).toEqual([])
    },
  )

  it('finds nothing when nothing is asked', async () => {
    expect((await admin.get(path)).body).toEqual([])
  })

  it('gives a purchase’s kind, so that the page of its kind can be opened', async () => {
    expect(recordsOf(await search(agent, 'WXYZ2345'), 'purchases')[0]).toMatchObject({
      id: ids.purchase,
      title: 'WXYZ2345',
      variant: expect.stringMatching(/^(product|event)$/) as string,
    })
  })
})

describe('what a person cannot see', () => {
  it('is not found: a resource without ui gives none of its records, by whatever they are asked for', async () => {
    for (const q of ['ana', 'WXYZ2345', 'ana.garcia@sample.test', `#${ids.customer}`, String(ids.purchase)]) {
      const found = resourcesOf(await search(editor, q))
      for (const closed of [
        'purchases',
        'customers',
        'coupons',
        'admin-users',
        'discovery-api-users',
        'messages',
        'audit',
      ])
        expect(found, q).not.toContain(closed)
    }
    expect(await search(editor, 'ana', { of: 'purchases,customers,coupons' })).toEqual([])
    expect((await editor.get(path, { records: `customers:${ids.customer},coupons:${ids.coupon}` })).body).toEqual([])
  })

  it('refuses everything to a person without permissions', async () => {
    const stranger = await testContext.server.signIn('no-access')
    expect(await search(stranger, 'ana')).toEqual([])
    expect((await stranger.get(path, { records: `coupons:${ids.coupon}` })).body).toEqual([])
  })

  it('ends with the grant, at once', async () => {
    const finance = await testContext.server.signIn('finance')
    expect(resourcesOf(await search(finance, 'ANA-SUMMER'))).toContain('coupons')
    await sql`delete from role_permissions p using roles r where r.id = p.role_id and r.name = 'finance' and p.object = 'coupons'`.execute(
      testContext.db,
    )
    await expect
      .poll(async () => resourcesOf(await search(finance, 'ANA-SUMMER')), { timeout: 10_000 })
      .not.toContain('coupons')
  })

  it('of a person is their address and number, which stay masked as in lists, for every reader', async () => {
    for (const q of ['ana.garcia@sample.test', '+34612345678', 'García']) {
      const reply = await admin.get(path, { q })
      expect(JSON.stringify(reply.body), q).not.toMatch(/ana\.garcia|612345/)
    }
    expect(recordsOf(await search(admin, 'García'), 'customers')[0]?.details).toEqual(['a•••@sample.test', '+34•••78'])
    expect(recordsOf(await search(admin, 'WXYZ2345'), 'purchases')[0]?.details).toContain('a•••@sample.test')
  })
})

describe('records by their ids', () => {
  it('answer with their titles; those that are gone are left out', async () => {
    const reply = await agent.get(path, {
      records: `coupons:${ids.coupon},purchases:${ids.purchase},coupons:987654321,nothing-like-it:1`,
    })
    expect(reply.body).toMatchObject([
      { resource: 'coupons', records: [{ id: ids.coupon, title: 'ANA-SUMMER' }], hasMore: false },
      { resource: 'purchases', records: [{ id: ids.purchase, title: 'WXYZ2345' }], hasMore: false },
    ])
  })
})

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
      await implementSearch(servers, { pool, kysely: testContext.db }).handle({
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
    expect(settings.filter((statement) => statement.includes('statement_timeout = 60')).length).toBeGreaterThan(0)
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
      await implementSearch(servers, { pool, kysely: testContext.db }).handle({
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

describe('text that means something to a database', () => {
  it.each([
    `'; drop table coupons; --`,
    `" or 1=1 --`,
    `%`,
    `_`,
    `%%%`,
    `\\`,
    `\\'`,
    `a\\%`,
    `$1`,
    `{"$gt":""}`,
    `(select 1)`,
    `\u202e`,
    `😀😀`,
    `~*.*`,
    `${'%'.repeat(200)}`,
  ])('is only looked for: %s', async (q) => {
    const found = await search(admin, q)
    const all = found.flatMap(({ records }) => records)
    expect(
      all.every(({ title, details }) =>
        [title, ...details].some((text) => text.toLowerCase().includes(q.trim().toLowerCase())),
      ),
    ).toBe(true)
    expect(idsOf(await search(admin, 'ANA-SUMMER'), 'coupons')).toEqual([ids.coupon])
  })
})
