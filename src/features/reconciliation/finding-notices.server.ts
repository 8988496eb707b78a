import { sql } from 'kysely'
import { formatMoney } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import type { Db } from '../../db/tables.server.ts'
import { recordsAssigned } from '../../platform/assignments/assignments.server.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { maxOpenDays } from './finding-rules.ts'
import { reconciliationFindings } from './reconciliation-findings.ts'

/** To the owner. `by` is null where the check gave it to them; `count` is above 1 where several came at once. */
const findingAssigned = defineNotice<{ by: string | null; subject: string; count: number }>({
  kind: 'finding-assigned',
  label: msg('Findings assigned to you'),
  object: 'purchases',
  write: ({ by, subject, count }) => {
    if (by === null)
      return {
        title:
          count === 1
            ? t('The books disagree on {subject}. The finding is yours', { subject })
            : t('The books disagree. {count, plural, one {# finding is} other {# findings are}} yours', { count }),
      }
    return {
      title:
        count === 1
          ? t('{by} assigned the finding on {subject} to you', { by, subject })
          : t('{by} assigned {count, plural, one {# finding} other {# findings}} to you', { by, count }),
    }
  },
})

/** To everyone who can give money back, once for each time that a finding opens. */
export const findingOverdue = defineNotice<{
  subject: string
  rule: string
  difference: number
  currency: string
  owner: string | null
}>({
  kind: 'finding-overdue',
  label: msg('Findings that are open for too long'),
  object: 'purchases',
  email: 'daily',
  write: ({ subject, rule, difference, currency, owner }) => ({
    title: t('The finding on {subject} has been open for over {n} days', { subject, n: maxOpenDays }),
    detail: t('{check}: {amount}. Owner: {owner}', {
      check: choiceLabelOf(reconciliationFindings.fields.rule, rule),
      amount: formatMoney(difference, currency),
      owner: owner ?? t('no one'),
    }),
  }),
})

interface Given {
  readonly ids: readonly number[]
  readonly to: number
  readonly by: string | null
}

/** One piece of news for the person, however many findings there are. */
export async function notifyOwner(db: Db, { ids, to, by }: Given): Promise<void> {
  const [id = 0] = ids
  const { rows } = await sql<{ subject: string }>`
    select subject from reconciliation_findings where id = ${id}`.execute(db)
  const data = { by, subject: rows[0]?.subject ?? '', count: ids.length }
  const target =
    ids.length === 1
      ? { record: { resource: reconciliationFindings.name, id }, key: String(id) }
      : { path: `/purchases/reconciliation/list?${new URLSearchParams({ filter: JSON.stringify(ownedBy(to)) })}` }
  await notify(db, findingAssigned, { to: [to], data, ...target })
}

const ownedBy = (person: number) => ({ state: 'open', assigneeId: [person] })

/** What staff give each other is news for who gets it. */
export function noteFindingAssignments(): void {
  recordsAssigned.listen('reconciliation', async ({ db, resource, ids, by, to }) => {
    if (resource.name === reconciliationFindings.name && to !== null && to.id !== by.id)
      await notifyOwner(db, { ids, to: to.id, by: by.name })
  })
}
