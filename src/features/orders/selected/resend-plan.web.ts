import type { Outcome as EachOutcome } from '../../../core/outcome.ts'
import type { MessageAgain } from '../messages/order-message.endpoints.ts'
import type { Outcome } from './each-order.web.ts'

/** Where the sending of one order's message is. */
export type Sending =
  | { readonly at: 'sending'; readonly key: string }
  | { readonly at: 'unsure'; readonly key: string; readonly why: string }
  | { readonly at: 'done' }
  | { readonly at: 'refused'; readonly why: string }

/** What the next press sends, in the order of the list. */
export function toSend(preview: readonly MessageAgain[], sent: ReadonlyMap<number, Sending>): readonly number[] {
  return preview.flatMap(({ id, blockedReason }) => {
    const at = sent.get(id)?.at
    return blockedReason === null && at !== 'done' && at !== 'refused' ? [id] : []
  })
}

/** The key to send again with what has no answer yet. */
export const keyOf = (sending: Sending | undefined): string | undefined =>
  sending && 'key' in sending ? sending.key : undefined

/** @throws Error where the answer is of another order */
export function afterSend(
  before: Sending | undefined,
  outcome: Outcome<{ readonly results: readonly EachOutcome[] }>,
): Sending {
  switch (outcome.is) {
    case 'unsure':
      return { at: 'unsure', key: keyOf(before) ?? crypto.randomUUID(), why: outcome.why }
    case 'refused':
      return { at: 'refused', why: outcome.why.message }
    case 'said': {
      const [result] = outcome.said.results
      if (!result) throw new Error('An order that was named has a result.')
      return result.ok ? { at: 'done' } : { at: 'refused', why: result.message ?? '' }
    }
  }
}
