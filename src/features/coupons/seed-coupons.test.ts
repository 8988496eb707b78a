import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { checkDraft, parseDraft } from '../../core/resource/draft.ts'
import { couponStates } from './coupon-state.ts'
import { coupons } from './coupons.ts'
import type { DemoRandom, DemoRefs } from './seed-coupon-ideas.server.ts'
import { insertSeedCoupons, demoCoupons } from './seed-coupons.server.ts'
import type { Catalogue } from './testing/coupons.server.ts'
import { makeCatalogue } from './testing/coupons.server.ts'

/** Lehmer's generator: any reproducible one will do. */
function randomOf(seed: number): DemoRandom {
  let state = seed
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return {
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? (items[0] as never),
  }
}

function refsOf(catalogue: Catalogue, ids: Readonly<Record<'staff' | 'performer', number>>): DemoRefs {
  const { staff: staffId, performer: performerId } = ids
  return {
    cities: [{ id: catalogue.cityId, name: 'São Paulo', timeZone: 'America/Sao_Paulo' }],
    venues: [{ id: catalogue.venueId, name: 'Auditorium Parco della Musica' }],
    performers: [{ id: performerId, name: 'Björk & Friends' }],
    events: [{ id: catalogue.eventId, name: 'Tosca' }],
    products: [{ id: catalogue.productId, name: '古代ローマ' }],
    providers: [{ id: catalogue.providerId, name: 'Acme Tours' }],
    staffIds: [staffId],
  }
}

describe('demo coupons', () => {
  let server: TestServer
  let refs: DemoRefs
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'demo coupons' })
    const db = server.database.kysely
    const {
      rows: [ids],
    } = await sql<Record<'staff' | 'performer', number>>`
      with made as (insert into performers (name, sort_name, slug, kind) values ('Björk & Friends', 'Bjork', 'bjork', 'artist') returning id)
      select made.id as performer, (select min(id) from staff) as staff from made`.execute(db)
    if (!ids) throw new Error('A select from what was made answers with its row.')
    refs = refsOf(await makeCatalogue(db), ids)
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
    for (const { createdAt, isOfBatch: _, ...values } of demoCoupons(randomOf(seed), '2026-02-28', refs)) {
      expect(() => checkDraft(coupons, parseDraft(coupons, values, null)), JSON.stringify(values)).not.toThrow()
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.parse('2026-02-28T23:59:59Z'))
    }
  })

  it('are added once, in every state, beside what is there', async () => {
    const db = server.database.kysely
    await sql`insert into coupons (code, name, status, percent) values ('WELCOME', 'Ours', 'active', 500)`.execute(db)
    await insertSeedCoupons(db, randomOf(7), today())
    await insertSeedCoupons(db, randomOf(7), today())
    const admin = await server.signIn('admin')
    const counts = await Promise.all(
      couponStates.map(async (state) => {
        const reply = await admin.get('/rest/data/coupons', { filter: { state } })
        return [state, Number(reply.headers.get('x-total-count'))] as const
      }),
    )
    const all = demoCoupons(randomOf(7), today(), refs)
    const isKept = all.some(({ code }) => code === 'WELCOME')
    expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(all.length + (isKept ? 0 : 1))
    for (const [state, count] of counts)
      expect({ state, some: count > 5 }).toEqual({ state, some: state !== 'exhausted' })
    expect((await admin.get('/rest/data/coupons', { filter: { code: 'WELCOME' } })).body).toMatchObject([
      { name: 'Ours' },
    ])
    const { body } = await admin.get('/rest/data/coupon-batches')
    expect(body).toMatchObject([{ name: 'Loyalty mailing', prefix: 'THANKS-', wanted: 20, made: 20 }])
  })
})
