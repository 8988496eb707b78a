import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { t } from '../../core/i18n/language.ts'
import { isMissingFile } from '../../ui/missing-file.web.ts'
import { FailedRequest, messageOf } from '../../core/browser/request-errors.web.ts'
import { useSession } from '../../core/browser/session.web.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { rich } from '../../ui/rich.tsx'
import { TornTicket } from '../../ui/torn-ticket.tsx'
import { logOut } from '../session/log-out.web.ts'
import { openLayer } from '../palette/layer.web.ts'
import { productName } from '../settings/settings.web.ts'
import { roleTitle } from '../../platform/auth/role-labels.ts'

export function NotFoundPage() {
  const { title } = usePage()
  const isSignedIn = useSession() !== null
  const { history } = useRouter()
  const canGoBack = history.canGoBack()
  return (
    <MessagePage
      title={title}
      screen="404"
      picture={<TornTicket />}
      actions={
        <>
          <Button component="a" href="/">
            {isSignedIn ? t('Go to the dashboard') : t('Sign in')}
          </Button>
          {canGoBack && (
            <Button variant="default" onClick={() => history.back()}>
              {t('Go back')}
            </Button>
          )}
          {isSignedIn && (
            <Button variant="subtle" onClick={() => openLayer('palette')}>
              {t('Search…')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('This page doesn’t exist, or your role can’t see it.')}</p>
      <p>{t('If a colleague sent you the link, ask an admin for access.')}</p>
    </MessagePage>
  )
}

/** Signed in, but without a single permission: there is nothing to show, because a role is missing. */
export function NoAccessPage() {
  const { title, screen } = usePage()
  const session = useSession()
  const router = useRouter()
  return (
    <MessagePage
      title={title}
      screen={screen}
      picture={<TornTicket />}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{t('Check again')}</Button>
          <Button variant="default" onClick={() => void logOut(router.history.location.href)}>
            {t('Log out')}
          </Button>
        </>
      }
    >
      <p>
        <strong>{t('You don’t have access to anything yet.')}</strong>
      </p>
      <p>
        {rich('Ask a {product} admin to change your role, {role}. You’re signed in as {email}.', {
          product: productName(),
          email: <code>{session?.email}</code>,
          role: session ? roleTitle(session.role) : '',
        })}
      </p>
    </MessagePage>
  )
}

export interface FailedPageProps {
  error: unknown
  title: string
  screen: string
}

/** Replaces a screen that could not be loaded or broke down. The rest of the console keeps working. */
export function FailedPage({ error, title, screen }: FailedPageProps) {
  const router = useRouter()
  const navigateTo = useNavigateTo()
  const requestId = error instanceof FailedRequest ? error.body.requestId : null
  const isMissing = isMissingFile(error)
  // Browsers remember that a module could not be fetched for as long as the document lasts.
  const tryAgain = () => (isMissing && navigator.onLine ? window.location.reload() : void router.invalidate())
  return (
    <MessagePage
      title={title}
      screen={screen}
      picture={<TornTicket />}
      actions={
        <>
          <Button onClick={tryAgain}>{t('Try again')}</Button>
          {!isMissing && (
            <Button variant="default" onClick={() => window.location.reload()}>
              {t('Reload the page')}
            </Button>
          )}
          <Button variant="subtle" onClick={() => navigateTo('/')}>
            {t('Go to the dashboard')}
          </Button>
        </>
      }
    >
      <div role="alert">
        <p>
          <strong>{t('This page didn’t load.')}</strong>
        </p>
        <p>
          {isMissing
            ? t('Part of the page didn’t load. Check your connection and try again.')
            : (messageOf(error) ?? t('Has Error'))}
        </p>
      </div>
      {requestId !== null && (
        <p>{rich('Request {requestId}. Include it if you report this.', { requestId: <code>{requestId}</code> })}</p>
      )}
    </MessagePage>
  )
}
