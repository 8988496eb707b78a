import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { StatementDesk } from './testing/statement-desk.server.ts'
import { openStatementDesk } from './testing/statement-desk.server.ts'

let desk: StatementDesk
beforeAll(async () => {
  desk = await openStatementDesk(inject('postgresUrl'), 'supplier_statements')
})
afterAll(() => desk?.desk.server.stop())
const query = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(desk.desk.db)).rows

beforeEach(async () => {
  await desk.empty()
  await query(sql`update purchases set provider_reference = null, created_at = now() - interval '400 days'`)
})

interface Booked {
  readonly id: number
  readonly currency: string
}
/** An order that Viator booked for the price of 40 units of its currency. */
async function booked(reference: string, day = '2026-03-02'): Promise<Booked> {
  const { id } = await desk.paidOn(`${day}T12:00:00Z`)
  await query(sql`update providers set code = 'viator' where id = (select provider_id from purchases where id = ${id})`)
  for (const status of ['pending_supplier', 'confirmed'])
    await query(sql`update purchases set booking_status = ${status} where id = ${id}`)
  const [row] = await query(sql<{ currency: string }>`
    update purchases set provider_reference = ${reference}, net_cost = 4000, created_at = ${`${day}T12:00:00Z`}, travel_date = ${day} where id = ${id} returning cost_currency as currency`)
  return { id, currency: row?.currency ?? '' }
}
const fileOf = (...rows: readonly string[]) => ['booking_reference,date,currency,amount', ...rows].join('\n')
async function upload(content: string, more: object = {}) {
  const fileName = `viator ${Math.random()}.csv`
  return await desk.staff.post('/rest/data/statements/upload', { provider: 'viator', fileName, content, ...more })
}
const linesOf = () =>
  query(sql<{ booking: string }>`
    select source_reference as booking, kind, difference, state, expected_amount as expected, purchase_id as "purchaseId"
    from statement_lines order by id`)

describe('a statement of a supplier', () => {
  it('that was uploaded by mistake can be withdrawn, unless something rests on it', async () => {
    const { currency } = await booked('BR-7')
    const withdraw = async (id: unknown, who = desk.staff) =>
      await who.post(`/rest/data/statements/${String(id)}/withdraw`, {})
    const first = await upload(fileOf(`BR-8,2026-03-02,${currency},40.00`))
    expect(await linesOf()).toMatchObject([
      { booking: 'BR-8', difference: 'missing_here' },
      { booking: 'BR-7', difference: 'missing_there', state: 'different' },
    ])
    const second = await upload(fileOf(`BR-7,2026-03-02,${currency},40.00`))
    expect(await linesOf()).toMatchObject([
      {},
      { booking: 'BR-7', state: 'resolved' },
      { booking: 'BR-7', state: 'matched' },
    ])

    const bodyOf = ({ body }: { readonly body: unknown }) => body as Readonly<Record<string, unknown>>
    const [early, late] = [bodyOf(first)['id'], bodyOf(second)['id']]
    const refused = await withdraw(early)
    expect([refused.status, bodyOf(refused)['message']]).toEqual([
      409,
      expect.stringMatching(/^viator .* was uploaded later for the same days\. Withdraw that one first\.$/),
    ])
    expect((await withdraw(late, await desk.desk.server.signIn('read-only'))).status).toBe(403)
    expect((await withdraw(late)).body).toEqual({ id: late, lines: 1 })
    // It is missing again, as it was before.
    expect(await linesOf()).toMatchObject([{}, { booking: 'BR-7', difference: 'missing_there', state: 'different' }])
    await query(sql`
      insert into reconciliation_findings (rule, statement_line_id, subject, currency, says, adds, state, explanation)
      select 'statement', id, 'BR-8', currency, 0, amount, 'explained', 'Agreed by phone' from statement_lines
      where source_reference = 'BR-8'`)
    expect(bodyOf(await withdraw(early))['message']).toBe(
      'A finding about this statement was explained. Reopen it first.',
    )
    await query(sql`update reconciliation_findings set state = 'open', explanation = null`)
    expect((await withdraw(early)).status).toBe(200)
    expect(await linesOf()).toEqual([])
    const again = await upload(fileOf(`BR-8,2026-03-02,${currency},40.00`), { basis: 'booked' })
    expect(again.body).toMatchObject({ isKnown: false, lines: 1 })
  })

  it('that is withdrawn leaves others to say what they lack', async () => {
    const { id, currency } = await booked('BR-7')
    await query(sql`update purchases set travel_date = '2026-06-10' where id = ${id}`)
    const withdrawn = async ({ body }: { readonly body: unknown }) =>
      (await desk.staff.post(`/rest/data/statements/${String((body as { id: number }).id)}/withdraw`, {})).status
    const march = await upload(fileOf(`BR-7,2026-03-02,${currency},40.00`), { basis: 'booked' })
    await upload(fileOf(`BR-1,2026-06-01,${currency},1.00`, `BR-2,2026-06-20,${currency},1.00`))
    const ofSeven = async () => (await linesOf()).filter(({ booking }) => booking === 'BR-7')
    expect(await ofSeven()).toMatchObject([{ difference: null }])
    expect(await withdrawn(march)).toBe(200)
    expect(await ofSeven()).toMatchObject([{ difference: 'missing_there', state: 'different' }])
  })

  it('matches bookings by the supplier’s reference, and names what differs otherwise', async () => {
    const [same, dearer] = [await booked('BR-1'), await booked('BR-2')]
    const [abroad, lost] = [await booked('BR-3'), await booked('BR-4')]
    const other = abroad.currency === 'USD' ? 'EUR' : 'USD'
    const { status, body } = await upload(
      fileOf(
        `BR-1,2026-03-02,${same.currency},40.00`,
        `BR-2,2026-03-02,${dearer.currency},45.00`,
        `BR-3,2026-03-02,${other},40.00`,
        `BR-9,2026-03-02,EUR,12.00`,
        `BR-1,2026-03-02,${same.currency},40.00`,
      ),
    )
    expect([status, body]).toMatchObject([200, { isKnown: false, lines: 5, differences: 5 }])
    expect(await linesOf()).toMatchObject([
      { booking: 'BR-1', kind: 'booking', difference: null, expected: 4000, purchaseId: same.id },
      { booking: 'BR-2', difference: 'amount_differs', expected: 4000, purchaseId: dearer.id },
      { booking: 'BR-3', difference: 'currency_differs', purchaseId: abroad.id },
      { booking: 'BR-9', difference: 'missing_here', purchaseId: null },
      { booking: 'BR-1', difference: 'twice', purchaseId: same.id },
      { booking: 'BR-4', difference: 'missing_there', purchaseId: lost.id },
    ])
    const findings = await query(sql`select 1 from reconciliation_findings where rule = 'statement'`)
    expect(findings).toEqual([])
    await desk.desk.server.runJob('check-books')
    expect(await query(sql`select 1 from reconciliation_findings where rule = 'statement'`)).toHaveLength(5)
  })

  it('waits for the credit of a booking that was cancelled, and is settled by it', async () => {
    const { id, currency } = await booked('BR-1')
    await query(sql`update purchases set net_cost = 0 where id = ${id}`)
    await upload(fileOf(`BR-1,2026-03-02,${currency},40.00`))
    expect(await linesOf()).toMatchObject([{ difference: 'amount_differs', expected: 0 }])
    await upload(fileOf(`BR-1,2026-04-02,${currency},-40.00`))
    expect(await linesOf()).toMatchObject([
      { kind: 'booking', difference: null, expected: 4000 },
      { kind: 'booking_credit', difference: null, expected: -4000 },
    ])
    expect(await query(sql`select differences from statements order by id`)).toEqual([
      { differences: 0 },
      { differences: 0 },
    ])
  })

  it('charges a booking again on another day, in whichever file, and knows the same day from one that overlaps', async () => {
    const { currency } = await booked('BR-1')
    const [first, second] = [`BR-1,2026-03-02,${currency},40.00`, `BR-1,2026-04-03,${currency},40.00`]
    await upload(fileOf(first))
    expect(await upload(fileOf('BR-2,2026-04-02,EUR,1.00', second))).toMatchObject({
      body: { lines: 2, differences: 2 },
    })
    expect((await linesOf()).filter(({ booking }) => booking === 'BR-1')).toMatchObject([
      { difference: 'amount_differs', expected: 0 },
      { difference: 'amount_differs', expected: 0 },
    ])
    expect(await upload(fileOf(second, first))).toMatchObject({ body: { isKnown: true } })
    await upload(fileOf(`BR-1,2026-05-03,${currency},-40.00`))
    expect((await linesOf()).filter(({ booking }) => booking === 'BR-1')).toMatchObject([
      { difference: null, expected: 4000 },
      { difference: null, expected: 4000 },
      { difference: null, expected: -4000 },
    ])
    const named = `booking_reference,date,currency,amount,line_id`
    await upload(`${named}\nBR-3,2026-03-02,EUR,5.00,L-1`)
    expect(await upload(`${named}\nBR-3,2026-04-02,EUR,5.00,L-1`)).toMatchObject({ body: { isKnown: true } })
  })

  it('lacks bookings of its days, by visit or by booking as was said, until another one has them', async () => {
    const { id, currency } = await booked('BR-1')
    await query(sql`update purchases set travel_date = '2026-05-20' where id = ${id}`)
    const around = fileOf('BR-8,2026-03-01,EUR,1.00', 'BR-8,2026-03-03,EUR,2.00')
    await upload(around)
    expect(await linesOf()).not.toContainEqual(expect.objectContaining({ difference: 'missing_there' }))
    await upload(`${around}\nBR-7,2026-03-03,EUR,3.00`, { basis: 'booked' })
    expect(await linesOf()).toContainEqual(expect.objectContaining({ difference: 'missing_there', purchaseId: id }))
    await upload(fileOf(`BR-1,2026-03-02,${currency},40.00`))
    expect(await linesOf()).toContainEqual(
      expect.objectContaining({ difference: 'missing_there', purchaseId: id, state: 'resolved' }),
    )
  })

  it('is refused whole where a row cannot be read, and knows the rows of other suppliers from its own', async () => {
    const { currency } = await booked('BR-1')
    for (const [row, column] of [
      [',2026-03-02,EUR,1.00', 'booking_reference'],
      ['BR-1,someday,EUR,1.00', 'date'],
      ['BR-1,2026-03-02,euros,1.00', 'currency'],
      ['BR-1,2026-03-02,EUR,a lot', 'amount'],
      ['BR-1,2026-03-02,EUR,1.500', 'amount'],
    ] as const) {
      const { status, body } = await upload(fileOf(`BR-1,2026-03-02,${currency},40.00`, row))
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(`can’t be read as ${column}`)])
    }
    expect(await query(sql`select 1 from statements`)).toEqual([])
    await upload(fileOf(`BR-1,2026-03-02,${currency},40.00`), { provider: 'tiqets' })
    expect(await linesOf()).toMatchObject([{ difference: 'missing_here', purchaseId: null }])
  })
})
