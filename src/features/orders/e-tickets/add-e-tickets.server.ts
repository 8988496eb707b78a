import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { ImageStore } from '../../../platform/media/image-store.server.ts'
import { keepFiles } from './e-ticket-files.server.ts'
import type { TicketOrder } from './e-ticket-order.server.ts'
import { readTicketOrder, refuseUpload } from './e-ticket-order.server.ts'
import { uploadedFile } from './e-ticket-uploads.server.ts'
import { maxPagesOfOrder } from './pdf-limits.ts'
import { pagesOf } from './pdf-pages.server.ts'
import type { PdfPage } from './pdf-worker.server.ts'

interface Adding {
  readonly db: Db
  readonly store: ImageStore
  /** Of the installation: barcodes are hashed with it. */
  readonly secret: string
  readonly actor: Actor
  readonly requestId: string
  readonly address: string
  readonly id: string
  readonly upload: string
  readonly replaces: number | null
}

/** A page as its row has it. */
interface NewTicket {
  readonly page: number
  readonly sha256: string
  readonly bytes: number
  readonly barcodeHash: string | null
  readonly barcodeEnd: string | null
  readonly barcodeFormat: string | null
}

interface Place {
  readonly line: number
  readonly place: number
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Makes e-tickets of an uploaded PDF: all of its pages, or none. The file is read and stored before the order is locked.
 *
 * @throws Refusal 422 on `upload` with what is wrong with the file
 */
export async function addPages(adding: Adding): Promise<TicketOrder> {
  const { db, store, actor, id, upload, replaces, requestId, address } = adding
  const seen = await readTicketOrder(db, id, { isLocked: false })
  assertOpen(seen)
  const file = await uploadedFile(db, seen, actor, upload)
  const pages = await pagesOf(new Uint8Array(file.bytes))
  if (replaces !== null && pages.length !== 1)
    throw invalid({ upload: t('This PDF has {n} pages; a replacement has one.', { n: pages.length }) })
  const tickets = pages.map((page, index) => ticketOf(page, index + 1, adding.secret))
  assertAllDiffer(tickets)
  for (const [index, { sha256 }] of tickets.entries()) {
    const page = pages[index]
    if (page) await keepFiles(db, store, sha256, page)
  }
  return await db.transaction().execute(async (trx) => {
    const order = await readTicketOrder(trx, id, { isLocked: true })
    assertOpen(order)
    const freed = replaces === null ? null : await takeOut(trx, order, replaces)
    const source = { fileName: file.fileName, sha256: sha256Of(file.bytes), pages: pages.length, by: actor.id }
    const places = freed === null ? placesFor(tickets, await freePlaces(trx, order)) : [freed.at]
    await insertAll(trx, order, tickets, places, source)
    await sql`delete from e_ticket_leftovers where sha256 = any(${tickets.map(({ sha256 }) => sha256)}::text[])`.execute(
      trx,
    )
    await sql`update purchases set version = version + 1, updated_at = now() where id = ${order.id}`.execute(trx)
    const given = places.filter((place) => place !== null).length
    const entry = {
      action: freed === null ? 'upload-e-tickets' : 'replace-e-ticket',
      object: 'purchases',
      recordId: order.id,
      title: order.reference,
      version: order.version + 1,
      before: freed === null ? {} : { eTicket: replaces, file: freed.fileName },
      after: { file: file.fileName, sha256: source.sha256, pages: pages.length, assigned: given },
    }
    await appendAudit(trx, [entry], { actor, requestId, address })
    return order
  })
}

function assertOpen(order: TicketOrder): void {
  const why = refuseUpload(order)
  if (why !== null) throw new Refusal(409, why, { error: 'NotPossible' })
}

/** A page as a row; its barcode is hashed with the secret of the installation. */
export function ticketOf({ pdf, barcode }: PdfPage, page: number, secret: string): NewTicket {
  return {
    page,
    sha256: sha256Of(pdf),
    bytes: pdf.length,
    barcodeHash: barcode === null ? null : barcodeHash(barcode.text, secret),
    barcodeEnd: barcode?.text.slice(-4) ?? null,
    barcodeFormat: barcode?.format ?? null,
  }
}

/** The same for the same code, and of no use to who reads the database: codes are short enough to be tried out. */
function barcodeHash(text: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'e-ticket barcodes', 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

function assertAllDiffer(tickets: readonly NewTicket[]): void {
  const first = new Map<string, number>()
  for (const { page, barcodeHash: hash } of tickets) {
    if (hash === null) continue
    const other = first.get(hash)
    if (other !== undefined)
      throw invalid({ upload: t('Pages {first} and {second} have the same barcode.', { first: other, second: page }) })
    first.set(hash, page)
  }
}

/** Takes the e-ticket out that another one replaces, and answers with its place. */
async function takeOut(db: Db, order: TicketOrder, ticket: number): Promise<{ at: Place | null; fileName: string }> {
  const { rows } = await sql<{ line: number | null; place: number | null; fileName: string; isSent: boolean }>`
    delete from e_tickets where id = ${ticket} and purchase_id = ${order.id}
    returning line, place, file_name as "fileName", sent_at is not null as "isSent"`.execute(db)
  const [old] = rows
  if (!old) throw invalid({ replaces: t('E-ticket not found.') })
  if (old.isSent) throw invalid({ replaces: sentAlready() })
  return {
    at: old.line === null || old.place === null ? null : { line: old.line, place: old.place },
    fileName: old.fileName,
  }
}

export const sentAlready = () => t('The customer has this e-ticket. Recall tickets first.')

/** The tickets of the order that have no e-ticket, in the order of its lines. */
async function freePlaces(db: Db, order: TicketOrder): Promise<readonly Place[]> {
  const { rows } = await sql<Place>`
    select l.position as line, s.place::integer as place
    from purchase_lines l cross join lateral generate_series(1, l.quantity) s (place)
    where l.purchase_id = ${order.id} and l.kind = 'item'
      and not exists (select from e_tickets e where e.purchase_id = l.purchase_id and e.line = l.position and e.place = s.place)
    order by 1, 2`.execute(db)
  return rows
}

/** A page without a barcode beside others that have one is a letter or the small print, and no ticket. */
function placesFor(tickets: readonly NewTicket[], free: readonly Place[]): readonly (Place | null)[] {
  const areCoded = tickets.some(({ barcodeHash: hash }) => hash !== null)
  let next = 0
  return tickets.map(({ barcodeHash: hash }) => (areCoded && hash === null ? null : (free[next++] ?? null)))
}

interface Source {
  readonly fileName: string
  readonly sha256: string
  readonly pages: number
  readonly by: number | null
}

async function insertAll(
  db: Db,
  order: TicketOrder,
  tickets: readonly NewTicket[],
  places: readonly (Place | null)[],
  source: Source,
): Promise<void> {
  const {
    rows: [had],
  } = await sql<{ pages: number; isKnown: boolean }>`
    select count(*)::integer as pages, coalesce(bool_or(source_sha256 = ${source.sha256}), false) as "isKnown"
    from e_tickets where purchase_id = ${order.id}`.execute(db)
  if (had?.isKnown) throw invalid({ upload: t('This file is on the order already.') })
  await assertOfNoOther(db, order, source)
  if ((had?.pages ?? 0) + tickets.length > maxPagesOfOrder)
    throw invalid({ upload: t('An order can have {max} pages of e-tickets.', { max: maxPagesOfOrder }) })
  const values = tickets.map((ticket, index) => ({ ...ticket, ...(places[index] ?? { line: null, place: null }) }))
  const { rows } = await sql<{ page: number }>`
    insert into e_tickets (purchase_id, performance_id, line, place, file_name, page, pages, source_sha256, sha256, bytes,
      barcode_hash, barcode_end, barcode_format, uploaded_by)
    select ${order.id}, ${order.performanceId}::bigint, g.line, g.place, ${source.fileName}, g.page, ${source.pages}, ${source.sha256}, g.sha256, g.bytes,
      g."barcodeHash", g."barcodeEnd", g."barcodeFormat", ${source.by}::bigint
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) g (line integer, place integer, page integer, sha256 text, bytes integer,
      "barcodeHash" text, "barcodeEnd" text, "barcodeFormat" text)
    order by g.page
    on conflict (performance_id, barcode_hash) do nothing returning page`.execute(db)
  const made = new Set(rows.map(({ page }) => page))
  const refused = tickets.filter(({ page }) => !made.has(page))
  if (refused.length > 0) throw invalid({ upload: await soldTwice(db, order, refused) })
}

/** Without barcodes nothing else tells that the tickets of a file are another customer's. */
async function assertOfNoOther(db: Db, order: TicketOrder, { sha256 }: Source): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select p.reference from e_tickets e join purchases p on p.id = e.purchase_id
    where e.performance_id = ${order.performanceId} and e.source_sha256 = ${sha256} and e.purchase_id <> ${order.id}
      and e.barcode_hash is null and e.line is not null
      and p.booking_status in ('on_hold', 'pending_supplier', 'confirmed', 'completed')
    order by e.id limit 1`.execute(db)
  if (rows[0])
    throw invalid({
      upload: t('This file’s tickets are on order {reference}. Upload a PDF with this order’s tickets only.', rows[0]),
    })
}

/** Which order has the barcodes that could not be taken. */
async function soldTwice(db: Db, order: TicketOrder, refused: readonly NewTicket[]): Promise<string> {
  const { rows } = await sql<{ hash: string; id: number; reference: string }>`
    select e.barcode_hash as hash, p.id, p.reference from e_tickets e join purchases p on p.id = e.purchase_id
    where e.performance_id = ${order.performanceId} and e.barcode_hash = any(${refused.map(({ barcodeHash: hash }) => hash)}::text[])`.execute(
    db,
  )
  const sentences = refused.slice(0, 3).map(({ page, barcodeHash: hash }) => {
    const owner = rows.find((row) => row.hash === hash)
    if (owner?.id === order.id) return t('The barcode on page {page} is on this order already.', { page })
    return t('The barcode on page {page} belongs to order {reference}.', { page, reference: owner?.reference ?? '?' })
  })
  return sentences.join(' ')
}
