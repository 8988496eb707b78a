import { sql } from 'kysely'
import type { Logger } from 'pino'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { HeardReply } from '../supply/importing/connections.server.ts'
import type { AnswerState } from './availability.ts'
import type { PlannedSource } from './planned-source.server.ts'
import { NotConnected } from './planned-source.server.ts'

/** Milliseconds that a provider has for its answer. */
export const answerLimit = 15_000
/** Characters of a provider's answers that are kept. */
const maxPayload = 200_000

/** Checks whose answers this process waits for. */
const underWay = new Map<number, AbortController>()

export interface AskOptions {
  readonly db: Db
  readonly log: Logger
  readonly checkId: number
  readonly sources: readonly PlannedSource[]
}

/** Asks all of them at once. None waits for another, and each answer is stored as it comes. */
export async function askSources({ db, log, checkId, sources }: AskOptions): Promise<void> {
  const stop = new AbortController()
  underWay.set(checkId, stop)
  try {
    await Promise.all(
      sources.map((planned) =>
        askOne({ db, log, checkId }, planned, stop.signal).catch((error: unknown) =>
          log.error({ err: error, checkId, source: planned.source }, 'An answer could not be stored'),
        ),
      ),
    )
  } finally {
    underWay.delete(checkId)
  }
}

/** Ends the calls of a check where this process makes them; elsewhere their answers find it stopped. */
export function stopAsking(checkId: number): void {
  underWay.get(checkId)?.abort(new Error('Stopped'))
}

/** Ends every call, so that the server can close. */
export function stopAllAsking(): void {
  for (const stop of underWay.values()) stop.abort(new Error('Stopped'))
}

async function askOne(
  { db, log, checkId }: Omit<AskOptions, 'sources'>,
  { source, facts, ask, problemOf }: PlannedSource,
  stop: AbortSignal,
): Promise<void> {
  if (!ask) return
  const limit = AbortSignal.timeout(answerLimit)
  const signal = AbortSignal.any([stop, limit])
  const heard: HeardReply[] = []
  const begun = performance.now()
  const store = (state: AnswerState, reason: string | null, said = facts) =>
    sql`
    update availability_answers set state = ${state}, reason = ${reason?.slice(0, 500) ?? null}, facts = ${JSON.stringify(said)}::jsonb,
      answered_at = ${state === 'answered' ? sql`now()` : null}, milliseconds = ${Math.round(performance.now() - begun)}, payload = ${payloadOf(heard)}
    where check_id = ${checkId} and source = ${source} and state = 'asking'`.execute(db)
  try {
    const said = await Promise.race([ask({ signal, heard: (reply) => void heard.push(reply) }), endOf(signal)])
    await store('answered', null, said)
  } catch (error) {
    if (!stop.aborted) log.warn({ err: error, checkId, source }, 'A provider gave no usable answer')
    if (stop.aborted) await store('stopped', null)
    else if (limit.aborted) await store('failed', t('No answer within {n} s.', { n: answerLimit / 1_000 }))
    else if (error instanceof NotConnected) await store('not_asked', problemOf?.(error) ?? null)
    else await store('failed', problemOf?.(error) ?? t('The answer couldn’t be read.'))
  }
}

/** Rejects when a signal aborts, for those who do not listen to it. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

function payloadOf(heard: readonly HeardReply[]): string | null {
  if (heard.length === 0) return null
  const text = heard.map(({ call, status, body }) => `${call}\n${status}\n\n${body}`).join('\n\n')
  return text.toWellFormed().replaceAll('\u0000', '').slice(0, maxPayload)
}
