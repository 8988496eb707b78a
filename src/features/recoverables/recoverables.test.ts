import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import type { RefundBench } from '../payments/testing/refund-bench.server.ts'
import { refundBench } from '../payments/testing/refund-bench.server.ts'

let server: TestServer
let bench: RefundBench
let staff: Client
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'recoverables' })
  await makeCatalogue(server.database.kysely)
  bench = refundBench(server)
  staff = await server.signIn('admin')
})
afterAll(() => server?.stop())
const query = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(server.database.kysely)).rows

interface Claim {
  readonly id: number
  readonly order: number
  readonly refund: number
}
/** A refund that has arrived, of which its supplier returns this much. */
async function claimed(netReturn = 1000, paidBy = 'provider'): Promise<Claim> {
  const [order = 0] = await bench.paid(1, 5000)
  await query(
    sql`update purchases set cost_currency = currency, fx_rate = 1, net_cost = 4000, supplier_cost = 4000 where id = ${order}`,
  )
  await bench.refund(order, 2000)
  const refund = (await bench.sums(order)).refunds[0]?.id ?? 0
  await query(sql`update refunds set paid_by = ${paidBy}, net_return = ${netReturn} where id = ${refund}`)
  await settleRefund(server.database, refund, { state: 'succeeded', reference: `re_${refund}` })
  const [row] = await query(sql<{ id: number }>`select id from recoverables where refund_id = ${refund}`)
  return { id: row?.id ?? 0, order, refund }
}
/** What an order has on the accounts of claims. */
async function accountsOf(order: number): Promise<Record<string, number>> {
  const rows = await query(sql<{ account: string; amount: number }>`
    select account, sum(amount)::bigint as amount from ledger_entries
    where purchase_id = ${order} and account in ('recoverables', 'suppliers', 'write_offs') group by account`)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}
const stateOf = async (id: number) => (await query(sql`select state, reason from recoverables where id = ${id}`))[0]
const path = (id: number, call: string) => `/rest/data/recoverables/${id}/${call}`

let last = 0
async function decide(id: number, decision: string, reason = 'On their credit note') {
  const preview = await staff.post(path(id, 'preview'), { decision })
  expect(preview.status, JSON.stringify(preview.body)).toBe(200)
  const { token } = preview.body as { token: string }
  return await staff.post(path(id, 'decide'), { decision, reason, token }, { 'idempotency-key': `claim-${++last}` })
}

describe('a claim', () => {
  it('arises with the refund that a supplier pays, beside the whole cost that is owed', async () => {
    const { id, order } = await claimed()
    expect(await stateOf(id)).toEqual({ state: 'open', reason: null })
    // We owe 3,000 in all: 4,000 less a claim of 1,000.
    expect(await accountsOf(order)).toEqual({ recoverables: 1000, suppliers: -4000 })
  })

  it('is none of a refund that we pay', async () => {
    const { order } = await claimed(0, 'platform')
    expect(await query(sql`select from recoverables where purchase_id = ${order}`)).toEqual([])
  })

  it('is set off against what we owe when it is settled', async () => {
    const { id, order } = await claimed()
    const { status, body } = await decide(id, 'settle')
    expect([status, body]).toEqual([200, { message: 'Recoverable settled' }])
    expect(await stateOf(id)).toEqual({ state: 'settled', reason: 'On their credit note' })
    expect(await accountsOf(order)).toEqual({ recoverables: 0, suppliers: -3000 })
  })

  it('is a loss when it is written off, and the debt to the supplier stays whole', async () => {
    const { id, order } = await claimed()
    expect((await decide(id, 'write_off', 'They went bankrupt')).status).toBe(200)
    expect(await accountsOf(order)).toEqual({ recoverables: 0, suppliers: -4000, write_offs: 1000 })
  })

  it.each([
    ['open', null, { recoverables: 0, suppliers: -4000 }],
    ['settled', 'settle', { recoverables: 0, suppliers: -4000 }],
    ['written off', 'write_off', { recoverables: 0, suppliers: -4000, write_offs: 0 }],
  ] as const)(
    'that is %s leaves the whole cost owed when the bank sends the refund back',
    async (_word, decision, owed) => {
      const { id, order, refund } = await claimed()
      if (decision !== null) await decide(id, decision)
      await settleRefund(server.database, refund, { state: 'failed', reason: 'account_closed' })
      expect(await accountsOf(order)).toEqual(owed)
      expect(await stateOf(id)).toMatchObject({ state: decision === 'settle' ? 'settled' : 'cancelled' })
    },
  )
})

describe('deciding', () => {
  it('happens once, whatever program asks', async () => {
    const { id } = await claimed()
    await decide(id, 'settle')
    expect((await staff.post(path(id, 'preview'), { decision: 'write_off' })).status).toBe(409)
    await expect(
      query(sql`update recoverables set state = 'open', decided_at = null where id = ${id}`),
    ).rejects.toThrow(/decided/)
    await expect(query(sql`update recoverables set amount = 1 where id = ${id}`)).rejects.toThrow(/decided/)
  })

  it('is what was previewed, with a reason and a key', async () => {
    const { id } = await claimed()
    const preview = await staff.post(path(id, 'preview'), { decision: 'settle' })
    const { token } = preview.body as { token: string }
    const send = (body: object, headers: Record<string, string> = { 'idempotency-key': `claim-${++last}` }) =>
      staff.post(path(id, 'decide'), { decision: 'settle', reason: 'Paid by bank', token, ...body }, headers)
    expect((await send({}, {})).status).toBe(428)
    expect((await send({ decision: 'write_off' })).body).toMatchObject({ error: 'PreviewChanged' })
    expect((await send({ reason: 'x' })).body).toMatchObject({ fields: { reason: 'Enter a short reason.' } })
    expect(await stateOf(id)).toMatchObject({ state: 'open' })
    expect((await send({})).status).toBe(200)
  })

  it('asks for a fresh sign-in, and for the permission to refund', async () => {
    const { id } = await claimed()
    const { token } = (await staff.post(path(id, 'preview'), { decision: 'settle' })).body as { token: string }
    const editor = await server.signIn('catalogue-editor')
    expect((await editor.post(path(id, 'preview'), { decision: 'settle' })).status).toBe(403)
    await query(sql`update sessions set created_at = now() - interval '10 minutes'`)
    const body = { decision: 'settle', reason: 'Paid by bank', token }
    expect(await staff.post(path(id, 'decide'), body, { 'idempotency-key': 'stale' })).toMatchObject({
      status: 401,
      body: { error: 'FreshSignInRequired' },
    })
    staff = await server.signIn('admin')
  })

  it('answers 404 for a claim that is not there', async () => {
    expect((await staff.post(path(999_999, 'preview'), { decision: 'settle' })).status).toBe(404)
  })
})

it('says what is open by age and currency, as the ledger has it', async () => {
  await query(sql`update recoverables set state = 'cancelled', decided_at = now() where state = 'open'`)
  await claimed(700)
  const old = await claimed(900)
  await query(sql`update recoverables set arose_at = now() - interval '61 days' where id = ${old.id}`)
  const { body } = await staff.get('/rest/data/recoverables/ages')
  const bands = (body as { band: string; amount: number; claims: number }[]).map(({ band, amount, claims }) => [
    band,
    amount,
    claims,
  ])
  expect(bands.toSorted()).toEqual([
    ['0-30', 700, 1],
    ['61-90', 900, 1],
  ])
})
