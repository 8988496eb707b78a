import { readToken } from '../../core/browser/cookies.web.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { currentSession } from '../../core/browser/session.web.ts'
import { confirmBox } from '../message-box-store.web.ts'

/** Asked for this much earlier than the server insists on it, so that there is time to answer a dialog; milliseconds. */
const margin = 20_000

/** Says why a fresh sign-in is needed, and asks whether to go there now. */
export async function askToSignInAgain(why: string): Promise<boolean> {
  const { action } = await confirmBox(why, t('Sign in again?'), {
    type: 'info',
    confirmText: t('Sign in again'),
    cancelText: t('Cancel'),
  })
  return action === 'confirm'
}

/**
 * Asks for a fresh sign-in where the last one is too long ago. Call it before a dangerous command is sent or its dialog
 * opens, so that the server need not refuse it. `what` completes "To …": `change a role`.
 *
 * @returns true to go on; false when the person would rather not, or is on the way to sign in. Unsaved edits of forms
 *   are kept, and signing in leads back to this page.
 */
export async function confirmFreshSignIn(what: string): Promise<boolean> {
  const session = currentSession()
  // Signed in again in another tab: how fresh that is only the server knows.
  if (!session || session.token !== readToken() || session.freshUntil - margin > Date.now()) return true
  const wants = await askToSignInAgain(
    t('To {what}, sign in again first. You’ll come back to this page with your unsaved changes.', { what }),
  )
  if (!wants) return false
  http.signInAgain()
  return false
}
