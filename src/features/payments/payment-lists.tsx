import { lazy, Suspense } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { formatMoney } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { failureWord } from '../purchases/provider-labels.ts'
import { payments } from './payments.ts'
import { refunds } from './refunds.ts'

const RefundActions = lazy(async () => ({ default: (await import('./refund-actions.tsx')).RefundActions }))

/** A payment or refund opens its order, where everything about it is decided. */
const opens = (record: AnyRecord) => ({
  of: 'purchases',
  page: `view-${String(record['orderKind'])}`,
  id: Number(record['purchaseId']),
})

/** What went wrong, in words for people; the order says the provider's own code besides. */
const failure = ({ failure: word }: AnyRecord) => (typeof word === 'string' ? failureWord(word) : null)

const refundCells = { failure }

/** An amount, or a dash for none: a column of noughts hides the few that are not. */
const amountOf = (key: 'captured' | 'refunded') => (record: AnyRecord) =>
  cellOf(key, payments.fields[key], record[key] === 0 ? { ...record, [key]: null } : record)

/** What was asked for, which a payment that failed has too, and what came of it where that is less. */
function asked(record: AnyRecord) {
  const { authorised, captured, currency } = record
  const whole = cellOf('authorised', payments.fields.authorised, record)
  if (captured === 0 || captured === authorised) return whole
  return (
    <>
      {whole} <small>{t('{amount} captured', { amount: formatMoney(Number(captured), String(currency)) })}</small>
    </>
  )
}

const paymentCells = { failure, authorised: asked, captured: amountOf('captured'), refunded: amountOf('refunded') }

// Why one failed is read in full.
const paymentWidths = { state: 150, authorised: 112, createdAt: 102 }

const paymentQuestions = [
  { label: msg('Failed'), filter: { state: 'failed' } },
  { label: msg('Under way'), filter: { state: ['pending', 'authorised'] } },
  { label: msg('Captured'), filter: { state: 'captured' } },
] as const

const refundQuestions = [
  { label: msg('Failed'), filter: { state: 'failed' }, isAlarm: true },
  { label: msg('Came back'), filter: { state: 'reversed', isOwed: true }, isAlarm: true },
  { label: msg('Awaiting approval'), filter: { state: 'requested' } },
  { label: msg('Under way'), filter: { state: ['approved', 'processing'] } },
  { label: msg('To transfer'), filter: { state: 'approved', destination: 'bank_transfer' } },
] as const

export function PaymentsScreen() {
  return (
    <ListScreen of={payments} cells={paymentCells} widths={paymentWidths} opens={opens} questions={paymentQuestions} />
  )
}

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <RefundActions selected={selected} onDone={clear} />
    </Suspense>
  )
}

// Why it was made, and by whom, is what people look for first. The code of an order leaves room for the button that copies it.
const refundWidths = { reason: 260, reference: 124, state: 168, amount: 136, createdAt: 112 }

export function RefundsScreen() {
  const mayRefund = useMay()('refund', 'purchases')
  return (
    <ListScreen
      of={refunds}
      cells={refundCells}
      widths={refundWidths}
      opens={opens}
      {...(mayRefund && { bulkActions })}
      questions={refundQuestions}
    />
  )
}
