import { sql } from 'kysely'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { maskedRecord } from '../../core/resource/personal.ts'
import type { Db } from '../../db/tables.server.ts'
import { requireFreshSignIn } from '../../platform/auth/sign-in/fresh-sign-in.server.ts'
import type { CustomerToMerge, Duplicate, MergedField } from './customer-merges.endpoints.ts'
import { listDuplicates, mergeCustomers, previewCustomerMerge } from './customer-merges.endpoints.ts'
import type { CustomerHead } from './customer-records.server.ts'
import { customers } from './customers.ts'
import {
  customerAt,
  instantSql,
  lockCustomers,
  traceOfCustomer,
  waitForOtherMerges,
} from './customer-records.server.ts'

/** Candidates that are shown of one kind of evidence. */
const shown = 10
/** A number that more customers give is that of a hotel or an agency, and says nothing of who they are. */
const maxPerPhone = 3

const personColumns = sql`
  c.id, c.name, c.email, c.phone, (select n.code from countries n where n.id = c.country_id) as country, c.locale, c.status,
  (select count(*)::integer from purchases p where p.customer_id = c.id) as purchases, ${instantSql('c.created_at')} as "createdAt"`

export const implementedCustomerMerges: readonly Implementation[] = [
  implement(listDuplicates, async ({ params, db }) => {
    const { id } = await customerAt(db, params.id)
    return await duplicatesOf(db, id)
  }),
  implement(previewCustomerMerge, async ({ params, query, db }) => {
    const { id } = await customerAt(db, params.id)
    const { into, from } = await pairOf(db, id, Number(query.from))
    return { into, from, moves: await movesOf(db, from.id) }
  }),
  implement(mergeCustomers, async ({ params, input, db, actor, audit }) => {
    requireFreshSignIn(actor, t('merge customers'))
    const { id } = await customerAt(db, params.id)
    await waitForOtherMerges(db)
    const { from } = await pairOf(db, id, input.from)
    await lockCustomers(db, [id, from.id])
    const take = new Set(input.take)
    const moves = await movesOf(db, from.id)
    await chooseValues(db, id, from.id, take)
    await sql`
      update customers set status = 'merged', merged_into_id = ${id}, phone = null, tags = '{}', risk_notes = null,
        marketing_consent_at = null, updated_at = now(), version = version + 1
      where id = ${from.id}`.execute(db)
    const { reason } = input
    const moved = moves.reduce((sum, { count }) => sum + count, 0)
    audit.record({
      action: 'merge',
      ...traceOfCustomer(id),
      after: { mergedId: from.id, moved, kept: [...take] },
      reason,
    })
    audit.record({ action: 'merged-away', ...traceOfCustomer(from.id), after: { intoId: id }, reason })
    return { id }
  }),
]

async function duplicatesOf(db: Db, id: number): Promise<Duplicate[]> {
  // Each kind of evidence has an index of its own.
  const { rows } = await sql<CustomerToMerge & { evidence: Duplicate['evidence'] }>`
    with own as (select * from customers where id = ${id}),
    found as (
      select * from (select c.id, 'email' as evidence, 1 as place from customers c, own
        where mailbox_of(c.email) = mailbox_of(own.email) order by c.id limit ${shown}) e
      union all
      select * from (select c.id, 'phone', 2 from customers c, own where c.phone = own.phone
        and (select count(*) from (select from customers x where x.phone = own.phone limit ${maxPerPhone + 1}) s) <= ${maxPerPhone}
        order by c.id limit ${shown}) p
      union all
      select * from (select c.id, 'name', 3 from customers c, own
        where c.name collate alphabetical = own.name and c.country_id = own.country_id order by c.id limit ${shown}) n
    )
    select ${personColumns}, array_agg(f.evidence order by f.place) as evidence
    from found f join customers c on c.id = f.id
    where c.id <> ${id} and c.status in ('active', 'blocked')
    group by c.id order by min(f.place), count(*) desc, c.id limit ${shown}`.execute(db)
  return rows.map(({ evidence, ...customer }) => ({ customer: maskedRecord(customers, customer), evidence }))
}

/**
 * Two customers who can be merged.
 *
 * @throws Refusal 409 where one of them is anonymised or merged already, 422 where the other is not another customer
 */
async function pairOf(
  db: Db,
  intoId: number,
  fromId: number,
): Promise<{ into: CustomerToMerge; from: CustomerToMerge }> {
  if (intoId === fromId) throw invalid({ from: t('A customer cannot be merged into themselves.') })
  const { rows } = await sql<Omit<CustomerToMerge, 'status'> & { status: CustomerHead['status'] }>`
    select ${personColumns} from customers c where c.id in (${intoId}, ${fromId})`.execute(db)
  const [into, from] = [intoId, fromId].map((id) => rows.find((row) => row.id === id))
  if (!into || !from) throw invalid({ from: t('Customer not found.') })
  return { into: present(into), from: present(from) }
}

/** @throws Refusal 409 */
function present({
  status,
  ...person
}: Omit<CustomerToMerge, 'status'> & Pick<CustomerHead, 'status'>): CustomerToMerge {
  if (status === 'anonymised')
    throw new Refusal(409, t('Anonymised customers can’t be merged.'), { error: 'NotPossible' })
  if (status === 'merged')
    throw new Refusal(409, t('One of them has been merged already. Open the customer who remains.'), {
      error: 'NotPossible',
    })
  return maskedRecord(customers, { status, ...person })
}

async function movesOf(db: Db, from: number): Promise<{ label: string; count: number }[]> {
  const { rows } = await sql<Record<'orders' | 'credits' | 'consents' | 'notes' | 'coupons' | 'messages', number>>`
    select (select count(*) from purchases where customer_id = ${from})::integer as orders,
      (select count(*) from store_credits where customer_id = ${from})::integer as credits,
      (select count(*) from customer_consents where customer_id = ${from})::integer as consents,
      (select count(*) from record_notes where resource = 'customers' and record_id = ${from})::integer as notes,
      (select count(*) from coupon_redemptions where customer_id = ${from})::integer as coupons,
      (select count(*) from order_messages m join purchases p on p.id = m.purchase_id where p.customer_id = ${from})::integer
        as messages`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A count has a row.')
  return [
    { label: t('Orders'), count: found.orders },
    { label: t('Messages'), count: found.messages },
    { label: t('Store credit'), count: found.credits },
    { label: t('Consents'), count: found.consents },
    { label: t('Notes'), count: found.notes },
    { label: t('Coupons used'), count: found.coupons },
  ].filter(({ count }) => count > 0)
}

/** Gives the survivor what was chosen of the other, and what it lacks. Tags and notes on risk add up; a block stays a block. */
async function chooseValues(db: Db, into: number, from: number, take: ReadonlySet<MergedField>): Promise<void> {
  if (take.has('email')) await swapAddresses(db, into, from)
  const other = (field: MergedField) => sql`${take.has(field)}::boolean`
  await sql`
    update customers c set
      first_name = case when ${other('name')} then o.first_name else c.first_name end,
      last_name = case when ${other('name')} then o.last_name else c.last_name end,
      phone = case when ${other('phone')} then o.phone else coalesce(c.phone, o.phone) end,
      country_id = case when ${other('country')} then o.country_id else coalesce(c.country_id, o.country_id) end,
      locale = case when ${other('locale')} then o.locale else c.locale end,
      status = case when o.status = 'blocked' then 'blocked' else c.status end,
      tags = array(select distinct unnest(c.tags || o.tags) order by 1),
      risk_notes = nullif(left(concat_ws(E'\n\n', c.risk_notes, o.risk_notes), 5000), ''),
      last_seen_at = greatest(c.last_seen_at, o.last_seen_at),
      updated_at = now(), version = c.version + 1
    from customers o where c.id = ${into} and o.id = ${from}`.execute(db)
}

/** Both addresses stay known: an order under the one that goes comes to the survivor. */
async function swapAddresses(db: Db, into: number, from: number): Promise<void> {
  const { rows } = await sql<{ id: number; email: string; verified: boolean }>`
    select id, email, is_verified as verified from customers where id in (${into}, ${from})`.execute(db)
  const set = (id: number, email: string, verified: boolean) =>
    sql`update customers set email = ${email}, is_verified = ${verified} where id = ${id}`.execute(db)
  const [own, other] = [into, from].map((id) => rows.find((row) => row.id === id))
  if (!own || !other) throw new Error('Both are locked.')
  await set(from, `customer-${from}@merging.invalid`, false)
  await set(into, other.email, other.verified)
  await set(from, own.email, own.verified)
}
