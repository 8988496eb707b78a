import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { defineNotice, notify } from '../../../platform/inbox/notices.server.ts'
import { performanceWords } from '../../events/performance/performance-labels.ts'
import { personOf } from '../../payments/refund-context.server.ts'
import { approversFor } from '../../payments/refund-notices.server.ts'
import { orderRuns } from './order-runs.ts'

interface Asked {
  readonly id: number
  readonly name: string
  readonly requestedBy: number
}

/** To those who can give money back, except the person who asks. */
const runRequested = defineNotice<{ by: string; name: string }>({
  kind: 'order-run-requested',
  label: msg('Order runs to approve'),
  object: 'purchases',
  write: ({ by, name }) => ({
    title: t('{by} requests the refunds of an order run: {name}', { by, name: performanceWords(name) }),
  }),
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

/** To the person who asked for a run, once someone else has decided on it. */
const runDecided = defineNotice<{ by: string; name: string; isApproved: boolean }>({
  kind: 'order-run-decided',
  label: msg('Decisions on order runs you requested'),
  object: 'purchases',
  write: ({ by, name, isApproved }) => {
    const values = { by, name: performanceWords(name) }
    return {
      title: isApproved
        ? t('{by} approved the order run: {name}', values)
        : t('{by} rejected the order run: {name}', values),
    }
  },
})

/** In the transaction that decides. */
export async function tellOfDecision(
  db: Db,
  { id, name, requestedBy }: Asked,
  { by, isApproved }: { readonly by: Actor; readonly isApproved: boolean },
): Promise<void> {
  if (requestedBy === personOf(by)) return
  await notify(db, runDecided, {
    to: [requestedBy],
    data: { by: by.name, name, isApproved },
    record: { resource: orderRuns.name, id },
    key: String(id),
  })
}

/** To the person who asked for a run, once no order of it waits any more. */
const runEnded = defineNotice<{ name: string; done: number; failed: number }>({
  kind: 'order-run-ended',
  label: msg('Your finished order runs'),
  object: 'purchases',
  write: ({ name: stored, done, failed }) => {
    const name = performanceWords(stored)
    return failed === 0
      ? {
          title: t('Order run finished: {name}', { name }),
          detail: t('{done, plural, one {# order} other {# orders}} done', { done }),
        }
      : {
          title: t('Order run finished with failures: {name}', { name }),
          detail: t('{done, plural, one {# order} other {# orders}} done, {failed} failed', { done, failed }),
        }
  },
})

/** In the transaction that ends it. */
export async function tellOfEnd(db: Db, { id, name, requestedBy }: Asked): Promise<void> {
  const { rows } = await sql<{ done: number; failed: number }>`
    select count(*) filter (where state = 'done')::integer as done, count(*) filter (where state = 'failed')::integer as failed
    from order_run_items where run_id = ${id}`.execute(db)
  const { done, failed } = rows[0] ?? { done: 0, failed: 0 }
  await notify(db, runEnded, {
    to: [requestedBy],
    data: { name, done, failed },
    record: { resource: orderRuns.name, id },
    key: String(id),
  })
}
