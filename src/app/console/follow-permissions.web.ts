import { http } from '../../core/browser/http-client.web.ts'
import { readToken } from '../../core/browser/cookies.web.ts'
import { currentSession, loadSession } from '../../core/browser/session.web.ts'

/** How often an open console that is doing nothing asks whether its permissions are the same still, in milliseconds. */
const ASK_EVERY_MS = 15_000

/**
 * Keeps menu and pages in step with the user's permissions. Every reply says which permissions it was given under; when
 * they differ from those on screen, they are fetched again and `rebuild` is called. While the server pushes changes
 * (`isLive`), there is no polling.
 */
export function followPermissions(rebuild: () => void, isLive: () => boolean): void {
  async function compare(version: string): Promise<void> {
    const before = currentSession()
    if (before === null || before.permissionsVersion === version || readToken() !== before.token) return
    // Failures show themselves at the next navigation, which asks again.
    const after = await loadSession(before.token).catch(() => null)
    if (after !== null && after.permissionsVersion !== before.permissionsVersion) rebuild()
  }
  http.watchPermissions((version) => void compare(version))
  setInterval(() => {
    if (!isLive()) askInBackground()
  }, ASK_EVERY_MS)
  document.addEventListener('visibilitychange', askInBackground)
}

/** A call that counts as no use of the session: a console that is only left open must not keep itself signed in. */
function askInBackground(): void {
  if (document.hidden || currentSession() === null || readToken() === null) return
  void http
    .request('GET', 'rest/data/rbac/whoami', { quiet: 'everything', headers: { 'X-Background': '1' } })
    .catch(() => null)
}
