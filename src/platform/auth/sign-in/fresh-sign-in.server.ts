import type { Actor } from '../../../core/access/access.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'

/**
 * Refuses (401 `FreshSignInRequired`) what needs a person who proved who they are within the last five minutes. Call
 * it first in a handler, before anything is looked up; its endpoint says `asksProof`. `what` completes "To …": `change
 * a role`. Not a 403, which tells clients that the session is over.
 */
export function requireFreshSignIn(actor: Actor, what: string): void {
  if (actor.kind === 'system' || actor.session?.isFresh) return
  throw new Refusal(
    401,
    t('To {what}, you must have signed in within the last five minutes. Sign in again and retry.', { what }),
    {
      error: 'FreshSignInRequired',
    },
  )
}
