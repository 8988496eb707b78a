import { sql } from 'kysely'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { houseSupplier } from './house-supplier.server.ts'
import type { SupplierAction, SupplierAnswers, SupplierPort, SupplierRequests } from './supplier-port.server.ts'

// No supplier is asked inside a transaction of ours. First the intent is written and committed, then the supplier is asked
// with the stored key, then the answer is settled. A process can die between any two: the job asks again with the same key.

/**
 * When another try is made of what was not settled: a minute after the first, then twice as long each time, a day at most.
 * So long a process has the call to itself.
 */
const nextTry = sql`now() + least(interval '1 day', interval '1 minute' * power(2, least(tries, 12)))`

/** A call is due at once where its moment was rounded up to the next millisecond. */
const rounding = sql`interval '1 millisecond'`

interface OpenCall {
  readonly id: number
  readonly supplier: 'house'
  readonly action: SupplierAction
  readonly key: string
  readonly request: SupplierRequests[SupplierAction]
  readonly tries: number
}

export type SettledCall =
  | { readonly state: 'done'; readonly answer: SupplierAnswers[SupplierAction] }
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
 * Writes down what a supplier has to be asked, in the transaction that decides it. The same key and action again change
 * nothing. Ask with `askSupplier` after the commit.
 */
export async function intendCall<A extends SupplierAction>(
  db: Db,
  { supplier, action, key, request }: { supplier: 'house'; action: A; key: string; request: SupplierRequests[A] },
): Promise<void> {
  await sql`
    insert into supplier_calls (supplier, action, key, request) values (${supplier}, ${action}, ${key}, ${JSON.stringify(request)})
    on conflict (action, key) do nothing`.execute(db)
}

/**
 * Asks what was intended, unless it is settled or another process has it in hand. Answers with how it was settled, or null
 * while that is not known.
 */
export async function askSupplier(
  { kysely }: Pick<Database, 'kysely'>,
  port: SupplierPort,
  { action, key }: { action: SupplierAction; key: string },
): Promise<SettledCall | null> {
  const call = await take(kysely, sql`action = ${action} and key = ${key}`)
  if (call) await settle(kysely, call, await ask(port, call))
  const {
    rows: [settled],
  } = await sql<SettledCall>`
    select state, answer from supplier_calls where action = ${action} and key = ${key} and state <> 'open'`.execute(
    kysely,
  )
  return settled ?? null
}

/** Asks what no one has settled, such as what a process left behind that died. */
export const settleSupplierCallsJob: Job = {
  name: 'settle-supplier-calls',
  cron: '* * * * *',
  async run({ database, log, signal }) {
    const port = houseSupplier(database)
    while (!signal.aborted) {
      const call = await take(database.kysely, sql`true`)
      if (!call) return
      try {
        await settle(database.kysely, call, await ask(port, call))
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
    returning id, supplier, action, key, request, tries`.execute(db)
  return call ?? null
}

/** What the supplier says. It throws where no one knows whether the supplier did it. */
async function ask(port: SupplierPort, { action, key, request }: OpenCall): Promise<SettledCall> {
  try {
    const asked = port[action] as (key: string, request: unknown) => Promise<SupplierAnswers[SupplierAction]>
    return { state: 'done', answer: await asked(key, request) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { state: 'refused', answer: { code: error.code, message: error.message, fields: error.fields ?? {} } }
  }
}

async function settle(db: Db, { id }: OpenCall, { state, answer }: SettledCall): Promise<void> {
  await sql`
    update supplier_calls set state = ${state}, answer = ${JSON.stringify(answer)}, settled_at = now()
    where id = ${id} and state = 'open'`.execute(db)
}
