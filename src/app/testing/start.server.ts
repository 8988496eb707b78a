import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { seedDemoStaff } from '../seed/demo-staff.server.ts'
import type { Database } from '../../db/database.server.ts'
import { openDatabase } from '../../db/database.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { type Content, openMigrated } from '../../db/testing/migrated-database.server.ts'
import { loadDemoData } from '../seed/load.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { callerOf } from '../../core/testing/http-caller.server.ts'
import type { Caller, Reply } from '../../core/testing/test-context.server.ts'
import { compose } from '../server/compose.server.ts'
import type { Settings } from '../../core/settings.server.ts'
import { readSettings } from '../settings/settings.server.ts'

export type { Reply }

/** A person's calls. `role` of the demo people: `admin`, `read-only`, `no-access`… */
export interface Client extends Caller {
  readonly token: string
}

export interface TestServer {
  readonly url: string
  readonly database: Database
  readonly implementations: readonly Implementation[]
  readonly server: FastifyInstance
  /** The server's background work; none of it runs unless the test starts it. */
  readonly jobs: readonly Job[]
  /** Runs one of them to its end. */
  runJob(name: string): Promise<void>
  /** The zone whose days lists count where a filter names none. */
  readonly timeZone: string
  /** Signs one of the demo people in, as a script does. */
  signIn(role: string): Promise<Client>
  /** Calls without a session. */
  readonly anonymous: Client
  /** Another instance on the same PostgreSQL database, with sessions in common; stop it before the first. */
  another(): Promise<Pick<TestServer, 'url' | 'database' | 'runJob' | 'stop'>>
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** Null runs the embedded engine. */
  readonly postgresUrl: string | null
  readonly name?: string
  readonly env?: Readonly<Record<string, string>>
  /** Serves the built console too. */
  readonly consoleFolder?: URL
  /** Replies are checked against their schemas unless this is false. */
  readonly checkOutput?: boolean
  /** The demo's data up to today with so many purchases. Made once a run for each number, and copied. */
  readonly demo?: number
}

/** The whole product over a database of its own, with the demo people and no other data. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-test-'))
  const log = createLog({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })
  const opened = await openMigrated({
    postgresUrl: options.postgresUrl,
    name: options.name ?? 'test',
    dataDir,
    log,
    poolSize: 12,
    content: options.demo === undefined ? await demoStaff() : await demoData(options.demo),
  })
  const { database } = opened
  const settings: Settings = readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    SESSION_SECRET: 'of tests only, and long enough for them',
    LOG_LEVEL: 'silent',
    CALLS_PER_MINUTE: '0',
    ...options.env,
  })
  const { server, implementations, jobs, sealer } = await compose({
    settings,
    database,
    log,
    checkOutput: options.checkOutput ?? true,
    ...(options.consoleFolder && { consoleFolder: options.consoleFolder }),
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  sealer.start()
  return {
    url,
    database,
    implementations,
    server,
    jobs,
    timeZone: settings.businessTimeZone,
    runJob: jobRunner(jobs, database, log),
    anonymous: clientOf(url, ''),
    signIn: (role) => signIn(url, role),
    async another() {
      const second = await openDatabase({ url: opened.url, dataDir, log, poolSize: 6 })
      const {
        server: other,
        jobs: itsJobs,
        sealer: itsSealer,
      } = await compose({
        settings,
        database: second,
        log,
        checkOutput: options.checkOutput ?? true,
        ...(options.consoleFolder && { consoleFolder: options.consoleFolder }),
      })
      itsSealer.start()
      return {
        url: await other.listen({ port: 0, host: '127.0.0.1' }),
        database: second,
        runJob: jobRunner(itsJobs, second, log),
        async stop() {
          await other.close()
          await itsSealer.stop()
          await second.close()
        },
      }
    },
    async stop() {
      await server.close()
      await sealer.stop()
      await opened.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function jobRunner(jobs: readonly Job[], database: Database, log: Logger): TestServer['runJob'] {
  return async function runJob(name) {
    const job = jobs.find((one) => one.name === name)
    if (!job) throw new Error(`There is no job called ${name}.`)
    await job.run({ database, log, signal: new AbortController().signal, count: () => {} })
  }
}

async function demoStaff(): Promise<Content> {
  const files = ['../../platform/auth/sign-in/demo-people.ts', '../seed/demo-roles.ts', '../seed/demo-staff.server.ts']
  const texts = await Promise.all(files.map((path) => readFile(new URL(path, import.meta.url), 'utf8')))
  return { key: texts.join('\n'), fill: ({ kysely }) => kysely.transaction().execute(seedDemoStaff) }
}

async function demoData(purchases: number): Promise<Content> {
  const today = new Date().toISOString().slice(0, 10)
  return {
    key: `${purchases} ${today} ${await sourcesKey()}`,
    fill: (database) => loadDemoData(database, { purchases, today, log: createLog({ level: 'silent' }) }),
  }
}

/** Everything that demo data can come from: the steps are in every feature, and call what the feature itself calls. */
async function sourcesKey(): Promise<string> {
  const root = new URL('../../', import.meta.url)
  const hash = createHash('sha256')
  for (const path of (await readdir(root, { recursive: true })).sort())
    if (/\.(ts|json)$/.test(path) && !path.endsWith('.test.ts'))
      hash.update(path).update(readFileSync(new URL(path, root)))
  return hash.digest('hex')
}

async function signIn(url: string, role: string): Promise<Client> {
  const anonymous = clientOf(url, '')
  const people = (await patiently(() => anonymous.get('/demo/people'))).body as { email: string; role: string }[]
  const email = people.find((person) => person.role === role)?.email
  if (!email) throw new Error(`There is no demo person with the role ${role}`)
  const {
    body: { googleToken },
  } = (await patiently(() => anonymous.post('/demo/token', { email }))) as { body: { googleToken: string } }
  const reply = await patiently(() => anonymous.post('/user/login', { googleToken }))
  if (reply.status !== 200)
    throw new Error(`Signing in as ${role} answered ${reply.status} ${JSON.stringify(reply.body)}`)
  return clientOf(url, (reply.body as { token: string }).token)
}

/**
 * Retries, because a machine that runs several suites at once can be refused as busy; signing in is not what is tested.
 */
async function patiently(call: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 0; ; tries++) {
    const reply = await call()
    if (reply.status !== 503 || tries === 10) return reply
    await sleep(500)
  }
}

function clientOf(url: string, token: string): Client {
  return { ...callerOf(url, token), token }
}
