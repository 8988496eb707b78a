import { endSession } from '../kit/session.web.ts'
import { loginAddress } from './safe-redirect.ts'

/** Logs out and leaves for the sign-in page, which leads back to `fullPath` (path, query and fragment). */
export async function logOut(fullPath: string): Promise<void> {
  await endSession()
  window.location.assign(loginAddress(fullPath))
}
