import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { BackupRefused } from '../../db/backup.server.ts'
import { callControl, ControlFailure } from '../../db/control-socket.server.ts'
import { DataInUse, DataRefused, hasOpened, timeForName } from '../../db/data-dir.server.ts'
import { openDatabase } from '../../db/database.server.ts'
import { backUpImages } from '../settings/image-backup.server.ts'
import { readSettings, SettingsRefused } from '../settings/settings.server.ts'
import { type Settings } from '../../core/settings.server.ts'

const USAGE = `Writes the whole database into one file, while the server runs or not.

  npm run backup                   into DATA_DIR/backups, named after the time
  npm run backup -- <file>         into that file, which must not exist yet

The embedded database becomes a .tar.gz, PostgreSQL (DATABASE_URL) a file of pg_dump's custom format. It has
everyone's data, and only you can read it; keep it so. The images of DATA_DIR are copied into a folder beside
it, <file>.images; those in a bucket are not. npm run restore puts both back.
`

export async function main(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const asked = parse(words)
  if (asked === null || asked.help) {
    ;(asked ? process.stdout : process.stderr).write(USAGE)
    return asked ? 0 : 2
  }
  try {
    const settings = readSettings(env)
    // npm changes to the project's folder; INIT_CWD is where the person was.
    const file = asked.file ? resolve(env['INIT_CWD'] ?? '.', asked.file) : defaultFile(settings)
    const startedAt = performance.now()
    // First, so that none goes away before it is copied; and again, for those that came while the database was written.
    await backUpImages(settings, file)
    await backUp(settings, file)
    const images = await backUpImages(settings, file)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
    process.stdout.write(`Backup written: ${file} (${megabytes} MB, ${seconds} s)\n`)
    if (images) process.stdout.write(`Images copied: ${images}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`No backup was made. ${sayWhy(error)}\n`)
    return 1
  }
}

async function backUp(settings: Settings, file: string): Promise<void> {
  const { databaseUrl: url, dataDir } = settings
  if (!url) {
    const reply = await callControl(dataDir, 'backup', { file }, (line) => process.stdout.write(`${line}\n`))
    if (reply) return
    // Opening would make one.
    if (!(await hasOpened(dataDir))) throw new DataRefused(`There is no database in ${dataDir} (DATA_DIR) yet.`)
  }
  const db = await openDatabase({ url, dataDir, log: pino({ level: 'silent' }), poolSize: 1 })
  try {
    await db.backup(file)
  } finally {
    await db.close()
  }
}

function defaultFile({ databaseUrl, dataDir }: Settings): string {
  return join(dataDir, 'backups', `marquee-${timeForName()}.${databaseUrl ? 'dump' : 'tar.gz'}`)
}

function parse(words: readonly string[]): { file: string | undefined; help: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    })
    if (positionals.length > 1) return null
    return { file: positionals[0], help: values.help ?? false }
  } catch {
    return null
  }
}

/** The message alone where it was written for this person; the whole error where it was not foreseen. */
function sayWhy(error: unknown): string {
  const isExpected = [BackupRefused, ControlFailure, DataInUse, DataRefused, SettingsRefused].some(
    (kind) => error instanceof kind,
  )
  if (!(error instanceof Error)) return String(error)
  return isExpected ? error.message : (error.stack ?? error.message)
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env)
