import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { loadDemoData } from '../../app/seed/load.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { InvoiceHealth, VatTotal } from './invoice-books.endpoints.ts'

let server: TestServer
let finance: Client
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'invoice books' })
  await loadDemoData(server.database, {
    purchases: 1_500,
    today: '2026-11-21',
    now: '2026-11-21T16:20:00Z',
    log: silent,
  })
  finance = await server.signIn('finance')
}, 120_000)
afterAll(() => server?.stop())

const db = () => server.database.kysely
const health = async () => (await finance.get('/rest/data/invoice-health')).body as InvoiceHealth
const vat = async (quarter: string) => await finance.get('/rest/data/invoice-taxes', { quarter })
/** Changes what programs cannot change, as the owner of the database could. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await statement.execute(trx)
    })
}
async function wrongSeals(): Promise<{ checked: number; wrong: string[] }> {
  const found = { checked: 0, wrong: [] as string[] }
  for (let next: number | null = 0; next !== null;) {
    const { body } = await finance.get('/rest/data/invoice-health/seals', { after: String(next) })
    const page = body as { checked: number; wrong: string[]; next: number | null }
    found.checked += page.checked
    found.wrong.push(...page.wrong)
    next = page.next
  }
  return found
}

describe('the documents of the demo', () => {
  it('have every state: invoiced, unpaid, refunded in part and in full with their documents, at several rates', async () => {
    const { rows } = await sql<Record<string, boolean>>`
      select exists (select from invoices where kind = 'invoice') as invoiced,
        exists (select from purchases p where p.captured > 0 and not exists (select from invoices i where i.purchase_id = p.id)) as waiting,
        exists (select from invoices i join purchases p on p.id = i.purchase_id
          where i.kind = 'rectifying' and p.refund_state = 'partial') as partial,
        exists (select from invoices i join purchases p on p.id = i.purchase_id
          where i.kind = 'rectifying' and p.refund_state = 'full') as full,
        exists (select from invoices i join purchases p on p.id = i.purchase_id join refunds r on r.purchase_id = p.id
          where r.state = 'succeeded' and not exists (select from invoice_refunds c where c.refund_id = r.id)) as open,
        exists (select from invoice_taxes group by invoice_id having count(*) > 1) as rates`.execute(db())
    expect(rows).toEqual([{ invoiced: true, waiting: true, partial: true, full: true, open: true, rates: true }])
  })

  it('agree with the money to the minor unit', async () => {
    const { money } = await health()
    expect(money.length).toBeGreaterThan(3)
    expect(money.filter(({ difference }) => difference !== 0)).toEqual([])
    const { rows } = await sql<{ currency: string }>`
      select distinct currency from invoices where not is_test and kind in ('invoice', 'simplified')`.execute(db())
    expect(money.every(({ invoiced }) => invoiced > 0)).toBe(true)
    expect(new Set(money.map(({ currency }) => currency))).toEqual(new Set(rows.map(({ currency }) => currency)))
    for (const one of money)
      expect(one.invoiced + one.rectified).toBe(one.captured - one.refunded - one.notInvoiced + one.notRectified)
  })
})

describe('series health', () => {
  it('finds nothing wrong with what was issued', async () => {
    const { series } = await health()
    expect(series.map((one) => one.series)).toEqual(expect.arrayContaining(['INV', 'REC']))
    for (const one of series) expect(one).toMatchObject({ gaps: 0, duplicates: 0, outOfOrder: 0, brokenLinks: 0 })
    const { checked, wrong } = await wrongSeals()
    expect([checked, wrong]).toEqual([series.reduce((sum, { count }) => sum + count, 0), []])
  })

  it('finds a document that was changed, and a line of one', async () => {
    const { rows } = await sql<{ id: number; number: string }>`
      select id, number from invoices where kind = 'invoice' order by id limit 2`.execute(db())
    const [one, other] = rows
    await tamper(sql`update invoices set recipient_name = recipient_name || '!' where id = ${one?.id}`)
    await tamper(sql`update invoice_lines set title = title || '!' where invoice_id = ${other?.id} and position = 1`)
    expect((await wrongSeals()).wrong).toEqual([one?.number, other?.number])
    await tamper(sql`update invoices set recipient_name = left(recipient_name, -1) where id = ${one?.id}`)
    await tamper(sql`update invoice_lines set title = left(title, -1) where invoice_id = ${other?.id} and position = 1`)
    expect((await wrongSeals()).wrong).toEqual([])
  })

  it('finds a document that was taken out, at the end of its series too, and a date that goes back', async () => {
    const faultsOf = async () => {
      const { series } = await health()
      const one = series.find((row) => row.series === 'INV' && row.year === 2026)
      return one && [one.gaps, one.outOfOrder, one.brokenLinks]
    }
    const of = (sequence: ReturnType<typeof sql>) => sql`series = 'INV' and year = 2026 and sequence = ${sequence}`
    await tamper(sql`update invoices set issued_at = issued_at + interval '2 years' where ${of(sql`3`)}`)
    expect(await faultsOf()).toEqual([0, 1, 0])
    await tamper(sql`delete from invoices where ${of(sql`3`)}`)
    expect(await faultsOf()).toEqual([1, 0, 1])
    await tamper(
      sql`delete from invoices where ${of(sql`(select max(sequence) from invoices where series = 'INV' and year = 2026)`)}`,
    )
    expect(await faultsOf()).toEqual([2, 0, 1])
  })
})

describe('the VAT of a quarter', () => {
  it('is what its documents add up to, and the same in the file', async () => {
    const rows = (await vat('2026-Q4')).body as VatTotal[]
    const { rows: sums } = await sql<{ currency: string; gross: number }>`
      select currency, sum(gross)::bigint as gross from invoices where issued_on between '2026-10-01' and '2026-12-31'
      group by currency order by currency`.execute(db())
    for (const { currency, gross } of sums)
      expect(rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + row.gross, 0)).toBe(gross)
    expect(new Set(rows.map(({ currency }) => currency)).size).toBe(sums.length)
    const reply = await finance.get('/rest/data/invoice-taxes/file', { quarter: '2026-Q4' })
    expect(String(reply.body).trim().split('\r\n')).toHaveLength(rows.length + 1)
    expect(String(reply.body)).toContain('country,currency,tax_rate,documents,net,tax,gross')
  })

  it('has its documents from the first day to the last, and none of the day after', async () => {
    const { rows } = await sql<{ id: number; day: string; rates: number }>`
      select i.id, i.issued_on::text as day, (select count(*)::integer from invoice_taxes x where x.invoice_id = i.id) as rates
      from invoices i where i.kind = 'invoice' and not i.is_test and i.issued_on between '2026-10-02' and '2026-12-30'
      order by i.id limit 1`.execute(db())
    const { id = 0, day = '', rates = 0 } = rows[0] ?? {}
    const documents = async (quarter: string) =>
      ((await vat(quarter)).body as VatTotal[]).reduce((sum, one) => sum + one.documents, 0)
    const move = async (to: string) => await tamper(sql`update invoices set issued_on = ${to}::date where id = ${id}`)
    const [before, next] = [await documents('2026-Q4'), await documents('2027-Q1')]
    for (const inside of ['2026-10-01', '2026-12-31']) {
      await move(inside)
      expect([await documents('2026-Q4'), await documents('2027-Q1')]).toEqual([before, next])
    }
    await move('2027-01-01')
    expect([await documents('2026-Q4'), await documents('2027-Q1')]).toEqual([before - rates, next + rates])
    await move(day)
  })

  it('asks for a quarter, and the file for the export permission', async () => {
    expect((await vat('2026')).status).toBe(422)
    expect((await vat('2020-Q1')).body).toEqual([])
    const reader = await server.signIn('read-only')
    expect((await reader.get('/rest/data/invoice-taxes', { quarter: '2026-Q4' })).status).toBe(200)
    expect((await reader.get('/rest/data/invoice-taxes/file', { quarter: '2026-Q4' })).status).toBe(403)
  })
})
