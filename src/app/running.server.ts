import type { Logger } from 'pino'
import { keepHeadNotes } from '../areas/audit/audit-heads.server.ts'
import { ensureCountries } from '../areas/places/reference-places.server.ts'
import { seedDemoStaff } from '../areas/sign-in/demo-issuer.server.ts'
import { isDemoDataLoaded } from '../demo-data/load-marker.server.ts'
import { startControlSocket } from '../db/control-socket.server.ts'
import type { Database } from '../db/database.server.ts'
import { keepCollations } from '../db/collations.server.ts'
import { migrate } from '../db/migrate.server.ts'
import type { Job } from '../kit/jobs.server.ts'
import { installJobs, startJobs } from '../kit/jobs.server.ts'
import { controlCommands } from './commands/control-commands.server.ts'
import { migrationsFolder } from './paths.server.ts'
import type { Settings } from './settings.server.ts'

export { compose } from './compose.server.ts'

/** What a first start leaves to be done while people are already served. */
export interface Finishing {
  readonly finished: Promise<void>
  /** Breaks it off behind the step under way; the next start goes on there. */
  stop(): void
}

/**
 * Brings the schema up to date and makes what a start needs to find. `say` takes lines for the person at the terminal.
 * Answers with what goes on meanwhile; null: nothing.
 */
export async function prepare(database: Database, settings: Settings, log: Logger, say: (line: string) => void): Promise<Finishing | null> {
  const { applied } = await migrate(database, migrationsFolder, log)
  await keepCollations(database, log)
  await installJobs(database)
  if (applied.length > 0) say(`Schema brought up to date: ${applied.length} ${applied.length === 1 ? 'step' : 'steps'}.`)
  if (settings.mode !== 'demo') {
    await ensureCountries(database.kysely)
    return null
  }
  await database.kysely.transaction().execute(seedDemoStaff)
  if (await isDemoDataLoaded(database)) return null
  const { loadUsableDemoData } = await import('../demo-data/load.server.ts')
  say('Making demo data, this first time only…')
  const stopping = new AbortController()
  const { finished } = await loadUsableDemoData(database, { today: new Date().toISOString().slice(0, 10), log, say, signal: stopping.signal })
  const pictured = finished.then(async () => {
    const { addDemoImages } = await import('../areas/images/demo-images.server.ts')
    await addDemoImages(database.kysely, settings, stopping.signal)
  })
  // The next start goes on with it.
  pictured.catch((error: unknown) => log.error({ err: error }, 'The demo data could not be finished'))
  return { finished: pictured, stop: () => stopping.abort() }
}

/** What runs beside the answering of requests. */
export interface RunningBeside {
  /** Ends what looks at the database by itself or is asked from the command line. */
  stopWatching(): Promise<void>
  /** To be called when no request is left that could wake a job. */
  stopJobs(): Promise<void>
}

export async function runBeside(database: Database, settings: Settings, log: Logger, ownJobs: readonly Job[]): Promise<RunningBeside> {
  const control = settings.databaseUrl ? null : await startControlSocket(settings.dataDir, controlCommands(database, settings, log), log)
  const heads = keepHeadNotes(database.kysely, settings.auditHeadsFile, log)
  const jobs = startJobs({ database, log, jobs: ownJobs })
  return {
    async stopWatching() {
      heads.stop()
      await control?.close()
    },
    stopJobs: () => jobs.stop(),
  }
}
