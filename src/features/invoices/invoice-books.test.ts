import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { loadDemoData } from '../../app/seed/load.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { InvoiceHealth, VatTotals } from './invoice-books.endpoints.ts'
import type { HealthOrders } from './invoice-health.endpoints.ts'
import { ordersAtOnce } from './invoice-health.endpoints.ts'
import { daysOf } from './periods.ts'
import type { VatDocuments } from './vat-documents.endpoints.ts'
import { vatRowName } from './vat-documents.endpoints.ts'

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
const vat = async (period: string) => await finance.get('/rest/data/invoice-taxes', { period })
const documentsPath = '/rest/data/invoice-taxes/documents'
const totals = async (period: string) => (await vat(period)).body as VatTotals
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
    // An order is a test by the money of one, not by an attempt.
    await tamper(sql`
      update payments x set provider = 'test' from purchases p
      where p.id = x.purchase_id and p.captured > 0 and x.captured = 0`)
    expect((await health()).money).toEqual(money)
  })
})

describe('the figures of series health', () => {
  it('are each the sum of the orders that they open, page by page', async () => {
    const { money } = await health()
    const first = money[0] ?? expect.fail('No currency has an invoice.')
    const { currency, captured, refunded, invoiced, rectified, notInvoiced, notRectified } = first
    const amounts = {
      captured,
      refunded: -refunded,
      invoiced,
      rectified,
      notInvoiced,
      notRectified,
      difference: 0,
      received: captured - refunded,
      net: invoiced + rectified,
    }
    for (const [figure, amount] of Object.entries(amounts)) {
      const seen = new Set<number>()
      let total = 0
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { body } = await finance.get('/rest/data/invoice-health/orders', { currency, figure, page: String(page) })
        const { count, sum, rows } = body as HealthOrders
        if (page === 1) expect(sum, figure).toBe(amount)
        pages = Math.ceil(count / ordersAtOnce)
        for (const row of rows) {
          seen.add(row.id)
          total += row.amount
        }
        if (page === pages) expect(seen.size).toBe(count)
      }
      expect(total, figure).toBe(amount)
    }
  })

  it('refuse a figure and a currency that do not exist', async () => {
    const path = '/rest/data/invoice-health/orders'
    expect((await finance.get(path, { currency: 'EUR', figure: 'profit' })).status).toBe(422)
    expect((await finance.get(path, { currency: 'euro', figure: 'net' })).status).toBe(422)
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

describe('the VAT of a period', () => {
  it('is what its documents add up to in each currency, each document once', async () => {
    const { rows, totals: sums } = await totals('2026-Q4')
    const { rows: documents } = await sql<VatTotals['totals'][number]>`
      select currency, count(*)::integer as documents, sum(net)::bigint as net, sum(tax)::bigint as tax, sum(gross)::bigint as gross
      from invoices where issued_on between '2026-10-01' and '2026-12-31' and not is_test
      group by currency order by currency`.execute(db())
    expect(documents.length).toBeGreaterThan(3)
    expect(sums).toEqual(documents)
    for (const { currency, net, tax, gross } of sums) {
      const own = rows.filter((row) => row.currency === currency)
      const sum = (key: 'net' | 'tax' | 'gross') => own.reduce((total, row) => total + row[key], 0)
      expect([sum('net'), sum('tax'), sum('gross')]).toEqual([net, tax, gross])
    }
  })

  it('is in the same order as the totals: by currency and country, the highest rate first', async () => {
    const { rows } = await totals('2026')
    const keyOf = (row: (typeof rows)[number]) =>
      `${row.currency} ${row.country} ${9999 - row.taxRate} ${row.treatment}`
    expect(rows.map(keyOf)).toEqual(rows.map(keyOf).toSorted())
    expect(new Set(rows.map(({ country }) => country)).size).toBeGreaterThan(3)
  })

  it('has a country where the service takes place, and that of the issuer or recipient where the law says so', async () => {
    const { rows: found } = await sql<{ id: number; currency: string; place: string }>`
      select i.id, i.currency, n.code as place from invoices i join purchases p on p.id = i.purchase_id
        join cities c on c.id = p.city_id join countries n on n.id = c.country_id
      where i.kind <> 'simplified' and i.tax = 0 and not i.is_test and i.issued_on between '2026-10-01' and '2026-12-31'
      order by i.id limit 1`.execute(db())
    const { id = 0, currency = '', place = '' } = found[0] ?? {}
    const { rows: before } = await sql<Record<string, string>>`
      select tax_treatment, issuer_country, recipient_country, recipient_tax_id from invoices where id = ${id}`.execute(
      db(),
    )
    // Nothing of the demo takes place in Malta or Luxembourg.
    const countries = async (treatment: string) => {
      await tamper(sql`update invoices set tax_treatment = ${treatment}, issuer_country = 'MT', recipient_country = 'LU', recipient_tax_id = 'LU12345'
        where id = ${id}`)
      const { rows } = await totals('2026-Q4')
      return new Set(
        rows.filter((row) => row.treatment === treatment && row.currency === currency).map((row) => row.country),
      )
    }
    expect(await countries('margin')).toContain('MT')
    expect(await countries('reverse_charge')).toContain('LU')
    for (const treatment of ['standard', 'exempt']) {
      const seen = await countries(treatment)
      expect(seen).toContain(place)
      expect([seen.has('MT'), seen.has('LU')]).toEqual([false, false])
    }
    const [was] = before
    await tamper(sql`update invoices set tax_treatment = ${was?.['tax_treatment']}, issuer_country = ${was?.['issuer_country']},
      recipient_country = ${was?.['recipient_country']}, recipient_tax_id = ${was?.['recipient_tax_id']} where id = ${id}`)
  })

  it.each(['2026-11', '2026', '2026-11-03..2026-11-20'])('is that of %s where it is asked for', async (period) => {
    const [from, until] = daysOf(period)
    const { rows } = await sql<{ gross: number }>`
      select sum(gross)::bigint as gross from invoices
      where issued_on >= ${from}::date and issued_on < ${until}::date and not is_test
      group by currency order by currency`.execute(db())
    expect((await totals(period)).totals.map(({ gross }) => gross)).toEqual(rows.map(({ gross }) => gross))
    expect(rows.length).toBeGreaterThan(1)
  })

  it('opens from every row the documents that add up to it', async () => {
    const { rows } = await totals('2026-Q4')
    expect(rows.length).toBeGreaterThan(10)
    for (const { documents, net, tax, gross, ...row } of rows) {
      const { body } = await finance.get(documentsPath, { period: '2026-Q4', row: vatRowName(row) })
      const { count, rows: found } = body as VatDocuments
      expect([count, new Set(found.map(({ number }) => number)).size]).toEqual([documents, documents])
      const sumOf = (key: 'net' | 'tax' | 'gross') => found.reduce((sum, one) => sum + one[key], 0)
      expect([row, sumOf('net'), sumOf('tax'), sumOf('gross')]).toEqual([row, net, tax, gross])
    }
    const none = await finance.get(documentsPath, { period: '2026-Q4', row: 'EUR-ES-standard-9999' })
    expect(none.body).toEqual({ count: 0, rows: [] })
    expect((await finance.get(documentsPath, { period: '2026-Q4', row: 'EUR' })).status).toBe(422)
  })

  it('is the same in the file, with the total of each currency below its rows', async () => {
    const { rows, totals: sums } = await totals('2026-Q4')
    const reply = await finance.get('/rest/data/invoice-taxes/file', { period: '2026-Q4' })
    const [head, ...lines] = String(reply.body)
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    expect(head).toBe('currency,country,treatment,tax_rate,documents,net,tax,gross')
    expect(lines).toHaveLength(rows.length + sums.length)
    const [euro] = sums.filter(({ currency }) => currency === 'EUR')
    const inUnits = (amount = 0) => (amount / 100).toFixed(2)
    const total = `EUR,,total,,${euro?.documents},${inUnits(euro?.net)},${inUnits(euro?.tax)},${inUnits(euro?.gross)}`
    expect(lines.indexOf(total)).toBe(lines.findLastIndex((line) => line.startsWith('EUR,')))
    const sheet = await finance.get('/rest/data/invoice-taxes/file', { period: '2026-Q4', format: 'xlsx' })
    expect([sheet.headers.get('content-type'), sheet.headers.get('content-disposition')]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="vat-2026-Q4.xlsx"',
    ])
    expect(String(sheet.body).startsWith('PK')).toBe(true)
    const { rows: entries } = await sql<{ after: object }>`
      select after from audit where action = 'export' and object = 'invoices' order by id`.execute(db())
    expect(entries.map(({ after }) => after)).toEqual(['csv', 'xlsx'].map((format) => ({ rows: lines.length, format })))
  })

  it('has its documents from the first day to the last, and none of the day after', async () => {
    const { rows } = await sql<{ id: number; day: string }>`
      select i.id, i.issued_on::text as day from invoices i
      where i.kind = 'invoice' and not i.is_test and i.issued_on between '2026-10-02' and '2026-12-30'
      order by i.id limit 1`.execute(db())
    const { id = 0, day = '' } = rows[0] ?? {}
    const documents = async (period: string) =>
      (await totals(period)).totals.reduce((sum, one) => sum + one.documents, 0)
    const move = async (to: string) => await tamper(sql`update invoices set issued_on = ${to}::date where id = ${id}`)
    const [before, next] = [await documents('2026-Q4'), await documents('2027-Q1')]
    for (const inside of ['2026-10-01', '2026-12-31']) {
      await move(inside)
      expect([await documents('2026-Q4'), await documents('2027-Q1')]).toEqual([before, next])
    }
    await move('2027-01-01')
    expect([await documents('2026-Q4'), await documents('2027-Q1')]).toEqual([before - 1, next + 1])
    await move(day)
  })

  it('asks for a period, and the file for the export permission', async () => {
    expect((await vat('2026-13')).status).toBe(422)
    expect((await vat('2020-Q1')).body).toEqual({ rows: [], totals: [] })
    const reader = await server.signIn('read-only')
    expect((await reader.get('/rest/data/invoice-taxes', { period: '2026-Q4' })).status).toBe(200)
    expect((await reader.get('/rest/data/invoice-taxes/file', { period: '2026-Q4' })).status).toBe(403)
  })
})
