import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { freeSpace } from './data-dir.server.ts'
import type { FromWorker, ToWorker, WorkerInput } from './embedded-worker.server.ts'

/**
 * A worker that answers nothing for so long, in milliseconds, is ended: a query or a disk error has caught
 * it.
 */
const SILENCE_LIMIT = 5000
const HEARTBEAT = 250
/** Opening includes initdb or the replay of the write-ahead log, so it can take a while; this is when to give up. */
const OPENING_LIMIT = 120_000
const CLOSING_LIMIT = 10_000
/**
 * Below the first, writing is over; above the second it goes on. A WAL file is 16 MB, and two can be needed at once.
 */
const LOW_SPACE = 32 * 1024 * 1024
const ENOUGH_SPACE = 48 * 1024 * 1024
const SPACE_CHECK = 1000

export interface EngineOptions {
  /** The engine's own folder; made when missing. */
  readonly directory: string
  readonly log: Logger
  /** The engine went away: connections to it are dead, whether they know or not. */
  onDown(): void
  /** A long piece of work is under way on purpose, so silence means nothing. */
  isPatient(): boolean
}

/**
 * PGlite in a worker thread behind a unix socket, kept alive: a worker that dies, breaks or falls silent is
 * replaced by one that opens the same folder again. Nothing acknowledged is lost by that, as PGlite recovers
 * from its log.
 */
export class EmbeddedEngine {
  readonly #options: EngineOptions
  readonly #socketDirectory: string
  #worker: Worker | null = null
  #state: 'opening' | 'ready' | 'recovering' | 'closed' = 'opening'
  #isFull = false
  #silentFor = 0
  #awaitsPong = false
  #lastBeat = 0
  #heartbeat: NodeJS.Timeout | undefined
  #spaceCheck: NodeJS.Timeout | undefined

  private constructor(options: EngineOptions, socketDirectory: string) {
    this.#options = options
    this.#socketDirectory = socketDirectory
  }

  /** Opens the folder. @throws Error with the engine's own words when it does not open */
  static async start(options: EngineOptions): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(options, await makeSocketFolder(options.directory))
    try {
      await engine.#open()
    } catch (error) {
      await engine.#endWorker()
      await engine.close()
      throw error
    }
    engine.#state = 'ready'
    engine.#heartbeat = setInterval(() => engine.#beat(), HEARTBEAT).unref()
    engine.#spaceCheck = setInterval(() => void engine.#checkSpace(), SPACE_CHECK).unref()
    await engine.#checkSpace()
    return engine
  }

  /** Where the pg package connects to: the socket is `<host>/.s.PGSQL.<port>`. */
  get address(): { readonly host: string; readonly port: number } {
    return { host: this.#socketDirectory, port: 5432 }
  }

  get availability(): 'ready' | 'recovering' | 'full' {
    if (this.#isFull) return 'full'
    return this.#state === 'ready' ? 'ready' : 'recovering'
  }

  /**
   * Whether a connection can be had: a full disk still allows reading, unless the engine had to be reopened.
   */
  get isOpen(): boolean {
    return this.#state === 'ready'
  }

  /** A statement failed for want of space; from here on the disk decides when that is over. */
  noteFull(): void {
    if (this.#isFull) return
    this.#isFull = true
    this.#options.log.error('the disk of the database is full; writing fails until there is space')
  }

  /** Ends the worker and opens the folder again, as often as it takes. Returns at once. */
  recycle(reason: string): void {
    if (this.#state !== 'ready') return
    this.#state = 'recovering'
    this.#options.log.error({ reason }, 'the embedded database is being restarted')
    void this.#reopen()
  }

  async close(): Promise<void> {
    this.#state = 'closed'
    clearInterval(this.#heartbeat)
    clearInterval(this.#spaceCheck)
    const worker = this.#worker
    if (worker) {
      const closed = new Promise<void>((resolve) => {
        worker.on('message', (message: FromWorker) => {
          if (message.kind === 'closed' || message.kind === 'broken') resolve()
        })
        worker.once('exit', () => resolve())
      })
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      await Promise.race([closed, sleep(CLOSING_LIMIT, undefined, { ref: false })])
      await this.#endWorker()
    }
    await rm(this.#socketDirectory, { recursive: true, force: true })
  }

  async #reopen(): Promise<void> {
    const startedAt = performance.now()
    this.#options.onDown()
    await this.#endWorker()
    for (let attempt = 1; this.#state === 'recovering'; attempt++) {
      await this.#checkSpace()
      try {
        await this.#open()
        if (this.#state !== 'recovering') return
        this.#state = 'ready'
        const milliseconds = Math.round(performance.now() - startedAt)
        this.#options.log.info({ milliseconds, attempt }, 'the embedded database answers again')
        return
      } catch (error) {
        this.#options.log.error({ err: error, attempt }, 'the embedded database did not open; trying again')
        await this.#endWorker()
        await sleep(Math.min(5000, 250 * 2 ** attempt), undefined, { ref: false })
      }
    }
  }

  async #open(): Promise<void> {
    const socketPath = join(this.#socketDirectory, `.s.PGSQL.${this.address.port}`)
    // A worker that was ended left its socket behind.
    await rm(socketPath, { force: true })
    const worker = new Worker(new URL('./embedded-worker.server.ts', import.meta.url), {
      workerData: { directory: this.#options.directory, socketPath } satisfies WorkerInput,
      // Not the parent's: a test runner's or a debugger's loader has no business in there.
      execArgv: [],
    })
    this.#worker = worker
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        reject(new Error(`the embedded database did not open within ${OPENING_LIMIT / 1000} s`))
      }, OPENING_LIMIT)
      const settle = (error?: Error) => {
        clearTimeout(limit)
        if (error) reject(error)
        else resolve()
      }
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') settle()
        if (message.kind === 'broken') settle(new Error(message.message))
      })
      worker.once('error', settle)
      worker.once('exit', () => settle(new Error('the thread of the embedded database ended')))
    })
    this.#silentFor = 0
    this.#awaitsPong = false
    this.#lastBeat = performance.now()
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'pong') this.#awaitsPong = false
      if (message.kind === 'broken') this.recycle(message.message)
    })
    // An error inside the worker is followed by its exit.
    worker.on('error', (error) => this.#options.log.error({ err: error }, 'the embedded database failed'))
    worker.once('exit', () => {
      if (this.#worker === worker) this.recycle('its thread ended')
    })
  }

  async #endWorker(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #beat(): void {
    const now = performance.now()
    // When this thread itself was held up (a suspended laptop), the worker could not have been heard either.
    const elapsed = Math.min(now - this.#lastBeat, 2 * HEARTBEAT)
    this.#lastBeat = now
    if (this.#state !== 'ready') return
    if (!this.#awaitsPong) {
      this.#silentFor = 0
      this.#awaitsPong = true
      this.#worker?.postMessage({ kind: 'ping' } satisfies ToWorker)
      return
    }
    this.#silentFor += elapsed
    if (this.#silentFor < SILENCE_LIMIT) return
    if (this.#options.isPatient() && !this.#isFull) return
    this.recycle(`no answer for ${SILENCE_LIMIT / 1000} s`)
  }

  async #checkSpace(): Promise<void> {
    const { directory, log } = this.#options
    const free = await freeSpace(existsSync(directory) ? directory : join(directory, '..')).catch(() => null)
    if (free === null) return
    if (free < LOW_SPACE) this.noteFull()
    else if (this.#isFull && free >= ENOUGH_SPACE) {
      this.#isFull = false
      log.info('the disk of the database has space again')
    }
  }
}

/**
 * A folder for the socket, which no other user of the machine can enter. Outside the data directory, because the length
 * of a socket's path is limited to about 100 characters and not every disk supports sockets. It is named after the data
 * directory, so that what a killed process left is used again.
 */
async function makeSocketFolder(directory: string): Promise<string> {
  const digest = createHash('sha256').update(resolve(directory)).digest('hex')
  const path = join(tmpdir(), `marquee-${digest.slice(0, 12)}`)
  try {
    await mkdir(path, { mode: 0o700 })
    return path
  } catch {
    const found = await lstat(path)
    const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
    return isOurs ? path : mkdtemp(join(tmpdir(), 'marquee-'))
  }
}
