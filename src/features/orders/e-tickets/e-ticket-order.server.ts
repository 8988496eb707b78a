import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { ETicket, ETickets } from './e-ticket.endpoints.ts'

/** An order as its e-tickets look at it. */
export interface TicketOrder {
  readonly id: number
  readonly reference: string
  readonly kind: 'product' | 'event'
  readonly booking: string
  readonly cityId: number
  readonly performanceId: number | null
  readonly version: number
}

/** @throws Refusal 404 */
export async function readTicketOrder(
  db: Db,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<TicketOrder> {
  const {
    rows: [order],
  } = await sql<TicketOrder>`
    select p.id, p.reference, p.kind, p.booking_status as booking, p.city_id as "cityId", p.performance_id as "performanceId", p.version
    from purchases p where p.id = ${recordIdIn(id)} ${isLocked ? sql`for no key update` : sql``}`.execute(db)
  if (!order) throw new Refusal(404, t('Purchase not found.'))
  return order
}

const open: ReadonlySet<string> = new Set(['on_hold', 'pending_supplier', 'confirmed'])

/** Why an order takes no e-tickets now; null where it does. */
export function refuseUpload({ kind, booking, performanceId }: TicketOrder): string | null {
  if (kind !== 'event' || performanceId === null) return t('Only orders for events have e-tickets.')
  return open.has(booking) ? null : t('Only orders on hold, pending or confirmed take e-tickets.')
}

/** The e-tickets of an order and the lines that they are for, in two statements. */
export async function eTicketsOf(db: Db, order: TicketOrder): Promise<ETickets> {
  const { rows: lines } = await sql<ETickets['lines'][number]>`
    select position, title, quantity, section, seat_row as row, seats, holder_names as "holderNames"
    from purchase_lines where purchase_id = ${order.id} and kind = 'item' order by position`.execute(db)
  const { rows: tickets } = await sql<ETicket>`
    select e.id, e.line, e.place, e.file_name as "fileName", e.page, e.pages, e.bytes, e.barcode_end as "barcodeEnd",
      e.barcode_format as "barcodeFormat", s.name as "uploadedBy", e.created_at as "createdAt", e.sent_at as "sentAt"
    from e_tickets e left join staff s on s.id = e.uploaded_by
    where e.purchase_id = ${order.id} order by e.line nulls last, e.place, e.id`.execute(db)
  return { lines, tickets, blockedReason: refuseUpload(order) }
}
