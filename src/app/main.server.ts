import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { ringForJobs } from '../areas/messages/messages.server.ts'
import { keepHeadNotes } from '../areas/audit/audit-heads.server.ts'
import { seedDemoStaff } from '../areas/sign-in/demo-issuer.server.ts'
import { startControlSocket } from '../db/control-socket.server.ts'
import { DataInUse, DataRefused } from '../db/data-dir.server.ts'
import type { Database } from '../db/database.server.ts'
import { openDatabase } from '../db/database.server.ts'
import { installJobs, startJobs } from '../kit/jobs.server.ts'
import { createLog } from '../kit/log.server.ts'
import { migrate, MigrationsRefused, SchemaIsNewer } from '../db/migrate.server.ts'
import { compose } from './compose.server.ts'
import { controlCommands } from './commands/control-commands.server.ts'
import { migrationsFolder } from './paths.server.ts'
import type { Settings } from './settings.server.ts'
import { readSettings, SettingsRefused } from './settings.server.ts'

class ConsoleNotBuilt extends Error {
  override readonly name = 'ConsoleNotBuilt'
}

/** Errors whose message is all that the person at the terminal needs. */
const told = [SettingsRefused, DataInUse, DataRefused, SchemaIsNewer, MigrationsRefused, ConsoleNotBuilt]

const consoleFolder = new URL('../../dist/console/', import.meta.url)
const isNpmStart = process.env['npm_lifecycle_event'] === 'start'
// Asked for at once: a parent that ends while this is still starting should not go unnoticed.
const parent = process.ppid

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  // At a terminal a person reads the few lines that matter; a supervisor gets every one.
  const log = createLog({ level: process.stdout.isTTY && settings.logLevel === 'info' ? 'warn' : settings.logLevel })
  await refuseTakenPort(settings)
  const building = isNpmStart ? buildConsole() : null
  // It is awaited below; until then a failure must not count as one that nobody looks at.
  building?.catch(() => {})
  say(settings.databaseUrl ? 'Connecting to PostgreSQL…' : 'Opening the embedded database…')
  const database = await openDatabase({ url: settings.databaseUrl, dataDir: settings.dataDir, log, poolSize: settings.databasePool })
  let isStarting = true
  if (building) await Promise.all([building, prepare(database, settings, log)])
  const { server, jobs: ownJobs } = await compose({
    settings, database, log,
    readiness: () => (isStarting ? 'starting' : database.availability),
    ...(existsSync(fileURLToPath(consoleFolder)) && { consoleFolder }),
  })
  await server.listen({ port: settings.port, host: settings.host })
  // A supervisor asks for signs of life while the schema is being changed.
  if (!building) await prepare(database, settings, log)
  const control = settings.databaseUrl ? null : await startControlSocket(settings.dataDir, controlCommands(database, settings, log), log)
  const heads = keepHeadNotes(database.kysely, settings.auditHeadsFile, log)
  const jobs = startJobs({ database, log, jobs: ownJobs })
  const stopRinging = ringForJobs(jobs)

  let isClosing = false
  async function close(signal: string): Promise<void> {
    if (isClosing) return
    isClosing = true
    log.info({ signal }, 'Closing')
    heads.stop()
    await control?.close()
    await server.close()
    stopRinging()
    await jobs.stop()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(signal))
  endWithParent(() => void close('parent gone'))
  // Last, since whoever reads that it is ready may stop it with the next breath.
  isStarting = false
  greet(settings, server.server.address() as AddressInfo)
}

/** Before anything long: a port that is taken should be told at once. */
async function refuseTakenPort({ port, host }: Settings): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  probe.listen(port, host)
  await once(probe, 'listening')
  await new Promise((done) => probe.close(done))
}

/** Brings dist/console up to date with its sources, in a process beside this one; does nothing when it is. */
async function buildConsole(): Promise<void> {
  const script = fileURLToPath(new URL('../../scripts/console.mjs', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'exit') as [number | null]
  if (code !== 0) throw new ConsoleNotBuilt('The console could not be built; the reason is above.')
}

async function prepare(database: Database, settings: Settings, log: Logger): Promise<void> {
  const { applied } = await migrate(database, migrationsFolder, log)
  await installJobs(database)
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
  if (!isNpmStart || parent <= 1) return
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
