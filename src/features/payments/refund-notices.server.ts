import { sql } from 'kysely'
import { formatMoney } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { staffWith } from '../../platform/inbox/staff-with.server.ts'
import type { LockedOrder } from '../orders/order-moves.server.ts'
import { purchases } from '../purchases/purchases.ts'

/** To those who can give money back, except the person who asks. */
export const refundRequested = defineNotice<{ by: string; reference: string; amount: number; currency: string }>({
  kind: 'refund-requested',
  label: msg('Refunds to approve'),
  object: 'purchases',
  write: ({ by, reference, amount, currency }) => ({
    title: t('{by} requests a refund of {amount} for {reference}', {
      by,
      reference,
      amount: formatMoney(amount, currency),
    }),
  }),
})

/** In the transaction that makes the refund. `asker` is the id of the person who asks; null where a program does. */
export async function askForApproval(db: Db, order: LockedOrder, amount: number, asker: number | null): Promise<void> {
  const people = await staffWith(db, 'refund', 'purchases')
  const { rows } = await sql<{ name: string }>`select name from staff where id = ${asker}::bigint`.execute(db)
  await notify(db, refundRequested, {
    to: people.filter((id) => id !== asker),
    data: { by: rows[0]?.name ?? t('The server itself'), reference: order.reference, amount, currency: order.currency },
    record: { resource: purchases.name, id: order.id },
    key: String(order.id),
  })
}
