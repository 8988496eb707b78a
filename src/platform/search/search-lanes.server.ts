import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Sql as Database } from '../../db/database.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import type { AnswerRow } from './search-sql.server.ts'

/** Connections that one search can use at a time. */
const lanes = 3
/** Every number of words is another statement, and a connection keeps what it has prepared. */
const maxPreparedWords = 3

export interface Question {
  readonly server: ResourceServer
  readonly statement: RawBuilder<AnswerRow>
}
export interface Answer {
  readonly resource: string
  readonly size: number
  readonly records: AnswerRow['answer']['records']
  readonly isCut: boolean
}

export interface Asking {
  readonly pool: pg.Pool
  /** Writes statements out. */
  readonly compiler: Database
  /** How many words are looked for. */
  readonly words: number
  /** Settings of PostgreSQL for these statements. */
  readonly settings: Readonly<Record<string, string>>
  /** The time for all of them, in milliseconds; answers that take longer are cut. */
  readonly milliseconds?: number
  /** Aborted when the caller has left: pending statements are skipped, running ones are cancelled. */
  readonly signal?: AbortSignal | undefined
  readonly cancel?: ((client: pg.PoolClient) => Promise<void>) | undefined
}

/**
 * Asks each resource by a statement of its own, some side by side, and answers in their order. Each statement is planned once for a
 * connection and not for each search: with forty tables and their indexes, planning took twice as long as looking.
 */
export async function askAll(
  questions: readonly Question[],
  { pool, compiler, words, settings, milliseconds = Infinity, signal, cancel }: Asking,
): Promise<Answer[]> {
  const until = performance.now() + milliseconds
  const begin = [
    'begin',
    ...Object.entries({ plan_cache_mode: 'force_generic_plan', jit: 'off', ...settings }).map(
      ([name, value]) => `set local ${name} = ${value}`,
    ),
  ].join('; ')
  const answers = questions.map(({ server }): Answer => ({
    resource: server.resource.name,
    size: 0,
    records: [],
    isCut: true,
  }))
  const waiting = questions.entries()

  async function ask(client: pg.PoolClient): Promise<void> {
    let isOpen = false
    for (const [place, { statement }] of waiting) {
      if (performance.now() > until || signal?.aborted) break
      if (!isOpen) await client.query(begin)
      isOpen = true
      const { sql: text, parameters } = statement.compile(compiler)
      const name =
        words > maxPreparedWords ? undefined : `search ${createHash('sha1').update(text).digest('base64url')}`
      try {
        const {
          rows: [row],
        } = await client.query<AnswerRow>({ ...(name !== undefined && { name }), text, values: [...parameters] })
        if (row) answers[place] = { ...row.answer, isCut: false }
      } catch (error) {
        if (!isTimeUp(error)) throw error
        await client.query('rollback')
        isOpen = false
      }
    }
    if (isOpen) await client.query('commit')
  }

  async function lane(): Promise<void> {
    const client = await pool.connect()
    let failure: Error | undefined
    let cancelling: Promise<void> | undefined
    const onAbort = () => {
      cancelling = cancel?.(client)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await ask(client)
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      throw error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      await cancelling
      // One that failed in the middle of a transaction is not handed on.
      client.release(failure)
    }
  }

  await Promise.all(Array.from({ length: Math.min(lanes, pool.options.max ?? lanes, questions.length) }, lane))
  return answers
}

/** PostgreSQL's query_canceled, which the engine wraps. */
function isTimeUp(error: unknown): boolean {
  const causes = error instanceof Error ? [error, error.cause] : []
  return causes.some((cause) => cause instanceof Error && 'code' in cause && cause.code === '57014')
}
