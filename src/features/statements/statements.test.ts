import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import { fetchStatementsJob } from './fetch-statements.server.ts'
import { readStatementFile } from './read-statement-file.server.ts'
import { statementOf } from './stripe-statement.server.ts'
import type { StatementDesk } from './testing/statement-desk.server.ts'
import { fileOf, openStatementDesk } from './testing/statement-desk.server.ts'

let desk: StatementDesk
let staff: Client
beforeAll(async () => {
  desk = await openStatementDesk(inject('postgresUrl'), 'statements')
  staff = desk.staff
})
afterAll(() => desk?.desk.server.stop())
const query = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(desk.desk.db)).rows

beforeEach(() => desk.empty())

interface Uploaded {
  readonly id: number
  readonly isKnown: boolean
  readonly lines: number
  readonly differences: number
}
async function upload(content: string, fileName = 'statement.csv'): Promise<Uploaded> {
  const { status, body } = await staff.post('/rest/data/statements/upload', { provider: 'stripe', fileName, content })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Uploaded
}
const linesOf = () =>
  query(sql<{ reference: string | null; difference: string | null; state: string; purchaseId: number | null }>`
    select reference, difference, state, purchase_id as "purchaseId" from statement_lines order by id`)

describe('a statement from a file', () => {
  it('matches a payment that agrees, and names what differs otherwise', async () => {
    const noon = '2026-03-02T12:00:00Z'
    const [same, less, dearer, lost] = [
      await desk.paidOn(noon),
      await desk.paidOn(noon),
      await desk.paidOn(noon),
      await desk.paidOn(noon),
    ]
    const other = await desk.paidOn(noon)
    const abroad = other.currency === 'USD' ? 'EUR' : 'USD'
    const row = (name: string, { payment, currency }: typeof same, gross = '50.00', fee = '0.00') =>
      `${name},2026-03-02 12:00:00,${currency.toLowerCase()},${gross},${fee},charge,ch_${name},${payment}`
    const { differences } = await upload(
      fileOf(
        row('same', same),
        row('less', less, '49.99'),
        row('dearer', dearer, '50.00', '0.30'),
        row('abroad', { ...other, currency: abroad }),
        row('again', same),
        row('strange', { ...same, payment: 'pi_nobody_has' }),
        'payout,2026-03-02 20:00:00,eur,-900.00,0,payout,po_1,',
      ),
    )
    expect(await linesOf()).toEqual([
      { reference: 'same', difference: null, state: 'matched', purchaseId: same.id },
      { reference: 'less', difference: 'amount_differs', state: 'different', purchaseId: less.id },
      { reference: 'dearer', difference: 'fee_differs', state: 'different', purchaseId: dearer.id },
      { reference: 'abroad', difference: 'currency_differs', state: 'different', purchaseId: other.id },
      { reference: 'again', difference: 'twice', state: 'different', purchaseId: same.id },
      { reference: 'strange', difference: 'missing_here', state: 'different', purchaseId: null },
      { reference: 'payout', difference: null, state: 'matched', purchaseId: null },
      { reference: null, difference: 'missing_there', state: 'different', purchaseId: lost.id },
    ])
    expect(differences).toBe(6)
  })

  it('is no statement of its own where another one had all of its lines', async () => {
    const { payment, currency } = await desk.paidOn('2026-03-02T12:00:00Z')
    const file = fileOf(`known,2026-03-02 12:00:00,${currency.toLowerCase()},50.00,0.00,charge,ch_1,${payment}`)
    const first = await upload(file)
    // As a spreadsheet saves it.
    expect(await upload(file.replaceAll(',', ';'), 'saved-again.csv')).toEqual({ ...first, isKnown: true })
    expect(await query(sql`select name from statements`)).toEqual([{ name: 'statement.csv' }])
  })

  it('is read in the currency of the customer where the account is settled in another', async () => {
    const { payment, currency, id } = await desk.paidOn('2026-03-02T12:00:00Z')
    const settled = currency === 'SEK' ? 'NOK' : 'SEK'
    // As Stripe's report has it, with what it says besides.
    const headings =
      'balance_transaction_id,created_utc,created,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,payment_intent_id'
    const row = (fee: string, facing: string) =>
      `txn_abroad,2026-03-02 12:00:00,2026-03-02 13:00:00,${settled.toLowerCase()},565.00,${fee},0,charge,ch_1,"Order, paid",${facing},${currency.toLowerCase()},${payment}`
    const [line] = await readStatementFile([headings, row('11.30', '50.00')].join('\n'))
    expect(line).toMatchObject({ currency, amount: 5000, fee: 100 })
    const [back] = await readStatementFile([headings, row('0', '50.00').replace('565.00', '-565.00')].join('\n'))
    expect(back).toMatchObject({ currency, amount: -5000 })
    await upload([headings, row('0', '50.00')].join('\n'))
    expect(await linesOf()).toEqual([{ reference: 'txn_abroad', difference: null, state: 'matched', purchaseId: id }])
    const { status, body } = await staff.post('/rest/data/statements/upload', {
      provider: 'stripe',
      fileName: 'odd.csv',
      content: [headings, row('0', 'fifty')].join('\n'),
    })
    expect([status, (body as { fields?: object }).fields]).toEqual([
      422,
      { content: 'Row 2: “fifty” can’t be read as customer_facing_amount.' },
    ])
  })

  it('changes nothing when it is uploaded again, and takes only new lines from one that overlaps', async () => {
    const noon = '2026-03-03T12:00:00Z'
    const [first, second] = [await desk.paidOn(noon), await desk.paidOn(noon)]
    const row = ({ payment, currency }: typeof first) =>
      `txn_${payment},2026-03-03 12:00:00,${currency},50.00,0,charge,ch_1,${payment}`
    const file = fileOf(row(first))
    const once = await upload(file)
    const before = await linesOf()
    expect(await upload(file, 'renamed.csv')).toEqual({ ...once, isKnown: true })
    expect(await linesOf()).toEqual(before)
    expect(before.at(-1)).toMatchObject({ reference: null, state: 'different', purchaseId: second.id })

    expect(await upload(fileOf(row(first), row(second)))).toMatchObject({ isKnown: false, lines: 1, differences: 0 })
    // What the first lacked is resolved by the second.
    expect(await linesOf()).toMatchObject([
      { state: 'matched' },
      { difference: 'missing_there', state: 'resolved' },
      { state: 'matched', purchaseId: second.id },
    ])
    expect(await query(sql`select differences from statements order by id`)).toEqual([
      { differences: 0 },
      { differences: 0 },
    ])
  })

  it('lacks no bank transfer that staff made, nor one that came back, which are on our bank’s', async () => {
    const noon = '2026-03-06T12:00:00Z'
    const { id, payment, currency } = await desk.paidOn(noon)
    await desk.bench.refund(id, 1000, { isTransfer: true })
    await desk.bench.transfers(id, false)
    await desk.bench.transfers(id, true)
    await desk.bench.refund(id, 2000, { isTransfer: true })
    await desk.bench.transfers(id, false)
    const states = await query(sql<{ state: string }>`
      update refunds set succeeded_at = ${noon}::timestamptz where purchase_id = ${id} returning state`)
    expect(states.map(({ state }) => state).toSorted()).toEqual(['reversed', 'succeeded'])
    await upload(fileOf(`txn_6,2026-03-06 12:00:00,${currency},50.00,0,charge,ch_6,${payment}`))
    expect(await linesOf()).toMatchObject([{ reference: 'txn_6', state: 'matched', purchaseId: id }])
  })

  it('matches a card refund that failed once the provider had booked it, also where it came back a day later', async () => {
    const noon = '2026-03-07T12:00:00Z'
    const { id, payment, currency } = await desk.paidOn(noon)
    await desk.bench.refund(id, 1000)
    const [refund] = (await desk.bench.sums(id)).refunds
    await settleRefund(desk.desk.server.database, refund?.id ?? 0, {
      state: 'failed',
      reason: 'expired_or_canceled_card',
      reference: 're_7',
    })
    const paid = `txn_7,2026-03-07 12:00:00,${currency},50.00,0,charge,ch_7,${payment}`
    const out = `txn_out,2026-03-07 13:00:00,${currency},-10.00,0,refund,re_7,${payment}`
    const back = `txn_back,2026-03-08 09:00:00,${currency},10.00,0,refund_failure,re_7,${payment}`
    // Money that went out and has not come back is a difference: our books say that it failed.
    await upload(fileOf(paid, out))
    expect(await linesOf()).toMatchObject([
      { reference: 'txn_7', difference: null },
      { reference: 'txn_out', difference: 'missing_here', purchaseId: id },
    ])
    expect(await upload(fileOf(back))).toMatchObject({ lines: 1, differences: 0 })
    expect(await linesOf()).toMatchObject([
      { reference: 'txn_7', state: 'matched' },
      { reference: 'txn_out', difference: null, state: 'matched', purchaseId: id },
      { reference: 'txn_back', difference: null, state: 'matched', purchaseId: id },
    ])
    expect(await query(sql`select differences from statements order by id`)).toEqual([
      { differences: 0 },
      { differences: 0 },
    ])
  })

  it('names a failure of less than went out', async () => {
    const { id, payment, currency } = await desk.paidOn('2026-03-09T12:00:00Z')
    await desk.bench.refund(id, 1000)
    const [refund] = (await desk.bench.sums(id)).refunds
    const failed = { state: 'failed', reason: 'lost_or_stolen_card', reference: 're_9' } as const
    await settleRefund(desk.desk.server.database, refund?.id ?? 0, failed)
    await upload(
      fileOf(
        `txn_9,2026-03-09 12:00:00,${currency},50.00,0,charge,ch_9,${payment}`,
        `txn_out9,2026-03-09 13:00:00,${currency},-10.00,0,refund,re_9,${payment}`,
        `txn_back9,2026-03-09 14:00:00,${currency},9.99,0,refund_failure,re_9,${payment}`,
      ),
    )
    expect((await linesOf()).map(({ difference }) => difference)).toEqual([null, 'missing_here', 'missing_here'])
  })

  it.each([
    ['a column that is missing', 'created_utc,currency\n2026-03-02,eur', /balance_transaction_id/],
    ['an amount with too many digits', fileOf('t,2026-03-02,jpy,50.50,0,charge,c,p'), /Row 2: “50.50”/],
    ['a day that does not exist', fileOf('t,2026-02-30,eur,50,0,charge,c,p'), /created_utc/],
    ['a currency that we do not have', fileOf('t,2026-02-20,xxq,50,0,charge,c,p'), /XXQ/],
    ['rows without a name', fileOf(',2026-02-20,eur,50,0,charge,c,p'), /Row 2/],
  ])('is refused whole for %s, and says where', async (_what, content, problem) => {
    const { status, body } = await staff.post('/rest/data/statements/upload', {
      provider: 'stripe',
      fileName: 'broken.csv',
      content,
    })
    expect(status).toBe(422)
    expect((body as { fields: Record<string, string> }).fields['content']).toMatch(problem)
    expect(await query(sql`select from statements`)).toEqual([])
  })
})

describe('the statement of a day', () => {
  const settings = () => ({ mode: 'demo', port: 0, stripe: desk.local }) as const
  async function fetchAll(): Promise<void> {
    const { signal } = new AbortController()
    const log = createLog({ level: 'silent' })
    await fetchStatementsJob(statementOf(settings())).run({
      database: desk.desk.server.database,
      log,
      signal,
      count: () => {},
    })
  }

  it('is fetched from Stripe once, matches what happened there, and hears of what our books learn later', async () => {
    const yesterday = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 40_000_000)
    const { id } = await desk.paidOn(yesterday.toISOString())
    const created = yesterday.getTime() / 1_000
    const intent = (name: string, payment: string, currency: string) =>
      desk.local.books.intents.set(name, {
        id: name,
        status: 'succeeded',
        amount_received: 5000,
        currency,
        created,
        latest_charge: `ch_${name}`,
        metadata: { marquee: payment },
      })
    const rows = await query(sql<{ payment: string; currency: string }>`
      select psp_reference as payment, lower(currency) as currency from payments where purchase_id = ${id}`)
    const { payment = '', currency = '' } = rows[0] ?? {}
    intent('pi_known', payment, currency)
    intent('pi_late', 'not-heard-yet', currency)
    // The fee of Stripe, as our books heard of it: a statement with another one would differ.
    await sql`update payments set fee = 100 where captured = 5000 and provider = 'stripe'`.execute(desk.desk.db)
    await fetchAll()
    await fetchAll()
    expect(await query(sql`select source, lines, differences from statements`)).toEqual([
      { source: 'gateway', lines: 2, differences: 1 },
    ])
    expect(await query(sql`select difference, purchase_id from statement_lines where difference is null`)).toEqual([
      { difference: null, purchase_id: id },
    ])
    await sql`update payments set psp_reference = 'not-heard-yet' where id = (
      select id from payments where captured = 5000 and provider = 'stripe' and currency = ${currency.toUpperCase()}
        and purchase_id <> ${id} limit 1)`.execute(desk.desk.db)
    await fetchAll()
    expect(await query(sql`select lines, differences from statements`)).toEqual([{ lines: 2, differences: 0 }])
  })
})
