import { msg, t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { defineNotice, notify } from '../../../platform/inbox/notices.server.ts'
import { approversFor } from '../../payments/refund-notices.server.ts'
import { orderRuns } from './order-runs.ts'

/** To those who can give money back, except the person who asks. */
const runRequested = defineNotice<{ by: string; name: string }>({
  kind: 'order-run-requested',
  label: msg('Order runs to approve'),
  object: 'purchases',
  write: ({ by, name }) => ({ title: t('{by} requests the refunds of an order run: {name}', { by, name }) }),
})

/** In the transaction that asks for the run. `asker` is the id of the person who does; null where a program does. */
export async function askToApproveRun(
  db: Db,
  run: { readonly id: number; readonly name: string },
  asker: number | null,
): Promise<void> {
  const { to, by } = await approversFor(db, asker)
  await notify(db, runRequested, {
    to,
    data: { by, name: run.name },
    record: { resource: orderRuns.name, id: run.id },
    key: String(run.id),
  })
}
