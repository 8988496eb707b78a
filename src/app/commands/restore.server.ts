import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { BackupRefused } from '../../db/backup.server.ts'
import { DataInUse, DataRefused } from '../../db/data-dir.server.ts'
import { restoreEmbedded, restorePostgres } from '../../db/restore.server.ts'
import { restoreImages } from '../settings/image-backup.server.ts'
import { readSettings, SettingsRefused } from '../settings/settings.server.ts'

const USAGE = `Puts a backup made by npm run backup into the database. Stop the server first.

  npm run restore -- <file>              into a database that is still empty
  npm run restore -- <file> --replace    in the place of the present data, which is moved aside, not deleted

A .tar.gz goes into the embedded database of DATA_DIR, a file of pg_dump into PostgreSQL (DATABASE_URL).
The folder <file>.images beside it goes into the images of DATA_DIR.
`

export async function main(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const asked = parse(words)
  if (asked === null || asked.help) {
    ;(asked ? process.stdout : process.stderr).write(USAGE)
    return asked ? 0 : 2
  }
  try {
    const settings = readSettings(env)
    const { databaseUrl: url, dataDir } = settings
    // npm changes to the project's folder; INIT_CWD is where the person was.
    const file = resolve(env['INIT_CWD'] ?? '.', asked.file)
    const { replace } = asked
    const startedAt = performance.now()
    const { tables, aside } = url
      ? await restorePostgres({ url, file, replace })
      : await restoreEmbedded({ dataDir, file, replace, log: pino({ level: 'silent' }) })
    const hasImages = await restoreImages(settings, file)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`Restored ${file}: ${tables} ${tables === 1 ? 'table' : 'tables'} (${seconds} s)\n`)
    if (hasImages) process.stdout.write(`Put back the images of ${file}.images\n`)
    if (aside) process.stdout.write(`The data that was there before is kept as ${aside}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`Nothing was restored. ${sayWhy(error)}\n`)
    return 1
  }
}

/** The message alone where it was written for this person; the whole error where it was not foreseen. */
function sayWhy(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isExpected = [BackupRefused, DataInUse, DataRefused, SettingsRefused].some((kind) => error instanceof kind)
  return isExpected ? error.message : (error.stack ?? error.message)
}

function parse(words: readonly string[]): { file: string; replace: boolean; help: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, replace: { type: 'boolean' } },
    })
    const [file = ''] = positionals
    if (values.help) return { file, replace: false, help: true }
    return positionals.length === 1 ? { file, replace: values.replace ?? false, help: false } : null
  } catch {
    return null
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env)
