import { sql } from 'kysely'
import { formatMoney } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { staffWith } from '../../platform/inbox/staff-with.server.ts'
import { purchases } from '../purchases/purchases.ts'

/**
 * To those who can refund, and the person whose order it is: the customer is without their money, and a refund that came back is
 * over, so that no queue has it.
 */
const refundReversed = defineNotice<{ reference: string; amount: number; currency: string }>({
  kind: 'refund-reversed',
  label: msg('Refunds that come back'),
  object: 'purchases',
  write: ({ reference, amount, currency }) => ({
    title: t('A refund of {amount} for {reference} came back', { reference, amount: formatMoney(amount, currency) }),
    detail: t('The customer doesn’t have the money. Refund it another way.'),
  }),
})

/** In the transaction that reverses the refund. `by` is the id of the person who recorded it; null where a program does. */
export async function reportReversal(
  db: Db,
  order: { readonly id: number; readonly reference: string; readonly currency: string },
  amount: number,
  by: number | null,
): Promise<void> {
  const people = await staffWith(db, 'refund', 'purchases')
  const { rows } = await sql<{ assignee: number | null }>`
    select assignee_id as assignee from purchases where id = ${order.id}`.execute(db)
  const to = [...people, ...rows.flatMap(({ assignee }) => assignee ?? [])]
  await notify(db, refundReversed, {
    to: [...new Set(to)].filter((id) => id !== by),
    data: { reference: order.reference, amount, currency: order.currency },
    record: { resource: purchases.name, id: order.id },
    key: String(order.id),
  })
}
