import { endSession } from '../../core/browser/session.web.ts'
import { RECENTS_KEY } from './recents-key.ts'
import { loginAddress } from '../navigation/safe-redirect.ts'

/** Logs out and leaves for the sign-in page, which leads back to `fullPath` (path, query and fragment). */
export async function logOut(fullPath: string): Promise<void> {
  try {
    // The next person at this browser must not see what was looked at.
    window.localStorage.removeItem(RECENTS_KEY)
  } catch {
    // Without storage there is nothing to take away.
  }
  await endSession()
  window.location.assign(loginAddress(fullPath))
}
