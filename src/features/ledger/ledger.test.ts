import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { rounds } from '../../core/testing/rounds.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import type { RefundBench } from '../payments/testing/refund-bench.server.ts'
import { refundBench } from '../payments/testing/refund-bench.server.ts'
import { accountKinds } from './ledger-entries.ts'
import { ledgerDifferences } from './testing/ledger-differences.server.ts'

let server: TestServer
let bench: RefundBench
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'ledger' })
  await makeCatalogue(server.database.kysely)
  bench = refundBench(server)
})
afterAll(() => server?.stop())

async function onePaid(...amounts: number[]): Promise<number> {
  const [id] = await bench.paid(1, ...amounts)
  return id ?? 0
}

/** What an order has on each account, in its own currency. */
async function accountsOf(id: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; amount: number }>`
    select l.account, sum(l.amount)::bigint as amount from ledger_entries l join purchases p on p.id = l.purchase_id
    where p.id = ${id} and l.currency = p.currency group by l.account`.execute(server.database.kysely)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

/** An entry of its own, in a transaction that ends. */
const enter = (...entries: readonly (readonly [account: string, currency: string, amount: number])[]) =>
  server.database.kysely.transaction().execute(async (db) => {
    const id = await onlyOrder
    await sql`
      insert into ledger_entries (posting, posted_at, cause, account, currency, amount, purchase_id)
      select n.posting, now(), 'capture', e.account, e.currency, e.amount, ${id}
      from (select nextval('ledger_postings') as posting) n,
        jsonb_to_recordset(${JSON.stringify(entries.map(([account, currency, amount]) => ({ account, currency, amount })))}::jsonb)
          e (account text, currency text, amount bigint)`.execute(db)
  })
let onlyOrder: Promise<number>
beforeAll(() => {
  onlyOrder = onePaid(1000)
})

describe('the ledger', () => {
  it('has the accounts that the console names', async () => {
    const { rows } = await sql<{ code: string; kind: string }>`select code, kind from ledger_accounts`.execute(
      server.database.kysely,
    )
    expect(Object.fromEntries(rows.map(({ code, kind }) => [code, kind]))).toEqual(accountKinds)
  })

  it('takes a posting that is balanced in each currency, and no other', async () => {
    await enter(['gateway', 'EUR', 700], ['sales', 'EUR', -700], ['exchange', 'JPY', 5], ['suppliers', 'JPY', -5])
    await expect(enter(['gateway', 'EUR', 700], ['sales', 'EUR', -699])).rejects.toThrow(/not balanced/)
    await expect(enter(['gateway', 'EUR', 700], ['sales', 'USD', -700])).rejects.toThrow(/not balanced/)
    await expect(enter(['gateway', 'EUR', 700])).rejects.toThrow(/not balanced/)
  })

  it('refuses to add to a posting what leaves it unbalanced', async () => {
    await onlyOrder
    const late = sql`
      insert into ledger_entries (posting, posted_at, cause, account, currency, amount, purchase_id)
      select posting, posted_at, cause, account, currency, 1, purchase_id from ledger_entries order by id limit 1`
    await expect(late.execute(server.database.kysely)).rejects.toThrow(/not balanced/)
  })

  it.each(['update ledger_entries set amount = 0', 'delete from ledger_entries'])(
    'never changes: %s',
    async (statement) => {
      await onlyOrder
      await expect(sql.raw(statement).execute(server.database.kysely)).rejects.toThrow(/append-only/)
    },
  )
})

describe('money that moves', () => {
  it('is posted with the payment and the refund that moved it, in their transaction', async () => {
    const id = await onePaid(5000)
    await bench.refund(id, 2000)
    const { refunds } = await bench.sums(id)
    const before = await accountsOf(id)
    expect(before).toMatchObject({ gateway: 5000, sales: -5000 })
    expect(before).not.toHaveProperty('refunds')

    const refundId = refunds[0]?.id ?? 0
    await settleRefund(server.database, refundId, { state: 'succeeded', reference: 're_1' })
    expect(await accountsOf(id)).toMatchObject({ gateway: 3000, sales: -5000, refunds: 2000 })
    // Said twice, posted once.
    await settleRefund(server.database, refundId, { state: 'succeeded', reference: 're_1' })
    expect(await accountsOf(id)).toMatchObject({ gateway: 3000, refunds: 2000 })

    await settleRefund(server.database, refundId, { state: 'failed', reason: 'account_closed' })
    expect(await accountsOf(id)).toMatchObject({ gateway: 5000, sales: -5000, refunds: 0 })
    const { rows } = await sql<{ cause: string; amount: number }>`
      select cause, amount from ledger_entries where refund_id = ${refundId} and account = 'gateway' order by id`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([
      { cause: 'refund', amount: -2000 },
      { cause: 'refund_reversed', amount: 2000 },
    ])
  })

  it('leaves no entry when its transaction fails', async () => {
    const id = await onePaid(5000)
    const before = await accountsOf(id)
    await expect(
      server.database.kysely.transaction().execute(async (db) => {
        await sql`update purchases set net_cost = 0, supplier_cost = 0 where id = ${id}`.execute(db)
        throw new Error('The process was killed.')
      }),
    ).rejects.toThrow('killed')
    expect(await accountsOf(id)).toEqual(before)
  })

  it('posts what a bank takes back, out of what it withdrew when the dispute began', async () => {
    const id = await onePaid(5000)
    await sql`update purchases set payment_status = 'disputed' where id = ${id}`.execute(server.database.kysely)
    await sql`update purchases set payment_status = 'charged_back', charged_back = 5000 where id = ${id}`.execute(
      server.database.kysely,
    )
    expect(await accountsOf(id)).toMatchObject({ disputed_funds: -5000, sales: -5000, chargebacks: 5000 })
    expect(await ledgerDifferences(server.database.kysely, id)).toEqual([])
  })

  it('owes a supplier in its own currency, each side balanced through the exchange account', async () => {
    const id = await onePaid(5000)
    const set = (columns: ReturnType<typeof sql>) =>
      sql`update purchases set ${columns} where id = ${id}`.execute(server.database.kysely)
    await set(sql`net_cost = 0, supplier_cost = 0`)
    await set(sql`cost_currency = case currency when 'JPY' then 'KWD' else 'JPY' end, fx_rate = 0.5`)
    await set(sql`net_cost = 2000, supplier_cost = 1000`)
    await set(sql`net_cost = 1500, supplier_cost = 750`)
    const { rows } = await sql<{ account: string; isOwn: boolean; amount: number }>`
      select l.account, l.currency = p.currency as "isOwn", sum(l.amount)::bigint as amount
      from ledger_entries l join purchases p on p.id = l.purchase_id
      where p.id = ${id} and l.cause = 'supplier_cost' group by 1, 2 having sum(l.amount) <> 0 order by 1, 2`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([
      { account: 'exchange', isOwn: false, amount: 1500 },
      { account: 'exchange', isOwn: true, amount: -750 },
      { account: 'supplier_cost', isOwn: true, amount: 750 },
      { account: 'suppliers', isOwn: false, amount: -1500 },
    ])
    expect(await ledgerDifferences(server.database.kysely, id)).toEqual([])
  })

  it('refuses another currency for money that is posted', async () => {
    const id = await onePaid(5000)
    await expect(
      sql`update purchases set currency = case currency when 'EUR' then 'USD' else 'EUR' end where id = ${id}`.execute(
        server.database.kysely,
      ),
    ).rejects.toThrow(/stays/)
  })
})

describe('over any sequence of refunds and of what becomes of them, in any order and repeated', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 4000 }) }),
    fc.record({
      kind: fc.constant('news' as const),
      place: fc.nat(5),
      state: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
    fc.record({ kind: fc.constant('cost' as const), amount: fc.integer({ min: 0, max: 3000 }) }),
  )

  it('the ledger agrees with every order after each step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const id = await onePaid(3000, 5000)
        for (const one of steps) {
          const { refunds, captured, refunded, pending } = await bench.sums(id)
          if (one.kind === 'refund' && one.amount <= captured - refunded - pending) await bench.refund(id, one.amount)
          const known = refunds[one.kind === 'news' ? one.place % Math.max(1, refunds.length) : 0]
          if (one.kind === 'news' && known)
            await settleRefund(
              server.database,
              known.id,
              one.state === 'succeeded'
                ? { state: one.state, reference: null }
                : { state: one.state, reason: 'card_closed' },
              // No gateway gives back more than it took: news that a failed refund arrived after all, when others have
              // used what it left, is refused.
            ).catch((error: unknown) => {
              if (!/not within its payment|refunded_within_captured/.test(String(error))) throw error
            })
          if (one.kind === 'cost')
            await sql`update purchases set net_cost = ${one.amount}, supplier_cost = ${one.amount} where id = ${id}`.execute(
              server.database.kysely,
            )
          expect(await ledgerDifferences(server.database.kysely, id)).toEqual([])
          const now = await bench.sums(id)
          expect(await accountsOf(id)).toMatchObject({ sales: -now.captured })
          expect((await accountsOf(id))['refunds'] ?? 0).toBe(now.refunded)
        }
      }),
      { numRuns: rounds.sequences },
    )
  })
})
