import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { enqueueMessages } from '../../platform/mail/outbox.server.ts'
import type { CreditKind } from '../orders/messages/message-kinds.ts'
import type { CreditFacts } from '../orders/messages/money-values.server.ts'
import { lastDayOf, ofCredit } from '../orders/messages/money-values.server.ts'
import { writeCreditLetters } from '../orders/messages/order-letter.server.ts'
import { creditTemplate, listMessages } from '../orders/messages/send-order-messages.server.ts'

interface Told extends CreditFacts {
  readonly id: number
  readonly mark: number
  readonly purchaseId: number | null
  readonly email: string
  readonly locale: string
  readonly name: string
}

/**
 * Writes to the customers of some credits, once for each credit and end, in the caller's transaction. Where the template is
 * switched off, nothing is written and nothing is marked.
 *
 * @returns the credits that customers were written about
 */
export async function writeAboutCredits(
  db: Db,
  kind: CreditKind,
  which: RawBuilder<unknown>,
): Promise<readonly Pick<Told, 'id' | 'left' | 'currency'>[]> {
  const { rows: told } = await sql<Told>`
    with due as (
      select c.* from store_credits c where ${which} and exists (select from message_templates where key = ${kind} and is_sent)
      order by c.expires_at, c.id for no key update of c skip locked),
    marked as (
      insert into store_credit_messages (credit_id, kind, expires_at)
      select id, ${kind}, expires_at from due on conflict on constraint store_credit_messages_once do nothing
      returning id, credit_id)
    select c.id, m.id as mark, c.purchase_id as "purchaseId", k.email, k.locale, k.name, c.amount, c.available as left, c.currency,
      x.exponent, ${lastDayOf('c')} as until
    from marked m join due c on c.id = m.credit_id join customers k on k.id = c.customer_id
      join currencies x on x.code = c.currency
    order by c.id`.execute(db)
  if (told.length === 0) return []
  const letters = await writeCreditLetters(
    db,
    kind,
    told.map((credit) => ({ ...credit, values: (locale) => ofCredit(locale, credit) })),
  )
  const ids = await enqueueMessages(
    db,
    creditTemplate(kind),
    letters.map(({ to, locale, content }) => ({ to, locale, data: { content } })),
  )
  const sent = told.map(({ mark, purchaseId }, index) => ({ mark, purchaseId, messageId: ids[index] }))
  await sql`
    update store_credit_messages m set message_id = g."messageId"
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) g (mark bigint, "messageId" bigint) where m.id = g.mark`.execute(
    db,
  )
  const ofOrders = sent.flatMap(({ purchaseId, messageId }) => (purchaseId === null ? [] : { purchaseId, messageId }))
  if (ofOrders.length > 0) await listMessages(db, kind, ofOrders, null)
  return told
}

/** Few enough for the 200 ms that a transaction can take on the embedded engine. */
const batch = 100

/** Long enough to plan a visit. */
const daysBefore = 14

/** Who can spend a credit that ends soon, and has known of its end for longer than that. */
const endsSoon = sql`c.id in (
  select o.id from store_credits o join customers k on k.id = o.customer_id
  where o.state = 'open' and o.available > 0 and k.status = 'active'
    and o.expires_at > now() and o.expires_at <= now() + make_interval(days => ${daysBefore})
    and o.created_at < o.expires_at - make_interval(days => ${daysBefore})
    and not exists (select from store_credit_messages m
      where m.credit_id = o.id and m.kind = 'credit_ending' and m.expires_at = o.expires_at)
  order by o.expires_at, o.id limit ${batch})`

/** Reminds customers of store credit that they are about to lose. */
export const remindOfCreditJob: Job = {
  name: 'remind-of-store-credit',
  label: msg('Store credit reminders'),
  does: msg('Emails customers whose store credit ends within two weeks, once for each credit.'),
  staleWithout: msg('Customers lose store credit without a reminder.'),
  overlap: 'share',
  // By day, as it is an email to people.
  cron: '35 7-18 * * *',
  counts: { reminded: msg('Reminded') },
  async run({ database, signal, count }) {
    for (let some = batch; some === batch && !signal.aborted;) {
      some = await remindSome(database)
      count('reminded', some)
    }
  },
}

async function remindSome(database: Pick<Database, 'kysely'>): Promise<number> {
  return await database.kysely.transaction().execute(async (db) => {
    const told = await writeAboutCredits(db, 'credit_ending', endsSoon)
    await appendAudit(
      db,
      told.map(({ id, left, currency }) => ({
        action: 'send-message',
        object: 'store-credits',
        recordId: id,
        title: `Store credit ${id}`,
        after: { message: 'credit_ending', left, currency },
      })),
      { actor: system('store credit reminders') },
    )
    return told.length
  })
}
