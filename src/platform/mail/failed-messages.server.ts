import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { invalid } from '../../core/errors/errors.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { maskedRecord, wholeValueIn } from '../../core/resource/personal.ts'
import type { FailedItem, FailedItems } from '../jobs/staffed-job.server.ts'
import { messages } from './messages.ts'
import type { StoredMessage } from './stored-message.server.ts'
import { isSpent } from './stored-message.server.ts'

interface FailedMessage extends StoredMessage {
  readonly recipient: string
  readonly version: number
}

/** People who run the workers do not read mail by that. */
const mayRetry = ({ grants }: Actor) => ['ui', 'write'].every((action) => may(grants, action, messages.access.object))

const masked = (recipient: string) => maskedRecord(messages, { recipient }).recipient

/**
 * Emails that were given up. One with a mistyped address can go to another, unless there is a code in it that is for one
 * person only. The address that it has stays masked.
 */
export const failedMessages: FailedItems = {
  fields: { recipient: { kind: 'text', label: msg('Send to'), hint: msg('Blank keeps the address.'), max: 254 } },
  async list(db, actor, limit) {
    if (!mayRetry(actor)) return null
    const { rows } = await sql<Omit<FailedItem, 'href' | 'values'> & { recipient: string; count: number }>`
      select id::text as id, subject as title, recipient, last_error as error, updated_at as "failedAt", attempts, (count(*) over ())::int as count
      from messages where status = 'failed' order by created_at desc, id desc limit ${limit}`.execute(db)
    return {
      count: rows[0]?.count ?? 0,
      items: rows.map(({ recipient, title, count: _, ...item }) => ({
        ...item,
        title: `${title} · ${masked(recipient)}`,
        href: `/messages/view?id=${item.id}`,
        values: {},
      })),
    }
  },
  async replay({ db, actor, audit }, changes) {
    if (!mayRetry(actor)) return []
    const wanted = new Map(changes.map(({ id, values }) => [id, values?.['recipient']]))
    const { rows } = await sql<FailedMessage>`
      select id, subject, recipient, version, content, secrets, status from messages where status = 'failed' and id::text = any(${[...wanted.keys()]}::text[])
      order by id for update`.execute(db)
    const replayed: string[] = []
    for (const { id, subject, recipient, version, content, secrets } of rows) {
      const typed = wanted.get(String(id))
      const next = typeof typed === 'string' && typed.trim() !== '' ? readAddress(typed.trim()) : recipient
      // Nothing fills a spent code in again.
      if (isSpent({ content, secrets })) continue
      if (next !== recipient && Object.keys(secrets).length > 0)
        throw invalid({ recipient: t('This email has a code for one person. It can’t go to another address.') })
      await sql`
        update messages set status = 'waiting', recipient = ${next}, attempts = 0, next_attempt_at = now(), last_error = null, sent_at = null,
          version = version + 1, updated_at = now() where id = ${id}`.execute(db)
      audit.record({
        action: 'resend',
        object: messages.name,
        recordId: id,
        title: subject,
        version: version + 1,
        ...(next !== recipient && { before: { recipient }, after: { recipient: next } }),
      })
      replayed.push(String(id))
    }
    return replayed
  },
}

function readAddress(typed: string): string {
  if (wholeValueIn(messages.fields.recipient, typed) === null || typed.length > 254)
    throw invalid({ recipient: t('Enter an email address.') })
  return typed
}
