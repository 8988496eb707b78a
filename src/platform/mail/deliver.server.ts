import type { Logger } from 'pino'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { AttachedFile } from './attachments.server.ts'
import { filesOf } from './attachments.server.ts'
import type { MessageContent } from './message-content.ts'
import { fillIn } from './message-content.ts'

/** A message as it goes out, its secrets filled in. */
export interface Outgoing {
  readonly id: number
  readonly to: string
  readonly locale: string
  readonly content: MessageContent
  readonly files?: readonly AttachedFile[]
}

/** What hands messages over. Null where there is nothing that could: then they are kept. */
export type Post = (message: Outgoing) => Promise<void>

/** Thrown by a post when the message itself is refused for good, so that trying again is no use. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

/** Minutes until the next try after the first, second, … failure; after the last one the message is given up. */
const retryMinutes = [1, 5, 15, 60, 180, 480, 720] as const
/** Minutes after which a message that an instance was sending counts as dropped. */
const leaseMinutes = 5

interface Claimed {
  id: number
  to: string
  locale: string
  subject: string
  content: Omit<MessageContent, 'subject'>
  secrets: Record<string, string>
  attempts: number
}

export interface DeliverOptions {
  readonly db: Db
  readonly post: Post | null
  /** Whether secrets stay with messages that are kept, so that the demo's inbox can show them. */
  readonly keepsSecrets: boolean
  readonly log: Logger
  readonly signal: AbortSignal
}

/**
 * Sends the messages that are due, one after the other; no database connection is held while the mail server responds.
 * Each message is claimed first, so that several instances never send the same one at the same time. A message that was
 * being sent when its instance died is sent again, with the same Message-ID.
 *
 * @returns how many were processed
 */
export async function deliverDue({ db, post, keepsSecrets, log, signal }: DeliverOptions): Promise<number> {
  for (let count = 0; ; count++) {
    if (signal.aborted) return count
    const claimed = await claim(db)
    if (!claimed) return count
    const { id } = claimed
    if (!post) {
      await settle(db, id, 'kept', !keepsSecrets)
      continue
    }
    try {
      const message = outgoing(claimed)
      await post({ ...message, files: await filesOf(db, message.content) })
      await settle(db, id, 'sent', true)
      log.debug({ message: id, attempts: claimed.attempts }, 'A message was handed over')
    } catch (error) {
      const isFinal = error instanceof Undeliverable || claimed.attempts > retryMinutes.length
      await putBack(db, claimed, error, isFinal)
      log.warn({ err: error, message: id, attempts: claimed.attempts, isFinal }, 'A message could not be handed over')
      // Trouble at the mail server affects all messages: the others would only wait for it too. The schedule retries
      // them.
      if (!(error instanceof Undeliverable)) return count
    }
  }
}

async function claim(db: Db): Promise<Claimed | undefined> {
  const {
    rows: [row],
  } = await sql<Claimed>`
    update messages set status = 'sending', attempts = attempts + 1, updated_at = now(), version = version + 1,
      next_attempt_at = now() + make_interval(mins => ${leaseMinutes})
    where id = (
      select id from messages where status in ('waiting', 'sending') and next_attempt_at <= now()
      order by next_attempt_at, id limit 1 for update skip locked
    )
    returning id, recipient as to, locale, subject, content, secrets, attempts`.execute(db)
  return row
}

/** A message's content with its secrets in place. */
function outgoing({ id, to, locale, subject, content, secrets }: Omit<Claimed, 'attempts'>): Outgoing {
  return { id, to, locale, content: fillIn({ subject, ...content }, (key) => secrets[key] ?? '') }
}

async function settle(db: Db, id: number, status: 'sent' | 'kept', wipes: boolean): Promise<void> {
  await sql`
    update messages set status = ${status}, next_attempt_at = null, last_error = null, updated_at = now(), version = version + 1,
      sent_at = ${status === 'sent' ? sql`now()` : null}, secrets = ${wipes ? sql`'{}'::jsonb` : sql`secrets`}
    where id = ${id} and status = 'sending'`.execute(db)
}

async function putBack(db: Db, { id, attempts }: Claimed, error: unknown, isFinal: boolean): Promise<void> {
  const minutes = retryMinutes[attempts - 1] ?? 0
  await sql`
    update messages set status = ${isFinal ? 'failed' : 'waiting'}, last_error = ${reasonOf(error)}, updated_at = now(), version = version + 1,
      next_attempt_at = ${isFinal ? null : sql`now() + make_interval(mins => ${minutes})`},
      secrets = ${isFinal ? sql`'{}'::jsonb` : sql`secrets`}
    where id = ${id} and status = 'sending'`.execute(db)
}

/** On one line that can be shown and stored; a mail server can answer with anything. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  // oxlint-disable-next-line no-control-regex -- these are what has to go
  return (
    text
      .toWellFormed()
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .trim()
      .slice(0, 1000) || 'The mail server gave no reason.'
  )
}
