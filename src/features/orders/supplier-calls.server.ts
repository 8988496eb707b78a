import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'
import { storedSql } from '../../platform/stored-texts/stored-columns.server.ts'
import { settleChange } from './order-change.server.ts'
import { supplierOf } from './suppliers.server.ts'
import { SupplierUnsure } from './supplier-port.server.ts'
import type {
  SupplierAction,
  SupplierAnswer,
  SupplierCommand,
  SupplierName,
  SupplierPort,
  SupplierQuestion,
  SupplierRequest,
} from './supplier-port.server.ts'

// No supplier is asked inside a transaction of ours. First the intent is written and committed, then the supplier is asked
// with the stored key, then the answer is settled. A process can die between any two: the job asks again with the same key.

/**
 * When another try is made of what was not settled: a minute after the first, then twice as long each time, a day at most.
 * So long a process has the call to itself. Our own stock answers at once or not at all.
 */
const firstTry = sql`case supplier when 'house' then interval '15 seconds' else interval '1 minute' end`
const nextTry = sql`now() + least(interval '1 day', ${firstTry} * power(2, least(tries, 12)))`

/** A call is due at once where its moment was rounded up to the next millisecond. */
const rounding = sql`interval '1 millisecond'`

/** Which call about a booking: `step` tells those of the same kind apart. */
export interface CallName<A extends SupplierAction = SupplierCommand> {
  readonly action: A
  /** The booking's: the supplier does nothing twice for it. */
  readonly key: string
  readonly step?: string
}

interface OpenCall extends Required<CallName> {
  readonly id: number
  readonly supplier: SupplierName
  readonly request: SupplierRequest<SupplierCommand>
  readonly tries: number
}

export type SettledCall<A extends SupplierAction = SupplierCommand> =
  | { readonly state: 'done'; readonly answer: SupplierAnswer<A> }
  | {
      readonly state: 'refused'
      readonly answer: {
        readonly code: string
        readonly message: string
        /** By line of the request. Absent from calls that were settled before it was kept. */
        readonly fields?: Readonly<Record<string, string>>
      }
    }

/**
 * Writes down what a supplier has to be asked, in the transaction that decides it. The same key, action and step again
 * change nothing. Ask with `askSupplier` after the commit.
 */
export async function intendCall<A extends SupplierCommand>(
  db: Db,
  { supplier, action, key, step = '', request }: CallName<A> & { supplier: SupplierName; request: SupplierRequest<A> },
): Promise<void> {
  await sql`
    insert into supplier_calls (supplier, action, key, step, request)
    values (${supplier}, ${action}, ${key}, ${step}, ${JSON.stringify(request)}) on conflict (key, action, step) do nothing`.execute(
    db,
  )
}

/**
 * Asks what was intended, unless it is settled or another process has it in hand. Answers with how it was settled, or null
 * while that is not known: then the job asks again.
 */
export async function askSupplier<A extends SupplierCommand>(
  { kysely }: Pick<Database, 'kysely'>,
  port: SupplierPort,
  { action, key, step = '' }: CallName<A>,
): Promise<SettledCall<A> | null> {
  const call = await take(kysely, sql`key = ${key} and action = ${action} and step = ${step}`)
  const settled = call && (await settleBy(kysely, port, call))
  // Edge: what was asked is answered in its own words.
  return settled ? (settled as SettledCall<A>) : await readSettled(kysely, { action, key, step })
}

async function readSettled<A extends SupplierCommand>(
  db: Db,
  { action, key, step }: Required<CallName<A>>,
): Promise<SettledCall<A> | null> {
  const {
    rows: [settled],
  } = await sql<SettledCall<A>>`
    select state, answer from supplier_calls where key = ${key} and action = ${action} and step = ${step} and state <> 'open'`.execute(
    db,
  )
  return settled ?? null
}

/**
 * Writes down what a supplier is asked and asks at once, where nothing else is decided with it: the intent is committed by
 * itself, and in hand from its first moment. What was intended before under the same key is asked as `askSupplier` does.
 */
export async function intendAndAsk<A extends SupplierCommand>(
  database: Pick<Database, 'kysely'>,
  port: SupplierPort,
  { supplier, action, key, request }: CallName<A> & { supplier: SupplierName; request: SupplierRequest<A> },
): Promise<SettledCall<A> | null> {
  const { kysely } = database
  const {
    rows: [call],
  } = await sql<OpenCall>`
    insert into supplier_calls (supplier, action, key, step, request, tries, next_try_at)
    select c.*, 1, now() + ${firstTry} from (values (${supplier}::text, ${action}::text, ${key}::text, '', ${JSON.stringify(request)}::jsonb)) c (supplier)
    on conflict (key, action, step) do nothing returning id, supplier, action, key, step, request, tries`.execute(
    kysely,
  )
  if (!call) return await askSupplier(database, port, { action, key })
  const settled = await settleBy(kysely, port, call)
  return settled ? (settled as SettledCall<A>) : await readSettled(kysely, { action, key, step: '' })
}

/**
 * Asks a supplier something that changes nothing, and keeps question and answer for the supplier log of the order. Never
 * inside a transaction.
 *
 * @throws Refusal what the supplier refused with
 */
export async function inquire<A extends SupplierQuestion>(
  database: Pick<Database, 'kysely'>,
  { supplier, action, key, request }: CallName<A> & { supplier: SupplierName; request: SupplierRequest<A> },
): Promise<SupplierAnswer<A>> {
  const step = randomUUID()
  const settled = await ask(supplierOf(database, supplier), { action, key, step, request }).catch((error: unknown) => {
    if (error instanceof SupplierUnsure) throw new Refusal(503, error.message, { error: 'SupplierUnavailable' })
    throw error
  })
  await sql`
    insert into supplier_calls (supplier, action, key, step, request, state, answer, tries, settled_at)
    values (${supplier}, ${action}, ${key}, ${step}, ${JSON.stringify(request)}, ${settled.state}, ${JSON.stringify(settled.answer)}, 1, now())`.execute(
    database.kysely,
  )
  if (settled.state === 'done') return settled.answer as SupplierAnswer<A>
  const { code, message, fields = {} } = settled.answer
  throw new Refusal(409, message, { error: code, fields })
}

/** Keeps what a poll brought for the supplier log of the order, as if it had been asked for alone. */
export async function noteStatus(
  { kysely }: Pick<Database, 'kysely'>,
  { supplier, key, answer }: { supplier: SupplierName; key: string; answer: SupplierAnswer<'status'> },
): Promise<void> {
  await sql`
    insert into supplier_calls (supplier, action, key, step, request, state, answer, tries, settled_at)
    values (${supplier}, 'status', ${key}, ${randomUUID()}, '{}', 'done', ${JSON.stringify(answer)}, 1, now())`.execute(
    kysely,
  )
}

/** The job that writes down for orders what suppliers said to their bookings. */
export const pollSuppliersName = 'poll-suppliers'

let alarm: NodeJS.Timeout | undefined

/** What is due before the next full minute does not wait for it: a customer has paid. */
async function wakeWhenDue(db: Db): Promise<void> {
  const { rows } = await sql<{ wait: number | null }>`
    select (extract(epoch from min(next_try_at) - now()) * 1000)::float8 as wait from supplier_calls
    where state = 'open' and next_try_at <= now() + interval '1 minute'`.execute(db)
  clearTimeout(alarm)
  const wait = rows[0]?.wait ?? null
  if (wait !== null) alarm = setTimeout(() => wakeJob(settleSupplierCallsJob.name), Math.max(wait, 0)).unref()
}

/** Asks what no one has settled, such as what a process left behind that died. */
export const settleSupplierCallsJob: Job = {
  name: 'settle-supplier-calls',
  label: msg('Supplier call recovery'),
  does: msg('Asks suppliers about calls that got no answer.'),
  staleWithout: msg('Bookings and cancellations that timed out stay unsettled.'),
  overlap: 'share',
  cron: '* * * * *',
  async run({ database, log, signal }) {
    while (!signal.aborted) {
      const call = await take(database.kysely, sql`true`)
      if (!call) return await wakeWhenDue(database.kysely)
      try {
        await settleBy(database.kysely, supplierOf(database, call.supplier), call)
        if (call.action === 'book') wakeJob(pollSuppliersName)
      } catch (error) {
        log.warn({ err: error, action: call.action, key: call.key, tries: call.tries }, 'A supplier call failed')
      }
    }
  },
}

/** Takes one open call that is due in hand, so that no two processes ask at once. */
async function take(db: Db, which: ReturnType<typeof sql>): Promise<OpenCall | null> {
  const {
    rows: [call],
  } = await sql<OpenCall>`
    update supplier_calls set tries = tries + 1, next_try_at = ${nextTry}
    where id = (select id from supplier_calls where state = 'open' and next_try_at <= now() + ${rounding} and ${which}
      order by next_try_at, id limit 1 for update skip locked)
    returning id, supplier, action, key, step, request, tries`.execute(db)
  return call ?? null
}

/**
 * Asks and settles. Where the supplier gives no answer, why not stays on the call, for people who wonder. Answers with how it
 * was settled; null where no one knows, or another process has settled it.
 */
async function settleBy(db: Db, port: SupplierPort, call: OpenCall): Promise<SettledCall<SupplierAction> | null> {
  try {
    const answered = await ask(port, call)
    return (await settle(db, call, answered)) ? answered : null
  } catch (error) {
    if (!(error instanceof SupplierUnsure)) throw error
    await sql`
      update supplier_calls set problem = ${error.message.slice(0, 500)} where id = ${call.id} and state = 'open'`.execute(
      db,
    )
    return null
  }
}

/** What the supplier says. It throws where no one knows whether the supplier did it. */
async function ask(
  port: SupplierPort,
  { action, key, step, request }: { action: SupplierAction; key: string; step: string; request: unknown },
): Promise<SettledCall<SupplierAction>> {
  try {
    const asked = port[action] as (
      key: string,
      request: unknown,
      step: string,
    ) => Promise<SupplierAnswer<SupplierAction>>
    return { state: 'done', answer: await asked(key, request, step) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { state: 'refused', answer: { code: error.code, message: error.message, fields: error.fields ?? {} } }
  }
}

/** Writes the answer down. Answers whether it is the one that settled the call. */
async function settle(db: Db, call: OpenCall, settled: SettledCall<SupplierAction>): Promise<boolean> {
  const { state, answer } = settled
  const isUncancelled = state === 'refused' && call.action === 'cancel'
  // Most answers are one statement, which needs no transaction around it.
  if (!isUncancelled && call.action !== 'applyChange') return await writeAnswer(db, call, settled)
  return await db.transaction().execute(async (trx) => {
    if (!(await writeAnswer(trx, call, settled))) return false
    if (isUncancelled) await noteUncancelled(trx, call, answer.message)
    else await settleChange(trx, call, state === 'refused' ? answer.message : null)
    return true
  })
}

async function writeAnswer(db: Db, { id }: OpenCall, { state, answer }: SettledCall<SupplierAction>): Promise<boolean> {
  const { rows } = await sql`
    update supplier_calls set state = ${state}, answer = ${JSON.stringify(answer)}, problem = null, settled_at = now()
    where id = ${id} and state = 'open' returning id`.execute(db)
  return rows.length > 0
}

/** An order that has ended here and not at its supplier says so: someone has to talk to them. */
async function noteUncancelled(trx: Db, { key }: OpenCall, message: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update purchases p set supplier_status = 'CONFIRMED', version = version + 1, updated_at = now()
    from order_placements o where o.purchase_id = p.id and o.supplier_key = ${key} and o.supplier <> 'house'
      and p.supplier_status = 'CANCELLED' returning p.id`.execute(trx)
  for (const { id } of rows)
    await sql`
      insert into purchase_events (purchase_id, at, kind, actor_kind, detail, said)
      values (${id}, now(), 'changed', 'supplier', ${storedSql(storedText('Not cancelled at the supplier: {message}', { message }))})`.execute(
      trx,
    )
}
