import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let client: Client
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'manifest')
  client = await desk.server.signIn('admin')
  staff = staffDesk(desk, client)
})
afterAll(() => desk?.server.stop())

const exported = async (input: object) => await client.post('/rest/data/purchases/manifest', input)

/** The rows of a CSV whose cells have no line breaks, each by its header. */
function rowsOf(csv: unknown): Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = String(csv)
    .replace('\ufeff', '')
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, '')),
    )
  return rows.map((cells) => Object.fromEntries(head.map((key, index) => [key, cells[index] ?? ''])))
}

async function sold(body: object, name: string, booking: readonly string[] = ['pending_supplier', 'confirmed']) {
  const id = await staff.idOf(await desk.placed(body))
  await staff.pay(id, ...booking)
  await sql`update purchases set customer_name = ${name}, customer_phone = '+34600123456' where id = ${id}`.execute(
    desk.db,
  )
  return id
}

describe('the manifest of a performance', () => {
  it('has who comes, by name, with holders, seats and notes, and no one else', async () => {
    const zoe = await sold({ lines: [desk.tickets(2)] }, 'Zoé Zuniga')
    const ana = await sold({ lines: [desk.tickets(1)] }, 'Ana García')
    const gone = await sold({ lines: [desk.tickets(1)] }, 'Gone Away')
    await staff.run(gone, 'cancel', { reason: 'Changed their mind' })
    await sql`
      update purchase_lines set seats = '{4,5}', holder_names = '{Zoé Zuniga,Leo Zuniga}', notes = '{Bring ID}', note_labels = '{obstructed}'
      where purchase_id = ${zoe} and kind = 'item'`.execute(desk.db)
    const { status, body, headers } = await exported({ performanceId: desk.goods.performanceId, format: 'csv' })
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="manifest-performance-${desk.goods.performanceId}-2099-06-01.csv"`,
    )
    const rows = rowsOf(body)
    expect(rows.map(({ leadName }) => leadName)).toEqual(['Ana García', 'Zoé Zuniga'])
    expect(rows[1]).toMatchObject({
      holders: 'Zoé Zuniga; Leo Zuniga',
      tickets: '2',
      section: 'Stalls',
      row: 'F',
      seats: '4; 5',
      bookingStatus: 'confirmed',
      notes: 'Obstructed view; Bring ID',
      // The mark keeps spreadsheets from reading a number as a formula.
      phone: "'+34•••56",
    })
    const { reference } = await staff.row(ana)
    expect(rows[0]?.['reference']).toBe(reference)
  })

  it('says who was checked in and who did not come, and counts them', async () => {
    const input = { performanceId: desk.goods.performanceId, format: 'csv' }
    const before = rowsOf((await exported(input)).body)
    const [ana, zoe] = before.map(({ reference }) => reference)
    await sql`update purchases set redeemed_at = '2099-06-01T17:00:00Z' where reference = ${ana}`.execute(desk.db)
    await sql`insert into purchase_events (purchase_id, at, kind, actor_kind)
      select id, now(), 'no_show', 'staff' from purchases where reference = ${zoe}`.execute(desk.db)
    expect(rowsOf((await exported(input)).body)).toMatchObject([
      { redeemedAt: expect.stringMatching(/^2099-06-01/), noShow: '' },
      { redeemedAt: '', noShow: 'Yes' },
    ])
    const { body } = await client.get('/rest/data/purchases/manifest/slots', {
      performanceId: desk.goods.performanceId,
    })
    expect(body).toEqual([{ time: '20:00', orders: 2, quantity: 3, redeemed: 1, noShows: 1 }])
    await sql`insert into purchase_events (purchase_id, at, kind, actor_kind)
      select id, now(), 'no_show_withdrawn', 'staff' from purchases where reference = ${zoe}`.execute(desk.db)
    expect(rowsOf((await exported(input)).body)[1]).toMatchObject({ noShow: '' })
  })

  it('counts the e-tickets that customers have, and not those that wait to be sent', async () => {
    const input = { performanceId: desk.goods.performanceId, format: 'csv' }
    const [first] = rowsOf((await exported(input)).body)
    await sql`
      insert into e_tickets (purchase_id, performance_id, line, place, file_name, page, pages, source_sha256, sha256, bytes, sent_at)
      select id, performance_id, case n when 1 then 1 end, case n when 1 then 1 end, 'all.pdf', n, 2, repeat('a', 64), repeat('b', 64), 9,
        case n when 1 then now() end from purchases, generate_series(1, 2) n where reference = ${first?.['reference']}`.execute(
      desk.db,
    )
    expect(rowsOf((await exported(input)).body).map(({ eTickets }) => eTickets)).toEqual(['1', '0'])
  })

  it('has phone numbers in full for a reason, which is in the audit log', async () => {
    const input = { performanceId: desk.goods.performanceId, format: 'csv' }
    const { body } = await exported({ ...input, reason: 'The doors open later' })
    expect(rowsOf(body)[0]?.['phone']).toBe("'+34600123456")
    const { rows } = await sql<{ reason: string | null; after: object }>`
      select reason, after from audit where action = 'export-manifest' order by id desc limit 1`.execute(desk.db)
    expect(rows[0]).toMatchObject({ reason: 'The doors open later', after: { orders: 2, phones: true } })
    expect(await exported({ ...input, reason: 'x' })).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.any(String) } },
    })
  })

  it('is a workbook as well', async () => {
    const { status, headers } = await exported({ performanceId: desk.goods.performanceId, format: 'xlsx' })
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
  })
})

describe('the manifest of a product’s day', () => {
  it('has a column for each age band that comes', async () => {
    const { optionId, adultId, childId, date } = desk.goods
    const units = [
      { unitId: adultId, quantity: 2 },
      { unitId: childId, quantity: 1 },
    ]
    const id = await sold({ lines: [{ kind: 'product', optionId, date, time: '09:30', units }] }, 'Ana García')
    await sold({ lines: [{ ...desk.visit(1), time: '11:00' }] }, 'Ada Abad')
    await sql`update purchases set answers = '[{"question": "Hotel", "answer": "Ritz"}]' where id = ${id}`.execute(
      desk.db,
    )
    const { product_id: productId } = await staff.row(id)
    const { body } = await exported({ productId, date, format: 'csv' })
    expect(rowsOf(body)).toMatchObject([
      { leadName: 'Ana García', starts: '09:30', adult: '2', child: '1', party: '3', notes: 'Hotel: Ritz' },
      { leadName: 'Ada Abad', starts: '11:00', adult: '1', child: '0', party: '1', notes: '' },
    ])
    const late = rowsOf((await exported({ productId, date, time: '11:00', format: 'csv' })).body)
    expect(late.map(({ leadName }) => leadName)).toEqual(['Ada Abad'])
    expect((await client.get('/rest/data/purchases/manifest/slots', { productId, date })).body).toEqual([
      { time: '09:30', orders: 1, quantity: 3, redeemed: 0, noShows: 0 },
      { time: '11:00', orders: 1, quantity: 1, redeemed: 0, noShows: 0 },
    ])
    const { body: empty } = await exported({ productId, date: '2099-06-02', format: 'csv' })
    expect(rowsOf(empty)).toEqual([])
  })

  it.each([
    [{}, { performanceId: 'Send a performance, or a product and a day.' }],
    [
      { performanceId: 1, productId: 1, date: '2099-06-01' },
      { performanceId: 'Send a performance, or a product and a day.' },
    ],
    [{ productId: 1 }, { date: 'Choose a day.' }],
    [{ productId: 999_999_999, date: '2099-06-01' }, { productId: 'Product not found.' }],
    [{ performanceId: 999_999_999 }, { performanceId: 'Performance not found.' }],
  ])('refuses %o', async (input, fields) => {
    expect(await exported({ ...input, format: 'csv' })).toMatchObject({ status: 422, body: { fields } })
  })
})

it('is for people who can export purchases', async () => {
  const viewer = await desk.server.signIn('read-only')
  const input = { performanceId: desk.goods.performanceId, format: 'csv' }
  expect((await viewer.get('/rest/data/purchases')).status).toBe(200)
  expect((await viewer.post('/rest/data/purchases/manifest', input)).status).toBe(403)
})
