import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { Exponents } from '../../supply/importing/draft-money.server.ts'
import { dayIn } from './their-days.server.ts'
import type { TheirListing } from '../adapters/ticket-feed.server.ts'

/** Whose listings, and of what. */
interface ListingsOf {
  readonly providerId: number
  readonly performanceId: number
}

interface StoredCounts {
  readonly listings: number
  readonly leftOut: number
  readonly changed: number
  readonly closed: number
}

/** What can be sold as seats: parking is none, and a price of 0 is a mistake. */
function canBeSold({ code, section, quantity, ask, currency, isParking }: TheirListing, exponents: Exponents): boolean {
  const isNamed = code.length >= 1 && code.length <= 80 && section.trim() !== ''
  return (
    isNamed &&
    !isParking &&
    ask > 0 &&
    Number.isSafeInteger(ask) &&
    quantity >= 1 &&
    quantity <= 1_000 &&
    exponents.has(currency)
  )
}

const rowOf = (one: TheirListing) => ({
  code: one.code,
  section: one.section.trim().slice(0, 120),
  row: one.row?.trim().slice(0, 20) || null,
  quantity: one.quantity,
  currency: one.currency,
  price: one.ask,
  note: [one.note, one.isWheelchair ? 'Wheelchair' : null].filter(Boolean).join('. ').slice(0, 1_000) || null,
  splits: one.splits.filter((count) => count > 0),
  leavesNoSingle: one.leavesNoSingle,
  faceValue: one.faceValue !== null && one.faceValue > 0 ? one.faceValue : null,
  delivery: one.format?.trim().slice(0, 60) || null,
  isInstant: one.isInstant,
  inHandOn: dayIn(one.inHandOn),
})

/**
 * The wording decides the section, with the performance's map: another wording is placed again, and so is a listing that
 * comes back, since maps and rules that changed while it was closed had only open listings placed again.
 */
const isWording = sql`(t.performance_id, t.section, t.row_name, t.note) is not distinct from (excluded.performance_id, excluded.section, excluded.row_name, excluded.note)`
const kept = (column: string) =>
  sql`case when (t.is_open or t.is_withheld) and ${isWording} then t.${sql.ref(column)} end`

/**
 * Brings the listings of a provider for a performance to what it says now: new ones are added, changed ones changed, and
 * those that it no longer names are taken off sale. What is as it was is not touched.
 */
export async function storeListings(
  db: Db,
  { providerId, performanceId }: ListingsOf,
  said: readonly TheirListing[],
  exponents: Exponents,
): Promise<StoredCounts> {
  const sellable = said.filter((one) => canBeSold(one, exponents)).map(rowOf)
  const { numAffectedRows: changed = 0n } = await sql`
    insert into ticket_listings as t (performance_id, provider_id, code, section, row_name, quantity, currency, price, note, splits, leaves_no_single, face_value,
      delivery, is_instant, in_hand_on, is_supplied)
    select ${performanceId}, ${providerId}, g.code, g.section, g.row, g.quantity, g.currency, g.price, g.note, g.splits, g."leavesNoSingle", g."faceValue",
      g.delivery, g."isInstant", g."inHandOn", true
    from jsonb_to_recordset(${JSON.stringify(sellable)}::jsonb) as g (code text, section text, row text, quantity integer, currency text, price bigint, note text,
      splits integer[], "leavesNoSingle" boolean, "faceValue" bigint, delivery text, "isInstant" boolean, "inHandOn" date)
    on conflict (provider_id, code) do update set performance_id = excluded.performance_id, section = excluded.section, row_name = excluded.row_name,
      quantity = excluded.quantity, currency = excluded.currency, price = excluded.price, note = excluded.note, splits = excluded.splits,
      leaves_no_single = excluded.leaves_no_single, face_value = excluded.face_value, delivery = excluded.delivery, is_instant = excluded.is_instant,
      in_hand_on = excluded.in_hand_on, is_supplied = true, is_open = true, is_withheld = false, updated_at = now(),
      venue_section_id = ${kept('venue_section_id')}, placed_at = ${kept('placed_at')}, placed_section = ${kept('placed_section')}
    where not (t.is_open or t.is_withheld) or not ${isWording} or not t.is_supplied or
      (t.quantity, t.currency, t.price, t.splits, t.leaves_no_single, t.face_value, t.delivery, t.is_instant, t.in_hand_on) is distinct from
      (excluded.quantity, excluded.currency, excluded.price, excluded.splits, excluded.leaves_no_single, excluded.face_value, excluded.delivery, excluded.is_instant,
        excluded.in_hand_on)`.execute(db)
  const closed = await closeListings(
    db,
    { providerId, performanceId },
    sellable.map(({ code }) => code),
  )
  await sql`update performances set checked_at = now() where id = ${performanceId}`.execute(db)
  return { listings: sellable.length, leftOut: said.length - sellable.length, changed: Number(changed), closed }
}

/** Takes everything but these off sale, for good also where the provider is paused. */
export async function closeListings(
  db: Db,
  { providerId, performanceId }: ListingsOf,
  but: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ticket_listings set is_open = false, is_withheld = false, updated_at = now()
    where provider_id = ${providerId} and performance_id = ${performanceId} and (is_open or is_withheld) and code <> all(${[...but]}::text[])`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Hours that listings are sold without a new answer of their provider. */
const staleAfter = 24

/** Takes off sale what a provider has not confirmed for a day. The next answer brings it back. */
export async function closeStale(db: Db, providerId: number): Promise<void> {
  await sql`
    update ticket_listings l set is_open = false, is_withheld = false, updated_at = now() from provider_events t
    where t.provider_id = ${providerId} and t.state = 'matched' and t.problem is not null and coalesce(t.listings_at, t.matched_at) < now() - make_interval(hours => ${staleAfter})
      and l.provider_id = t.provider_id and l.performance_id = t.performance_id and l.is_supplied and (l.is_open or l.is_withheld)`.execute(
    db,
  )
}
