import type { Actor } from '../../kit/access.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'

/**
 * Refuses (403 `FreshSignInRequired`) what needs somebody who proved who they are within the last five minutes. Call
 * it first in a handler, before anything is looked up. `what` completes "To …": `change a role`.
 */
export function requireFreshSignIn(actor: Actor, what: string): void {
  if (actor.kind === 'system' || actor.session?.isFresh) return
  throw new Refusal(403, t('To {what}, you need to have signed in within the last five minutes. Sign in again and repeat it.', { what }), {
    error: 'FreshSignInRequired',
  })
}
