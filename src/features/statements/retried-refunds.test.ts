import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import { fetchStatementsJob } from './fetch-statements.server.ts'
import { statementOf } from './stripe-statement.server.ts'
import type { StatementDesk } from './testing/statement-desk.server.ts'
import { fileOf, openStatementDesk } from './testing/statement-desk.server.ts'

let desk: StatementDesk
let staff: Client
beforeAll(async () => {
  desk = await openStatementDesk(inject('postgresUrl'), 'statements-again')
  staff = desk.staff
})
afterAll(() => desk?.desk.server.stop())
const query = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(desk.desk.db)).rows

beforeEach(() => desk.empty())

async function upload(content: string): Promise<void> {
  const body = { provider: 'stripe', fileName: 'statement.csv', content }
  expect((await staff.post('/rest/data/statements/upload', body)).status).toBe(200)
}
/** The statement of yesterday, as the provider's API gives it. */
async function fetchAll(): Promise<void> {
  const { signal } = new AbortController()
  const log = createLog({ level: 'silent' })
  const { database } = desk.desk.server
  await fetchStatementsJob(statementOf({ mode: 'demo', port: 0, stripe: desk.local })).run({
    database,
    log,
    signal,
    count: () => {},
  })
}

describe('the lines of a refund that was tried again', () => {
  it('are not those of one that went out twice', async () => {
    const yesterday = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 40_000_000)
    const created = yesterday.getTime() / 1_000
    const { books } = desk.local
    for (const part of [books.intents, books.refunds, books.disputes]) part.clear()
    const { id, payment, currency } = await desk.paidOn(new Date(yesterday.getTime() - 20 * 86_400_000).toISOString())
    await desk.bench.refund(id, 1000)
    const refundId = (await desk.bench.sums(id)).refunds[0]?.id ?? 0
    const { database } = desk.desk.server
    await settleRefund(database, refundId, { state: 'failed', reason: 'card_closed', reference: 're_first' })
    await desk.bench.decide(id, refundId, 'retried')
    await settleRefund(database, refundId, { state: 'succeeded', reference: 're_second' })
    await sql`update refunds set succeeded_at = ${yesterday.toISOString()}::timestamptz where id = ${refundId}`.execute(
      desk.desk.db,
    )
    const add = (name: string, attempt: number, status: 'succeeded' | 'failed') =>
      books.refunds.set(name, {
        id: name,
        object: 'refund',
        amount: 1000,
        balance_transaction: `txn_${name}`,
        created,
        currency: currency.toLowerCase(),
        metadata: { marquee: `refund-ABCDEFGH-${refundId}-${attempt}` },
        payment_intent: payment,
        status,
      })
    add('re_first', 1, 'failed')
    await fetchAll()
    const read = async () =>
      await query(sql<{ source: string; kind: string; difference: string | null; state: string }>`
        select source_reference as source, kind, difference, state from statement_lines order by source_reference, kind`)
    // What came back is not the refund that our books have.
    expect(await read()).toEqual([
      { source: 're_first', kind: 'refund', difference: null, state: 'matched' },
      { source: 're_first', kind: 'refund_failed', difference: null, state: 'matched' },
      { source: 're_second', kind: 'refund', difference: 'missing_there', state: 'different' },
    ])
    await sql`truncate statement_lines, statements, reconciliation_findings`.execute(desk.desk.db)
    add('re_second', 2, 'succeeded')
    await fetchAll()
    expect((await read()).map(({ source, difference }) => [source, difference])).toEqual([
      ['re_first', null],
      ['re_first', null],
      ['re_second', null],
    ])
    await sql`truncate statement_lines, statements, reconciliation_findings`.execute(desk.desk.db)
    add('re_first', 1, 'succeeded')
    await fetchAll()
    expect((await read()).map(({ difference }) => difference).toSorted()).toEqual(['twice', null].toSorted())
    books.refunds.clear()
  })

  it('are known by every name that the provider gave it, also in a file', async () => {
    const at = '2026-03-17T10:00:00.000Z'
    const { id, payment, currency } = await desk.paidOn('2026-03-02T10:00:00.000Z')
    const { database } = desk.desk.server
    await desk.bench.refund(id, 1000)
    const refundId = (await desk.bench.sums(id)).refunds[0]?.id ?? 0
    for (const reference of ['re_closed', 're_closed_again']) {
      await settleRefund(database, refundId, { state: 'failed', reason: 'card_closed', reference })
      await desk.bench.decide(id, refundId, 'retried')
    }
    await settleRefund(database, refundId, { state: 'succeeded', reference: 're_through' })
    await sql`update refunds set succeeded_at = ${at}::timestamptz where id = ${refundId}`.execute(desk.desk.db)
    const row = (reference: string, source: string, amount: string, category: string) =>
      [reference, '2026-03-17 10:00:00', currency, amount, '0.00', category, source, payment].join(',')
    await upload(
      fileOf(
        row('txn_out', 're_closed', '-10.00', 'refund'),
        row('txn_back', 're_closed', '10.00', 'refund_failure'),
        row('txn_out_2', 're_closed_again', '-10.00', 'refund'),
        row('txn_back_2', 're_closed_again', '10.00', 'refund_failure'),
        row('txn_through', 're_through', '-10.00', 'refund'),
      ),
    )
    expect(await query(sql`select reference, refund_id, difference from statement_lines order by id`)).toEqual(
      ['txn_out', 'txn_back', 'txn_out_2', 'txn_back_2', 'txn_through'].map((reference) => ({
        reference,
        refund_id: refundId,
        difference: null,
      })),
    )
  })

  it('differ again once the statement with their other half is withdrawn', async () => {
    const { id, payment, currency } = await desk.paidOn('2026-03-02T10:00:00.000Z')
    await desk.bench.refund(id, 1000)
    const refundId = (await desk.bench.sums(id)).refunds[0]?.id ?? 0
    await settleRefund(desk.desk.server.database, refundId, {
      state: 'failed',
      reason: 'card_closed',
      reference: 're_half',
    })
    const row = (day: string, amount: string, category: string) =>
      [`txn_${category}`, `${day} 10:00:00`, currency, amount, '0.00', category, 're_half', payment].join(',')
    await upload(fileOf(row('2026-03-17', '-10.00', 'refund')))
    await upload(fileOf(row('2026-03-19', '10.00', 'refund_failure')))
    const differences = () =>
      query(sql`select kind, difference, expected_amount as expected from statement_lines order by id`)
    expect(await differences()).toMatchObject([{ difference: null }, { difference: null }])
    const [back] = await query(sql<{ id: number }>`select max(id) as id from statements`)
    expect((await staff.post(`/rest/data/statements/${back?.id}/withdraw`, {})).status).toBe(200)
    expect(await differences()).toEqual([{ kind: 'refund', difference: 'missing_here', expected: null }])
  })
})
