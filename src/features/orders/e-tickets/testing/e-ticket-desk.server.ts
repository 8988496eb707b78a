import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client, Reply } from '../../../../app/testing/start.server.ts'
import type { OrderDesk } from '../../testing/order-desk.server.ts'
import type { StaffDesk } from '../../testing/staff-desk.server.ts'
import type { ETickets } from '../e-ticket.endpoints.ts'
import { pdfPieceBytes } from '../pdf-limits.ts'

/** What a test does with the e-tickets of orders as a member of staff. */
export interface ETicketDesk {
  /** An order of so many tickets, paid and confirmed, with its tickets due. */
  confirmed(quantity?: number): Promise<number>
  /** Sends a file piece by piece and has it split. */
  upload(id: number, file: Buffer, replaces?: number): Promise<Reply>
  /** The same, and expects that it can be done. */
  added(id: number, file: Buffer): Promise<ETickets>
  list(id: number): Promise<ETickets>
}

export function eTicketDesk(desk: OrderDesk, staff: StaffDesk, client: Client): ETicketDesk {
  const path = (id: number) => `/rest/data/purchases/${id}/e-tickets`
  const tickets: ETicketDesk = {
    async confirmed(quantity = 2) {
      const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(quantity)] }))
      await staff.pay(id, 'pending_supplier', 'confirmed')
      await sql`update purchases set fulfilment_status = 'awaiting_tickets', due_at = now(), delivery = 'eticket_pdf'
        where id = ${id}`.execute(desk.db)
      return id
    },
    async upload(id, file, replaces) {
      const upload = randomUUID()
      for (let position = 0; position * pdfPieceBytes < file.length; position++) {
        const data = file.subarray(position * pdfPieceBytes, (position + 1) * pdfPieceBytes).toString('base64')
        const reply = await client.put(`${path(id)}/uploads/${upload}/pieces/${position}`, {
          fileName: 'tickets.pdf',
          bytes: file.length,
          data,
        })
        if (reply.status !== 200) return reply
      }
      return await client.post(path(id), { upload, ...(replaces !== undefined && { replaces }) })
    },
    async added(id, file) {
      const { status, body } = await tickets.upload(id, file)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as ETickets
    },
    async list(id) {
      const { status, body } = await client.get(path(id))
      expect(status).toBe(200)
      return body as ETickets
    },
  }
  return tickets
}
