import { msg, t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { Facts } from '../../ui/resource/facts.tsx'
import { HistoryLink } from '../../ui/resource/history-link.tsx'
import { RecordCommands } from '../../ui/resource/record-commands.tsx'
import { RecordNeighbours } from '../../ui/resource/record-neighbours.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton, useWayBack } from '../../ui/resource/states.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { previewMessage } from './message.endpoints.ts'
import { MessageLetter } from './message-letter.tsx'
import { messages } from './messages.ts'
import { useMessagesWithKinds } from './named-kinds.web.ts'
import classes from './messages.module.css'
import { ResendButton } from './resend-button.tsx'

/** How a message that has not left by a mail server leaves, in a sentence. */
const routes = {
  'smtp': null,
  'demo-inbox': msg('No mail server is set up, so messages are kept here and in the demo inbox.'),
  'none': msg('No mail server is set up (SMTP_URL), so messages stay here and are not sent.'),
} as const

const facts = [
  'createdAt',
  'recipient',
  'status',
  'template',
  'attempts',
  'nextAttemptAt',
  'sentAt',
  'lastError',
] as const

/** One message: how it fares and what it says. */
export function MessageScreen() {
  const [query] = useRouteQuery()
  const { mayWrite, title } = usePage()
  const named = useMessagesWithKinds()
  const id = recordIdIn(query['id'])
  const record = useRecord(messages, id)
  const back = useWayBack(messages)
  const preview = useAnswer(previewMessage, { params: { id: id ?? 0 }, enabled: id !== null })
  const error = record.error ?? preview.error
  const retry = () => {
    void record.refetch()
    void preview.refetch()
  }
  if (id === null) return <NoSuchPage what={t('Message')} back={back} />
  if (error) return <FailedPage error={error} onRetry={retry} what={t('Message')} back={back} />
  if (!record.data || !preview.data)
    return (
      <PageFrame record={{ kind: t('Message'), name: title }}>
        <FormSkeleton />
      </PageFrame>
    )
  const message: AnyRecord = record.data
  const note = routes[preview.data.mail]
  return (
    <PageFrame
      record={{ kind: t('Message'), name: preview.data.subject }}
      actions={
        <RecordCommands>
          <RecordNeighbours resource={messages} record={{ id }} />
          {mayWrite && preview.data.mayResend && <ResendButton messages={[message]} onDone={retry} />}
          <HistoryLink resource={messages.name} id={id} />
        </RecordCommands>
      }
    >
      {note && <p className={classes['note']}>{t(note)}</p>}
      <div className={classes['facts']}>
        <Facts of={named} record={message} keys={facts} />
      </div>
      <section className={classes['card']} aria-label={t('Message')}>
        <MessageLetter letter={preview.data} isLive={false} />
      </section>
    </PageFrame>
  )
}
