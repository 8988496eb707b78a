import { clearToken, readToken } from '../cookies.web.ts'
import { keepDrafts } from '../drafts.web.ts'
import { t } from '../language.ts'
import { currentSession } from '../session.web.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'

/** Asked for this much earlier than the server insists on it, so that there is time to answer a dialog; milliseconds. */
const margin = 20_000

/**
 * Asks for a fresh sign-in where the last one is too long ago. Call it before a dangerous command is sent or its dialog
 * opens, so that the server need not refuse it. `what` completes "To …": `change a role`.
 *
 * @returns true to go on; false when the person would rather not, or is on the way to sign in. Unsaved edits of forms
 *   are kept, and signing in leads back to this page.
 */
export async function confirmFreshSignIn(what: string): Promise<boolean> {
  const session = currentSession()
  // Signed in anew in another tab: how fresh that is only the server knows.
  if (!session || session.token !== readToken() || session.freshUntil - margin > Date.now()) return true
  const { action } = await confirmBox(
    t('To {what}, you need to have signed in within the last five minutes. You come back to this page, with your unsaved changes.', { what }),
    t('Sign in again?'), { type: 'info', confirmText: t('Sign in again'), cancelText: t('Cancel') },
  )
  if (action !== 'confirm') return false
  keepDrafts()
  clearToken()
  window.location.reload()
  return false
}
