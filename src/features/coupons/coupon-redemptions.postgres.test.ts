import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Redemption } from './coupon-redemptions.server.ts'
import { consumeRedemptions, redeem, releaseRedemptions } from './coupon-redemptions.server.ts'
import { couponState, couponStatuses } from './coupon-state.ts'
import type { CouponUse } from './coupon-use.ts'
import { stateSql } from './coupons.server.ts'
import type { Catalogue } from './testing/coupons.server.ts'
import { makeCatalogue, makePurchases, useOf } from './testing/coupons.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('redeeming', () => {
  let server: TestServer
  let catalogue: Catalogue
  let last = 0

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'redeeming' })
    catalogue = await makeCatalogue(server.database.kysely)
  })
  afterAll(() => server?.stop())

  /** An active coupon of 10 %, with columns set as SQL says. */
  async function coupon(assignments = 'total_limit = null'): Promise<{ id: number; code: string }> {
    const code = `RACE-${++last}`
    const {
      rows: [row],
    } = await sql<{ id: number; code: string }>`
      insert into coupons (code, name, status, percent) values (${code}, 'Race', 'active', 1000) returning id, code`.execute(
      server.database.kysely,
    )
    if (!row) throw new Error('The coupon was not made.')
    await sql`update coupons set ${sql.raw(assignments)} where id = ${row.id}`.execute(server.database.kysely)
    return row
  }
  const claim = (purchaseId: number, code: string, use: Partial<CouponUse> = {}): Promise<Redemption> =>
    server.database.kysely
      .transaction()
      .execute((db) => redeem(db, purchaseId, code, useOf(catalogue, { customerId: null, ...use })))
  const release = (purchaseId: number, because: 'expired' | 'cancelled') =>
    server.database.kysely.transaction().execute((db) => releaseRedemptions(db, purchaseId, because))
  async function timesUsed({ id }: { id: number }): Promise<number> {
    const {
      rows: [row],
    } = await sql<{ n: number; m: number }>`
      select times_used as n, (select count(*) from coupon_redemptions where coupon_id = ${id} and state <> 'released') as m
      from coupons where id = ${id}`.execute(server.database.kysely)
    expect(row?.n).toBe(row?.m)
    return row?.n ?? -1
  }
  async function outcomes(claims: readonly Promise<unknown>[]): Promise<{ won: number; refused: string[] }> {
    const settled = await Promise.allSettled(claims)
    const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    for (const reason of reasons) if (!(reason instanceof Refusal)) throw reason
    return {
      won: settled.length - reasons.length,
      refused: [...new Set(reasons.map((reason) => (reason as Refusal).message))],
    }
  }

  it('gives the last use to exactly one of 50 who ask at once', async () => {
    const target = await coupon('total_limit = 1')
    const purchases = await makePurchases(server.database.kysely, 50)
    const { won, refused } = await outcomes(
      purchases.map((id, index) => claim(id, target.code, { email: `p${index}@example.com` })),
    )
    expect({ won, refused }).toEqual({ won: 1, refused: ['This coupon has been used up.'] })
    expect(await timesUsed(target)).toBe(1)
  })

  it('gives one customer no more than the limit per customer, whichever account, tag or letter case', async () => {
    const target = await coupon('per_customer_limit = 2')
    const purchases = await makePurchases(server.database.kysely, 20)
    const account = { customerId: catalogue.customerId }
    const ways = [
      { email: 'ana@example.com' },
      { email: 'ANA+new@Example.com' },
      { ...account, email: 'ana@example.com' },
      { ...account, email: ' ana+2@example.com' },
    ]
    const { won, refused } = await outcomes(
      purchases.map((id, index) => claim(id, target.code, ways[index % ways.length])),
    )
    expect({ won, refused }).toEqual({ won: 2, refused: ['You have reached this coupon’s limit.'] })
    const [next = 0] = await makePurchases(server.database.kysely, 1)
    expect(await claim(next, target.code, { email: 'sister@example.com' })).toMatchObject({ couponId: target.id })
  })

  it('knows a customer by the account when the address is another', async () => {
    const target = await coupon('per_customer_limit = 1')
    const [one = 0, other = 0] = await makePurchases(server.database.kysely, 2)
    await claim(one, target.code, { customerId: catalogue.customerId, email: 'first@example.com' })
    await expect(
      claim(other, target.code, { customerId: catalogue.customerId, email: 'second@example.com' }),
    ).rejects.toMatchObject({ status: 409 })
  })

  it('counts one use when the same purchase claims the same coupon 20 times', async () => {
    const target = await coupon()
    const [id = 0] = await makePurchases(server.database.kysely, 1)
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(id, target.code)))
    expect(new Set(claims.map((redemption) => JSON.stringify(redemption))).size).toBe(1)
    expect(claims[0]).toMatchObject({ couponId: target.id, amount: 1000, currency: 'EUR' })
    expect(await timesUsed(target)).toBe(1)
  })

  it('neither loses nor invents a use while others claim, release and cancel', async () => {
    const target = await coupon('total_limit = 10, is_returned_on_cancel = true')
    const purchases = await makePurchases(server.database.kysely, 40)
    await outcomes(
      purchases.map(async (id, index) => {
        await claim(id, target.code, { email: `q${index}@example.com` })
        if (index % 3 === 0) await Promise.all([release(id, 'expired'), release(id, 'expired')])
        if (index % 3 === 1) {
          await server.database.kysely.transaction().execute((db) => consumeRedemptions(db, id))
          await Promise.all([release(id, 'cancelled'), release(id, 'cancelled')])
        }
      }),
    )
    expect(await timesUsed(target)).toBeLessThanOrEqual(10)
  })

  it('does not deadlock when many purchases claim and release two coupons in opposite order', async () => {
    const [one, other] = [await coupon(`stack_group = 'summer'`), await coupon(`stack_group = 'summer'`)]
    const purchases = await makePurchases(server.database.kysely, 30)
    await Promise.all(
      purchases.map(async (id, index) => {
        const email = `r${index}@example.com`
        const [first, second] = index % 2 === 0 ? [one, other] : [other, one]
        await claim(id, first.code, { email })
        await claim(id, second.code, { email })
        await release(id, 'expired')
      }),
    )
    expect([await timesUsed(one), await timesUsed(other)]).toEqual([0, 0])
  })

  it('waits for no other purchase, to claim as to give back', async () => {
    const target = await coupon()
    const [own = 0, other = 0] = await makePurchases(server.database.kysely, 2)
    const { kysely } = server.database
    const impatiently = <T>(work: (db: typeof kysely) => Promise<T>) =>
      kysely.transaction().execute(async (db) => {
        await sql`set local lock_timeout = '3s'`.execute(db)
        return work(db)
      })
    await kysely.transaction().execute(async (db) => {
      await sql`select 1 from purchases where id = ${other} for update`.execute(db)
      const use = useOf(catalogue, { customerId: null, email: 'own@example.com' })
      expect(await impatiently((second) => redeem(second, own, target.code, use))).toMatchObject({ amount: 1000 })
      expect(await impatiently((second) => releaseRedemptions(second, own, 'expired'))).toBe(1)
    })
    expect(await timesUsed(target)).toBe(0)
  })

  it('takes a code in any letter case and width, and says when there is none', async () => {
    const target = await coupon()
    const [one = 0, other = 0] = await makePurchases(server.database.kysely, 2)
    const wide = [...target.code].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('')
    expect(await claim(one, ` ${wide.toLowerCase()} `, { email: 'w@example.com' })).toMatchObject({
      couponId: target.id,
    })
    await expect(claim(other, 'NO-SUCH')).rejects.toMatchObject({ status: 404, message: 'Coupon not found.' })
  })

  it('gives back a reserved use, but a consumed one only on cancellation and where the coupon said so when it was claimed', async () => {
    const [kept, returned] = [await coupon(), await coupon('is_returned_on_cancel = true')]
    const [one = 0, other = 0] = await makePurchases(server.database.kysely, 2)
    for (const [id, target] of [
      [one, kept],
      [other, returned],
    ] as const) {
      await claim(id, target.code, { email: `s${id}@example.com` })
      expect(await server.database.kysely.transaction().execute((db) => consumeRedemptions(db, id))).toBe(1)
      expect(await release(id, 'expired')).toBe(0)
    }
    await sql`update coupons set is_returned_on_cancel = not is_returned_on_cancel where id in (${kept.id}, ${returned.id})`.execute(
      server.database.kysely,
    )
    expect([await release(one, 'cancelled'), await release(other, 'cancelled')]).toEqual([0, 1])
    expect([await timesUsed(kept), await timesUsed(returned)]).toEqual([1, 0])
  })

  it('lets a purchase claim again what it gave back', async () => {
    const target = await coupon('total_limit = 1')
    const [id = 0] = await makePurchases(server.database.kysely, 1)
    const first = await claim(id, target.code)
    await release(id, 'expired')
    expect(await claim(id, target.code)).toEqual(first)
    expect(await timesUsed(target)).toBe(1)
  })

  it('refuses a first-purchase coupon to a customer who has paid before', async () => {
    const target = await coupon('is_first_purchase_only = true')
    const [id = 0] = await makePurchases(server.database.kysely, 1)
    const email = 'new@example.com'
    const [earlier = 0] = await makePurchases(server.database.kysely, 1, email)
    expect(await claim(id, target.code, { email })).toMatchObject({ amount: 1000 })
    await server.database.kysely.transaction().execute(async (db) => {
      await sql`update purchases set booking_status = 'pending_supplier' where id = ${earlier}`.execute(db)
      await sql`update purchases set captured = 10000, payment_status = 'captured', booking_status = 'confirmed' where id = ${earlier}`.execute(
        db,
      )
      await sql`insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
        values (${earlier}, 'stripe', 'card', 'captured', 'EUR', 10000, 10000, 0, 'pi_first', now())`.execute(db)
    })
    const [next = 0] = await makePurchases(server.database.kysely, 1)
    await expect(claim(next, target.code, { email: ' New@example.com' })).rejects.toMatchObject({
      status: 409,
      message: 'This coupon is for the first purchase only.',
    })
  })

  it('has brought what its purchases say, whatever happens to them at once', async () => {
    const target = await coupon('is_returned_on_cancel = true')
    const purchases = await makePurchases(server.database.kysely, 12)
    for (const id of purchases) await claim(id, target.code)
    const { kysely } = server.database
    const costs = (id: number, fee: number) =>
      sql`update purchases set payment_fees = ${fee} where id = ${id}`.execute(kysely)
    const confirmed = (id: number) => kysely.transaction().execute((db) => consumeRedemptions(db, id))
    await Promise.all(
      purchases.flatMap((id, n) => [confirmed(id), costs(id, n + 1), costs(id, n + 100), confirmed(id)]),
    )
    await Promise.all(
      purchases.flatMap((id, n) => (n % 3 === 0 ? [release(id, 'cancelled'), costs(id, 7)] : [costs(id, 11)])),
    )
    const kept =
      await sql<object>`select currency, uses, discount, revenue, margin from coupon_results where coupon_id = ${target.id}`.execute(
        kysely,
      )
    const added = await sql<object>`
      select r.currency, count(*) as uses, sum(r.amount)::bigint as discount, sum(p.captured - p.refunded - p.charged_back)::bigint as revenue, sum(p.margin)::bigint as margin
      from coupon_redemptions r join purchases p on p.id = r.purchase_id where r.coupon_id = ${target.id} and r.state = 'consumed' group by r.currency`.execute(
      kysely,
    )
    expect(kept.rows).toEqual(added.rows)
    expect(kept.rows).toMatchObject([{ currency: 'EUR', uses: 8 }])
  })

  it('says the same state as the pure function, for any coupon at any moment', async () => {
    const moments = fc.constantFrom(
      ...[0, 1, 2, 3].map((ms) => new Date(Date.parse('2026-06-01T00:00:00.000Z') + ms).toISOString()),
    )
    const facts = fc.record({
      status: fc.constantFrom(...couponStatuses),
      validFrom: fc.option(moments, { nil: null }),
      validUntil: fc.option(moments, { nil: null }),
      totalLimit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      timesUsed: fc.nat({ max: 3 }),
      at: moments,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(facts, { minLength: 50, maxLength: 50 }), async (many) => {
        const { rows } = await sql<{ state: string }>`
        select ${stateSql(sql`t.at`)} as state from jsonb_to_recordset(${JSON.stringify(
          many.map((one) => ({
            status: one.status,
            valid_from: one.validFrom,
            valid_until: one.validUntil,
            total_limit: one.totalLimit,
            times_used: one.timesUsed,
            at: one.at,
          })),
        )}::jsonb) as t(status text, valid_from timestamptz, valid_until timestamptz, total_limit integer, times_used integer, at timestamptz)
      `.execute(server.database.kysely)
        expect(rows.map(({ state }) => state)).toEqual(many.map((one) => couponState(one, Date.parse(one.at))))
      }),
      { numRuns: 40 },
    )
  })
})
