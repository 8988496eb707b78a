import type { Logger } from 'pino'
import { keepHeadNotes } from '../../platform/audit/audit-heads.server.ts'
import { ensureCountries } from '../../features/places/geo/reference-places.server.ts'
import { seedDemoStaff } from '../seed/demo-staff.server.ts'
import { demoDataState } from '../seed/load-marker.server.ts'
import { startControlSocket } from '../../db/control-socket.server.ts'
import type { Database } from '../../db/database.server.ts'
import { keepCollations } from '../../db/collations.server.ts'
import { createRunLedger } from '../../features/workers/run-ledger.server.ts'
import { migrate } from '../../db/migrate.server.ts'
import type { Sealer } from '../../core/audit/sealer.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { installJobs, startJobs } from '../../core/jobs/jobs.server.ts'
import { controlCommands } from '../commands/control-commands.server.ts'
import { migrationsFolder } from '../settings/paths.server.ts'
import type { Settings } from '../../core/settings.server.ts'

export { compose } from './compose.server.ts'

/** The part of a first start that continues while users are already served. */
export interface Finishing {
  readonly finished: Promise<void>
  /** Breaks it off behind the step under way; the next start goes on there. */
  stop(): void
}

/**
 * Brings the schema up to date and makes what a start needs to find. `say` takes lines for the person at the terminal.
 * Returns the work that continues in the background; null: nothing.
 */
export async function prepare(
  database: Database,
  settings: Settings,
  log: Logger,
  say: (line: string) => void,
): Promise<Finishing | null> {
  const { applied } = await migrate(database, migrationsFolder, log)
  await keepCollations(database, log)
  await installJobs(database)
  if (applied.length > 0)
    say(`Schema brought up to date: ${applied.length} ${applied.length === 1 ? 'step' : 'steps'}.`)
  if (settings.mode !== 'demo') {
    await ensureCountries(database.kysely)
    return null
  }
  await database.kysely.transaction().execute(seedDemoStaff)
  const state = await demoDataState(database)
  if (state === 'complete') return null
  const { loadUsableDemoData } = await import('../seed/load.server.ts')
  say(
    state === 'none' ? 'Making demo data, this first time only…' : 'Finishing the demo data that the last start began…',
  )
  const stopping = new AbortController()
  const { finished } = await loadUsableDemoData(database, {
    today: new Date().toISOString().slice(0, 10),
    log,
    say,
    signal: stopping.signal,
  })
  const pictured = finished.then(async () => {
    const { seedImages } = await import('../../platform/media/seed-images.server.ts')
    await seedImages(database.kysely, settings, stopping.signal)
    const { seedETickets } = await import('../../features/orders/e-tickets/seed-e-tickets.server.ts')
    await seedETickets(database.kysely, settings, stopping.signal)
  })
  // The next start goes on with it.
  void pictured.catch((error: unknown) => log.error({ err: error }, 'The demo data could not be finished'))
  return { finished: pictured, stop: () => stopping.abort() }
}

/** The work that runs beside the answering of requests. */
export interface RunningBeside {
  /** Ends what looks at the database by itself or is asked from the command line. */
  stopWatching(): Promise<void>
  /** To be called when no request is left that could wake a job. */
  stopJobs(): Promise<void>
  /** To be called when nothing writes any more: seals what has been written, and notes the head. */
  stopSealing(): Promise<void>
}

interface Running {
  readonly database: Database
  readonly settings: Settings
  readonly log: Logger
  readonly sealer: Sealer
}

export async function runBeside(
  { database, settings, log, sealer }: Running,
  ownJobs: readonly Job[],
): Promise<RunningBeside> {
  const control = settings.databaseUrl
    ? null
    : await startControlSocket(settings.dataDir, controlCommands(database, settings, log), log)
  sealer.start()
  const heads = keepHeadNotes(database.kysely, settings.auditHeadsFile, log)
  const jobs = startJobs({ database, log, jobs: ownJobs, ledger: createRunLedger(database) })
  // What runs each minute also takes up what a process left behind, and then a minute is long.
  for (const { name, cron, overlap } of ownJobs) if (cron === '* * * * *' && overlap === 'share') jobs.wake(name)
  return {
    async stopWatching() {
      await control?.close()
    },
    stopJobs: () => jobs.stop(),
    async stopSealing() {
      await sealer.stop()
      await heads.stop()
    },
  }
}
