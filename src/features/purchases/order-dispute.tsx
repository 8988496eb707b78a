import { formatInstant, formatMoney } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Tone } from '../../core/resource/fields.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import { providerWord } from './provider-labels.ts'
import { wordOf } from './purchase-labels.ts'

const disputeTones: Readonly<Record<string, Tone>> = {
  needs_response: 'bad',
  warning_needs_response: 'warn',
  under_review: 'busy',
  warning_under_review: 'busy',
  won: 'good',
  lost: 'bad',
  prevented: 'neutral',
}

/** A bank can ask before it disputes anything. */
const inquiries: Readonly<Record<string, string>> = {
  warning_needs_response: msg('Inquiry: needs response'),
  warning_under_review: msg('Inquiry: under review'),
  warning_closed: msg('Inquiry closed'),
}

/** What of a payment a bank took, or asks about; it opens the dispute. */
export function Disputed({ dispute }: { dispute: PurchaseDetails['disputes'][number] }) {
  const { id, status, reason, currency, amount, withdrawn, reinstated, fee, dueBy, openedAt, closedAt } = dispute
  const inquiry = Object.hasOwn(inquiries, status) ? inquiries[status] : undefined
  const isWaiting = status.endsWith('needs_response')
  const href = useRecordPaths()('disputes', 'view', id)
  return (
    <li>
      <div>
        <Chip tone={disputeTones[status] ?? 'neutral'}>
          {inquiry === undefined ? t('Dispute {state}', { state: wordOf(status).toLowerCase() }) : t(inquiry)}
        </Chip>{' '}
        · {href ? <a href={href}>{providerWord(reason)}</a> : providerWord(reason)}
        <small>
          {[
            t('{amount} disputed', { amount: formatMoney(amount, currency) }),
            isWaiting && dueBy !== null && t('answer by {moment}', { moment: formatInstant(dueBy) }),
            fee > 0 && t('{amount} dispute fee', { amount: formatMoney(fee, currency) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <time dateTime={closedAt ?? openedAt}>{formatInstant(closedAt ?? openedAt)}</time>
      <b>{withdrawn > 0 && formatMoney(reinstated - withdrawn, currency)}</b>
    </li>
  )
}
