import { Button } from '@mantine/core'
import { formatInstant, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import type { ProviderCall } from './provider-call.endpoints.ts'
import { readProviderCall, sendCallAgain } from './provider-call.endpoints.ts'
import classes from './provider-calls.module.css'

interface Props {
  readonly code: string
  readonly id: number
  readonly canSend: boolean
  readonly onSent: () => void
  readonly onClose: () => void
}

/** One logged call. Sent again, the new answer is beside the old one. */
export function ProviderCallDialog({ code, id, canSend, onSent, onClose }: Props) {
  const params = { code, id }
  const { data, error, refetch } = useAnswer(readProviderCall, { params })
  const again = useCommand(sendCallAgain)
  const send = () => again.mutate({ params }, { onSuccess: onSent })

  return (
    <Dialog title={t('Provider call')} onClose={onClose} size={again.data ? 960 : 640}>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} what={t('Provider call')} />
      ) : !data ? (
        <PanelSkeleton />
      ) : (
        <div className={classes['opened']}>
          <p>
            {data.method} {data.url}
          </p>
          {data.request !== null && <Payload text={data.request} />}
          <div className={classes['sides']} aria-live="polite">
            <Side title={again.data ? t('Before') : t('Answer')} call={data} />
            {again.data && <Side title={t('Now')} call={again.data} />}
          </div>
          <p className={classes['quiet']}>
            {t('Keys and customer details are masked. The log has only the beginning of a long answer.')}
          </p>
          {canSend && data.refusal !== null && (
            <p>
              <strong>{t('This call can’t be sent again.')}</strong> {data.refusal}
            </p>
          )}
          {canSend && data.refusal === null && (
            <div className={classes['buttons']}>
              <Button variant="default" loading={again.isPending} onClick={send}>
                {t('Send again')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Side({ title, call }: { title: string; call: ProviderCall }) {
  const { at, status, problem, milliseconds, answer } = call
  const isBad = status === null || status >= 400
  return (
    <section>
      <h3>{title}</h3>
      <p>
        <span className={isBad ? classes['bad'] : ''}>
          {status === null ? t('No answer') : t('Status {status}', { status: String(status) })}
        </span>{' '}
        · {t('{n} ms', { n: formatNumber(milliseconds) })} · {formatInstant(at)}
      </p>
      <Payload text={(status === null ? problem : answer) || t('The answer has no text.')} />
    </section>
  )
}

/** Longer ones scroll, which the keyboard must reach. */
function Payload({ text }: { text: string }) {
  return (
    <pre className={classes['payload']} tabIndex={0}>
      {laidOut(text)}
    </pre>
  )
}

/** JSON with a line for each value; everything else as it came. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
