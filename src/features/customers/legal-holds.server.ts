import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { formatDate } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { assertPresent, customerAt, instantSql, traceOfCustomer } from './customer-records.server.ts'
import type { LegalHold } from './legal-hold.endpoints.ts'
import { liftLegalHold, listLegalHolds, placeLegalHold } from './legal-hold.endpoints.ts'

/** How far ahead a hold can reach, in years: then it is time to decide again. */
const longest = 10
const today = sql`(now() at time zone 'UTC')::date`
const isActive = sql`(h.lifted_at is null and h.until_on >= ${today})`
const idOf = ({ behind, id }: Actor) => behind?.id ?? id

export const implementedLegalHolds: readonly Implementation[] = [
  implement(listLegalHolds, async ({ params, db }) => {
    const { id } = await customerAt(db, params.id)
    const { rows } = await sql<LegalHold>`
      select h.id, h.reason, p.name as "placedBy", ${instantSql('h.placed_at')} as "placedAt", h.until_on::text as until,
        ${isActive} as "isActive", l.name as "liftedBy", ${instantSql('h.lifted_at')} as "liftedAt", h.lifted_for as "liftedFor"
      from legal_holds h join staff p on p.id = h.placed_by left join staff l on l.id = h.lifted_by
      where h.customer_id = ${id} order by h.id desc limit 50`.execute(db)
    return rows
  }),
  implement(placeLegalHold, async ({ params, input: { reason, until }, db, actor, audit }) => {
    const customer = await lockedCustomer(db, params.id)
    assertPresent(customer)
    const { id } = customer
    const { rows } = await sql<{ isPast: boolean; isTooFar: boolean }>`
      select ${until}::date < ${today} as "isPast", ${until}::date > ${today} + make_interval(years => ${longest}) as "isTooFar"`.execute(
      db,
    )
    if (rows[0]?.isPast) throw invalid({ until: t('Choose a future day.') })
    if (rows[0]?.isTooFar) throw invalid({ until: t('A legal hold lasts at most {n} years.', { n: longest }) })
    if ((await activeHold(db, id)) !== null)
      throw new Refusal(409, t('This customer is under a legal hold already. Lift it first.'), { error: 'NotPossible' })
    const { rows: made } = await sql<{ id: number }>`
      insert into legal_holds (customer_id, reason, placed_by, until_on) values (${id}, ${reason}, ${idOf(actor)}, ${until}::date)
      returning id`.execute(db)
    audit.record({ action: 'place-legal-hold', ...traceOfCustomer(id), after: { until }, reason })
    return { id: made[0]?.id ?? 0 }
  }),
  implement(liftLegalHold, async ({ params, input: { reason }, db, actor, audit }) => {
    const { id } = await lockedCustomer(db, params.id)
    // Two merged customers can have one each: both end.
    const { rows } = await sql<{ id: number; until: string }>`
      update legal_holds h set lifted_by = ${idOf(actor)}, lifted_at = now(), lifted_for = ${reason}
      where customer_id = ${id} and ${isActive} returning id, until_on::text as until`.execute(db)
    const [lifted] = rows
    if (!lifted) throw new Refusal(409, t('This customer is not under a legal hold.'), { error: 'NotPossible' })
    audit.record({ action: 'lift-legal-hold', ...traceOfCustomer(id), before: { until: lifted.until }, reason })
    return { id: lifted.id }
  }),
]

/** Behind the customer's lock, so that of two decisions at once the later knows of the earlier. */
async function lockedCustomer(db: Db, path: string) {
  const { id } = await customerAt(db, path)
  await sql`select from customers where id = ${id} for no key update`.execute(db)
  return await customerAt(db, path)
}

/** The last day of the hold that a customer is under; null where there is none. */
async function activeHold(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select max(h.until_on)::text as until from legal_holds h where h.customer_id = ${id} and ${isActive}`.execute(db)
  return rows[0]?.until ?? null
}

/** @throws Refusal 409 while a legal hold keeps the customer */
export async function assertNoLegalHold(db: Db, id: number): Promise<void> {
  const until = await activeHold(db, id)
  if (until !== null)
    throw new Refusal(409, t('A legal hold keeps this customer until {day}.', { day: formatDate(until) }), {
      error: 'LegalHold',
    })
}
