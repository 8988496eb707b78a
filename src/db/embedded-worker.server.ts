import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import './test-now.server.ts'

// The embedded engine's thread. PGlite computes on the thread that calls it and obeys no timeout, so it has
// one of its own, which the main thread watches and can end (embedded.server.ts).

export type ToWorker = { readonly kind: 'ping' } | { readonly kind: 'close' }

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'closed' }
  /** Opening failed, or the engine broke while it ran: either way it can no longer be used. */
  | { readonly kind: 'broken'; readonly message: string }

export interface WorkerInput {
  readonly directory: string
  readonly socketPath: string
}

async function serve(): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('embedded-worker.server.ts runs only as a worker thread')
  const { directory, socketPath } = workerData as WorkerInput
  const say = (message: FromWorker) => port.postMessage(message)
  const broken = (error: unknown) => say({ kind: 'broken', message: wordsOf(error) })

  const stderr: string[] = []
  const database = await PGlite.create({
    dataDir: directory,
    extensions: { btree_gin, pg_trgm, unaccent },
    // Without a checkpointer process PostgreSQL reuses WAL files up to this size and deletes those beyond it. The
    // system's file cache has what shared_buffers does not: 128 MB of them were a quarter of what the product took.
    startParams: [
      ...PGlite.defaultStartParams,
      ...['shared_buffers=32MB', 'max_wal_size=96MB', 'min_wal_size=32MB'].flatMap((setting) => ['-c', setting]),
    ],
    onStderr: (line) => {
      stderr.push(line)
      if (stderr.length > 20) stderr.shift()
      return false
    },
  }).catch((error: unknown) => {
    const words = stderr.filter((line) => /FATAL|PANIC|ERROR/.test(line)).join(' ')
    throw new Error(words || wordsOf(error), { cause: error })
  })

  // The socket server stops serving for good when a message throws, and does not say so.
  const execute = database.execProtocolRawStream.bind(database)
  database.execProtocolRawStream = async (...message) => {
    try {
      await execute(...message)
    } catch (error) {
      broken(error)
      throw error
    }
  }

  // The pool has one connection. A second one exists for the moment in which a broken first is being replaced.
  const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 4 })
  await server.start()

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'ping') say({ kind: 'pong' })
    else {
      void server
        .stop()
        .then(() => database.close())
        .then(() => say({ kind: 'closed' }), broken)
        .finally(() => port.close())
    }
  })
  say({ kind: 'ready' })
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

void serve().catch((error: unknown) => {
  parentPort?.postMessage({ kind: 'broken', message: wordsOf(error) } satisfies FromWorker)
  parentPort?.close()
})
