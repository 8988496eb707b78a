import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import type { Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { apiScopes } from '../api-users/api-users.ts'
import { discovery } from './discovery.ts'
import type { Worlds } from './testing/discovery.server.ts'
import { makeWorlds } from './testing/discovery.server.ts'
import type { World } from './testing/world.server.ts'
import { secret } from './testing/world.server.ts'
import { keyWith } from './testing/api-key.server.ts'
import { discoveryNames } from '../api-users/discovery-names.ts'
import type { DiscoveryName } from '../api-users/discovery-names.ts'
import { records } from './discovery-records.ts'

let server: TestServer
let worlds: Worlds
let key = ''

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'discovery' })
  const db = server.database.kysely
  await sql`update locales set is_enabled_on_site = true where code = 'es'`.execute(db)
  worlds = await makeWorlds(db, maker(db, resources, examples))
  key = (await keyWith(db, apiScopes)).key
})
afterAll(() => server.stop())

type Row = Readonly<Record<string, unknown>>
interface Page {
  readonly data: readonly Row[]
  readonly next: string | null
}
const get = async (
  path: string,
  params: Record<string, string> = {},
  headers: Record<string, string> = {},
  with_ = key,
): Promise<Reply> => await server.anonymous.get(`/v1/${path}`, params, { authorization: `Bearer ${with_}`, ...headers })
const done = <T = Page>({ status, body }: Reply): T => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
const codeOf = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
const problems = ({ status, body }: Reply) => [status, (body as { fields?: Record<string, string> }).fields]
const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
let last = 0
const fresh = () => `Quimera ${++last} ${Math.random().toString(36).slice(2, 8)}`

async function walk(
  name: DiscoveryName,
  params: Record<string, string> = {},
  between: () => Promise<unknown> = async () => {},
): Promise<Row[]> {
  const found: Row[] = []
  for (let cursor = ''; ;) {
    const page = done(await get(name, { limit: '200', ...params, ...(cursor && { cursor }) }))
    found.push(...page.data)
    if (page.next === null) return found
    cursor = page.next
    await between()
  }
}

describe.each(discoveryNames)('/v1/%s', (name) => {
  const world = () => worlds[name] as World

  it('lists and reads what is public, alike, with every key that is described and no other', async () => {
    const id = await world().make(fresh())
    const listed = (await walk(name)).find((row) => String(row['id']) === id)
    const read = done<Row>(await get(`${name}/${id}`))
    expect(read).toEqual(listed)
    expect(z.safeParse(z.strictObject(records[name].def.shape), read).error?.issues ?? []).toEqual([])
    expect(Object.keys(read).sort()).toEqual(Object.keys(records[name].def.shape).sort())
    expect(JSON.stringify(await walk(name))).not.toMatch(new RegExp(`${secret}|777111`))
  })

  it('hides what is no longer public: in lists, by its id, and in records that refer to it', async () => {
    const title = fresh()
    const id = await world().make(title)
    const everything = async () => JSON.stringify(await Promise.all(discoveryNames.map((one) => walk(one))))
    expect(await everything()).toContain(title)
    await world().hide(id)
    expect(codeOf(await get(`${name}/${id}`))).toBe('404 NotFound')
    // Nor does any other record still mention it.
    expect(await everything()).not.toContain(title)
  })

  it('pages to the end without leaving out or repeating a record while others are added', async () => {
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push(await world().make(fresh()))
    const all = (await walk(name)).map(({ id }) => String(id))
    let added = 0
    const paged = (await walk(name, { limit: '2' }, async () => added++ < 3 && (await world().make(fresh())))).map(
      ({ id }) => String(id),
    )
    expect(new Set(paged).size).toBe(paged.length)
    expect(all.filter((id) => !paged.includes(id))).toEqual([])
    expect(made.every((id) => paged.includes(id))).toBe(true)
    expect(added).toBeGreaterThan(1)
  })

  it('is narrowed by each of its filters', async () => {
    const id = await world().make(fresh())
    const filters = world().filters as Record<
      string,
      (id: string) => Promise<{ finds: string; misses: string; with?: Record<string, string>; id?: string }>
    >
    expect(Object.keys(filters).sort()).toEqual(Object.keys(discovery[name].filters).sort())
    for (const [filter, narrowing] of Object.entries(filters)) {
      const { finds, misses, with: beside, id: wanted = id } = await narrowing(id)
      for (const locale of ['en', 'es']) {
        expect(
          (await walk(name, { ...beside, [filter]: finds, locale })).map((row) => String(row['id'])),
          `${filter}=${finds}`,
        ).toContain(wanted)
        expect(
          (await walk(name, { ...beside, [filter]: misses, locale })).map((row) => String(row['id'])),
          `${filter}=${misses}`,
        ).not.toContain(wanted)
      }
    }
  })

  it('refuses what it does not understand, and names it', async () => {
    expect(problems(await get(name, { colour: 'red' }))).toEqual([
      422,
      {
        colour: expect.stringMatching(
          /^colour is not a parameter of this call\. It takes .*limit, cursor, locale\.$/,
        ) as unknown,
      },
    ])
    expect(problems(await get(`${name}/1`, { limit: '2' }))).toEqual([
      422,
      { limit: 'limit is not a parameter of this call. It takes locale.' },
    ])
    for (const limit of ['0', '201', '-1', '1.5', 'many'])
      expect(problems(await get(name, { limit }))).toEqual([422, { limit: 'limit is a whole number from 1 to 200.' }])
    expect(problems(await get(`${name}?limit=1&limit=2`))).toEqual([422, { limit: 'limit is given more than once.' }])
    expect(problems(await get(name, { locale: 'tlh' }))).toEqual([
      422,
      { locale: 'tlh is not a language of the site. It has en, es.' },
    ])
    for (const id of ['0', '-1', 'x', '1e3', '%27', '99999999999999999999', 'ca-0', '999999'])
      expect(codeOf(await get(`${name}/${id}`)), id).toBe('404 NotFound')
  })

  it('takes no statement from outside: whatever is written into a parameter is a value or refused', async () => {
    const hostile = [
      `' or 1=1--`,
      `1; drop table ${name === 'categories' ? 'categories' : name}`,
      `1)) union select hash from discovery_api_keys--`,
      '$1',
      '\\',
      '%',
      '{"a":1}',
      '1\u2028',
      '💥'.repeat(90),
    ]
    for (const filter of [...Object.keys(discovery[name].filters), 'cursor', 'limit', 'locale']) {
      for (const text of hostile) {
        const reply = await get(name, { [filter]: text })
        expect(
          reply.status === 422 || (filter === 'q' && reply.status === 200),
          `${filter}=${text}: ${reply.status}`,
        ).toBe(true)
      }
    }
    expect(codeOf(await get(name))).toBe('200')
  })

  it('takes a cursor only for the list that it was given for', async () => {
    await world().make(fresh())
    await world().make(fresh())
    const { next } = done(await get(name, { limit: '1' }))
    const [other] = discoveryNames.filter((one) => one !== name)
    const refused = [422, { cursor: 'This cursor belongs to another list. Start again without one.' }]
    expect(problems(await get(other ?? '', { cursor: next ?? '' }))).toEqual(refused)
    expect(problems(await get(name, { cursor: Buffer.from('["x",1]').toString('base64url') }))).toEqual(refused)
    expect(
      problems(
        await get(name, {
          cursor: `${Buffer.from(
            Buffer.from(next ?? '', 'base64url')
              .toString()
              .slice(0, 10),
          ).toString('base64url')}`,
        }),
      ),
    ).toEqual(refused)
    const [filter = '', { example = '' } = {}] = Object.entries(discovery[name].filters)[0] ?? []
    expect(problems(await get(name, { cursor: next ?? '', [filter]: example }))).toEqual(refused)
  })

  it('answers with 304 and nothing more as long as nothing has changed', async () => {
    const id = await world().make(fresh())
    for (const path of [name, `${name}/${id}`]) {
      const first = await get(path)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{20,}"$/)
      expect([
        first.headers.get('vary')?.replace(', Accept-Encoding', ''),
        first.headers.get('cache-control')?.startsWith('private'),
      ]).toEqual(['Authorization, Accept-Language', true])
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await get(path, {}, { 'if-none-match': known })
        expect([again.status, again.body === '' || again.body === null, again.headers.get('etag')], known).toEqual([
          304,
          true,
          etag,
        ])
      }
      expect((await get(path, {}, { 'if-none-match': '"x"' })).status).toBe(200)
      if (path !== name) await world().change(id)
      if (path !== name) expect((await get(path, {}, { 'if-none-match': etag })).status).toBe(200)
    }
  })

  it('answers no one without a working key that has the scope', async () => {
    const db = server.database.kysely
    for (const path of [name, `${name}/1`]) {
      expect(codeOf(await server.anonymous.get(`/v1/${path}`))).toBe('401 KeyMissing')
      expect(codeOf(await get(path, {}, {}, `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`))).toBe(
        '401 KeyUnknown',
      )
      expect(codeOf(await get(path, {}, {}, (await keyWith(db, ['reviews:read'])).key))).toBe('403 ScopeMissing')
      const gone = await keyWith(db, apiScopes)
      await run(sql`update discovery_api_keys set revoked_at = now() where user_id = ${gone.userId}`)
      expect(codeOf(await get(path, {}, {}, gone.key))).toBe('401 KeyRevoked')
    }
    expect((await get(name)).headers.get('x-ratelimit-limit')).toBe('6000')
  })
})

describe('a key', () => {
  it('uses up its quota call by call, and is then given the time to retry', async () => {
    const few = await keyWith(server.database.kysely, apiScopes, 2)
    const replies = []
    for (let n = 0; n < 6; n++) replies.push(await get('cities', {}, {}, few.key))
    const over = replies.filter(({ status }) => status === 429)
    expect(over.length).toBeGreaterThan(1)
    expect(Number(over[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const { headers } of replies) {
      expect(
        ['limit', 'reset', 'limit-day', 'remaining-day', 'reset-day'].map(
          (what) => Number(headers.get(`x-ratelimit-${what}`) ?? 'NaN') > 0,
        ),
      ).toEqual([true, true, true, true, true])
    }
    expect(over[0]?.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(replies[0]?.headers.get('x-ratelimit-remaining')).toBe('1')
  })

  it('gets prices, seats and ratings only with the scopes for them, and cannot find out prices by filters', async () => {
    const plain = (await keyWith(server.database.kysely, ['catalogue:read'])).key
    for (const [name, keys] of [
      ['events', ['fromPrice']],
      ['performances', ['availability', 'fromPrice', 'toPrice']],
      ['products', ['availability', 'fromPrice', 'ownRating', 'ownReviewCount', 'rating', 'reviewCount']],
    ] as const) {
      const id = await worlds[name].make(fresh())
      const [all, some] = [done<Row>(await get(`${name}/${id}`)), done<Row>(await get(`${name}/${id}`, {}, {}, plain))]
      expect(
        Object.keys(all)
          .filter((one) => !(one in some))
          .sort(),
      ).toEqual(keys)
      expect(all['fromPrice']).toMatchObject({ price: 4500, fees: 0, total: 4500, currency: 'EUR', exponent: 2 })
    }
    expect(codeOf(await get('products', { currency: 'EUR', minPrice: '1' }, {}, plain))).toBe('403 ScopeMissing')
    expect(problems(await get('products', { minPrice: '1' }))).toEqual([
      422,
      { currency: 'Choose the currency of minPrice. Amounts in different currencies can’t be compared.' },
    ])
  })
})
