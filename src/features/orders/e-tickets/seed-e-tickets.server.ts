import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Settings } from '../../../core/settings.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { imageStoreOf } from '../../../platform/media/image-settings.server.ts'
import { sha256Of, ticketOf } from './add-e-tickets.server.ts'
import { keepFiles } from './e-ticket-files.server.ts'
import { pagesOf } from './pdf-pages.server.ts'
import { ticketPdf } from './ticket-pdf.server.ts'

interface Ticketed {
  readonly id: number
  readonly reference: string
  readonly performanceId: number
  readonly title: string
  readonly venue: string
  readonly starts: string
  readonly line: number
  readonly place: string
  readonly seats: readonly string[]
  readonly quantity: number
  readonly listing: string
  readonly uploadedAt: string
  readonly sentAt: string | null
  readonly hasTickets: boolean
}

/**
 * PDFs of sellers on a few orders of the demo, split into their tickets: one that waits to be sent, and two that customers have.
 * Apart from the load of the rows, since files belong to no transaction. Safe to interrupt and to run again.
 */
export async function seedETickets(
  db: Db,
  settings: Pick<Settings, 'dataDir' | 'imageStore' | 'sessionSecret'>,
  signal?: AbortSignal,
): Promise<void> {
  for (const order of await ordersToTicket(db)) {
    if (signal?.aborted) return
    if (!order.hasTickets) await seedOrder(db, settings, order)
    // Lets the server answer requests in between.
    await nextTurn()
  }
}

async function ordersToTicket(db: Db): Promise<readonly Ticketed[]> {
  const chosen = (state: 'awaiting_tickets' | 'delivered', count: number) => sql`(
    select p.id, p.reference, p.performance_id, p.title, v.name as venue, p.travel_date, p.local_time, l.position, l.section, l.seat_row, l.seats,
      l.quantity, l.listing, d.as_of, case when ${state} = 'delivered' then e.at end as sent_at
    from demo_data d, purchases p join venues v on v.id = p.venue_id join purchase_lines l on l.purchase_id = p.id and l.kind = 'item'
      left join lateral (select min(at) as at from purchase_events where purchase_id = p.id and kind = 'tickets_delivered') e on true
    where p.kind = 'event' and p.booking_status = 'confirmed' and p.delivery = 'eticket_pdf' and p.fulfilment_status = ${state}
      and (e.at is not null or ${state} <> 'delivered') and p.created_at < d.as_of - interval '6 hours'
      and p.starts_at > d.as_of + interval '2 days' and l.quantity = cardinality(l.seats) and l.quantity between 2 and 4
    order by p.created_at desc, p.id desc limit ${count})`
  const { rows } = await sql<Ticketed>`
    select o.id, o.reference, o.performance_id as "performanceId", o.title, o.venue,
      concat_ws(', ', o.travel_date::text, to_char(o.local_time, 'HH24:MI')) as starts, o.position as line,
      concat_ws(', ', o.section, 'row ' || o.seat_row) as place, o.seats, o.quantity, o.listing,
      coalesce(o.sent_at - interval '10 minutes', o.as_of - interval '3 hours') as "uploadedAt", o.sent_at as "sentAt",
      exists (select from e_tickets t where t.purchase_id = o.id) as "hasTickets"
    from (${chosen('awaiting_tickets', 1)} union all ${chosen('delivered', 2)}) o`.execute(db)
  return rows
}

/** One page for each seat, and the small print of its seller, which is no ticket. */
async function seedOrder(
  db: Db,
  settings: Parameters<typeof seedETickets>[1],
  { id, reference, performanceId, title, venue, starts, line, place, seats, listing, uploadedAt, sentAt }: Ticketed,
): Promise<void> {
  const file = await ticketPdf([
    ...seats.map((seat, index) => ({
      barcode: `${reference}${String(index + 1).padStart(3, '0')}`,
      lines: [title, `${venue}, ${starts}`, `${place}, seat ${seat}`],
    })),
    { lines: ['Arrive half an hour early.', 'Lost tickets are not replaced.'] },
  ])
  const store = imageStoreOf(settings)
  const pages = await pagesOf(new Uint8Array(file))
  const tickets = pages.map((page, index) => ({
    ...ticketOf(page, index + 1, settings.sessionSecret),
    place: page.barcode === null ? null : index + 1,
  }))
  for (const [index, { sha256 }] of tickets.entries()) {
    const page = pages[index]
    if (page) await keepFiles(db, store, sha256, page)
  }
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into e_tickets (purchase_id, performance_id, line, place, file_name, page, pages, source_sha256, sha256, bytes,
        barcode_hash, barcode_end, barcode_format, uploaded_by, sent_at, created_at)
      select ${id}, ${performanceId}::bigint, case when g.place is not null then ${line}::integer end, g.place, ${`${listing}.pdf`}, g.page,
        ${tickets.length}, ${sha256Of(file)}, g.sha256, g.bytes, g."barcodeHash", g."barcodeEnd", g."barcodeFormat",
        (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'sales-agent' order by t.id limit 1),
        case when g.place is not null then ${sentAt}::timestamptz end, ${uploadedAt}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) g (place integer, page integer, sha256 text, bytes integer,
        "barcodeHash" text, "barcodeEnd" text, "barcodeFormat" text)
      order by g.page`.execute(trx)
    await sql`delete from e_ticket_leftovers where sha256 = any(${tickets.map(({ sha256 }) => sha256)}::text[])`.execute(
      trx,
    )
  })
}
