import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { BackupRefused } from '../../db/backup.server.ts'
import { type Database, openDatabase } from '../../db/database.server.ts'
import { EMBEDDED_VERSION } from '../../db/embedded-open.server.ts'

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
export async function openEmbeddedForTest(
  options: { dataDir?: string; log?: Logger } = {},
): Promise<EmbeddedDatabase> {
  const { dataDir = await makeDataDir(), log = silent } = options
  const db = await openDatabase({ dataDir, log, loadFrom: await emptyBackup() })
  return {
    db,
    dataDir,
    async drop() {
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * A backup of a database with nothing in it. Loading it takes a fraction of what initdb does, so it is made
 * once for each version of the engine and kept in .cache/.
 */
export async function emptyBackup(): Promise<string> {
  const name = `${EMBEDDED_VERSION.replace(' ', '-')}-empty.tar.gz`
  const file = fileURLToPath(new URL(`../../../.cache/${name}`, import.meta.url))
  if (existsSync(file)) return file
  const dataDir = await makeDataDir('template')
  const db = await openDatabase({ dataDir, log: silent })
  try {
    await db.backup(file)
  } catch (error) {
    // Another test file was a moment faster.
    if (!(error instanceof BackupRefused && existsSync(file))) throw error
  } finally {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return file
}
