import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { DataInUse, DataRefused } from '../../db/data-dir.server.ts'
import { beginOpening } from '../../db/database.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { MigrationsRefused, SchemaIsNewer, SchemaIsOlder } from '../../db/migration-errors.server.ts'
import { preparedDatabase } from '../settings/prepared-database.server.ts'
import type { Settings } from '../../core/settings.server.ts'
import { readSettings, SettingsRefused } from '../settings/settings.server.ts'

class ConsoleNotBuilt extends Error {
  override readonly name = 'ConsoleNotBuilt'
}

/** Errors whose message is all that the person at the terminal needs. */
const told = [SettingsRefused, DataInUse, DataRefused, SchemaIsNewer, SchemaIsOlder, MigrationsRefused, ConsoleNotBuilt]

const consoleFolder = new URL('../../../dist/console/', import.meta.url)
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
  // Reported at once, though it is awaited later.
  building?.catch(fail)
  say(settings.databaseUrl ? 'Connecting to PostgreSQL…' : 'Opening the embedded database…')
  const database = beginOpening({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    log,
    poolSize: settings.databasePool,
    startFrom: preparedDatabase(),
  })
  // Opening the database keeps a thread or a server of its own busy, which leaves time to read the areas' code and
  // assemble the server.
  void database.opened.catch(fail)
  const { compose, prepare, runBeside } = await import('./running.server.ts')
  const preparing = database.opened.then(() => prepare(database, settings, log, say))
  void preparing.catch(fail)
  let isStarting = true
  await building
  const {
    server,
    jobs: ownJobs,
    sealer,
  } = await compose({
    settings,
    database,
    log,
    readiness: () => (isStarting ? 'starting' : database.availability),
    ...(existsSync(fileURLToPath(consoleFolder)) && { consoleFolder }),
  })
  await database.opened
  // A supervisor asks for signs of life while the schema is being changed.
  await server.listen({ port: settings.port, host: settings.host })
  const finishing = await preparing
  const beside = await runBeside({ database, settings, log, sealer }, ownJobs)

  let isClosing = false
  async function close(signal: string): Promise<void> {
    if (isClosing) return
    isClosing = true
    log.info({ signal }, 'Closing')
    await beside.stopWatching()
    await server.close()
    await beside.stopJobs()
    finishing?.stop()
    await finishing?.finished.catch(() => {})
    await beside.stopSealing()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(signal))
  endWithParent(() => void close('parent gone'))
  // Last, since a process that reads that it is ready can stop it right away.
  isStarting = false
  greet(settings, server.server.address() as AddressInfo)
}

/** Before anything long: a taken port should be reported at once. */
async function refuseTakenPort({ port, host }: Settings): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  probe.listen(port, host)
  await once(probe, 'listening')
  await new Promise((done) => probe.close(done))
}

/** Brings dist/console up to date with its sources, in a process beside this one; does nothing when it is. */
async function buildConsole(): Promise<void> {
  const script = fileURLToPath(new URL('../../../scripts/console.mjs', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 2, 2] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new ConsoleNotBuilt('The console could not be built; the reason is above.')
}

function greet(settings: Settings, address: AddressInfo): void {
  const host = address.family === 'IPv6' && address.address.includes(':') ? `[${address.address}]` : address.address
  const shown = host === '127.0.0.1' || host === '0.0.0.0' || host === '[::]' ? 'localhost' : host
  say(`\n${settings.productName} is ready: ${settings.publicUrl ?? `http://${shown}:${address.port}`}`)
  say(
    settings.mode === 'demo'
      ? 'Sign in as one of the demo people on the page. “admin” can do everything.\n'
      : 'People sign in with Google. The first admin is added by: npm run staff -- add-admin <email>\n',
  )
}

/** npm passes signals on, but when npm itself is killed the server gets none and would keep its port and data. */
function endWithParent(close: () => void): void {
  if (!isNpmStart || parent <= 1) return
  setInterval(() => {
    if (process.ppid !== parent) close()
  }, 1_000).unref()
}

function fail(error: unknown): never {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken)
    say(
      `Port ${process.env['PORT'] ?? 3000} is taken by another program. Stop it, or choose another: PORT=3001 npm start`,
    )
  else if (error instanceof Error && told.some((kind) => error instanceof kind)) say(error.message)
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
}

await start().catch(fail)
