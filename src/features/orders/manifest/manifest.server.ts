import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { assertPersonalData } from '../../../core/access/limits.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { invalid } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { maskSql } from '../../../core/list/list-sql.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { fileFormats } from '../../../platform/transfer/export-files.server.ts'
import { mediaTypes } from '../../../platform/transfer/exports.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { purchases } from '../../purchases/purchases.ts'
import type { ManifestOrder } from './manifest-columns.server.ts'
import { eventColumns, productColumns } from './manifest-columns.server.ts'
import { isNoShow } from '../no-show.server.ts'
import type { ManifestSlot } from './manifest.endpoints.ts'
import { exportManifest, readManifestSlots } from './manifest.endpoints.ts'

/** Orders in one file: a full stadium is sold by more than us. */
const maxOrders = 20_000
/** Orders in one statement: the embedded engine has one connection, which a page must not keep for long. */
const pageRows = 250

/** Whose places are kept: orders that are on their way to a confirmation are shown with their status. */
const comes = sql`p.booking_status in ('on_hold', 'pending_supplier', 'confirmed', 'completed')`

const idIn = (text: string | undefined) => (text === undefined ? null : (recordIdIn(text) ?? 0))

/** What a manifest is of. */
interface Subject {
  readonly kind: 'performance' | 'product'
  readonly id: number
  readonly title: string
  readonly date: string
  readonly where: RawBuilder<unknown>
}

interface Asked {
  readonly performanceId?: number | null | undefined
  readonly productId?: number | null | undefined
  readonly date?: string | null | undefined
  readonly time?: string | null | undefined
}

/** The calls that say who comes. */
export function implementManifest(): readonly Implementation[] {
  return [
    implement(
      readManifestSlots,
      async ({ db, query: { performanceId, productId, date } }) => {
        const asked = { performanceId: idIn(performanceId), productId: idIn(productId), date }
        const { where } = await subjectOf(db, asked)
        const { rows } = await sql<ManifestSlot>`
          select to_char(p.local_time, 'HH24:MI') as time, count(*)::integer as orders, sum(p.quantity)::integer as quantity,
            count(p.redeemed_at)::integer as redeemed, (count(*) filter (where ${isNoShow}))::integer as "noShows"
          from purchases p where ${where} and ${comes} group by 1 order by 1 nulls first`.execute(db)
        return rows
      },
      { transaction: false },
    ),
    // Not in a transaction: the file is written while it travels, a page of orders at a time.
    implement(
      exportManifest,
      async ({ db, input, actor, request, reply }) => {
        const { format, reason = null } = input
        if (reason !== null) assertPersonalData(actor, 'purchases')
        const subject = await subjectOf(db, input)
        const ids = await ordersOf(db, subject)
        const columns = subject.kind === 'product' ? productColumns(await bandsOf(db, ids)) : eventColumns()
        // What leaves the system is written down before its first byte does.
        await db.transaction().execute((trx) =>
          appendAudit(
            trx,
            [
              {
                action: 'export-manifest',
                object: 'purchases',
                after: {
                  [subject.kind]: subject.id,
                  date: subject.date,
                  format,
                  orders: ids.length,
                  phones: reason !== null,
                },
                ...(reason !== null && { reason }),
              },
            ],
            { actor, requestId: request.id, address: request.clientAddress },
          ),
        )
        const name = `manifest-${subject.kind}-${subject.id}-${subject.date}.${format}`
        reply
          .type(`${mediaTypes[format]}${format === 'csv' ? '; charset=utf-8' : ''}`)
          .header('Cache-Control', 'no-store')
          .header('Content-Disposition', `attachment; filename="${name}"`)
        const pages = pagesOf(db, ids, reason === null)
        const content = { title: subject.title, columns, pages }
        // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
        return Readable.from(fileFormats[format].write(content), { objectMode: false }) as unknown as string
      },
      { transaction: 'own' },
    ),
  ]
}

/** @throws Refusal 422 on what is asked for */
async function subjectOf(
  db: Db,
  { performanceId = null, productId = null, date = null, time = null }: Asked,
): Promise<Subject> {
  if ((performanceId === null) === (productId === null))
    throw invalid({ performanceId: t('Send a performance, or a product and a day.') })
  if (performanceId !== null) {
    if (date !== null) throw invalid({ date: t('A performance has its own day.') })
    if (time !== null) throw invalid({ time: t('A performance has its own time.') })
    const { rows } = await sql<{ title: string; date: string }>`
      select e.name as title, r.local_date::text as date from performances r join events e on e.id = r.event_id where r.id = ${performanceId}`.execute(
      db,
    )
    if (!rows[0]) throw invalid({ performanceId: t('Performance not found.') })
    return { kind: 'performance', id: performanceId, ...rows[0], where: sql`p.performance_id = ${performanceId}` }
  }
  if (date === null) throw invalid({ date: t('Choose a day.') })
  const { rows } = await sql<{ title: string }>`select title from products where id = ${productId}`.execute(db)
  if (!rows[0]) throw invalid({ productId: t('Product not found.') })
  const where = sql`p.product_id = ${productId} and p.travel_date = ${date}::date
    and ${time === null ? sql`true` : sql`to_char(p.local_time, 'HH24:MI') = ${time}`}`
  return { kind: 'product', id: productId ?? 0, title: rows[0].title, date, where }
}

/** The orders in the order of the file: by time, then by name, as a person at the door looks for them. */
async function ordersOf(db: Db, { where }: Subject): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from purchases p where ${where} and ${comes}
    order by p.local_time nulls first, p.customer_name collate alphabetical, p.id limit ${maxOrders + 1}`.execute(db)
  if (rows.length > maxOrders)
    throw invalid({
      performanceId: t('A manifest can have {max} orders. Export the list of purchases instead.', {
        max: formatNumber(maxOrders),
      }),
    })
  return rows.map(({ id }) => id)
}

/** Which age bands come at all. */
async function bandsOf(db: Db, ids: readonly number[]): Promise<readonly UnitType[]> {
  const { rows } = await sql<{ band: UnitType }>`
    select distinct unit_type as band from purchase_lines
    where purchase_id = any(${[...ids]}::bigint[]) and kind = 'item' and unit_type is not null order by 1`.execute(db)
  return rows.map(({ band }) => band)
}

async function* pagesOf(db: Db, ids: readonly number[], isMasked: boolean) {
  const phone = sql`p.customer_phone`
  for (let at = 0; at < ids.length; at += pageRows) {
    const page = ids.slice(at, at + pageRows)
    const { rows } = await sql<ManifestOrder & Readonly<Record<string, unknown>>>`
      select p.id, p.reference, p.customer_name as "leadName",
        ${isMasked ? maskSql(purchases.fields.customerPhone, phone) : phone} as phone, p.customer_locale as language,
        o.title as option, to_char(p.local_time, 'HH24:MI') as "localTime", p.quantity, p.booking_status as "bookingStatus",
        p.fulfilment_status as "fulfilmentStatus", to_char(p.redeemed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "redeemedAt",
        p.meeting_point as "meetingPoint", p.answers, ${isNoShow} as "isNoShow",
        (select count(*)::integer from e_tickets e where e.purchase_id = p.id and e.sent_at is not null) as "eTickets",
        (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'unitType', l.unit_type,
            'section', l.section, 'row', l.seat_row, 'seats', l.seats, 'holderNames', l.holder_names, 'notes', l.notes,
            'noteLabels', l.note_labels) order by l.position), '[]')
          from purchase_lines l where l.purchase_id = p.id and l.kind = 'item') as lines
      from unnest(${page}::bigint[]) with ordinality g (id, place) join purchases p on p.id = g.id
        left join product_options o on o.id = p.product_option_id
      order by g.place`.execute(db)
    yield rows
  }
}
