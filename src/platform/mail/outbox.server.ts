import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { MessageContent, MessageTemplate } from './message-content.ts'
import { placeholderOf } from './message-content.ts'
import { wakeDelivery } from './outbox-bell.server.ts'

export interface NewMessage<Data extends Readonly<Record<string, unknown>>> {
  /** One email address. */
  readonly to: string
  readonly template: MessageTemplate<Data>
  readonly data: Data
  /** BCP 47; defaults to `en`. */
  readonly locale?: string
}

/**
 * Puts an email into the outbox, in the caller's transaction: it goes out if and only if that commits, soon after.
 * What it says is fixed here and now. Call it before the audit is written, which must stay the last statement.
 *
 * @returns the message's id
 */
export async function enqueueMessage<Data extends Readonly<Record<string, unknown>>>(
  db: Db,
  { template, ...letter }: NewMessage<Data>,
): Promise<number> {
  const [id] = await enqueueMessages(db, template, [letter])
  if (id === undefined) throw new Error('The message was not stored.')
  return id
}

/**
 * The same for many messages of a kind, in one statement: a few hundred, or the others would wait. `alongside` makes a statement
 * that goes in the same trip and reads the messages: their `id`, `locale`, `subject` and `place`, from 1 on in the order of the letters.
 *
 * @returns the messages' ids, in the order of the letters
 */
export async function enqueueMessages<Data extends Readonly<Record<string, unknown>>>(
  db: Db,
  template: MessageTemplate<Data>,
  letters: readonly Omit<NewMessage<Data>, 'template'>[],
  alongside?: (messages: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<readonly number[]> {
  const values = letters.map(({ to, data, locale = 'en' }) => {
    const secrets = Object.fromEntries((template.secrets ?? []).map((key) => [key, data[key]]))
    const shown = { ...data, ...Object.fromEntries(Object.keys(secrets).map((key) => [key, placeholderOf(key)])) }
    const { subject, ...content } = oneLineSubject(template.write(shown))
    return { recipient: to.trim(), locale, subject, content, secrets }
  })
  const placed = sql`(select id, locale, subject, row_number() over (order by id) as place from written)`
  const { rows } = await sql<{ id: number }>`
    with written as (
      insert into messages (recipient, template, locale, subject, content, secrets)
      select g.recipient, ${template.name}, g.locale, g.subject, g.content, g.secrets
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g (recipient text, locale text, subject text, content jsonb, secrets jsonb)
      returning id, locale, subject
    )${alongside ? sql`, also as (${alongside(placed)})` : sql``}
    select id from written order by id`.execute(db)
  if (rows.length > 0) wakeDelivery()
  return rows.map(({ id }) => id)
}

/** A name with a line break in it must not become a header of its own, nor a long one a refusal. */
function oneLineSubject(content: MessageContent): MessageContent {
  // oxlint-disable-next-line no-control-regex -- these are what has to go
  const subject = content.subject.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
  return { ...content, subject: subject.length > 200 ? `${subject.slice(0, 199)}…` : subject }
}
