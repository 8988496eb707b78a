import { msg, t } from '../../core/i18n/language.ts'
import { FailedRequest, isCancelled, messageOf, RequestFailure } from '../../core/browser/request-errors.web.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { loginAddress } from '../navigation/safe-redirect.ts'

/** Pages that anyone can see, by their exact path. The sign-in page is a separate document. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set(['/404', '/ip-validation', '/demo-inbox'])

/** The message of a failed check when the thrown value carries no text. */
const NO_TEXT = msg('Has Error')

/** How long a failed check's message stays, in milliseconds. */
const MESSAGE_MS = 3000

/** The world outside the guard, so that tests can replace it. */
export interface GuardSurroundings {
  readToken(): string | null
  sessionFor(token: string): SignedIn | null
  loadSession(token: string): Promise<SignedIn>
  clearSession(): void
  /** Shows a failure of the client as the error catalogue says, on the page that comes next. */
  leaveMessage(text: string, milliseconds: number): void
  /** Leaves this document for the sign-in page. */
  goTo(address: string): void
  finishProgress(): void
}

/**
 * - `render`: go on; `session` is null for public pages when no user is signed in.
 * - `leave`: the browser is on its way to another document, so nothing more should happen here.
 */
export type Verdict = { readonly kind: 'render'; readonly session: SignedIn | null } | { readonly kind: 'leave' }

/**
 * Called on every navigation, before anything is shown. `fullPath` is path, query and fragment.
 *
 * An explicit "loaded" state, not the number of permissions, says whether the session is known: a user without a single
 * permission is still signed in.
 */
export async function checkSession(path: string, fullPath: string, outside: GuardSurroundings): Promise<Verdict> {
  const token = outside.readToken()
  if (token === null) {
    outside.clearSession()
    return PUBLIC_PATHS.has(path) ? { kind: 'render', session: null } : leave(loginAddress(fullPath), outside)
  }
  const known = outside.sessionFor(token)
  if (known) return { kind: 'render', session: known }
  try {
    return { kind: 'render', session: await outside.loadSession(token) }
  } catch (failure) {
    // Leaving the page broke the call off: that says nothing about the session.
    if (isCancelled(failure)) return { kind: 'leave' }
    outside.clearSession()
    // The client has already sent an unverified address to its own page.
    if (isUnverifiedAddress(failure)) {
      outside.finishProgress()
      return { kind: 'leave' }
    }
    if (!(failure instanceof RequestFailure && failure.shown)) outside.leaveMessage(...messageFor(failure))
    return leave(loginAddress(fullPath), outside)
  }
}

function leave(address: string, outside: GuardSurroundings): Verdict {
  outside.goTo(address)
  outside.finishProgress()
  return { kind: 'leave' }
}

function isUnverifiedAddress(failure: unknown): boolean {
  return failure instanceof FailedRequest && failure.status === 403 && failure.body.error === 'UnverifiedIP'
}

/** Always a string: an Error object itself would show up as an empty message. */
function messageFor(failure: unknown): [text: string, milliseconds: number] {
  const hadNoResponse = failure instanceof RequestFailure && !(failure instanceof FailedRequest)
  return hadNoResponse ? [t('Something went wrong'), 1000] : [messageOf(failure) ?? t(NO_TEXT), MESSAGE_MS]
}
