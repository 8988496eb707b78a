import { msg, t } from '../i18n/language.ts'
import type { HttpSurroundings, RequestOptions } from './request-options.web.ts'
import {
  asksForFreshSignIn,
  CancelledRequest,
  FailedRequest,
  NoResponse,
  type RequestFailure,
} from './request-errors.web.ts'

const NO_RESPONSE_TEXT = msg('Something went wrong')
const NO_RESPONSE_SHOWN_MS = 1000
const MESSAGE_SHOWN_MS = 3000
const UNVERIFIED_IP_ADDRESS = '/#/ip-validation?unverifiedIP=true'

/** How failures reach the person. The page decides: the console has a dialog, the sign-in page has none. */
export interface FailurePresenter {
  showError(text: string, milliseconds: number): void
  /** Asks whether to log in again; resolves to true for Re-Login. Absent where no user is signed in yet. */
  confirmLogout?: () => Promise<boolean>
  /** Asks whether to sign in again now, for what the message says; resolves to true for doing so. */
  confirmFreshSignIn?: (message: string) => Promise<boolean>
}

/** What failures do to the page: a message, a question, or leaving it. */
export function createFailurePage(surroundings: HttpSurroundings) {
  let presenter: FailurePresenter = { showError() {} }
  let openDialog: Promise<void> | null = null
  let hasLeft = false

  // The page lives on for a moment. Without a session every call of it would be refused.
  function signInAgain(): void {
    hasLeft = true
    surroundings.keepDrafts()
    surroundings.clearToken()
    surroundings.reload()
  }

  // Parallel calls of an expired session all answer 403: they share the one dialog that is open.
  function askToLogInAgain(ask: () => Promise<boolean>): void {
    openDialog ??= ask()
      .then((again) => {
        if (again) signInAgain()
      })
      .catch(() => {})
      .finally(() => {
        openDialog = null
      })
  }

  function show(failure: RequestFailure): void {
    if (failure.shown || failure instanceof CancelledRequest) return
    failure.shown = true
    if (failure instanceof NoResponse) {
      presenter.showError(t(NO_RESPONSE_TEXT), NO_RESPONSE_SHOWN_MS)
    } else if (failure instanceof FailedRequest && failure.status === 403 && presenter.confirmLogout) {
      askToLogInAgain(presenter.confirmLogout)
    } else if (asksForFreshSignIn(failure) && presenter.confirmFreshSignIn) {
      const { confirmFreshSignIn } = presenter
      askToLogInAgain(() => confirmFreshSignIn(failure.message))
    } else {
      presenter.showError(failure.message, MESSAGE_SHOWN_MS)
    }
  }

  function settle(failure: RequestFailure, quiet: RequestOptions['quiet']): void {
    if (failure instanceof FailedRequest && failure.status === 403 && failure.body.error === 'UnverifiedIP') {
      failure.shown = true
      surroundings.clearToken()
      surroundings.goTo(UNVERIFIED_IP_ADDRESS)
      return
    }
    if (!isKept(failure, quiet)) show(failure)
  }

  return {
    hasLeft: () => hasLeft,
    signInAgain,
    show,
    settle,
    presentWith(next: FailurePresenter) {
      presenter = next
    },
  }
}

function isKept(failure: RequestFailure, quiet: RequestOptions['quiet']): boolean {
  if (quiet === undefined) return false
  if (quiet === 'everything') return true
  if (asksForFreshSignIn(failure)) return false
  const status = failure instanceof FailedRequest ? failure.status : null
  return quiet === true ? status !== 403 : status !== null && quiet.includes(status)
}
