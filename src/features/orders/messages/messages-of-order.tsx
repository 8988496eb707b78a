import { useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { formatInstant, timeAgo } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import { messageKindLabels } from './message-kinds.ts'
import type { OrderMessages } from './order-message.endpoints.ts'
import { readOrderMessages } from './order-message.endpoints.ts'
import { ReadDialog, SendDialog } from './message-dialogs.tsx'
import classes from './order-messages.module.css'

/** How a message fares, as people say it. `kept` is where no mail server is set up. */
const statusWords: Readonly<Record<string, () => string>> = {
  waiting: () => t('Waiting'),
  sending: () => t('Sending'),
  sent: () => t('Sent'),
  kept: () => t('Not sent: no mail server'),
  failed: () => t('Given up'),
}

/** What the customer of an order was written, on the order's page, and the way to write again. */
export function MessagesOfOrder({ record }: RecordPartProps) {
  const answer = useAnswer(readOrderMessages, { params: { id: record.id } })
  const mayWrite = useMay()('write', 'purchases')
  const [open, setOpen] = useState<'send' | number | null>(null)
  const close = () => setOpen(null)
  const refresh = async () => void (await answer.refetch())
  const kinds = answer.data?.kinds ?? []
  return (
    <AnswerPanel
      title={t('Messages')}
      answer={answer}
      commands={
        mayWrite &&
        kinds.some(({ blockedReason }) => blockedReason === null) && (
          <button type="button" className={classes['write']} onClick={() => setOpen('send')}>
            {t('Send…')}
          </button>
        )
      }
    >
      {({ messages }) => (
        <>
          <Sent messages={messages} open={setOpen} />
          {open === 'send' && (
            <SendDialog id={record.id} kinds={kinds} last={messages[0]?.kind} onSent={refresh} onClose={close} />
          )}
          {typeof open === 'number' && (
            <ReadDialog
              id={record.id}
              message={open}
              isNewest={messages[0]?.id === open}
              onSent={refresh}
              onClose={close}
            />
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function Sent({ messages, open }: { messages: OrderMessages['messages']; open: (id: number) => void }) {
  if (messages.length === 0) return <p className={classes['quiet']}>{t('No messages yet')}</p>
  return (
    <ul className={classes['messages']}>
      {messages.map(({ id, kind, subject, at, status, sentBy }) => (
        <li key={id}>
          <span>
            {status === null ? (
              <b>{t(messageKindLabels[kind])}</b>
            ) : (
              <button type="button" title={subject} onClick={() => open(id)}>
                {t(messageKindLabels[kind])}
              </button>
            )}
            <time dateTime={at} title={formatInstant(at)}>
              {timeAgo(at)}
            </time>
          </span>
          <small data-status={status ?? 'deleted'}>
            {[
              status === null ? t('Deleted after 90 days') : statusWords[status]?.(),
              sentBy !== null && t('by {name}', { name: sentBy }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  )
}
