import { sql } from 'kysely'
import type { Database } from '../../../db/database.server.ts'
import { announceChange } from '../../../core/audit/audit.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { storedColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import { defineMessage } from '../../../platform/mail/message-content.ts'
import { enqueueMessages } from '../../../platform/mail/outbox.server.ts'
import { customersNotified } from './customers-notified.server.ts'
import type { ChangeKind, NoticeText } from './notice-texts.ts'
import { filledIn } from './notice-texts.ts'
import type { ValueRow } from './notices.server.ts'
import { notifyCustomersJobName, valueColumns, valuesOf, valueTables } from './notices.server.ts'
import { notifiedPurchases } from './held-purchases.server.ts'

/** Customers per transaction, so that other work never waits long. */
const batch = 200

const scheduleNotice = defineMessage<{ subject: string; text: string }>({
  name: 'schedule-change',
  label: () => t('Event change'),
  write: ({ subject, text }) => ({ subject, paragraphs: text.split(/\n{2,}/), isForCustomers: true }),
})

/** Emails customers about changes that staff have decided to notify them of. */
export const notifyCustomersJob: Job = {
  name: notifyCustomersJobName,
  label: msg('Event change emails'),
  does: msg('Emails customers about the event changes that staff chose to announce.'),
  staleWithout: msg('Customers don’t hear that their event moved or is cancelled.'),
  overlap: 'share',
  cron: '* * * * *',
  async run({ database, signal }) {
    while (!signal.aborted && (await notifyBatch(database))) {
      /* the next ones */
    }
  },
}

interface Change {
  readonly id: number
  readonly kind: ChangeKind
  readonly texts: Readonly<Record<string, NoticeText>>
  readonly decidedBy: string
}

interface Unnotified extends ValueRow {
  readonly purchaseId: number
  readonly locale: string
}

/**
 * Sends one batch for one change. Returns false once there is none. Only the worker with the lock on the change sends
 * for it.
 */
async function notifyBatch(database: Database): Promise<boolean> {
  return await database.kysely.transaction().execute(async (db) => {
    const {
      rows: [change],
    } = await sql<Change>`
      select id, kind, texts, decided_by as "decidedBy" from schedule_changes where state = 'sending' order by id limit 1 for update skip locked`.execute(
      db,
    )
    if (!change) return false
    const { rows } = await sql<Unnotified>`
      select n.purchase_id as "purchaseId", u.customer_locale as locale, ${valueColumns}
      from schedule_notices n join schedule_changes c on c.id = n.change_id join purchases u on u.id = n.purchase_id and ${notifiedPurchases} ${valueTables}
      where n.change_id = ${change.id} and n.notified_at is null order by n.purchase_id limit ${batch} for update of n`.execute(
      db,
    )
    if (rows.length > 0) await tell(db, change, rows)
    if (rows.length < batch) await sql`update schedule_changes set state = 'sent' where id = ${change.id}`.execute(db)
    return true
  })
}

async function tell(db: Db, { id, kind, texts, decidedBy }: Change, rows: readonly Unnotified[]): Promise<void> {
  const [fallback] = Object.values(texts)
  const letters = rows.flatMap((row) => {
    const template = texts[row.locale] ?? fallback
    if (!template) return []
    const values = valuesOf(row, row.locale)
    return [
      {
        purchaseId: row.purchaseId,
        to: row.email,
        locale: row.locale,
        data: { subject: filledIn(template.subject, values), text: filledIn(template.text, values) },
      },
    ]
  })
  const messages = await enqueueMessages(db, scheduleNotice, letters)
  const sent = letters.map(({ purchaseId }, index) => ({ purchaseId, messageId: messages[index] }))
  await customersNotified.emit(db, { kind, sent, by: decidedBy })
  const said = letters.map(({ data: { subject } }) =>
    storedColumns(storedText('Notified by email: {subject}', { subject })),
  )
  const told = rows.map(({ purchaseId }) => purchaseId)
  await sql`update schedule_notices set notified_at = now() where change_id = ${id} and purchase_id = any(${told}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, detail, said)
    select g.id, now(), 'noted', 'staff', ${decidedBy}, g.detail, g.said
    from unnest(${told}::bigint[], ${said.map(({ detail }) => detail)}::text[], ${said.map((one) => JSON.stringify(one.said))}::jsonb[])
      as g (id, detail, said)`.execute(db)
  await announceChange(db, 'purchases', null)
}
