import { sql } from 'kysely'
import type { Logger } from 'pino'
import { setSaid } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'
import { codesTable } from '../importing/code-rows.server.ts'
import type { SupplyContext } from '../importing/connections.server.ts'
import { openCatalogue } from '../importing/connections.server.ts'
import type { AvailableDay } from '../importing/product-draft.ts'
import { faultText, isOfAllCalls, isPassing } from '../importing/supplier-catalogue.server.ts'
import type { SupplierServer } from '../importing/supplier-server.server.ts'
import { registerProducts } from './sync-rows.server.ts'

/** Days ahead that are asked for, today included. */
const windowDays = 90
/** Hours after which a product is asked again: well below the age at which its days can no longer be booked. */
const everyHours = 6
/** Minutes until the next try, doubled with each failure. */
const retryMinutes = 5

interface Due {
  readonly productId: number
  readonly code: string
  readonly from: string
  readonly to: string
  readonly tries: number
}

/** Asks for the days of products that are due, until none is. A process that dies leaves its product for ten minutes. */
export async function refreshAvailability(
  context: SupplyContext,
  supplier: SupplierServer,
  { db, log, signal }: { readonly db: Db; readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  let subject = 'supplier_products'
  const catalogue = await openCatalogue(db, supplier, context, { signal, subject: () => subject })
  if (!catalogue) return
  await registerProducts(db, supplier.facts)
  while (!signal.aborted) {
    const due = await claimDue(db, supplier)
    if (!due) return
    subject = `products ${due.productId}`
    let days: readonly AvailableDay[]
    try {
      days = await catalogue.getAvailability(due.code, due.from, due.to)
    } catch (error) {
      if (signal.aborted) return
      const fault = catalogue.classifyError(error)
      log.warn({ err: error, supplier: supplier.facts.key, code: due.code }, 'Availability could not be read')
      await noteFailure(db, due, faultText(supplier.facts.name, fault, 'by itself'))
      // What refuses our key, or asks us to wait, does so for every product.
      if (isOfAllCalls(fault) || isPassing(fault)) return
      continue
    }
    await db.transaction().execute((trx) => storeDays(trx, due, days))
  }
}

/** What staff ask for: days of their choice, of every product and not only of those that are due. */
export interface AskedDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Counts what would change and writes nothing. */
  readonly isDryRun: boolean
}

type Count = (counter: string, by?: number) => void

/** Asks for days of every product of a supplier that is live or mapped, product by product. */
export async function askAvailability(
  context: SupplyContext,
  supplier: SupplierServer,
  {
    db,
    log,
    signal,
    count,
  }: { readonly db: Db; readonly log: Logger; readonly signal: AbortSignal; readonly count: Count },
  asked: AskedDays,
): Promise<void> {
  let subject = 'supplier_products'
  const catalogue = await openCatalogue(db, supplier, context, { signal, subject: () => subject })
  if (!catalogue) return
  for (let after = 0; !signal.aborted;) {
    const next = await nextProduct(db, supplier, after, asked)
    if (!next) return
    after = next.productId
    subject = `products ${next.productId}`
    try {
      const days = await catalogue.getAvailability(next.code, next.from, next.to)
      const changed = await db.transaction().execute(async (trx) => {
        const changes = await countChanges(trx, next, days)
        if (!asked.isDryRun) await writeDays(trx, next, days)
        return changes
      })
      count('products')
      count('days', changed)
    } catch (error) {
      if (signal.aborted) return
      const fault = catalogue.classifyError(error)
      log.warn({ err: error, supplier: supplier.facts.key, code: next.code }, 'Availability could not be read')
      count('failed')
      if (isOfAllCalls(fault) || isPassing(fault)) return
    }
  }
}

async function nextProduct(
  db: Db,
  { facts }: SupplierServer,
  after: number,
  { from = null, to = null }: { readonly from?: string | null | undefined; readonly to?: string | null | undefined },
): Promise<Due | null> {
  const { rows } = await sql<Due>`
    select w.*, to_char(coalesce(${to}::date, w."from"::date + ${windowDays - 1}::integer), 'YYYY-MM-DD') as "to" from (
      select s.product_id as "productId", p.supplier_code as code, 0 as tries,
        to_char(greatest(${from}::date, (now() at time zone p.time_zone)::date), 'YYYY-MM-DD') as "from"
      from supplier_products s join products p on p.id = s.product_id
      where s.supplier = ${facts.key} and s.product_id > ${after} and s.gone_at is null and p.status in ('live', 'mapped')
      order by s.product_id limit 1) w`.execute(db)
  return rows[0] ?? null
}

/** The product whose days are most overdue; those on sale before those that are not yet. */
async function claimDue(db: Db, { facts }: SupplierServer): Promise<Due | null> {
  const {
    rows: [row],
  } = await sql<Due>`
    update supplier_products s set availability_due_at = now() + interval '10 minutes', availability_tries = availability_tries + 1
    from products p
    where p.id = s.product_id and s.product_id = (
      select d.product_id from supplier_products d join products q on q.id = d.product_id
      where d.supplier = ${facts.key} and d.availability_due_at <= now() and d.gone_at is null and q.status in ('live', 'mapped')
        and exists (select from ${codesTable(facts)} k where k.product_id = d.product_id and k.draft is not null)
      order by d.availability_due_at, d.product_id limit 1 for update of d skip locked)
    returning s.product_id as "productId", p.supplier_code as code, s.availability_tries as tries,
      to_char((now() at time zone p.time_zone)::date, 'YYYY-MM-DD') as "from",
      to_char((now() at time zone p.time_zone)::date + ${windowDays - 1}::integer, 'YYYY-MM-DD') as "to"`.execute(db)
  return row ?? null
}

async function noteFailure(db: Db, { productId, tries }: Due, problem: Said): Promise<void> {
  const minutes = Math.min(everyHours * 60, retryMinutes * 2 ** (Math.min(tries, 8) - 1))
  await sql`
    update supplier_products set ${setSaid('availability_problem', problem)}, availability_due_at = now() + make_interval(mins => ${minutes})
    where product_id = ${productId}`.execute(db)
}

/** The days of each option of a product between two, as the supplier has just said. */
function saidDays({ productId, from, to }: Due, days: readonly AvailableDay[]) {
  const said = [...new Map(days.map((day) => [`${day.optionCode} ${day.date}`, day])).values()].filter(({ date }) =>
    /^\d{4}-\d\d-\d\d$/.test(date),
  )
  // A day that the supplier does not name is one on which it sells nothing. An open day without a number of places has no number here.
  return sql`
    select o.id as option_id, d.day::date as local_date, coalesce(g.status, 'CLOSED') as status,
      case when g.status is null or g.status in ('SOLD_OUT', 'CLOSED') then 0 when g.vacancies >= 0 then g.vacancies when g.vacancies < 0 then 0 end as vacancies
    from product_options o
    cross join generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') as d (day)
    left join jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as g ("optionCode" text, date text, status text, vacancies integer)
      on g."optionCode" = o.code and g.date = to_char(d.day, 'YYYY-MM-DD')
    where o.product_id = ${productId}`
}

async function countChanges(db: Db, due: Due, days: readonly AvailableDay[]): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    select count(*)::int as changes from (${saidDays(due, days)}) s
    left join product_availabilities a on a.product_option_id = s.option_id and a.local_date = s.local_date
    where (a.status, a.vacancies) is distinct from (s.status, s.vacancies)`.execute(db)
  return rows[0]?.changes ?? 0
}

async function writeDays(db: Db, due: Due, days: readonly AvailableDay[]): Promise<void> {
  await sql`
    insert into product_availabilities (product_option_id, local_date, status, vacancies, checked_at)
    select s.option_id, s.local_date, s.status, s.vacancies, now() from (${saidDays(due, days)}) s
    on conflict (product_option_id, local_date) do update set status = excluded.status, vacancies = excluded.vacancies, capacity = null,
      checked_at = excluded.checked_at`.execute(db)
}

async function storeDays(db: Db, due: Due, days: readonly AvailableDay[]): Promise<void> {
  const { productId, from } = due
  await writeDays(db, due, days)
  await sql`
    delete from product_availabilities a using product_options o
    where o.id = a.product_option_id and o.product_id = ${productId} and a.local_date < ${from}::date - 30`.execute(db)
  await sql`
    update supplier_products set availability_at = now(), ${setSaid('availability_problem', null)}, availability_tries = 0,
      availability_due_at = now() + make_interval(hours => ${everyHours})
    where product_id = ${productId}`.execute(db)
}
