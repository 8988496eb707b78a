import { sql } from 'kysely'
import { formatInstant, formatMoney } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import type { Db } from '../../db/tables.server.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { staffWith } from '../../platform/inbox/staff-with.server.ts'
import type { DisputeReason, DisputeStatus } from './dispute-states.ts'
import { isClosed, isInquiry } from './dispute-states.ts'
import { disputes } from './disputes.ts'

// To those who can give money back, because both answers are theirs: evidence, and accepting. And to the person whose order it
// is, except where the order is with one of them already.

// A type, because an interface has no index signature.
type Disputed = { readonly reference: string; readonly amount: number; readonly currency: string }

export const disputeOpened = defineNotice<Disputed & { reason: string; due: string | null; isInquiry: boolean }>({
  kind: 'dispute-opened',
  label: msg('New disputes and questions of banks'),
  object: 'purchases',
  email: 'daily',
  write: ({ reference, amount, currency, reason, due, isInquiry: isQuestion }) => {
    const words = { reference, amount: formatMoney(amount, currency) }
    const why = choiceLabelOf(disputes.fields.reason, reason)
    return {
      title: isQuestion
        ? t('A bank asks about {amount} of {reference}', words)
        : t('A customer disputes {amount} of {reference}', words),
      detail:
        due === null ? why : t('{reason}. Answer by {moment} UTC.', { reason: why, moment: formatInstant(due, 'UTC') }),
    }
  },
})

/** While there is still time to answer. Silence loses the money, so it comes by email too. */
export const disputeDue = defineNotice<Disputed & { due: string; isInquiry: boolean }>({
  kind: 'dispute-due',
  label: msg('Disputes to answer within 3 days'),
  object: 'purchases',
  email: 'now',
  write: ({ reference, amount, currency, due, isInquiry: isQuestion }) => ({
    title: t('Answer the bank about {reference} by {moment} UTC', { reference, moment: formatInstant(due, 'UTC') }),
    detail: isQuestion
      ? t('Without an answer, {amount} can become a dispute.', { amount: formatMoney(amount, currency) })
      : t('Without an answer, {amount} is lost.', { amount: formatMoney(amount, currency) }),
  }),
})

export const disputeDecided = defineNotice<Disputed & { isWon: boolean }>({
  kind: 'dispute-decided',
  label: msg('Disputes that are won or lost'),
  object: 'purchases',
  write: ({ reference, amount, currency, isWon }) => ({
    title: isWon
      ? t('The dispute of {reference} is won', { reference })
      : t('The dispute of {reference} is lost', { reference }),
    detail: isWon
      ? t('{amount} is ours again.', { amount: formatMoney(amount, currency) })
      : t('The bank gave {amount} to the customer. Do not refund it again.', {
          amount: formatMoney(amount, currency),
        }),
  }),
})

/** Whom a dispute concerns. `assignee` is the id of the person whose order it is. */
export async function concernedBy(db: Db): Promise<(assignee: number | null) => number[]> {
  const people = await staffWith(db, 'refund', 'purchases')
  return (assignee) => [...new Set(assignee === null ? people : [...people, assignee])]
}

interface News {
  readonly id: number
  readonly amount: number
  readonly currency: string
  readonly was: DisputeStatus | undefined
  readonly status: DisputeStatus
  readonly reason: DisputeReason
  readonly dueBy: Date | null
  /** What the bank kept. */
  readonly kept: number
}

/** Tells staff what is new of a dispute, in the transaction that writes it down. Who accepted it knows that it is lost. */
export async function reportDispute(db: Db, { id, was, status, kept, ...news }: News): Promise<void> {
  const isNew = was === undefined ? !isClosed(status) : isInquiry(was) && !isInquiry(status) && !isClosed(status)
  const isDecided = was !== status && (status === 'won' || status === 'lost')
  if (!isNew && !isDecided) return
  const { rows } = await sql<{ reference: string; assignee: number | null; accepted: number[] }>`
    select p.reference, p.assignee_id as assignee, array(select a.requested_by from dispute_answers a
      where a.dispute_id = d.id and a.kind = 'accept' and a.state <> 'failed' and a.requested_by is not null) as accepted
    from disputes d join purchases p on p.id = d.purchase_id where d.id = ${id}`.execute(db)
  const [order] = rows
  if (!order) return
  const { reference, assignee, accepted } = order
  const to = (await concernedBy(db))(assignee)
  const { amount, currency, reason, dueBy } = news
  const about = { record: { resource: disputes.name, id }, key: String(id) }
  if (isNew)
    await notify(db, disputeOpened, {
      to,
      data: {
        reference,
        amount,
        currency,
        reason,
        due: dueBy?.toISOString() ?? null,
        isInquiry: isInquiry(status),
      },
      ...about,
    })
  else
    await notify(db, disputeDecided, {
      to: to.filter((person) => !accepted.includes(person)),
      data: { reference, amount: status === 'won' ? amount : kept, currency, isWon: status === 'won' },
      ...about,
    })
}
