import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'
import type { ETicketDesk } from './testing/e-ticket-desk.server.ts'
import { eTicketDesk } from './testing/e-ticket-desk.server.ts'
import { pdfOf } from './drawn-pdf.server.ts'
import { ticketPdf } from './ticket-pdf.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let client: Client
let tickets: ETicketDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'e-ticket deliveries')
  client = await desk.server.signIn('admin')
  staff = staffDesk(desk, client)
  tickets = eTicketDesk(desk, staff, client)
})
afterAll(() => desk?.server.stop())

const path = (id: number, rest = '') => `/rest/data/purchases/${id}/e-tickets${rest}`
const placesIn = ({ tickets: all }: Awaited<ReturnType<ETicketDesk['list']>>) =>
  all.map(({ line, place, page, barcodeEnd }) => [line, place, page, barcodeEnd])

/** What the newest message about tickets says, and the token of its link. */
async function ticketMessage(id: number): Promise<{ says: string; token: string }> {
  const { rows } = await sql<{ content: { paragraphs: string[] }; secrets: { ticketsLink?: string } }>`
    select m.content, m.secrets from order_messages o join messages m on m.id = o.message_id
    where o.purchase_id = ${id} and o.kind = 'ticket' order by o.id desc limit 1`.execute(desk.db)
  const link = new URL(rows[0]?.secrets.ticketsLink ?? 'https://none.example')
  expect(link.pathname).toBe('/orders/tickets')
  return { says: rows[0]?.content.paragraphs.join('\n') ?? '', token: link.hash.slice(1) }
}
const byLink = (token: string, rest: string) =>
  desk.server.anonymous.get(`/v1/order-tickets/${rest}`, {}, { authorization: `Bearer ${token}` })

describe('sending', () => {
  it('delivers part and then the rest, and the customer downloads them by the link', async () => {
    const id = await tickets.confirmed(2)
    expect((await staff.commands(id))['send-e-tickets']).toBe('Upload e-tickets first.')
    await tickets.added(id, await ticketPdf([{ barcode: 'HHHH-0001' }]))
    const { effects } = await staff.run(id, 'send-e-tickets')
    expect(effects.map(({ text }) => text)).toEqual([
      '1 e-ticket becomes available by a link.',
      '1 of 2 delivered.',
      'The rest stays due.',
      'The customer is emailed “Tickets are ready”.',
    ])
    expect((await staff.row(id))['fulfilment_status']).toBe('partially_delivered')
    const { says, token } = await ticketMessage(id)
    expect(says).toContain('Download your tickets: {{ticketsLink}}')
    expect((await byLink(token, 'current')).body).toMatchObject({
      quantity: 2,
      tickets: [{ section: 'Stalls', row: 'F' }],
    })

    await tickets.added(id, await ticketPdf([{ barcode: 'HHHH-0002' }]))
    await staff.run(id, 'send-e-tickets')
    expect(await staff.row(id)).toMatchObject({ fulfilment_status: 'delivered', due_at: null, next_step: 'none' })
    const { body } = await byLink(token, 'current')
    const all = (body as { tickets: { id: number }[] }).tickets
    expect(all).toHaveLength(2)
    const file = await byLink(token, `${all[1]?.id}/file`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await staff.commands(id))['send-e-tickets']).toBe('Every e-ticket is sent.')
  })

  it('says before it sends that no barcode could be read on some of them', async () => {
    const id = await tickets.confirmed(2)
    await tickets.added(id, pdfOf(['7 0 10 10 re f', '7 0 20 20 re f']))
    const { effects } = await staff.run(id, 'send-e-tickets')
    expect(effects.map(({ text }) => text)).toContain('2 of them have no barcode we could read. Check before you send.')
  })

  it('gives the files of tickets whose delivery was recorded by hand, and leaves the status as it is', async () => {
    const [whole, part] = [await tickets.confirmed(1), await tickets.confirmed(2)]
    for (const id of [whole, part]) {
      await tickets.added(id, await ticketPdf([{ barcode: `NNNN-${id}` }]))
      await staff.run(id, 'deliver', { lines: [{ position: 1, delivered: 1 }], note: null })
      const { fulfilment_status: status } = await staff.row(id)
      expect((await staff.commands(id))['send-e-tickets']).toBeNull()
      await staff.run(id, 'send-e-tickets')
      expect((await staff.row(id))['fulfilment_status']).toBe(status)
      expect((await byLink((await ticketMessage(id)).token, 'current')).body).toMatchObject({ tickets: [{}] })
    }
  })

  it('is refused where a file was removed since the preview', async () => {
    const id = await tickets.confirmed(1)
    const { tickets: made } = await tickets.added(id, await ticketPdf([{ barcode: 'IIII-0001' }]))
    await tickets.added(id, pdfOf(['0 0 1 1 re f']))
    const { token } = await staff.preview(id, 'send-e-tickets')
    const spare = (await tickets.list(id)).tickets.find(({ line }) => line === null)
    await client.patch(path(id, `/${spare?.id}`), { line: 1, place: 1 })
    await client.patch(path(id, `/${made[0]?.id}`), { line: null, place: null })
    await client.delete(path(id, `/${spare?.id}`))
    expect(await staff.apply(id, 'send-e-tickets', { token })).toMatchObject({
      status: 409,
      body: { message: 'Upload e-tickets first.' },
    })
  })

  it('is undone by a recall: the link is empty, and the file can be replaced', async () => {
    const id = await tickets.confirmed(1)
    const { tickets: made } = await tickets.added(id, await ticketPdf([{ barcode: 'JJJJ-0001' }]))
    await staff.run(id, 'send-e-tickets')
    const { token } = await ticketMessage(id)
    const sent = made[0]?.id ?? 0
    expect(await client.delete(path(id, `/${sent}`))).toMatchObject({
      status: 409,
      body: { message: 'The customer has this e-ticket. Recall tickets first.' },
    })
    await staff.run(id, 'recall-tickets', { reason: 'Wrong seats' })
    expect((await byLink(token, 'current')).body).toMatchObject({ tickets: [] })
    expect((await byLink(token, `${sent}/file`)).status).toBe(404)
    expect((await tickets.upload(id, await ticketPdf([{ barcode: 'JJJJ-0002' }]), sent)).status).toBe(200)
  })

  it('ends with the order: a cancelled one has no tickets', async () => {
    const id = await tickets.confirmed(1)
    await tickets.added(id, await ticketPdf([{ barcode: 'KKKK-0001' }]))
    await staff.run(id, 'send-e-tickets')
    const { token } = await ticketMessage(id)
    await staff.run(id, 'cancel', { reason: 'Changed their mind' })
    expect((await byLink(token, 'current')).body).toMatchObject({ tickets: [] })
  })

  it('keeps each e-ticket at its seat when a line is split, and then the new line', async () => {
    const id = await tickets.confirmed(4)
    const pages = ['0001', '0002', '0003', '0004'].map((end) => ({ barcode: `LLLL-${end}` }))
    await tickets.added(id, await ticketPdf(pages))
    await staff.run(id, 'split-line', { position: 1, quantity: 2 })
    const list = await tickets.list(id)
    const second = list.lines.at(-1)?.position ?? 0
    expect(placesIn(list)).toEqual([
      [1, 1, 1, '0001'],
      [1, 2, 2, '0002'],
      [second, 1, 3, '0003'],
      [second, 2, 4, '0004'],
    ])
    await staff.run(id, 'split-line', { position: second, quantity: 1 })
    const again = await tickets.list(id)
    expect(placesIn(again)).toEqual([
      [1, 1, 1, '0001'],
      [1, 2, 2, '0002'],
      [second, 1, 3, '0003'],
      [again.lines.at(-1)?.position, 1, 4, '0004'],
    ])
  })
})

it('opens to no link but its own', async () => {
  const id = await tickets.confirmed(1)
  await tickets.added(id, await ticketPdf([{ barcode: 'MMMM-0001' }]))
  await staff.run(id, 'send-e-tickets')
  const { rows } = await sql<{ link: string }>`
    select m.secrets ->> 'changeLink' as link from order_messages o join messages m on m.id = o.message_id
    where o.purchase_id = ${id} and o.kind = 'ticket'`.execute(desk.db)
  const request = new URL(rows[0]?.link ?? '').hash.slice(1)
  expect((await byLink(request, 'current')).body).toMatchObject({ error: 'LinkInvalid' })
  expect((await byLink('made.up', 'current')).status).toBe(401)
})
