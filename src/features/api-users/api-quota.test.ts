import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { isWithin } from '../../core/ip-address.ts'
import { issueKey, looksLikeApiKey } from './api-keys.server.ts'
import { createQuotaBook } from './api-quota.server.ts'
import { createUsageBook } from './api-usage.server.ts'

let server: TestServer
let userId = 0
let now = Date.UTC(2026, 5, 1, 12, 0, 30)

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'api quota' })
})
afterAll(() => server.stop())

async function user(quotaPerMinute: number, quotaPerDay: number) {
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into discovery_api_users (name, company, email) values ('Quota', 'Test', 'q@example.com') returning id`.execute(
    server.database.kysely,
  )
  userId = made?.id ?? 0
  return { userId, quotaPerMinute, quotaPerDay }
}
const book = () => createQuotaBook(server.database.kysely, () => now)
async function count(takes: readonly Promise<unknown>[]): Promise<{ passed: number; refused: Refusal[] }> {
  const results = await Promise.allSettled(takes)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Refusal] : []))
  for (const refusal of refused) expect(refusal).toBeInstanceOf(Refusal)
  return { passed: results.length - refused.length, refused }
}

describe('a quota', () => {
  it('lets exactly so many calls pass, however many come together, and then says when to come again', async () => {
    const quotas = await user(25, 1_000)
    const one = book()
    const { passed, refused } = await count(Array.from({ length: 60 }, () => one.take(quotas)))
    expect(passed).toBe(25)
    expect(refused[0]).toMatchObject({
      status: 429,
      code: 'QuotaUsedUp',
      headers: { 'Retry-After': '30' },
      message: 'The 25 calls of this minute are used up. Try again in 30 seconds.',
    })
  })

  it('applies to several servers together', async () => {
    const quotas = await user(100, 1_000)
    const books = [book(), book(), book()]
    const { passed } = await count(
      Array.from({ length: 300 }, (_, n) => books[n % 3]?.take(quotas) ?? Promise.resolve()),
    )
    expect(passed).toBe(100)
  })

  it('begins again with the next minute, and the day’s with the next day', async () => {
    const quotas = await user(10, 25)
    const one = book()
    const all = async () => (await count(Array.from({ length: 12 }, () => one.take(quotas)))).passed
    expect(await all()).toBe(10)
    now += 60_000
    expect(await all()).toBe(10)
    now += 60_000
    expect(await all()).toBe(5)
    now += 60_000
    const { refused } = await count([one.take(quotas)])
    expect(refused[0]?.message).toMatch(/^The 25 calls of this day are used up/)
    expect(Number(refused[0]?.headers['Retry-After'])).toBeGreaterThan(11 * 3_600)
    now += 86_400_000
    expect(await all()).toBe(10)
    const { rows } = await sql`select 1 from discovery_api_leases where user_id = ${userId}`.execute(
      server.database.kysely,
    )
    expect(rows).toHaveLength(2)
  })

  it('acts at once when it is lowered or raised', async () => {
    const quotas = await user(100, 1_000)
    const one = book()
    expect((await count(Array.from({ length: 8 }, () => one.take(quotas)))).passed).toBe(8)
    expect((await count([one.take({ ...quotas, quotaPerMinute: 5 })])).passed).toBe(0)
    expect((await one.take({ ...quotas, quotaPerMinute: 20 })).minute).toMatchObject({ limit: 20, left: 11 })
    expect((await one.look(quotas)).minute).toMatchObject({ limit: 100, left: 91 })
  })
})

describe('a key', () => {
  it('has 32 random bytes and a checksum that finds every single mistyped character', async () => {
    const keys: string[] = []
    for (let n = 0; n < 50; n++) keys.push((await issueKey(server.database.kysely, userId, system('test'))).key)
    expect(new Set(keys).size).toBe(50)
    for (const key of keys) {
      expect(key).toMatch(/^mk_live_[0-9A-Za-z]{49}$/)
      expect(looksLikeApiKey(key)).toBe(true)
      for (let at = 8; at < key.length; at++)
        expect(looksLikeApiKey(`${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`)).toBe(false)
    }
  })
})

describe('an address', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24'], false],
    ['2001:db8::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['10.0.0.1', ['10.0.0.1'], true],
    ['::1', ['10.0.0.1', '::1'], true],
    ['10.0.0.2', ['10.0.0.1', '::/0'], false],
  ])('%s is in %j: %s', (address, ranges, expected) => {
    expect(isWithin(ranges, address)).toBe(expected)
  })
})

describe('usage that cannot be written', () => {
  it('is kept and written with the next batch', async () => {
    const { userId: id } = await user(10, 10)
    const warnings: unknown[] = []
    let isAway = true
    const real = server.database.kysely
    const db = new Proxy(real, {
      get: (target, key) =>
        key !== 'transaction'
          ? (Reflect.get(target, key) as unknown)
          : () => {
              if (isAway) throw new Error('away')
              return real.transaction()
            },
    })
    const usage = createUsageBook(db, {
      warn: (...words: unknown[]) => {
        warnings.push(words)
      },
    })
    const call = { userId: id, keyId: 999_999, endpoint: 'GET /v1/me', status: 200, milliseconds: 5 }
    usage.count(call)
    await usage.flush()
    expect(warnings).toHaveLength(1)
    isAway = false
    usage.count({ ...call, status: 500 })
    await usage.close()
    const { rows } =
      await sql`select calls, errors, throttled, milliseconds from discovery_api_usage where user_id = ${id}`.execute(
        server.database.kysely,
      )
    expect(rows).toEqual([{ calls: 2, errors: 1, throttled: 0, milliseconds: 10 }])
  })
})
