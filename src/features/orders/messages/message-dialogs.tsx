import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { nameOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useOnce } from '../../../ui/once.web.ts'
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

/** The client says itself why a message could not be sent. */
const shownAlready = () => {}

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
  const { isBusy, once } = useOnce()
  if (kind === undefined) return null
  async function run(chosen: MessageKind): Promise<void> {
    await send.mutateAsync({ params: { id }, input: { kind: chosen } })
    toast.success(t('Message sent'))
    onClose()
    void onSent()
  }
  return (
    <Dialog title={t('Send message')} onClose={onClose} isBusy={isBusy} size={640}>
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
          <Button loading={isBusy} onClick={() => void once(() => run(kind)).catch(shownAlready)}>
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
  const { isBusy, once } = useOnce()
  async function run(): Promise<void> {
    const { results } = await resend.mutateAsync({ input: { ids: [id] } })
    const [result] = results
    if (result?.ok) toast.success(t('Message sent again'))
    else toast.warning(result?.message ?? '')
    onClose()
    void onSent()
  }
  return (
    <Dialog title={data?.subject ?? t('Message')} onClose={onClose} isBusy={isBusy} size={640}>
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
            <Button loading={isBusy} disabled={!data} onClick={() => void once(run).catch(shownAlready)}>
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
