import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { checkDraft, parseDraft } from '../../kit/draft.ts'
import { couponStates } from './coupon-state.ts'
import { coupons } from './coupons.ts'
import type { DemoRandom, DemoRefs } from './demo-coupons.server.ts'
import { demoCoupons, insertDemoCoupons, settleDemoCoupons } from './demo-coupons.server.ts'
import type { Catalogue } from './coupons-fixture.server.ts'
import { makeCatalogue, makePurchases } from './coupons-fixture.server.ts'

/** Lehmer's generator: any reproducible one will do. */
function randomOf(seed: number): DemoRandom {
  let state = seed
  const next = () => {
    state = state * 48_271 % 2_147_483_647
    return state / 2_147_483_647
  }
  return { int: (min, max) => min + Math.floor(next() * (max - min + 1)), pick: (items) => items[Math.floor(next() * items.length)] ?? items[0] as never }
}

function refsOf(catalogue: Catalogue, staffId: number, performerId: number): DemoRefs {
  return {
    cities: [{ id: catalogue.cityId, name: 'São Paulo', timeZone: 'America/Sao_Paulo' }],
    venues: [{ id: catalogue.venueId, name: 'Auditorium Parco della Musica' }],
    performers: [{ id: performerId, name: 'Björk & Friends' }],
    events: [{ id: catalogue.eventId, name: 'Tosca' }], products: [{ id: catalogue.productId, name: '古代ローマ' }], staffIds: [staffId],
  }
}

describe('demo coupons', () => {
  let server: TestServer
  let refs: DemoRefs
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'demo coupons' })
    const db = server.database.kysely
    const { rows: [ids] } = await sql<{ staff: number; performer: number }>`
      with made as (insert into performers (name, sort_name, slug, kind) values ('Björk & Friends', 'Bjork', 'bjork', 'artist') returning id)
      select made.id as performer, (select min(id) from staff) as staff from made`.execute(db)
    refs = refsOf(await makeCatalogue(db), ids?.staff ?? 0, ids?.performer ?? 0)
  })
  afterAll(() => server.stop())
  const today = () => new Date().toISOString().slice(0, 10)

  it('are the same for the same seed and day, each code once', () => {
    const made = demoCoupons(randomOf(7), '2026-06-01', refs)
    expect(demoCoupons(randomOf(7), '2026-06-01', refs)).toEqual(made)
    expect(demoCoupons(randomOf(8), '2026-06-01', refs)).not.toEqual(made)
    expect(made).toHaveLength(160)
    expect(new Set(made.map(({ code }) => code)).size).toBe(160)
  })

  it.each([1, 2, 3, 4, 5])('obey every rule of a coupon (seed %i)', (seed) => {
    for (const { createdAt, isOfBatch: _, isExhausted: __, ...values } of demoCoupons(randomOf(seed), '2026-02-28', refs)) {
      expect(() => checkDraft(coupons, parseDraft(coupons, values, null)), JSON.stringify(values)).not.toThrow()
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.parse('2026-02-28T23:59:59Z'))
    }
  })

  it('show every state once their uses are counted', async () => {
    const db = server.database.kysely
    const made = demoCoupons(randomOf(7), today(), refs)
    const ids = await insertDemoCoupons(db, made)
    const exhausted = ids.filter((_, index) => made[index]?.isExhausted)
    const purchases = await makePurchases(db, exhausted.length)
    await sql`insert into coupon_redemptions (coupon_id, purchase_id, email_folded, currency, amount, state, terms)
      select * , 'ana@example.com', 'EUR', 500, 'consumed', '{}' from unnest(${exhausted}::bigint[], ${purchases}::bigint[])`.execute(db)
    await settleDemoCoupons(db, exhausted)
    const admin = await server.signIn('admin')
    const counts = await Promise.all(couponStates.map(async (state) => {
      const reply = await admin.get('/rest/data/coupons', { filter: { state } })
      return [state, Number(reply.headers.get('x-total-count'))] as const
    }))
    expect(Object.fromEntries(counts)).toEqual({ draft: 13, scheduled: 12, active: 80, paused: 8, exhausted: 8, expired: 33, archived: 6 })
    const { body } = await admin.get('/rest/data/coupon-batches')
    expect(body).toMatchObject([{ name: 'Loyalty mailing', prefix: 'THANKS-', wanted: 20, made: 20 }])
  })
})
