import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest, RequestFailure } from '../../core/browser/request-errors.web.ts'
import classes from './states.module.css'

/** An address that names no record, such as one that was cut off when it was copied. */
export function NoSuch({ what }: { what: string }) {
  return (
    <div className={classes['failure']} role="alert">
      <p>
        <strong>{t('{what} not found', { what })}</strong>
      </p>
      <p>{t('No record selected. The link could be cut off; find the record in the list or by search.')}</p>
    </div>
  )
}

/** What went wrong, in a sentence, with a way to try again and the number that support asks for. */
export function Failure({ error, onRetry, what }: { error: unknown; onRetry: () => void; what: string }) {
  const failed = error instanceof FailedRequest ? error : null
  // The client has said it in a toast: what stays on the page does not say it once more.
  const isShown = error instanceof RequestFailure && error.shown
  const isMissing = failed?.status === 404
  return (
    <div className={classes['failure']} {...(!isShown && { role: 'alert' })}>
      <p>
        <strong>{isMissing ? t('{what} not found', { what }) : t('{what} could not be loaded', { what })}</strong>
      </p>
      {!isMissing && <p>{failed ? failed.message : t('The server did not answer. Check your connection.')}</p>}
      {failed?.body.requestId && (
        <p className={classes['quiet']}>{t('Request {requestId}', { requestId: failed.body.requestId })}</p>
      )}
      {!isMissing && (
        <Button variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

/** Keeps the place of a short list while it is on the way. */
export function PanelSkeleton() {
  return (
    <div className={classes['lines']} role="status" aria-label={t('Loading')}>
      <div />
      <div />
    </div>
  )
}

/** Keeps the place of a form while its record is on the way. */
export function FormSkeleton() {
  return (
    <div className={classes['skeleton']} role="status" aria-label={t('Loading')}>
      {[180, 240, 140].map((height) => (
        <div key={height} className={classes['block']} style={{ blockSize: height }} />
      ))}
    </div>
  )
}
