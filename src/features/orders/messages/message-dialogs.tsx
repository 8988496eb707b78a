import { Button, NativeSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { nameOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import type { MessageKind } from './message-kinds.ts'
import type { Letter, OrderMessages } from './order-message.endpoints.ts'
import {
  previewOrderMessage,
  readOrderMessage,
  resendOrderMessages,
  sendOrderMessage,
} from './order-message.endpoints.ts'
import classes from './order-messages.module.css'

/**
 * Runs what says whether the message was sent, until it was. It drops a press that comes before the button is drawn as
 * busy, or before the dialog is gone: the customer would get the message twice.
 */
function useSendOnce() {
  const isSending = useRef(false)
  return async (run: () => Promise<boolean>): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    isSending.current = await run()
  }
}

interface SendDialogProps {
  readonly id: number
  readonly kinds: OrderMessages['kinds']
  /** The kind of the last message that was sent, which is what people most often send again. */
  readonly last: MessageKind | undefined
  readonly onSent: () => Promise<void>
  readonly onClose: () => void
}

/** Which message, what it will say, and the button that sends it. */
export function SendDialog({ id, kinds, last, onSent, onClose }: SendDialogProps) {
  const possible = kinds.filter(({ blockedReason }) => blockedReason === null)
  const blocked = kinds.filter(({ blockedReason }) => blockedReason !== null)
  const [kind, setKind] = useState<MessageKind | undefined>(
    (possible.find((one) => one.kind === last) ?? possible[0])?.kind,
  )
  const send = useCommand(sendOrderMessage)
  const once = useSendOnce()
  if (kind === undefined) return null
  async function run(chosen: MessageKind): Promise<boolean> {
    // A failure has been shown by the client already.
    const answer = await send.mutateAsync({ params: { id }, input: { kind: chosen } }).catch(() => null)
    if (!answer) return false
    toast.success(t('Message sent'))
    onClose()
    void onSent()
    return true
  }
  return (
    <Dialog title={t('Send message')} onClose={onClose} isBusy={send.isPending} size={640}>
      <div className={classes['dialog']}>
        <NativeSelect
          label={t('Message')}
          value={kind}
          data={possible.map((one) => ({ value: one.kind, label: one.name }))}
          onChange={({ currentTarget: { value } }) => setKind(possible.find((one) => one.kind === value)?.kind ?? kind)}
        />
        <Preview id={id} kind={kind} key={kind} />
        {blocked.length > 0 && (
          <details className={classes['blocked']}>
            <summary>
              {t('{n, plural, one {# message} other {# messages}} not available', { n: blocked.length })}
            </summary>
            <dl>
              {blocked.map(({ kind: key, name, blockedReason }) => (
                <div key={key}>
                  <dt>{name}</dt>
                  <dd>{blockedReason}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button loading={send.isPending} onClick={() => void once(() => run(kind))}>
            {t('Send')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Preview({ id, kind }: { id: number; kind: MessageKind }) {
  const { data, error, refetch } = useAnswer(previewOrderMessage, { params: { id }, query: { kind } })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Preview')} />
  return data ? <LetterSheet letter={data} /> : <PanelSkeleton />
}

interface ReadDialogProps {
  readonly id: number
  readonly message: number
  /** Sending again is for the last one: what came before it is no longer true. */
  readonly isNewest: boolean
  readonly onSent: () => Promise<void>
  readonly onClose: () => void
}

/** One message, as it was sent. */
export function ReadDialog({ id, message, isNewest, onSent, onClose }: ReadDialogProps) {
  const { data, error, refetch } = useAnswer(readOrderMessage, { params: { id, message } })
  const mayWrite = useMay()('write', 'purchases')
  const resend = useCommand(resendOrderMessages)
  const once = useSendOnce()
  async function run(): Promise<boolean> {
    // A failure has been shown by the client already.
    const answer = await resend.mutateAsync({ input: { ids: [id] } }).catch(() => null)
    const [result] = answer?.results ?? []
    if (!result) return false
    if (result.ok) toast.success(t('Message sent again'))
    else toast.warning(result.message ?? '')
    onClose()
    void onSent()
    return true
  }
  return (
    <Dialog title={data?.subject ?? t('Message')} onClose={onClose} isBusy={resend.isPending} size={640}>
      <div className={classes['dialog']}>
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} what={t('Message')} />
        ) : data ? (
          <LetterSheet letter={data} />
        ) : (
          <PanelSkeleton />
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          {mayWrite && isNewest && (
            <Button loading={resend.isPending} disabled={!data} onClick={() => void once(run)}>
              {t('Send again')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** A message as its receiver sees it, with to whom and in which language. */
export function LetterSheet({ letter: { to, locale, subject, paragraphs } }: { letter: Letter }) {
  return (
    <div className={classes['sheet']}>
      <p className={classes['quiet']}>
        {to} · {nameOf('language', locale)}
      </p>
      <div lang={locale} className={classes['letter']}>
        <h3>{subject}</h3>
        {paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
    </div>
  )
}
