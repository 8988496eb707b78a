import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { seedDemoStaff } from '../areas/sign-in/demo-issuer.server.ts'
import { startControlSocket } from '../kit/control-socket.server.ts'
import { DataInUse, DataRefused } from '../kit/data-dir.server.ts'
import type { Database } from '../kit/db.server.ts'
import { openDatabase } from '../kit/db.server.ts'
import { createLog } from '../kit/log.server.ts'
import { migrate, MigrationsRefused, SchemaIsNewer } from '../kit/migrate.server.ts'
import { compose } from './compose.server.ts'
import { controlCommands } from './commands/control-commands.server.ts'
import { migrationsFolder } from './paths.server.ts'
import type { Settings } from './settings.server.ts'
import { readSettings, SettingsRefused } from './settings.server.ts'

/** Errors whose message is all that the person at the terminal needs. */
const told = [SettingsRefused, DataInUse, DataRefused, SchemaIsNewer, MigrationsRefused]

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  // At a terminal a person reads the few lines that matter; a supervisor gets every one.
  const log = createLog({ level: process.env['LOG_LEVEL'] ?? (process.stdout.isTTY ? 'warn' : settings.logLevel) })
  say(settings.databaseUrl ? 'Connecting to PostgreSQL…' : 'Opening the embedded database…')
  const database = await openDatabase({ url: settings.databaseUrl, dataDir: settings.dataDir, log, poolSize: settings.databasePool })
  let isStarting = true
  const consoleFolder = new URL('../../dist/console/', import.meta.url)
  const { server } = await compose({
    settings, database, log,
    readiness: () => (isStarting ? 'starting' : database.availability),
    ...(existsSync(fileURLToPath(consoleFolder)) && { consoleFolder }),
  })
  // Before anything long: a port that is taken should be told at once.
  await server.listen({ port: settings.port, host: settings.host })
  await prepare(database, settings, log)
  const control = settings.databaseUrl ? null : await startControlSocket(settings.dataDir, controlCommands(database, settings, log), log)
  isStarting = false
  greet(settings, server.server.address() as AddressInfo)

  let isClosing = false
  async function close(signal: string): Promise<void> {
    if (isClosing) return
    isClosing = true
    log.info({ signal }, 'Closing')
    await control?.close()
    await server.close()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(signal))
  endWithParent(() => void close('parent gone'))
}

async function prepare(database: Database, settings: Settings, log: Logger): Promise<void> {
  const { applied } = await migrate(database, migrationsFolder, log)
  if (applied.length > 0) say(`Schema brought up to date: ${applied.length} ${applied.length === 1 ? 'step' : 'steps'}.`)
  if (settings.mode !== 'demo') return
  await database.kysely.transaction().execute(seedDemoStaff)
  const { isDemoDataLoaded, loadDemoData } = await import('../demo-data/load.server.ts')
  if (await isDemoDataLoaded(database)) return
  say('Making demo data, this first time only…')
  await loadDemoData(database, { today: new Date().toISOString().slice(0, 10), log, say })
}

function greet(settings: Settings, address: AddressInfo): void {
  const host = address.family === 'IPv6' && address.address.includes(':') ? `[${address.address}]` : address.address
  const shown = host === '127.0.0.1' || host === '0.0.0.0' || host === '[::]' ? 'localhost' : host
  say(`\n${settings.productName} is ready: ${settings.publicUrl ?? `http://${shown}:${address.port}`}`)
  say(settings.mode === 'demo'
    ? 'Sign in as one of the demo people that the page offers; “admin” may do everything.\n'
    : 'People sign in with Google. The first admin is added by: npm run staff -- add-admin <email>\n')
}

/** npm passes signals on, but when npm itself is killed nobody tells the server, which would go on holding port and data. */
function endWithParent(close: () => void): void {
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] !== 'start' || parent <= 1) return
  setInterval(() => {
    if (process.ppid !== parent) close()
  }, 1_000).unref()
}

try {
  await start()
} catch (error) {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken) say(`Port ${process.env['PORT'] ?? 3000} is taken by another program. Stop it, or choose another: PORT=3001 npm start`)
  else if (error instanceof Error && told.some((kind) => error instanceof kind)) say(error.message)
  else say(error instanceof Error ? error.stack ?? error.message : String(error))
  process.exit(1)
}
