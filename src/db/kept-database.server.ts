import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { dataPaths } from './data-dir.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { EMBEDDED_VERSION } from './embedded-open.server.ts'
import { clockOffset } from './test-now.server.ts'

// Making an embedded database (initdb) takes four seconds of one core, copying the folder of a closed one a tenth of a
// second. So they are made once, kept in .cache/, and copied.

/**
 * The folder of a closed embedded database of this engine's version in which `fill` has left something. `name` must
 * change with what it leaves.
 */
export async function keptDatabase(name: string, fill: (database: Database) => Promise<void>): Promise<string> {
  const folder = keptFolder(name)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const dataDir = await mkdtemp(`${folder}.`)
  try {
    const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
    try {
      await fill(database)
    } finally {
      await database.close()
    }
    renameSync(dataPaths(dataDir).engine, folder)
    forgetFormer(folder)
  } catch (error) {
    // Another process was a moment faster.
    if (!existsSync(folder)) throw error
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return folder
}

/** Each schema leaves a folder of some 80 MB. Those of earlier schemas are removed a day after they were made. */
function forgetFormer(folder: string): void {
  // By the machine's clock, as the times of files are: at another moment every folder would be an old one, those in use too.
  const yesterday = Date.now() - clockOffset - 86_400_000
  for (const name of readdirSync(dirname(folder))) {
    const other = join(dirname(folder), name)
    if (!/^pglite-.*-[0-9a-f]{12}(-at-\w+)?$/.test(name) || other === folder) continue
    if (statSync(other).mtimeMs < yesterday) rmSync(other, { recursive: true, force: true })
  }
}

const schemaNames = new Map<string, string>()

/** Changes with the migrations of a folder, which are read once. */
export function schemaName(migrations: URL): string {
  const known = schemaNames.get(migrations.href)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (const file of readdirSync(migrations).sort()) hash.update(file).update(readFileSync(new URL(file, migrations)))
  const name = hash.digest('hex').slice(0, 12)
  schemaNames.set(migrations.href, name)
  return name
}

/** Where such a folder lies, if it has been made. */
export function keptFolder(name: string): string {
  // Rows filled on a future day would be newer than now on any other.
  const day = clockOffset === 0 ? '' : `-at-${process.env['TEST_NOW']?.replace(/[^\dTZ]/g, '')}`
  return fileURLToPath(new URL(`../../.cache/${EMBEDDED_VERSION.replace(' ', '-')}-${name}${day}`, import.meta.url))
}
