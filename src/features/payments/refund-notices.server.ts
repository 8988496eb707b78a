import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
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

/** Who can approve what a person asks for, and that person's name. `asker` is null where a program asks. */
export async function approversFor(db: Db, asker: number | null): Promise<{ to: number[]; by: string }> {
  const people = await staffWith(db, 'refund', 'purchases')
  const { rows } = await sql<{ name: string }>`select name from staff where id = ${asker}::bigint`.execute(db)
  return { to: people.filter((id) => id !== asker), by: rows[0]?.name ?? t('The server itself') }
}

/** In the transaction that makes the refund. `asker` is the id of the person who asks; null where a program does. */
export async function askForApproval(db: Db, order: LockedOrder, amount: number, asker: number | null): Promise<void> {
  const { to, by } = await approversFor(db, asker)
  await notify(db, refundRequested, {
    to,
    data: { by, reference: order.reference, amount, currency: order.currency },
    record: { resource: purchases.name, id: order.id },
    key: String(order.id),
  })
}

/** To the person who asked for a refund, once someone else has decided on it. */
const refundDecided = defineNotice<{
  by: string
  reference: string
  amount: number
  currency: string
  isApproved: boolean
}>({
  kind: 'refund-decided',
  label: msg('Decisions on refunds you requested'),
  object: 'purchases',
  write: ({ by, reference, amount, currency, isApproved }) => {
    const values = { by, reference, amount: formatMoney(amount, currency) }
    return {
      title: isApproved
        ? t('{by} approved the refund of {amount} for {reference}', values)
        : t('{by} rejected the refund of {amount} for {reference}', values),
    }
  },
})

/** In the transaction that decides. A refund that a program asked for has no one to tell. */
export async function tellRequester(
  db: Db,
  order: LockedOrder,
  refundId: number,
  { by, isApproved }: { readonly by: Actor; readonly isApproved: boolean },
): Promise<void> {
  const { rows } = await sql<{ requestedBy: number | null; amount: number; currency: string }>`
    select requested_by as "requestedBy", amount, currency from refunds
    where id = ${refundId} and requested_by is distinct from ${by.behind?.id ?? by.id}`.execute(db)
  for (const { requestedBy, amount, currency } of rows)
    await notify(db, refundDecided, {
      to: requestedBy === null ? [] : [requestedBy],
      data: { by: by.name, reference: order.reference, amount, currency, isApproved },
      record: { resource: purchases.name, id: order.id },
      key: `${refundId}`,
    })
}
