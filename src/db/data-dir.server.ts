import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'

/** Another process, or another part of this one, works with this data directory. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse'
  readonly pid: number

  constructor(dataDir: string, owner: Owner) {
    const where = owner.host === hostname() ? '' : ` on the machine or container "${owner.host}"`
    const remedy =
      owner.host === hostname()
        ? 'Stop that process first, or give this one a data directory of its own (DATA_DIR).'
        : `Stop it first. If that machine is gone for good, delete ${join(dataDir, 'lock')}.`
    super(`The data in ${dataDir} is in use by process ${owner.pid}${where}. ${remedy}`)
    this.pid = owner.pid
  }
}

/** The data directory cannot be used as it is, and only a person can say what should happen. */
export class DataRefused extends Error {
  override readonly name = 'DataRefused'
}

// The lock's owner. A pid alone says little: pids are reused, soonest after a restart of the machine or of a container.
// So the process's start time, the kernel's boot and the host name go with it.
const ownerShape = z.object({
  pid: z.number(),
  startedAt: z.nullable(z.string()),
  bootId: z.nullable(z.string()),
  host: z.string(),
})
type Owner = z.infer<typeof ownerShape>

export interface DataLock {
  release(): void
}

/**
 * Where things are inside the data directory. The lock and the marker lie outside the engine's own folder.
 */
export function dataPaths(dataDir: string) {
  return {
    engine: join(dataDir, 'pglite'),
    lock: join(dataDir, 'lock'),
    opened: join(dataDir, 'opened.json'),
    control: join(dataDir, 'control.sock'),
  }
}

/**
 * Makes this process the only user of the data directory, which is created when missing. PGlite itself has no
 * lock: two processes on one directory silently lose rows.
 *
 * A lock is taken over only when its process is known to be dead, never because it is old.
 * @throws DataInUse naming the other process
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = dataPaths(dataDir).lock
  const next = `${path}.next`
  const mine = JSON.stringify(thisProcess())
  for (let attempt = 0; attempt < 50; attempt++) {
    if (create(path, mine)) return held(path, mine)
    const stale = await readSettled(path)
    if (stale === null) continue
    refuseLiving(dataDir, stale)
    // The dead lock is replaced by renaming over it. Only one process at a time can do so, the maker of `next`.
    if (!create(next, mine)) {
      const rival = await readSettled(next)
      if (rival !== null && !isAlive(parseOwner(rival))) rmSync(next, { force: true })
      await sleep(20 + Math.random() * 30)
      continue
    }
    if (readIfThere(path) === stale) renameIfThere(next, path)
    else rmSync(next, { force: true })
    if (readIfThere(path) === mine) return held(path, mine)
  }
  throw new DataRefused(`The lock of ${dataDir} could not be taken: ${path} keeps changing. Try again.`)
}

/** The locks this process has: released when it ends, even where the database was never closed. */
const locksHeld = new Map<string, string>()
process.on('exit', () => locksHeld.forEach((mine, path) => removeIfSame(path, mine)))

function held(path: string, mine: string): DataLock {
  locksHeld.set(path, mine)
  return {
    release() {
      locksHeld.delete(path)
      removeIfSame(path, mine)
    },
  }
}

function removeIfSame(path: string, content: string): void {
  if (readIfThere(path) === content) rmSync(path, { force: true })
}

function refuseLiving(dataDir: string, text: string): void {
  const owner = parseOwner(text)
  if (owner && isAlive(owner)) throw new DataInUse(dataDir, owner)
}

function thisProcess(): Owner {
  return { pid: process.pid, startedAt: startOf(process.pid), bootId: bootId(), host: hostname() }
}

/** An unreadable lock was left by a power failure: locks are written whole, and it has no living owner. */
function parseOwner(text: string): Owner | null {
  try {
    return ownerShape.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function isAlive(owner: Owner | null): boolean {
  if (!owner) return false
  // Another container, or another machine with the same disk: its processes cannot be seen from here.
  if (owner.host !== hostname()) return true
  if (owner.bootId !== bootId()) return false
  const startedAt = startOf(owner.pid)
  if (startedAt !== null && owner.startedAt !== null) return startedAt === owner.startedAt
  return answersSignals(owner.pid) && (startedAt !== null || !existsSync('/proc/self/stat'))
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: alive, but another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Start time of a process in clock ticks since boot; null when it is dead, a zombie, or there is no /proc.
 */
function startOf(pid: number): string | null {
  try {
    // The name in parentheses can contain spaces; the fields after it do not. proc_pid_stat(5): 3 state, 22 starttime.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [state, startTime] = [fields[0], fields[19]]
    return state === 'Z' || state === 'X' ? null : (startTime ?? null)
  } catch {
    return null
  }
}

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

function create(path: string, content: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeSync(file, content)
    } finally {
      closeSync(file)
    }
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** A lock is empty for the microseconds between its making and its writing; wait those out. */
async function readSettled(path: string): Promise<string | null> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const text = readIfThere(path)
    if (text !== '') return text
    await sleep(30)
  }
  return ''
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

const openedShape = z.object({ engine: z.string(), openedAt: z.string() })

/** Notes that the engine's folder has opened: from here on it contains data that must not be set aside silently. */
export async function markOpened(dataDir: string, engine: string): Promise<void> {
  const path = dataPaths(dataDir).opened
  const text = `${JSON.stringify({ engine, openedAt: new Date().toISOString() })}\n`
  await writeFile(`${path}.new`, text, { flush: true, mode: 0o600 })
  await rename(`${path}.new`, path)
}

export async function hasOpened(dataDir: string): Promise<boolean> {
  const text = await readFile(dataPaths(dataDir).opened, 'utf8').catch(() => null)
  // Damaged or not: the marker is written by renaming, so its presence alone is the statement.
  return text !== null
}

/** Which engine version last opened the folder, for messages; null when unknown. */
export async function openedBy(dataDir: string): Promise<string | null> {
  const text = await readFile(dataPaths(dataDir).opened, 'utf8').catch(() => '')
  try {
    return openedShape.parse(JSON.parse(text)).engine
  } catch {
    return null
  }
}

/** Moves a folder out of the way under a name that says why and when. Never deletes. Returns the new path. */
export async function setAside(path: string, why: 'corrupt' | 'replaced'): Promise<string> {
  const aside = `${path}.${why}-${timeForName()}`
  await rename(path, aside)
  return aside
}

/** Now, in UTC, in letters and digits that any file or database name can have, and in the order of time. */
export function timeForName(): string {
  return new Date().toISOString().replace(/[-:.]/g, '').toLowerCase()
}

/** Bytes that this process can still write on the disk of `path`. */
export async function freeSpace(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

/**
 * The disk space a start needs: the engine's own files and room for its write-ahead log.
 */
const NEEDED_SPACE = 100 * 1024 * 1024

/** @throws DataRefused when the disk has less than NEEDED_SPACE left */
export async function requireSpace(dataDir: string): Promise<void> {
  const free = await freeSpace(dataDir)
  if (free >= NEEDED_SPACE) return
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`
  throw new DataRefused(
    `The disk under ${dataDir} has only ${megabytes(free)} left. Marquee needs ${megabytes(NEEDED_SPACE)} to ` +
      'open its database safely. Free some space, or set DATA_DIR to a larger disk.',
  )
}

/** Removes what an interrupted restore left; only files that a restore itself made. */
export async function removeLeftover(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}
