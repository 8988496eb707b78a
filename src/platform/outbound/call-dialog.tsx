import { Button } from '@mantine/core'
import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Payload } from '../../ui/payload.tsx'
import { Failure, PanelSkeleton } from '../../ui/resource/states.tsx'
import classes from './call-dialog.module.css'
import { callAdvice, hasFailed, problemWords } from './call-labels.ts'
import type { LoggedCall } from './logged-call.ts'

interface Props {
  readonly title: string
  readonly answer: {
    readonly data: LoggedCall | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
  /** The new answer, once it was sent again. */
  readonly again: { readonly data: LoggedCall | undefined; readonly isPending: boolean }
  readonly canSend: boolean
  /** False: the server leaves out the bodies for this person. */
  readonly hasBodies?: boolean
  readonly onSend: () => void
  readonly onClose: () => void
}

/** One logged call. Sent again, the new answer is beside the old one. */
export function CallDialog({ title, answer, again, canSend, hasBodies = true, onSend, onClose }: Props) {
  const { data, error, refetch } = answer
  return (
    <Dialog title={title} onClose={onClose} size={again.data ? 960 : 640}>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} what={title} />
      ) : !data ? (
        <PanelSkeleton />
      ) : (
        <div className={classes['opened']}>
          <p>
            {data.method} {data.url}
          </p>
          {data.request !== null && <Payload text={data.request} />}
          <div className={classes['sides']} aria-live="polite">
            <Side title={again.data ? t('Before') : t('Answer')} call={data} hasBodies={hasBodies} />
            {again.data && <Side title={t('Now')} call={again.data} hasBodies={hasBodies} />}
          </div>
          <p className={classes['quiet']}>
            {hasBodies
              ? t('Keys and customer details are masked. The log has only the beginning of a long answer.')
              : t('You can’t see raw payloads, so requests and answers are left out.')}
          </p>
          {canSend && data.refusal !== null && (
            <p>
              <strong>{t('This call can’t be sent again.')}</strong> {data.refusal}
            </p>
          )}
          {canSend && data.refusal === null && (
            <div className={classes['buttons']}>
              <Button variant="default" loading={again.isPending} onClick={onSend}>
                {t('Send again')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Side({ title, call, hasBodies }: { title: string; call: LoggedCall; hasBodies: boolean }) {
  const { at, status, problem, milliseconds, answer } = call
  const isBad = hasFailed({ status, problem })
  const advice = callAdvice(status)
  return (
    <section>
      <h3>{title}</h3>
      <p>
        <span className={isBad ? classes['bad'] : ''}>
          {status === null ? t('No answer') : t('Status {status}', { status: String(status) })}
        </span>{' '}
        · {t('{n} ms', { n: formatNumber(milliseconds) })} · {formatInstant(at)}
      </p>
      {advice !== null && <p>{advice}</p>}
      {status !== null && problem !== null && <p>{problemWords(problem)}</p>}
      {(hasBodies || status === null) && (
        <Payload text={(status === null ? problem && problemWords(problem) : answer) || t('The answer has no text.')} />
      )}
    </section>
  )
}
