import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { announceChange } from '../../core/audit/audit.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { asUnavailable } from '../../db/engine-errors.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { couponBatches } from './coupon-batches.ts'
import { generateCode } from './coupon-codes.ts'
import { coupons } from './coupons.ts'
import type { GeneratedBatch } from './generate-coupons.ts'

export const makeCouponCodesJob = 'make-coupon-codes'

/**
 * How long a page of codes should take in milliseconds, and how many times as long others are left alone afterwards. The
 * embedded engine has one connection, which everyone waits for; a server has others, and only its cores are shared.
 */
const paces = {
  embedded: { pageTime: 40, rest: 1.5, smallest: 25 },
  postgres: { pageTime: 150, rest: 0.5, smallest: 100 },
} as const
const largestPage = 1_000
/** How often consoles are notified of new codes, in milliseconds. */
const progressEvery = 2_000
/** The job is woken before the call that leaves the work has committed. */
const lookAgain = [100, 400, 1_500]

export async function findBatch(db: Db, id: number): Promise<GeneratedBatch | undefined> {
  const { rows } = await sql<GeneratedBatch>`
    select id, name, prefix, wanted, made, stopped_because as "stoppedBecause" from coupon_batches where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

interface Claimed {
  readonly prefix: string
  readonly wanted: number
  readonly made: number
  readonly template: Readonly<Record<string, unknown>>
}

/**
 * Makes up to `most` codes of a batch. The batch is locked, so that two who work on it make no more than were asked for.
 * A code that exists already is left out, and the next page makes up for it.
 */
export async function makePage(db: Db, batchId: number, most: number): Promise<void> {
  const {
    rows: [batch],
  } = await sql<Claimed>`
    select prefix, wanted, made, template from coupon_batches where id = ${batchId} for update`.execute(db)
  if (!batch) return
  const codes = new Set<string>()
  const size = Math.min(most, batch.wanted - batch.made)
  while (codes.size < size) codes.add(generateCode(batch.prefix, (below) => randomInt(below)))
  const columns = Object.keys(batch.template).map(columnOf)
  const values = Object.fromEntries(Object.entries(batch.template).map(([key, value]) => [columnOf(key), value]))
  const { rows } = await sql`
    insert into coupons (code, batch_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select fresh.code, ${batchId}::bigint, ${sql.join(columns.map((column) => sql.ref(`template.${column}`)))}
    from unnest(${[...codes]}::text[]) as fresh(code),
      jsonb_populate_record(null::coupons, ${JSON.stringify(values)}::jsonb) as template
    on conflict (code) do nothing returning id`.execute(db)
  await sql`
    update coupon_batches set made = made + ${rows.length}, version = version + 1, updated_at = now() where id = ${batchId}`.execute(
    db,
  )
}

/** Makes codes until no batch wants any, a page of each batch in turn. */
export const couponCodeJob: Job = {
  name: makeCouponCodesJob,
  label: msg('Coupon codes'),
  does: msg('Generates the codes of coupon batches.'),
  staleWithout: msg('Coupon batches stay incomplete.'),
  overlap: 'share',
  cron: '* * * * *',
  timeout: 3_600,
  async run({ database: { kysely, engine }, log, signal }) {
    const { pageTime, rest, smallest } = paces[engine]
    let size: number = smallest
    let reportedAt = performance.now()
    let looks = 0
    while (!signal.aborted) {
      const startedAt = performance.now()
      const id = await claimAndMake(kysely, size, (error) =>
        log.error({ err: error }, 'Coupon codes could not be made'),
      )
      const took = performance.now() - startedAt
      if (id === null) {
        const pause = lookAgain[looks++]
        if (pause === undefined) break
        await sleep(pause, undefined, { signal }).catch(() => {})
        continue
      }
      looks = 0
      size = Math.round(Math.min(largestPage, Math.max(smallest, size * Math.min(2, pageTime / took))))
      if (startedAt - reportedAt > progressEvery) {
        await tell(kysely)
        reportedAt = startedAt
      }
      await sleep(took * rest, undefined, { signal }).catch(() => {})
    }
    await tell(kysely)
  },
}

async function tell(db: Db): Promise<void> {
  await announceChange(db, coupons.name, null)
  await announceChange(db, couponBatches.name, null)
}

/** One page for the batch that has waited longest; null when none is waiting. A batch that the database refuses stops and says why. */
async function claimAndMake(db: Db, size: number, report: (error: unknown) => void): Promise<number | null> {
  let id: number | null = null
  try {
    await db.transaction().execute(async (transaction) => {
      const {
        rows: [next],
      } = await sql<{ id: number }>`
        select id from coupon_batches where made < wanted and stopped_because is null
        order by updated_at limit 1 for update skip locked`.execute(transaction)
      id = next?.id ?? null
      if (next) await makePage(transaction, next.id, size)
    })
  } catch (error) {
    // A database that does not answer is no fault of the batch: the next run goes on.
    if (id === null || asUnavailable(error)) throw error
    report(error)
    const refusal = refusalOf(error, coupons)
    const reason = refusal instanceof Refusal ? refusal.message : t('The database refused these codes.')
    await sql`
      update coupon_batches set stopped_because = ${reason}, version = version + 1, updated_at = now() where id = ${id}`.execute(
      db,
    )
  }
  return id
}
