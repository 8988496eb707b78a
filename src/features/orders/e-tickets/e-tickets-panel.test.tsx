import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Answers } from '../../../ui/testing/open-screen.tsx'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { purchases } from '../../purchases/purchases.ts'
import { ETicketsOfOrder, TicketFiles } from './e-tickets-panel.tsx'

afterEach(closeScreen)

const at = '2026-06-01T10:00:00.000Z'
const ticket = {
  id: 5,
  line: 1,
  place: 1,
  fileName: 'seats.pdf',
  page: 2,
  pages: 3,
  bytes: 4_000,
  barcodeEnd: '4821',
  barcodeFormat: 'QRCode',
  uploadedBy: 'Amara',
  createdAt: at,
  sentAt: null,
}
const line = { position: 1, title: 'Category 1', quantity: 2, section: 'Stalls', row: 'F', seats: ['5', '6'] }
const list = {
  lines: [{ ...line, holderNames: ['Ana García'] }],
  tickets: [ticket, { ...ticket, id: 6, line: null, place: null, page: 1, barcodeEnd: null, barcodeFormat: null }],
  blockedReason: null,
}
const answering = (answer: object): Answers => ({ 'GET /rest/data/purchases/7/e-tickets': answer })
const rowsOf = (screen: Awaited<ReturnType<typeof openScreen>>) =>
  screen.all('li').map(({ textContent }) => textContent)

describe('the e-tickets of an order', () => {
  it('show each ticket with its page, what is missing, and the spare pages', async () => {
    const rows = rowsOf(await openScreen(<TicketFiles purchaseId={7} />, answering(list)))
    expect(rows[0]).toContain('Stalls · F · 5Ana Garcíaseats.pdf, page 2 of 3 · QR code ending 4821')
    expect(rows[0]).toContain('Ready to send')
    expect(rows[1]).toBe('Stalls · F · 6Missing')
    expect(rows[2]).toContain('seats.pdf, page 1 of 3 · No barcode read')
    expect(rows[2]).toContain('Spare')
  })

  it('offer nothing to change where the customer has them', async () => {
    const sent = { ...list, tickets: [{ ...ticket, sentAt: at }] }
    const screen = await openScreen(<TicketFiles purchaseId={7} />, answering(sent))
    expect(screen.all('button').map(({ textContent }) => textContent)).toEqual(['Upload PDFs', 'Preview', 'Download'])
  })

  it('are uploaded where a single PDF is dropped, and nothing else', async () => {
    const screen = await openScreen(<TicketFiles purchaseId={7} />, answering({ ...list, tickets: [] }))
    const sent = () => screen.calls.filter(({ call }) => call.startsWith('PUT')).length
    const drop = async (...files: File[]) => {
      const dropped = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
        dataTransfer: { types: ['Files'], files },
      })
      await act(async () => screen.find('[data-over]').dispatchEvent(dropped))
    }
    await drop(new File(['seats'], 'seats.txt', { type: 'text/plain' }))
    expect(sent()).toBe(0)
    await drop(new File(['%PDF-1.7'], 'seats.pdf', { type: 'application/pdf' }))
    await act(() => vi.waitFor(() => expect(sent()).toBe(1)))
  })

  it('say why none can be uploaded', async () => {
    const closed = { ...list, tickets: [], blockedReason: 'The order has ended.' }
    const screen = await openScreen(<TicketFiles purchaseId={7} />, answering(closed))
    expect(screen.text()).toContain('The order has ended.')
    expect(screen.all('button')).toEqual([])
  })

  it('are only looked at on the page that shows the order, and are not there without files', async () => {
    const record = { id: 7, version: 1, kind: 'event' }
    const panel = <ETicketsOfOrder of={purchases} record={record} isDirty={false} />
    const screen = await openScreen(panel, answering(list))
    expect(screen.all('button').map(({ textContent }) => textContent)).toEqual([
      'Preview',
      'Download',
      'Preview',
      'Download',
    ])
    await closeScreen()
    const empty = await openScreen(panel, answering({ ...list, tickets: [] }))
    expect(empty.all('section')).toEqual([])
  })
})
