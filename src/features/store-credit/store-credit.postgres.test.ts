import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { createLog } from '../../core/http/log.server.ts'
import { rounds } from '../../core/testing/rounds.ts'
import { makeCatalogue, makePurchases } from '../coupons/testing/coupons.server.ts'
import { ledgerDifferences } from '../ledger/testing/ledger-differences.server.ts'
import { holdCredit, redeemCredit, releaseCredit } from '../orders/order-credit.server.ts'
import { expireCreditJob } from './expire-credit.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('store credit', () => {
  let server: TestServer
  let last = 0
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'store credit races' })
    await makeCatalogue(server.database.kysely)
  })
  afterAll(() => server?.stop())

  async function buyer(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into customers (email, first_name, last_name, locale) values (${`b${++last}@example.com`}, 'Ana', 'García', 'es')
      returning id`.execute(server.database.kysely)
    return rows[0]?.id ?? 0
  }
  const grant = (customer: number, amount: number, days = 30) =>
    sql`
      insert into store_credits (customer_id, currency, amount, reason, created_at, expires_at)
      values (${customer}, 'EUR', ${amount}, 'goodwill', now() - interval '1 minute', now() + make_interval(days => ${days}))`.execute(
      server.database.kysely,
    )
  async function orders(customer: number, count: number): Promise<readonly number[]> {
    const ids = await makePurchases(server.database.kysely, count)
    await sql`update purchases set customer_id = ${customer} where id = any(${ids})`.execute(server.database.kysely)
    return ids
  }
  const within = <T>(work: (db: typeof server.database.kysely) => Promise<T>) =>
    server.database.kysely.transaction().execute(work)
  const order = (id: number) => ({ id, reference: `R${id}`, currency: 'EUR' })
  const hold = (id: number, amount: number) => within((db) => holdCredit(db, order(id), amount))
  const redeem = (id: number) =>
    within(async (db) => {
      await sql`
        update purchases p set captured = captured + x.held, payment_status = 'captured'
        from (select sum(authorised) as held from payments where purchase_id = ${id} and state = 'authorised') x
        where p.id = ${id} and x.held > 0`.execute(db)
      await redeemCredit(db, id)
    })
  const release = (id: number) => within((db) => releaseCredit(db, id))
  async function won(calls: readonly Promise<unknown>[]): Promise<number> {
    const settled = await Promise.allSettled(calls)
    for (const one of settled)
      if (one.status === 'rejected' && !(one.reason instanceof Refusal)) throw one.reason as Error
    return settled.filter(({ status }) => status === 'fulfilled').length
  }
  async function sums(customer: number) {
    const { rows } = await sql<{ amount: number; held: number; spent: number; expired: number; balance: number }>`
      select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(held), 0)::bigint as held, coalesce(sum(spent), 0)::bigint as spent,
        coalesce(sum(expired), 0)::bigint as expired, (select coalesce(-sum(l.amount), 0)::bigint from ledger_entries l
          where l.customer_id = ${customer} and l.account = 'customer_credit') as balance
      from store_credits where customer_id = ${customer}`.execute(server.database.kysely)
    return rows[0] ?? { amount: 0, held: 0, spent: 0, expired: 0, balance: 0 }
  }

  it('is never overspent, in 1,000 races of four orders for two that it is enough for', async () => {
    let overspent = 0
    for (let batch = 0; batch < 20; batch++) {
      const counts = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const customer = await buyer()
          // Two credits, of which each order needs a part of both or the whole of one.
          await grant(customer, 3000, 10)
          await grant(customer, 2000, 20)
          const ids = await orders(customer, 4)
          const count = await won(ids.map((id) => hold(id, 2500)))
          await won(ids.map((id, index) => (index % 2 === 0 ? redeem(id) : release(id))))
          const { amount, held, spent, balance } = await sums(customer)
          if (held + spent > amount || balance !== amount - spent) overspent++
          return count
        }),
      )
      expect(counts.every((count) => count === 2)).toBe(true)
    }
    expect(overspent).toBe(0)
  }, 300_000)

  it('adds up with the ledger after each of any grants, orders, payments, releases and ends', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('grant' as const),
        amount: fc.integer({ min: 1, max: 4000 }),
        days: fc.integer({ min: 1, max: 9 }),
      }),
      fc.record({ kind: fc.constant('hold' as const), amount: fc.integer({ min: 1, max: 5000 }) }),
      fc.record({ kind: fc.constantFrom('redeem' as const, 'release' as const), pick: fc.nat(9) }),
      fc.record({ kind: fc.constant('end' as const), pick: fc.nat(3) }),
    )
    const { signal } = new AbortController()
    const log = createLog({ level: 'silent' })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const customer = await buyer()
        const ids: number[] = []
        for (const one of steps) {
          const before = await sums(customer)
          if (one.kind === 'grant') await grant(customer, one.amount, one.days)
          if (one.kind === 'hold') {
            const [id = 0] = await orders(customer, 1)
            const free = before.amount - before.held - before.spent - before.expired
            expect(await won([hold(id, one.amount)])).toBe(one.amount <= free ? 1 : 0)
            if (one.amount <= free) ids.push(id)
          }
          const chosen = ids[one.kind === 'redeem' || one.kind === 'release' ? one.pick % Math.max(1, ids.length) : 0]
          if (one.kind === 'redeem' && chosen !== undefined) await redeem(chosen)
          if (one.kind === 'release' && chosen !== undefined) await release(chosen)
          // Created a minute ago, so what ends a millisecond later is over however fast these steps are.
          if (one.kind === 'end') {
            await sql`
              update store_credits set expires_at = created_at + interval '1 millisecond'
              where id = (select id from store_credits where customer_id = ${customer} order by id offset ${one.pick} limit 1)`.execute(
              server.database.kysely,
            )
          }
          await expireCreditJob.run({ database: server.database, log, signal, count: () => {} })
          const now = await sums(customer)
          expect(now.balance).toBe(now.amount - now.spent - now.expired)
          expect(now.held + now.spent + now.expired).toBeLessThanOrEqual(now.amount)
          for (const id of ids) expect(await ledgerDifferences(server.database.kysely, id)).toEqual([])
        }
        // Whatever happened, each order is over in the end and nothing stays held.
        for (const id of ids) await release(id)
        expect((await sums(customer)).held).toBe(0)
      }),
      { numRuns: rounds.sequences },
    )
  }, 180_000)
})
