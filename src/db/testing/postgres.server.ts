import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { installDebianPackages } from './debian.server.ts'

/** A real PostgreSQL server for tests. Its role is a superuser, so databases can be made and dropped. */
export interface TestPostgres {
  readonly url: string
  /** `given` is TEST_DATABASE_URL, an external server; `local` is ours and ends with the run. */
  readonly kind: 'given' | 'local'
  stop(): Promise<void>
}

interface Account {
  readonly uid: number
  readonly gid: number
}

const START_SECONDS = 60
const STOP_SECONDS = 20
/** Linux keeps what is in here in memory. */
const MEMORY = '/dev/shm'
/** All that the suites keep at a time is a part of this. */
const ENOUGH_MEMORY = 4 * 1024 ** 3

/**
 * Finds or starts a real PostgreSQL: TEST_DATABASE_URL, else the server programs of this machine in a
 * temporary directory, else those of Debian's package, installed when the user is root.
 *
 * Returns null where none can be had, after saying so on stderr; throws instead when REQUIRE_POSTGRES=1.
 */
export async function startPostgres(): Promise<TestPostgres | null> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    await waitUntilItAnswers(given, () => null)
    return { url: given, kind: 'given', stop: async () => {} }
  }
  const programs = findPostgresPrograms() ?? installPostgres()
  if (!programs) return withoutPostgres('no PostgreSQL server was found, nor could one be installed')
  const account = unprivilegedAccount()
  if (account === undefined) {
    return withoutPostgres('PostgreSQL refuses to run as root, and there is no user "nobody" to run it as')
  }
  return startLocalServer(programs, account)
}

/** The directory with `initdb` and `postgres`, newest version first, or null. */
function findPostgresPrograms(): string | null {
  const versioned = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr']
    .flatMap((parent) => (existsSync(parent) ? readdirSync(parent).map((name) => ({ parent, name })) : []))
    .filter(({ parent, name }) => parent === '/usr/lib/postgresql' || /^(postgresql@|pgsql-)\d+/.test(name))
    .sort((a, b) => majorOf(b.name) - majorOf(a.name))
    .map(({ parent, name }) => join(parent, name, 'bin'))
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const isComplete = (folder: string) => ['initdb', 'postgres'].every((name) => isProgram(folder, name))
  return [...versioned, ...onPath].find(isComplete) ?? null
}

/** Installs Debian's server package when that is possible here; returns where its programs are. */
function installPostgres(): string | null {
  // The run has tried already, in sight and before anything was timed.
  if (process.env['TESTS_PREPARED'] === '1') return null
  const isInstalled = installDebianPackages(['postgresql'], 'the tests need a PostgreSQL server')
  return isInstalled ? findPostgresPrograms() : null
}

function withoutPostgres(reason: string): null {
  const message = `${reason}. Set TEST_DATABASE_URL to a server the tests may create databases on.`
  if (process.env['REQUIRE_POSTGRES'] === '1') {
    throw new Error(`REQUIRE_POSTGRES=1, but ${message}`)
  }
  process.stderr.write(`\n*** NO POSTGRESQL: ${message}\n*** The suites that need one are SKIPPED.\n\n`)
  return null
}

/** A database for each test file is some 1,500 small files: copied in 50 ms in memory, in a second or two on a busy disk. */
function roomForData(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= ENOUGH_MEMORY) return MEMORY
  } catch {
    // Not there on other systems, and small in many containers.
  }
  return tmpdir()
}

/**
 * initdb into a temporary directory, then a server on a free loopback port.
 *
 * A small shell runs beside the server and waits for the end of its standard input, a pipe that closes however this
 * process ends, kill -9 included; then it stops the server and removes the directory. So no run leaves an orphan
 * behind. It runs under the server's own account, which can signal it and delete its files.
 */
async function startLocalServer(programs: string, account: Account | null, attempt = 1): Promise<TestPostgres> {
  const folder = mkdtempSync(join(roomForData(), 'marquee-postgres-'))
  const password = randomBytes(16).toString('hex')
  const identity = account ?? {}
  // The server's own environment: a PGDATA or PGPORT of the developer's shell must not reach it.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder }
  const log = () => readLog(folder)
  try {
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (account) [folder, passwordFile].forEach((path) => chownSync(path, account.uid, account.gid))
    execFileSync(
      join(programs, 'initdb'),
      [
        '-D',
        join(folder, 'data'),
        '-U',
        'postgres',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
        '--auth=scram-sha-256',
        '--pwfile',
        passwordFile,
      ],
      { ...identity, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )

    const port = await freePort()
    const words = [join(programs, 'postgres'), folder, String(port)]
    const server = spawn('sh', ['-c', SERVER_WITH_KEEPER, 'sh', ...words], {
      ...identity,
      env,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    try {
      await waitUntilItAnswers(url, () => (hasEnded(server) ? `it ended at once:\n${log()}` : null))
    } catch (error) {
      // Between freePort and the server's own bind another process can take the port.
      const again = attempt < 3 && log().includes('could not bind')
      await stopServer(server, folder)
      if (again) return await startLocalServer(programs, account, attempt + 1)
      throw error
    }
    // A run that forgets to stop the server can still end, and takes the server with it.
    server.unref()
    return { url, kind: 'local', stop: () => stopServer(server, folder) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

// The shell becomes the server (exec keeps its process id, $$), so that the server's end is the child's end.
const SERVER_WITH_KEEPER = `
  exec 3<&0 </dev/null
  (
    while read -r _; do :; done
    kill -INT $$ 2>/dev/null
    for _ in $(seq 100); do [ -e "$2/data/postmaster.pid" ] || break; sleep 0.1; done
    [ -e "$2/data/postmaster.pid" ] && kill -KILL $$ 2>/dev/null
    cd / && rm -rf "$2"
  ) <&3 >/dev/null 2>&1 &
  exec 3<&-
  exec "$1" -D "$2/data" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=100 \
    -c shared_buffers=128MB -c timezone=UTC -c log_timezone=UTC >"$2/server.log" 2>&1
`

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  server.stdin?.destroy()
  const deadline = Date.now() + STOP_SECONDS * 1000
  while ((!hasEnded(server) || existsSync(folder)) && Date.now() < deadline) await sleep(20)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function readLog(folder: string): string {
  const file = join(folder, 'server.log')
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-4000) : ''
}

async function waitUntilItAnswers(url: string, failure: () => string | null): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      const ended = failure()
      if (ended) throw new Error(`PostgreSQL did not start, ${ended}`, { cause: error })
      if (Date.now() > deadline) {
        const place = withoutPassword(url)
        throw new Error(`PostgreSQL at ${place} does not answer: ${String(error)}`, { cause: error })
      }
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function withoutPassword(url: string): string {
  return url.replace(/:[^:@/]*@/, '@')
}

/** Null: keep the current account. Undefined: we are root and there is no other account to use. */
function unprivilegedAccount(): Account | null | undefined {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = lines.find(([name]) => name === 'nobody') ?? lines.find(([name]) => name === 'postgres')
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : undefined
}

function isProgram(folder: string, name: string): boolean {
  try {
    accessSync(join(folder, name), constants.X_OK)
    return true
  } catch {
    return false
  }
}

function majorOf(name: string): number {
  return Number(/(\d+)/.exec(name)?.[1] ?? 0)
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
