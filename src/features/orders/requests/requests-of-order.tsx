import { formatDate, formatMoney, formatPercent, timeAgo } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { Waiting } from '../../../ui/resource/states.tsx'
import type { RequestOfOrder } from './request.endpoints.ts'
import { readRequestsOfOrder } from './request.endpoints.ts'
import classes from './requests.module.css'

const states = {
  open: { label: msg('Awaiting answer'), tone: 'warn' },
  approved: { label: msg('Approved'), tone: 'good' },
  declined: { label: msg('Declined'), tone: 'neutral' },
} as const

/** What the customer has asked for by the link in a message, with the quote that they saw. Most ask for nothing. */
export function RequestsOfOrder({ record }: RecordPartProps) {
  const answer = useAnswer(readRequestsOfOrder, {
    params: { id: record.id },
    query: { version: record.version },
  })
  if (!answer.data) return <Waiting />
  if (answer.data.length === 0) return null
  const currency = String((record as { readonly currency?: unknown }).currency)
  return (
    <AnswerPanel title={t('Customer requests')} answer={answer}>
      {(requests) => (
        <ul className={classes['requests']}>
          {requests.map((request) => (
            <li key={request.id}>
              <Request request={request} currency={currency} />
            </li>
          ))}
        </ul>
      )}
    </AnswerPanel>
  )
}

function Request({ request, currency }: { readonly request: RequestOfOrder; readonly currency: string }) {
  const { kind, state, wantedDate, wantedTime, note, refund, kept, basisPoints, answer, decidedBy, createdAt } = request
  return (
    <>
      <div className={classes['head']}>
        <b>
          {kind === 'cancellation'
            ? t('Cancel the order')
            : t('Come on {date}', { date: `${formatDate(wantedDate ?? '')} ${wantedTime ?? ''}`.trim() })}
        </b>
        <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>
      </div>
      {kind === 'cancellation' && (
        <p>
          {t('Quote: {refund} back ({share}), {kept} kept', {
            refund: formatMoney(refund, currency),
            share: formatPercent(basisPoints),
            kept: formatMoney(kept, currency),
          })}
        </p>
      )}
      {note !== null && <blockquote>{note}</blockquote>}
      {answer !== null && <p>{t('Answer: {answer}', { answer })}</p>}
      <small>
        {timeAgo(createdAt)}
        {decidedBy !== null && ` · ${decidedBy}`}
      </small>
    </>
  )
}
