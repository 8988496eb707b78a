import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { type Database, openDatabase } from '../database.server.ts'
import { emptyDatabase } from './empty-database.server.ts'

/** An embedded database of its own for one test file. */
export interface EmbeddedDatabase {
  readonly db: Database
  readonly dataDir: string
  /** Closes the database and deletes its directory. */
  drop(): Promise<void>
}

export const silent: Logger = pino({ level: 'silent' })

/** A data directory in the system's temporary directory. */
export function makeDataDir(name = 'data'): Promise<string> {
  return mkdtemp(join(tmpdir(), `marquee-test-${name}-`))
}

/** Opens an empty embedded database, in about a second. */
export async function openEmbeddedForTest(options: { dataDir?: string; log?: Logger } = {}): Promise<EmbeddedDatabase> {
  const { dataDir = await makeDataDir(), log = silent } = options
  const db = await openDatabase({ dataDir, log, startFrom: await emptyDatabase() })
  return {
    db,
    dataDir,
    async drop() {
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
