import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { ImageStore } from '../../../platform/media/image-store.server.ts'
import { createLinkGate, linkRefused } from '../messages/link-gate.server.ts'
import { readOrderTicketFile, readOrderTickets } from './e-ticket.endpoints.ts'
import { sendFile } from './e-ticket-files.server.ts'

interface Ticket {
  readonly id: number
  readonly section: string | null
  readonly row: string | null
  readonly seat: string | null
  readonly bytes: number
  readonly sha256: string
  readonly reference: string
  readonly page: number
}

/** What a customer downloads by the link in the message about their tickets. */
export function implementOrderTickets(store: ImageStore): readonly Implementation[] {
  // Many tickets can be downloaded one after the other.
  const orderIn = createLinkGate('tickets', 120)
  return [
    implement(
      readOrderTickets,
      async ({ db, request }) => {
        const id = orderIn(request)
        const { rows } = await sql<{
          reference: string
          title: string
          localDate: string
          localTime: string | null
          timeZone: string
          quantity: number
        }>`
          select reference, title, travel_date as "localDate", to_char(local_time, 'HH24:MI') as "localTime", time_zone as "timeZone",
            quantity
          from purchases where id = ${id}`.execute(db)
        if (!rows[0]) throw linkRefused()
        const tickets = await sentTickets(db, id)
        return {
          ...rows[0],
          tickets: tickets.map(({ id: ticket, section, row, seat, bytes }) => ({
            id: ticket,
            section,
            row,
            seat,
            bytes,
          })),
        }
      },
      { transaction: false },
    ),
    implement(
      readOrderTicketFile,
      async ({ db, params, request, reply }) => {
        const wanted = recordIdIn(params.ticket)
        const ticket = (await sentTickets(db, orderIn(request))).find(({ id }) => id === wanted)
        if (!ticket) throw new Refusal(404, t('E-ticket not found.'))
        return await sendFile(reply, store, {
          sha256: ticket.sha256,
          kind: 'pdf',
          name: `${ticket.reference}-${ticket.page}.pdf`,
        })
      },
      { transaction: false },
    ),
  ]
}

/** What the customer has been sent and what still gets them in: a cancelled order has no tickets, nor has a recalled one. */
async function sentTickets(db: Db, id: number): Promise<readonly Ticket[]> {
  const { rows } = await sql<Ticket>`
    select e.id, l.section, l.seat_row as row, l.seats[e.place] as seat, e.bytes, e.sha256, p.reference, e.page
    from e_tickets e join purchases p on p.id = e.purchase_id
      join purchase_lines l on l.purchase_id = e.purchase_id and l.position = e.line
    where e.purchase_id = ${id} and e.sent_at is not null and p.booking_status in ('confirmed', 'completed')
    order by e.line, e.place`.execute(db)
  return rows
}
