import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Sql } from '../../db/database.server.ts'
import { listenToWriting } from './audit.server.ts'
import type { Unsealed } from './chain.server.ts'
import { readUnsealed } from './chain.server.ts'

/** Takes what has been written into the audit into its chain, as long as the process runs. */
export interface Sealer {
  start(): void
  /** What waits too long; null when nothing does. */
  late(): Unsealed | null
  /** Seals what is there, and ends. */
  stop(): Promise<void>
}

/** Rows in one transaction: some 20 ms of a database, during which the embedded one serves no one else. */
const maxSealed = 200
/** Milliseconds between two runs while writing goes on: the rows of many writers then share one commit. */
const shortest = 50
/** And where nothing was written: for what other tools and killed instances have left. */
const longest = 2_000
const lookEveryMs = 5_000

/**
 * Each instance has one: the database lets one of them work at a time. `isReady` says whether the schema
 * is up to date.
 */
export function createSealer(db: Sql, log: Logger, isReady: () => boolean = () => true): Sealer {
  let running: Promise<void> | null = null
  let isStopping = false
  let isAwake = false
  let pause = shortest
  let cutShort = () => {}
  let hasFailed = false
  let lookedAt = 0
  let overdue: Unsealed | null = null

  async function look(): Promise<void> {
    lookedAt = performance.now()
    const found = await readUnsealed(db)
    const was = overdue
    overdue = found.isLate ? found : null
    if (overdue && !was) log.error({ unsealed: overdue }, 'Rows of the audit are not sealed in time')
    if (was && !overdue) log.info('The audit is sealed again')
  }

  async function once(): Promise<void> {
    try {
      const sealed = await sealAll(db)
      // What was announced and not seen is about to be committed, so it is looked for again soon.
      pause = sealed > 0 ? shortest : Math.min(longest, pause * 4)
      if (overdue || performance.now() - lookedAt > lookEveryMs) await look()
      if (hasFailed) log.info('The audit can be sealed again')
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'The audit could not be sealed; it is tried again')
      hasFailed = true
      pause = longest
    }
  }

  function rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      timer.unref()
      cutShort = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function run(): Promise<void> {
    const listening = listenToWriting(() => {
      isAwake = true
      cutShort()
    })
    while (!isStopping) {
      isAwake = false
      if (isReady()) await once()
      if (!isAwake && !isStopping) await rest(pause)
      if (!isAwake) continue
      // The writer has yet to commit, and others are perhaps writing too.
      pause = shortest
      await sleep(shortest)
    }
    listening.stop()
  }

  return {
    start() {
      running ??= run()
    },
    late: () => overdue,
    async stop() {
      isStopping = true
      cutShort()
      await running
      if (running && isReady()) await once()
    },
  }
}

/** Returns how many rows got their seals. */
async function sealAll(db: Sql): Promise<number> {
  for (let all = 0; ;) {
    const { rows } = await sql<{ sealed: number | null }>`select audit_seal(${maxSealed}) as sealed`.execute(db)
    const sealed = rows[0]?.sealed ?? 0
    all += sealed
    if (sealed < maxSealed) return all
  }
}
