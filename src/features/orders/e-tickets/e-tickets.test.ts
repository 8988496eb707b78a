import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../testing/staff-desk.server.ts'
import type { ETicketDesk } from './testing/e-ticket-desk.server.ts'
import { eTicketDesk } from './testing/e-ticket-desk.server.ts'
import { pdfOf } from './drawn-pdf.server.ts'
import { ticketPdf } from './ticket-pdf.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let client: Client
let tickets: ETicketDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'e-tickets')
  client = await desk.server.signIn('admin')
  staff = staffDesk(desk, client)
  tickets = eTicketDesk(desk, staff, client)
})
afterAll(() => desk?.server.stop())

const path = (id: number, rest = '') => `/rest/data/purchases/${id}/e-tickets${rest}`
const placesIn = ({ tickets: all }: Awaited<ReturnType<ETicketDesk['list']>>) =>
  all.map(({ line, place, page, barcodeEnd }) => [line, place, page, barcodeEnd])

describe('uploading', () => {
  it('gives each page with a barcode to a ticket, and leaves the letter beside them unassigned', async () => {
    const id = await tickets.confirmed(2)
    const file = await ticketPdf([{}, { barcode: 'AAAA-0001' }, { barcode: 'AAAA-0002', format: 'Code128' }])
    expect(placesIn(await tickets.added(id, file))).toEqual([
      [1, 1, 2, '0001'],
      [1, 2, 3, '0002'],
      [null, null, 1, null],
    ])
    const { rows } = await sql<{ barcode: string }>`
      select barcode_hash as barcode from e_tickets where purchase_id = ${id} and barcode_hash is not null`.execute(
      desk.db,
    )
    expect(JSON.stringify(rows)).not.toContain('AAAA')
    expect(rows).toHaveLength(2)
  })

  it('fills the tickets in their order where no page has a barcode', async () => {
    const id = await tickets.confirmed(2)
    expect(placesIn(await tickets.added(id, pdfOf(['0 0 10 10 re f', '0 0 20 20 re f', '0 0 30 30 re f'])))).toEqual([
      [1, 1, 1, null],
      [1, 2, 2, null],
      [null, null, 3, null],
    ])
  })

  it('refuses a barcode that another order of the performance has, and names it', async () => {
    const [first, second] = [await tickets.confirmed(1), await tickets.confirmed(2)]
    await tickets.added(first, await ticketPdf([{ barcode: 'BBBB-0001' }]))
    const file = await ticketPdf([{ barcode: 'BBBB-0002' }, { barcode: 'BBBB-0001' }])
    const { reference } = await staff.row(first)
    expect(await tickets.upload(second, file)).toMatchObject({
      status: 422,
      body: { fields: { upload: `The barcode on page 2 belongs to order ${String(reference)}.` } },
    })
    expect((await tickets.list(second)).tickets).toEqual([])
    await expect(
      sql`insert into e_tickets (purchase_id, performance_id, file_name, page, pages, source_sha256, sha256, bytes, barcode_hash, barcode_end, barcode_format)
        select ${second}, performance_id, 'x', 1, 1, repeat('a', 64), repeat('a', 64), 1, barcode_hash, barcode_end, barcode_format
        from e_tickets where purchase_id = ${first}`.execute(desk.db),
    ).rejects.toThrow(/e_tickets_barcode_key/)
  })

  it('refuses a file whose tickets another order has, where no barcode tells them apart', async () => {
    const [first, second] = [await tickets.confirmed(2), await tickets.confirmed(2)]
    const file = pdfOf(['5 0 10 10 re f', '5 0 20 20 re f'])
    await tickets.added(first, file)
    const { reference } = await staff.row(first)
    const upload = `This file’s tickets are on order ${String(reference)}. Upload a PDF with this order’s tickets only.`
    expect(await tickets.upload(second, file)).toMatchObject({ status: 422, body: { fields: { upload } } })
    expect((await tickets.list(second)).tickets).toEqual([])
    // An order that has ended has its tickets no more.
    await staff.run(first, 'cancel', { reason: 'Changed their mind' })
    expect((await tickets.added(second, file)).tickets).toHaveLength(2)
  })

  it('refuses the same file twice, and the same barcode on two of its pages', async () => {
    const id = await tickets.confirmed(2)
    const file = await ticketPdf([{ barcode: 'CCCC-0001' }])
    await tickets.added(id, file)
    expect(await tickets.upload(id, file)).toMatchObject({
      body: { fields: { upload: 'This file is on the order already.' } },
    })
    const twice = await ticketPdf([{ barcode: 'CCCC-0002' }, {}, { barcode: 'CCCC-0002' }])
    expect(await tickets.upload(id, twice)).toMatchObject({
      body: { fields: { upload: 'Pages 1 and 3 have the same barcode.' } },
    })
    expect((await tickets.list(id)).tickets).toHaveLength(1)
  })

  it('takes a file of several pieces, whichever piece comes first', async () => {
    const id = await tickets.confirmed(1)
    const file = pdfOf([`${'% padding\n'.repeat(60_000)} 0 0 10 10 re f`])
    const upload = randomUUID()
    const piece = (position: number) => ({
      fileName: 'C:\\tickets\\large.pdf',
      bytes: file.length,
      data: file.subarray(position * 524_288, (position + 1) * 524_288).toString('base64'),
    })
    const at = (position: number) => path(id, `/uploads/${upload}/pieces/${position}`)
    expect(await client.put(at(1), piece(1))).toMatchObject({ status: 200 })
    expect(await client.post(path(id), { upload })).toMatchObject({
      status: 422,
      body: { fields: { upload: 'Piece 0 of 2 has not been sent.' } },
    })
    await client.put(at(1), piece(1))
    await client.put(at(0), piece(0))
    const { body } = await client.post(path(id), { upload })
    expect(body).toMatchObject({ tickets: [{ fileName: 'large.pdf', line: 1, place: 1 }] })
  })

  it('keeps two files apart that are on their way at once', async () => {
    const id = await tickets.confirmed(2)
    const files = [await ticketPdf([{ barcode: 'PPPP-0001' }]), await ticketPdf([{ barcode: 'PPPP-0002' }])]
    const begun = files.map((file) => ({ file, upload: randomUUID() }))
    for (const { file, upload } of begun) {
      const piece = { fileName: 'tickets.pdf', bytes: file.length, data: file.toString('base64') }
      expect((await client.put(path(id, `/uploads/${upload}/pieces/0`), piece)).status).toBe(200)
    }
    for (const { upload } of begun.toReversed())
      expect(await client.post(path(id), { upload })).toMatchObject({ status: 200 })
    expect(placesIn(await tickets.list(id))).toEqual([
      [1, 1, 1, '0002'],
      [1, 2, 1, '0001'],
    ])
  })

  it('leaves a colleague’s file that is on its way where a call names it', async () => {
    const id = await tickets.confirmed(1)
    const file = await ticketPdf([{ barcode: 'QQQQ-0001' }])
    const upload = randomUUID()
    const piece = { fileName: 'tickets.pdf', bytes: file.length, data: file.toString('base64') }
    await client.put(path(id, `/uploads/${upload}/pieces/0`), piece)
    const other = await signInAsAnotherAdmin(desk, 'read-only')
    expect((await other.post(path(id), { upload })).status).toBe(422)
    expect((await client.post(path(id), { upload })).status).toBe(200)
  })

  it('has no more than ten files of a person on their way', async () => {
    const id = await tickets.confirmed(1)
    const other = await signInAsAnotherAdmin(desk, 'catalogue-editor')
    const piece = { fileName: 'a.pdf', bytes: 3, data: Buffer.from('abc').toString('base64') }
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push((await other.put(path(id, `/uploads/${randomUUID()}/pieces/0`), piece)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  it.each([
    ['of another order', 404, (id: number) => path(id + 10_000_000, `/uploads/${randomUUID()}/pieces/0`)],
    ['without a name', 404, (id: number) => path(id, '/uploads/tickets/pieces/0')],
    ['beyond the end', 404, (id: number) => path(id, `/uploads/${randomUUID()}/pieces/1`)],
  ])('refuses a piece %s', async (_, status, at) => {
    const id = await tickets.confirmed(1)
    const reply = await client.put(at(id), { fileName: 'a.pdf', bytes: 3, data: Buffer.from('abc').toString('base64') })
    expect(reply.status).toBe(status)
  })

  it('refuses what is no PDF with a sentence on the file, and what is there stays', async () => {
    const id = await tickets.confirmed(2)
    await tickets.added(id, await ticketPdf([{ barcode: 'DDDD-0001' }]))
    expect(await tickets.upload(id, Buffer.from('PK not a PDF'))).toMatchObject({
      status: 422,
      body: { fields: { upload: 'This file is not a PDF. Choose the PDF with the tickets.' } },
    })
    expect(placesIn(await tickets.list(id))).toEqual([[1, 1, 1, '0001']])
  })

  it('is for orders that can still be delivered', async () => {
    const id = await tickets.confirmed(1)
    await staff.run(id, 'cancel', { reason: 'Changed their mind' })
    expect(await tickets.upload(id, pdfOf(['0 0 1 1 re f']))).toMatchObject({
      status: 409,
      body: { message: 'Only orders on hold, pending or confirmed take e-tickets.' },
    })
  })
})

describe('an e-ticket', () => {
  it('changes places with another, is replaced, and is removed', async () => {
    const id = await tickets.confirmed(2)
    const { tickets: made } = await tickets.added(
      id,
      await ticketPdf([{ barcode: 'EEEE-0001' }, { barcode: 'EEEE-0002' }]),
    )
    const first = made[0]?.id ?? 0
    const moved = await client.patch(path(id, `/${first}`), { line: 1, place: 2 })
    expect(placesIn(moved.body as never)).toEqual([
      [1, 1, 2, '0002'],
      [1, 2, 1, '0001'],
    ])
    const replaced = await tickets.upload(id, await ticketPdf([{ barcode: 'EEEE-0003' }]), first)
    expect(placesIn(replaced.body as never)).toEqual([
      [1, 1, 2, '0002'],
      [1, 2, 1, '0003'],
    ])
    const third = (replaced.body as Awaited<ReturnType<ETicketDesk['list']>>).tickets[1]?.id
    const removed = await client.delete(path(id, `/${third}`))
    expect(placesIn(removed.body as never)).toEqual([[1, 1, 2, '0002']])
    const { rows } = await sql<{ action: string; before: object | null }>`
      select action, before from audit where object = 'purchases' and record_id = ${id} and action like '%e-ticket%' order by id`.execute(
      desk.db,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'upload-e-tickets',
      'assign-e-ticket',
      'replace-e-ticket',
      'remove-e-ticket',
    ])
    expect(rows.at(-1)?.before).toMatchObject({ eTicket: third, file: 'tickets.pdf', page: 1, line: 1, place: 2 })
  })

  it.each([
    [{ line: 1, place: 3 }, { place: 'Enter from 1 to 2.' }],
    [{ line: 9, place: 1 }, { line: 'Line 9 isn’t one of this order’s items.' }],
    [{ line: 1, place: null }, { place: 'Choose both the item and its ticket, or neither.' }],
  ])('cannot be given to %o', async (input, fields) => {
    const id = await tickets.confirmed(2)
    const { tickets: made } = await tickets.added(id, pdfOf([`${id} 0 1 1 re f`]))
    expect(await client.patch(path(id, `/${made[0]?.id}`), input)).toMatchObject({ status: 422, body: { fields } })
  })

  it('keeps its place when the new file has more than one page', async () => {
    const id = await tickets.confirmed(1)
    const { tickets: made } = await tickets.added(id, await ticketPdf([{ barcode: 'FFFF-0001' }]))
    expect(await tickets.upload(id, pdfOf(['0 0 1 1 re f', '0 0 2 2 re f']), made[0]?.id)).toMatchObject({
      body: { fields: { upload: 'This PDF has 2 pages; a replacement has one.' } },
    })
    expect(placesIn(await tickets.list(id))).toEqual([[1, 1, 1, '0001']])
  })

  it('is saved and never run by a browser, and opening it is in the audit log', async () => {
    const id = await tickets.confirmed(1)
    const { tickets: made } = await tickets.added(id, await ticketPdf([{ barcode: 'GGGG-0001' }]))
    const { status, headers } = await client.get(path(id, `/${made[0]?.id}/file`))
    const { reference } = await staff.row(id)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${String(reference)}-1.pdf"`)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    const { rows } = await sql`
      select action from audit where object = 'purchases' and record_id = ${id} and action = 'open-e-ticket'`.execute(
      desk.db,
    )
    expect(rows).toHaveLength(1)
    const other = await tickets.confirmed(1)
    expect((await client.get(path(other, `/${made[0]?.id}/file`))).status).toBe(404)
  })
})
