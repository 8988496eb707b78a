import { Button } from '@mantine/core'
import { t } from '../language.ts'
import { FailedRequest } from '../request-errors.web.ts'
import { inSentence } from '../resource.ts'
import classes from './states.module.css'

/** An address that names no record, such as one that was cut off when it was copied. */
export function NoSuch({ what }: { what: string }) {
  return (
    <div className={classes['failure']} role="alert">
      <p><strong>{t('There is no such {what}', { what: inSentence(what) })}</strong></p>
      <p>{t('The address names none. Whoever sent it may have cut it off; the list and the search have them all.')}</p>
    </div>
  )
}

/** What went wrong, in a sentence, with a way to try again and the number that support asks for. */
export function Failure({ error, onRetry, what }: { error: unknown; onRetry: () => void; what: string }) {
  const failed = error instanceof FailedRequest ? error : null
  const isMissing = failed?.status === 404
  return (
    <div className={classes['failure']} role="alert">
      <p><strong>{isMissing ? t('There is no such {what}', { what: inSentence(what) }) : t('{what} could not be loaded', { what })}</strong></p>
      {!isMissing && <p>{failed ? failed.message : t('The server did not answer. Check your connection.')}</p>}
      {failed?.body.requestId && <p className={classes['quiet']}>{t('Request {requestId}', { requestId: failed.body.requestId })}</p>}
      {!isMissing && <Button variant="default" onClick={onRetry}>{t('Try again')}</Button>}
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
      {[180, 240, 140].map((height) => <div key={height} className={classes['block']} style={{ blockSize: height }} />)}
    </div>
  )
}
