import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { assertPersonalData, assertWithinLimits } from '../../../core/access/limits.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { ImageStore } from '../../../platform/media/image-store.server.ts'
import { addPages, sentAlready } from './add-e-tickets.server.ts'
import type { ETickets } from './e-ticket.endpoints.ts'
import {
  addETickets,
  assignETicket,
  readETicketFile,
  readETickets,
  removeETicket,
  sendETicketPiece,
} from './e-ticket.endpoints.ts'
import { sendFile } from './e-ticket-files.server.ts'
import type { TicketOrder } from './e-ticket-order.server.ts'
import { eTicketsOf, readTicketOrder, refuseUpload } from './e-ticket-order.server.ts'
import { forgetUpload, keepPiece } from './e-ticket-uploads.server.ts'

interface Row {
  readonly id: number
  readonly line: number | null
  readonly place: number | null
  readonly isSent: boolean
  readonly sha256: string
  readonly fileName: string
  readonly page: number
}

/** What staff do with the e-tickets of an order. */
export function implementETickets({ settings }: ServerContext, store: ImageStore): readonly Implementation[] {
  return [
    implement(readETickets, async ({ db, params }) =>
      eTicketsOf(db, await readTicketOrder(db, params.id, { isLocked: false })),
    ),
    implement(
      sendETicketPiece,
      async ({ db, params, input, actor }) => {
        const order = await openForUpload(db, params.id, actor, false)
        return { received: await keepPiece(db, order, actor, { ...params, ...input }) }
      },
      { enforcesLimits: true },
    ),
    // Not in a transaction: reading a PDF takes longer than anything should keep the only connection busy.
    implement(
      addETickets,
      async ({ db, params, input, actor, request }) => {
        await openForUpload(db, params.id, actor, false)
        const order = await addPages({
          db,
          store,
          secret: settings.sessionSecret,
          actor,
          requestId: request.id,
          address: request.clientAddress,
          id: params.id,
          upload: input.upload,
          replaces: input.replaces ?? null,
        }).finally(() => forgetUpload(db, actor, input.upload))
        return await eTicketsOf(db, order)
      },
      { transaction: 'own', enforcesLimits: true },
    ),
    implement(assignETicket, assign, { enforcesLimits: true }),
    implement(
      removeETicket,
      async ({ db, params, actor, audit }) => {
        const order = await openForUpload(db, params.id, actor, true)
        const ticket = await readTicket(db, order, params.ticket)
        if (ticket.isSent) throw new Refusal(409, sentAlready(), { error: 'NotPossible' })
        await sql`delete from e_tickets where id = ${ticket.id}`.execute(db)
        await touch(db, order)
        audit.record({
          ...entryOf(order),
          action: 'remove-e-ticket',
          before: {
            eTicket: ticket.id,
            file: ticket.fileName,
            page: ticket.page,
            line: ticket.line,
            place: ticket.place,
          },
          after: {},
        })
        return await eTicketsOf(db, order)
      },
      { enforcesLimits: true },
    ),
    implement(readETicketFile, async ({ db, params, query, actor, request, reply }) => {
      // Who has the file gets in, and it can name the holder.
      assertPersonalData(actor, 'purchases')
      const order = await readTicketOrder(db, params.id, { isLocked: false })
      const { id, sha256, page } = await readTicket(db, order, params.ticket)
      const kind = query.as ?? 'pdf'
      // What leaves the system is written down before its first byte does.
      await db.transaction().execute((trx) =>
        appendAudit(
          trx,
          [{ ...entryOf(order), action: 'open-e-ticket', version: order.version, after: { eTicket: id, as: kind } }],
          {
            actor,
            requestId: request.id,
            address: request.clientAddress,
          },
        ),
      )
      return await sendFile(reply, store, { sha256, kind, name: `${order.reference}-${page}.pdf` })
    }),
  ]
}

const entryOf = (order: TicketOrder) => ({
  object: 'purchases',
  recordId: order.id,
  title: order.reference,
  version: order.version + 1,
})

async function openForUpload(db: Db, id: string, actor: Actor, isLocked: boolean): Promise<TicketOrder> {
  const order = await readTicketOrder(db, id, { isLocked })
  assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
  const why = refuseUpload(order)
  if (why !== null) throw new Refusal(409, why, { error: 'NotPossible' })
  return order
}

async function readTicket(db: Db, order: TicketOrder, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, line, place, sent_at is not null as "isSent", sha256, file_name as "fileName", page
    from e_tickets where id = ${recordIdIn(id)} and purchase_id = ${order.id}`.execute(db)
  if (!rows[0]) throw new Refusal(404, t('E-ticket not found.'))
  return rows[0]
}

/** Pages that show the order see that it has changed. */
async function touch(db: Db, { id }: TicketOrder): Promise<void> {
  await sql`update purchases set version = version + 1, updated_at = now() where id = ${id}`.execute(db)
}

type Assigning = Call<
  { readonly id: string; readonly ticket: string },
  unknown,
  { readonly line: number | null; readonly place: number | null }
>

async function assign({ db, params, input: { line, place }, actor, audit }: Assigning): Promise<ETickets> {
  const order = await openForUpload(db, params.id, actor, true)
  const ticket = await readTicket(db, order, params.ticket)
  if (ticket.isSent) throw new Refusal(409, sentAlready(), { error: 'NotPossible' })
  if ((line === null) !== (place === null))
    throw invalid({ place: t('Choose both the item and its ticket, or neither.') })
  if (line !== null) await assertPlace(db, order, line, place ?? 0)
  const { rows } = await sql<{ id: number; isSent: boolean }>`
    select id, sent_at is not null as "isSent" from e_tickets
    where purchase_id = ${order.id} and line = ${line} and place = ${place} and id <> ${ticket.id}`.execute(db)
  const [other] = rows
  if (other?.isSent) throw invalid({ place: t('The customer has the e-ticket of this place. Recall tickets first.') })
  await sql`
    update e_tickets set line = case when id = ${ticket.id} then ${line}::integer else ${ticket.line}::integer end,
      place = case when id = ${ticket.id} then ${place}::integer else ${ticket.place}::integer end
    where id in (${ticket.id}, ${other?.id ?? ticket.id})`.execute(db)
  await touch(db, order)
  audit.record({
    ...entryOf(order),
    action: 'assign-e-ticket',
    before: { eTicket: ticket.id, line: ticket.line, place: ticket.place },
    after: { eTicket: ticket.id, line, place, ...(other && { changedWith: other.id }) },
  })
  return await eTicketsOf(db, order)
}

async function assertPlace(db: Db, order: TicketOrder, line: number, place: number): Promise<void> {
  const { rows } = await sql<{ quantity: number }>`
    select quantity from purchase_lines where purchase_id = ${order.id} and position = ${line} and kind = 'item'`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw invalid({ line: t('Line {position} isn’t one of this order’s items.', { position: line }) })
  if (place < 1 || place > found.quantity)
    throw invalid({ place: t('Enter from 1 to {most}.', { most: found.quantity }) })
}
