import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { mask, masked, maskedHeaders } from '../../platform/outbound/call-log.server.ts'
import type { Exchange } from '../supply/booking/booking-connection.server.ts'
import type { LeadTraveller, SuppliedVisit } from '../supply/importing/supplier-bookings.server.ts'
import type { SupplierName } from './supplier-port.server.ts'
import { SupplierUnsure } from './supplier-port.server.ts'

/** A booking at an outside supplier, as our rows know it. Times are milliseconds since 1970. */
export interface OutsideBooking {
  readonly key: string
  readonly partnerReference: string
  readonly visit: SuppliedVisit | null
  readonly state: 'held' | 'asked' | 'pending' | 'booked' | 'rejected' | 'cancelled'
  readonly heldUntil: number
  readonly handle: string | null
  readonly keptUntil: number | null
  readonly isBegun: boolean
  readonly reference: string | null
  readonly voucherUrl: string | null
  readonly reason: string | null
  readonly askedAt: number | null
  readonly nextPollAt: number | null
  /** The last change that was asked for, by the token of its quote. */
  readonly changeToken: string | null
  readonly changeState: 'asked' | 'done' | null
  /** How many were made. */
  readonly changes: number
}

const instant = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`
const columns = sql`key, partner_reference as "partnerReference", visit, state, ${instant('held_until')} as "heldUntil", handle,
  ${instant('kept_until')} as "keptUntil", is_begun as "isBegun", reference, voucher_url as "voucherUrl", reason,
  ${instant('asked_at')} as "askedAt", ${instant('next_poll_at')} as "nextPollAt", change_token as "changeToken",
  change_state as "changeState", changes`

/** What can be written down of a booking, by the columns of its row. */
export type BookingValues = Readonly<
  Partial<
    Record<'state' | 'handle' | 'kept_until' | 'has_places' | 'is_begun' | 'reference' | 'voucher_url', unknown>
  > &
    Partial<Record<'reason' | 'is_test' | 'asked_at' | 'next_poll_at' | 'held_until', unknown>> &
    Partial<Record<'visit' | 'change_token' | 'change_state' | 'changes', unknown>>
>

/** Our own number of a booking: the same for the same order. */
export function partnerReferenceOf(key: string): string {
  return `MQ${createHash('sha256').update(key).digest('hex').slice(0, 16).toUpperCase()}`
}

/** Makes the row of a booking; what is there stays. Without a visit it was cancelled before it was ever asked for. */
export async function makeBooking(
  db: Db,
  supplier: SupplierName,
  key: string,
  { visit, seconds }: { readonly visit: SuppliedVisit | null; readonly seconds: number },
): Promise<void> {
  await sql`
    insert into supplier_bookings (key, supplier, partner_reference, visit, state, held_until)
    values (${key}, ${supplier}, ${partnerReferenceOf(key)}, ${visit === null ? null : JSON.stringify(visit)}, ${visit === null ? 'cancelled' : 'held'},
      now() + make_interval(secs => ${seconds})) on conflict (key) do nothing`.execute(db)
}

export async function readBookings(db: Db, keys: readonly string[]): Promise<readonly OutsideBooking[]> {
  const { rows } = await sql<OutsideBooking>`
    select ${columns} from supplier_bookings where key = any(${[...keys]}::text[])`.execute(db)
  return rows
}

type Write = (values: BookingValues) => Promise<OutsideBooking>

/**
 * Does something about a booking while no one else does: not even another process, and across calls to the supplier, which a
 * transaction must not span. What a process that died had in hand is free after three minutes.
 *
 * @throws SupplierUnsure while another has it in hand
 */
export async function inHand<T>(
  db: Db,
  key: string,
  work: (booking: OutsideBooking, write: Write) => Promise<T>,
): Promise<T> {
  const lease = randomUUID()
  const { rows } = await sql<OutsideBooking>`
    update supplier_bookings set lease = ${lease}, leased_until = now() + interval '3 minutes'
    where key = ${key} and (lease is null or leased_until <= now()) returning ${columns}`.execute(db)
  const [booking] = rows
  if (!booking) {
    const [known] = await readBookings(db, [key])
    if (known) throw new SupplierUnsure(t('Another call about this booking is under way.'))
    throw new Refusal(404, t('The supplier does not know this booking.'))
  }
  try {
    return await work(booking, (values) => writeBooking(db, key, lease, values))
  } finally {
    await sql`
      update supplier_bookings set lease = null, leased_until = null where key = ${key} and lease = ${lease}`.execute(
      db,
    )
  }
}

async function writeBooking(db: Db, key: string, lease: string, values: BookingValues): Promise<OutsideBooking> {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<OutsideBooking>`
    update supplier_bookings set ${sql.join([...set, sql`updated_at = now()`])} where key = ${key} and lease = ${lease}
    returning ${columns}`.execute(db)
  const [written] = rows
  if (!written) throw new SupplierUnsure(t('Another call about this booking is under way.'))
  return written
}

/** The customer of an order, who comes first to the supplier. Null: no order has been written for the key. */
export async function leadOf(db: Db, key: string): Promise<LeadTraveller | null> {
  const { rows } = await sql<{ name: string; email: string; phone: string | null }>`
    select p.customer_name as name, p.customer_email as email, p.customer_phone as phone
    from order_placements o join purchases p on p.id = o.purchase_id where o.supplier_key = ${key}`.execute(db)
  const [customer] = rows
  if (!customer) return null
  const [firstName = '', ...others] = customer.name.trim().split(/\s+/)
  return { firstName, lastName: others.join(' ') || firstName, email: customer.email, phone: customer.phone }
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const inXml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** How a person's details are spelled in what goes to suppliers. Names count as whole values: Li is part of many words. */
export function spellingsOf(lead: LeadTraveller | null): readonly string[] {
  if (!lead) return []
  const { firstName, lastName, email, phone } = lead
  const whole = [`${firstName} ${lastName}`, email, phone ?? ''].flatMap((text) => [text, inXml(text)])
  return [...whole, ...[firstName, lastName].flatMap((name) => [JSON.stringify(name), `>${inXml(name)}<`])].filter(
    Boolean,
  )
}

/** One-time secrets in bodies, ours and theirs. */
const secretField = /("[^"]*(?:token|password|secret)[^"]*"\s*:\s*)"[^"]*"/gi
const maxLength = 100_000

/** Keeps a call about a booking for the log of its order. A log that can't be written never stops the call. */
export async function recordExchange(
  db: Db,
  { key, action, personal }: { key: string; action: string; personal: readonly string[] },
  { call, url, reply, problem, milliseconds, secrets }: Exchange,
): Promise<void> {
  const clean = (text: string | null | undefined, length = maxLength) => {
    if (text === null || text === undefined) return null
    const impersonal = personal.reduce((left, one) => left.replaceAll(one, one.replace(/[^"<>]+/, mask)), text)
    const shown = masked(impersonal, secrets).replace(secretField, `$1"${mask}"`)
    return shown.toWellFormed().replaceAll('\u0000', '').slice(0, length)
  }
  const isOpen = call.isConfidential !== true
  await sql`
    insert into supplier_exchanges (key, action, milliseconds, method, url, headers, request, status, answer, problem)
    values (${key}, ${action}, ${Math.round(milliseconds)}, ${call.method}, ${clean(url, 2_000)},
      ${JSON.stringify(maskedHeaders(call.headers, secrets))}::jsonb, ${isOpen ? clean(call.body) : null}, ${reply?.status ?? null},
      ${isOpen ? clean(reply?.body) : null}, ${clean(problem, 500)})`.execute(db)
}
