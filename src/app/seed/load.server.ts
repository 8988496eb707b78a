import { sql } from 'kysely'
import type { Logger } from 'pino'
import { seedDemoStaff } from './demo-staff.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Marker } from './load-marker.server.ts'
import { hasOwnData, readMarker } from './load-marker.server.ts'
import type { Step } from './load-plan.server.ts'
import { stepsOf } from './load-plan.server.ts'
import { clearDemoData } from './load-steps.server.ts'

export interface DemoDataOptions {
  /** 20,000 by default; customers are in proportion. */
  readonly purchases?: number | undefined
  /** The last day of the two years, in UTC. */
  readonly today: string
  /** The moment at which the story stops; now when `today` is the present day, else that day's evening. */
  readonly now?: string | undefined
  readonly seed?: string | undefined
  readonly log: Logger
  /** Ends the load behind the step under way; a later one goes on there. */
  readonly signal?: AbortSignal | undefined
  /** Called when the catalogue and the sales are there; editors' work on them, indexes and statistics follow. */
  readonly whenUsable?: (() => void) | undefined
  /** Takes a line of progress for the person waiting. */
  readonly say?: ((line: string) => void) | undefined
}

/**
 * Loading would mix made-up rows with real data.
 */
class DemoDataRefused extends Error {
  override readonly name = 'DemoDataRefused'
}

/** Changes whenever the same seed would give other rows, so that a load of older code is not gone on with. */
const edition = 'marquee-3'
const usualPurchases = 20_000

/**
 * Fills the database with two years of made-up business, the same for the same seed, size and moment. Safe to interrupt
 * and to call again, even from two processes at once: each step is a transaction that counts itself, and the next
 * process continues after the last one. Another size replaces what was loaded before.
 * @throws DemoDataRefused when the database contains data that did not come from here
 */
export async function loadDemoData(db: Database, options: DemoDataOptions): Promise<void> {
  await db.withoutDeadline(async () => {
    const marker = await begin(db, options)
    if (marker.finished_at !== null) return
    const startedAt = performance.now()
    const steps = await stepsOf(db, marker)
    for (;;) {
      const done = (await readMarker(db.kysely))?.steps_done ?? steps.length
      if (options.signal?.aborted) return
      if (done >= steps.length) break
      await runFrom(db, steps, done, options)
    }
    const seconds = (performance.now() - startedAt) / 1_000
    options.log.info({ purchases: marker.purchases, seconds: Math.round(seconds * 10) / 10 }, 'demo data is loaded')
  })
}

/**
 * Loads until the catalogue and the sales are there and returns the promise of the rest, which is half of the time:
 * editors' work on them, and what makes searching them fast. People can start in the meantime.
 */
export async function loadUsableDemoData(
  db: Database,
  options: DemoDataOptions,
): Promise<{ readonly finished: Promise<void> }> {
  const usable = Promise.withResolvers<void>()
  const finished = loadDemoData(db, { ...options, whenUsable: usable.resolve })
  void finished.then(usable.resolve, usable.reject)
  await usable.promise
  return { finished }
}

/** Decides between beginning, continuing and replacing; returns what to load. */
async function begin(db: Database, options: DemoDataOptions): Promise<Marker> {
  return await db.kysely.transaction().execute(async (trx) => {
    // Two processes that start together: the second finds the first one's marker.
    await sql`select pg_advisory_xact_lock(7262943102)`.execute(trx)
    const marker = await readMarker(trx)
    const wanted = options.purchases ?? marker?.purchases ?? usualPurchases
    const seed = `${edition} ${options.seed ?? 'demo'}`
    if (marker && marker.purchases === wanted && marker.seed === seed) return marker
    if (marker) {
      options.say?.(`Removing the ${marker.purchases.toLocaleString('en')} purchases that were made before…`)
      await clearDemoData(trx)
    } else if (await hasOwnData(trx)) {
      throw new DemoDataRefused(
        'This database holds data that is not the demo’s. Demo data is only made in an empty one.',
      )
    }
    await seedDemoStaff(trx)
    const fresh: Marker = {
      purchases: wanted,
      seed,
      as_of: momentOf(options),
      steps_done: 0,
      finished_at: null,
    }
    await sql`insert into demo_data (purchases, seed, as_of) values (${fresh.purchases}, ${fresh.seed},
      ${fresh.as_of})`.execute(trx)
    return fresh
  })
}

function momentOf({ now, today }: DemoDataOptions): string {
  if (now !== undefined) return new Date(now).toISOString()
  const present = new Date().toISOString()
  return present.startsWith(today) ? present : `${today}T18:00:00.000Z`
}

/** Runs steps until the end, or until another process turns out to have done one of them. */
async function runFrom(
  db: Database,
  steps: readonly Step[],
  done: number,
  { log, say, signal, whenUsable }: DemoDataOptions,
): Promise<void> {
  let told = performance.now()
  let ready = steps[done]?.prepare()
  for (let index = done; index < steps.length; index++) {
    const works = await ready
    if (!works || signal?.aborted) return
    const isAfterwards = steps[index]?.isAfterwards === true
    if (isAfterwards) whenUsable?.()
    const startedAt = performance.now()
    const wasOurs = runStep(db, index, works)
    ready = steps[index + 1]?.prepare()
    // The first failure is the one reported; the other must not end the process before that.
    ready?.catch(() => {})
    if (!(await wasOurs)) return
    log.debug({ step: steps[index]?.label, milliseconds: Math.round(performance.now() - startedAt) }, 'demo data')
    if (!(whenUsable && isAfterwards) && performance.now() - told > 2_000) {
      told = performance.now()
      say?.(`Demo data: ${steps[index]?.label ?? ''}`)
    }
  }
}

/** Counts the step with its last transaction; returns false where another process has done it. */
async function runStep(db: Database, index: number, works: Awaited<ReturnType<Step['prepare']>>): Promise<boolean> {
  for (const [part, work] of works.entries()) {
    const done = part === works.length - 1 ? index + 1 : index
    const wasOurs = await db.kysely.transaction().execute(async (trx) => {
      const { numAffectedRows } = await sql`
        update demo_data set steps_done = ${done} where steps_done = ${index}
          and finished_at is null`.execute(trx)
      if (numAffectedRows !== 1n) return false
      await work(trx)
      return true
    })
    if (!wasOurs) return false
  }
  return true
}
