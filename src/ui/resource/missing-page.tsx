import { t } from '../../core/i18n/language.ts'
import { FailedRequest, RequestFailure } from '../../core/browser/request-errors.web.ts'
import { PageFrame } from '../page-frame.tsx'
import type { FailureProps, WayBack } from './states.tsx'
import { Failure, Missing } from './states.tsx'

const noTitleRow = <></>

/** The page of a record whose address names none. What is missing is its heading: “Edit coupon” would be above nothing. */
export function NoSuchPage({ what, back }: { what: string; back?: WayBack | undefined }) {
  return (
    <PageFrame heading={noTitleRow}>
      <Missing what={what} back={back} isPage isAlert>
        {t('The link is incomplete. It might have been cut off when it was copied.')}
      </Missing>
    </PageFrame>
  )
}

/** The page of a record that is not there, or that could not be loaded. */
export function FailedPage(props: FailureProps) {
  const { error, what, back } = props
  if (!(error instanceof FailedRequest && error.status === 404))
    return (
      <PageFrame>
        <Failure {...props} />
      </PageFrame>
    )
  return (
    <PageFrame heading={noTitleRow}>
      {/* The client has said it in a toast: the page does not say it once more. */}
      <Missing what={what} back={back} isPage isAlert={!(error instanceof RequestFailure && error.shown)}>
        {t('It might have been deleted, or the link is wrong.')}
      </Missing>
    </PageFrame>
  )
}
