import { sql } from 'kysely'
import { deleteInBatches } from '../../core/jobs/delete-in-batches.server.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/job.server.ts'
import { parameterizedJob } from '../../platform/jobs/staffed-job.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { checkOrders } from './check-books.server.ts'
import { checkStatements } from './check-statements.server.ts'
import { escalateFindings, giveFindingsOwners } from './own-findings.server.ts'

export const checkBooksName = 'check-books'

/** Orders in one statement: short enough for the embedded database, which has only one connection. */
const batch = 500
/** Without a sign of life for this long, a check has died and another can begin. */
const deadAfter = sql`interval '10 minutes'`

/** Begins a check, unless one is under way: it can be asked for while the night's is running. */
async function begin(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into reconciliation_runs (orders)
    select 0 where not exists (select from reconciliation_runs where finished_at is null and beat_at > now() - ${deadAfter})
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Checks all orders each night, a range at a time. */
export const checkBooksJob: Job = parameterizedJob({
  name: checkBooksName,
  label: msg('Reconciliation'),
  does: msg('Checks that orders, payments, invoices, the ledger and provider statements add up.'),
  staleWithout: msg('Books that disagree go unnoticed.'),
  overlap: 'share',
  cron: '23 2 * * *',
  parameters: {
    reference: { kind: 'text', max: 40, label: msg('Order'), hint: msg('The reference of one order.') },
    from: { kind: 'date', label: msg('Ordered from') },
    to: {
      kind: 'date',
      label: msg('Ordered until'),
      hint: msg('UTC days. Blank means up to today. Statements are not checked.'),
    },
  },
  *check({ reference, from, to }) {
    if (reference !== undefined && (from ?? to) !== undefined)
      yield { field: 'reference', message: t('Enter an order or days, not both.') }
    if (from !== undefined && to !== undefined && to < from)
      yield { field: 'to', message: t('The last day is before the first day.') }
  },
  counts: {
    orders: msg('Orders'),
    opened: msg('New findings'),
    resolved: msg('Resolved findings'),
    owned: msg('Findings assigned'),
    overdue: msg('Findings reported as overdue'),
  },
  async run({ database: { kysely }, signal, count, parameters }) {
    if (Object.keys(parameters).length > 0) return await checkAsked(kysely, parameters, { signal, count })
    const run = await begin(kysely)
    if (run === null) return
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from purchases`.execute(kysely)
    const last = rows[0]?.last ?? 0
    for (let after = 0; after < last && !signal.aborted;) {
      const upTo = await endOfRange(kysely, after)
      const { opened, resolved } = await kysely.transaction().execute((db) => checkOrders(db, { after, upTo: upTo.id }))
      count('orders', upTo.orders)
      count('opened', opened)
      count('resolved', resolved)
      await sql`
        update reconciliation_runs set beat_at = now(), orders = orders + ${upTo.orders}, opened = opened + ${opened},
          resolved = resolved + ${resolved} where id = ${run}`.execute(kysely)
      after = upTo.id
    }
    if (signal.aborted) return
    const { opened, resolved } = await kysely.transaction().execute(checkStatements)
    count('opened', opened)
    count('resolved', resolved)
    await sql`
      update reconciliation_runs set opened = opened + ${opened}, resolved = resolved + ${resolved} where id = ${run}`.execute(
      kysely,
    )
    count('owned', await kysely.transaction().execute(giveFindingsOwners))
    count('overdue', await kysely.transaction().execute(escalateFindings))
    await sql`update reconciliation_runs set finished_at = now() where id = ${run}`.execute(kysely)
    await deleteInBatches(
      kysely,
      signal,
      sql`delete from reconciliation_runs where id in (select id from reconciliation_runs
        where started_at < now() - interval '90 days' order by started_at limit 1000)`,
    )
  },
})

interface AskedOrders {
  readonly reference?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Orders that staff name. It is no check of everything, so it leaves no trace among those, and statements alone. */
async function checkAsked(
  kysely: Db,
  { reference = undefined, from = undefined, to = undefined }: AskedOrders,
  { signal, count }: { readonly signal: AbortSignal; readonly count: (counter: string, by?: number) => void },
): Promise<void> {
  const wanted =
    reference === undefined
      ? sql`created_at >= coalesce(${from ?? null}::date, '-infinity'::date) at time zone 'UTC'
        and created_at < coalesce(${to ?? null}::date + 1, 'infinity'::date) at time zone 'UTC'`
      : sql`reference = ${reference.trim()}`
  for (let after = 0; !signal.aborted;) {
    const { rows } = await sql<{ id: number }>`
      select id from purchases where id > ${after} and ${wanted} order by id limit ${batch}`.execute(kysely)
    const ids = rows.map(({ id }) => id)
    const upTo = ids.at(-1)
    if (upTo === undefined) break
    const { opened, resolved } = await kysely.transaction().execute((db) => checkOrders(db, { after, upTo, ids }))
    count('orders', ids.length)
    count('opened', opened)
    count('resolved', resolved)
    after = upTo
  }
  const owned = await kysely.transaction().execute(giveFindingsOwners)
  if (owned > 0) count('owned', owned)
}

/** By how many orders there are, not by their numbers, which can have gaps. */
async function endOfRange(db: Db, after: number): Promise<{ id: number; orders: number }> {
  const { rows } = await sql<{ id: number; orders: number }>`
    select max(id) as id, count(*)::integer as orders
    from (select id from purchases where id > ${after} order by id limit ${batch}) p`.execute(db)
  return rows[0] ?? { id: after + batch, orders: 0 }
}
