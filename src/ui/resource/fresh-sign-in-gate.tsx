import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { PageFrame } from '../page-frame.tsx'
import { t } from '../../core/i18n/language.ts'
import { useSession } from '../../core/browser/session.web.ts'
import { confirmFreshSignIn } from './fresh-sign-in.web.ts'
import classes from './states.module.css'

/**
 * The form of a dangerous action, for users who have signed in within the last five minutes; everyone else must sign in
 * first, before typing anything. `what` completes "To …": `invite a person`.
 */
export function FreshSignInGate({ what, children }: { what: string; children: ReactNode }) {
  const session = useSession()
  // Asked once: what has been typed must not vanish when the time is up.
  const [isFresh] = useState(() => session === null || session.freshUntil > Date.now())
  if (isFresh) return children
  return (
    <PageFrame>
      <div className={classes['gate']}>
        <p>
          {t('To {what}, you must have signed in within the last five minutes. You’ll come back to this page.', {
            what,
          })}
        </p>
        <Button onClick={() => void confirmFreshSignIn(what)}>{t('Sign in again')}</Button>
      </div>
    </PageFrame>
  )
}
