import { callControl, ControlFailure } from '../../db/control-socket.server.ts'
import { openDatabase } from '../../db/database.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { migrate } from '../../db/migrate.server.ts'
import { migrationsFolder } from '../settings/paths.server.ts'
import { preparedDatabase } from '../settings/prepared-database.server.ts'
import { readSettings } from '../settings/settings.server.ts'
import { controlCommands } from './control-commands.server.ts'

/** Progress goes to standard error, so that standard output contains only results. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a command on the database. The embedded one belongs to a single process, so a running server is asked to do
 * it; otherwise the database is opened here.
 */
export async function runCommand(name: string, input: unknown): Promise<unknown> {
  const settings = readSettings(process.env)
  if (!settings.databaseUrl) {
    const answer = await callControl(settings.dataDir, name, input, say)
    if (answer) return answer.result
  }
  const log = createLog({ level: 'warn' })
  const database = await openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    log,
    startFrom: preparedDatabase(),
  })
  try {
    await migrate(database, migrationsFolder, log)
    const command = controlCommands(database, settings, log)[name]
    if (!command) throw new Error(`There is no command ${name}.`)
    return await command(input, say)
  } finally {
    await database.close()
  }
}

/** The whole of a command-line tool: prints a failure as its message alone, and ends with its exit code. */
export async function main(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    const isExpected =
      error instanceof ControlFailure ||
      (error instanceof Error && error.name !== 'Error' && !(error instanceof TypeError))
    say(error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error))
    process.exitCode = 1
  }
}
