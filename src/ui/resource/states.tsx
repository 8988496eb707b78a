import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest, RequestFailure } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useRecordPaths } from './record-paths.tsx'
import classes from './states.module.css'

// Records that are not there are rare, so their drawing comes with the first one. Without it the words are enough.
const none = () => null
const TornTicket = lazy(async () => ({
  default: (await import('../torn-ticket.tsx').catch(() => null))?.TornTicket ?? none,
}))

/** Where a person goes on from a record that is not there. */
export interface WayBack {
  readonly href: string
  readonly many: string
}

/** The list of a resource, where this person can see it. */
export function useWayBack({ name, label }: AnyResource): WayBack | undefined {
  const href = useRecordPaths()(name, 'list')
  return href === null ? undefined : { href, many: t(label[1]) }
}

interface MissingProps {
  readonly what: string
  readonly back: WayBack | undefined
  readonly isAlert: boolean
  /** It is all that the page has, and its h1. */
  readonly isPage?: boolean
  readonly children: ReactNode
}

export function Missing({ what, back, isAlert, isPage = false, children }: MissingProps) {
  const words = t('{what} not found', { what })
  return (
    <div className={classes['missing']} {...(isAlert && { role: 'alert' })}>
      <Suspense fallback={<svg width={112} height={64} aria-hidden focusable="false" />}>
        <TornTicket />
      </Suspense>
      {isPage ? (
        <h1>{words}</h1>
      ) : (
        <p>
          <strong>{words}</strong>
        </p>
      )}
      <p>{children}</p>
      {back && (
        <Button component="a" href={back.href}>
          {t('Back to {many}', { many: inSentence(back.many) })}
        </Button>
      )}
    </div>
  )
}

/** What went wrong, in a sentence, with a way to try again and the number that support asks for. */
export function Failure({ error, onRetry, what, back }: FailureProps) {
  const failed = error instanceof FailedRequest ? error : null
  // The client has said it in a toast: what stays on the page does not say it once more.
  const isShown = error instanceof RequestFailure && error.shown
  if (failed?.status === 404)
    return (
      <Missing what={what} back={back} isAlert={!isShown}>
        {t('It might have been deleted, or the link is wrong.')}
      </Missing>
    )
  return (
    <div className={classes['failure']} {...(!isShown && { role: 'alert' })}>
      <p>
        <strong>{t('{what} didn’t load', { what })}</strong>
      </p>
      <p>{failed ? failed.message : t('The server isn’t responding. Check your connection.')}</p>
      {failed?.body.requestId && (
        <p className={classes['quiet']}>{t('Request {requestId}', { requestId: failed.body.requestId })}</p>
      )}
      <Button variant="default" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

export interface FailureProps {
  readonly error: unknown
  readonly onRetry: () => void
  readonly what: string
  /** Offered where the record is not there. */
  readonly back?: WayBack | undefined
}

/** Keeps the place of a short list while it is on the way. */
export function PanelSkeleton() {
  return (
    <div className={classes['lines']} role="status" aria-label={t('Loading')} data-waiting="">
      <div />
      <div />
    </div>
  )
}

/** In the place of a part that is on the way and is often not there at all. On the page of a record, what is below waits with it. */
export function Waiting() {
  return <div data-waiting="" hidden />
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
