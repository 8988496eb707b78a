import type * as z from 'zod/mini'
import { FailedRequest, RequestFailure } from '../../../core/browser/request-errors.web.ts'
import type { AnySchema, Endpoint } from '../../../core/http/endpoint.ts'
import { atOnce } from '../../../platform/outbound/at-once.ts'
import { callEndpoint } from '../../../ui/resource/client.web.ts'

/** By these the server has decided about the order. Anything else says nothing about it. */
const decisions: readonly number[] = [403, 404, 409, 422]
/** Shown in the row of their order, and nowhere else. */
const quiet = [...decisions, 429, 503]

/** What became of one order's call. `unsure`: it is not known whether it was done, so the same call can be made again. */
export type Outcome<T> =
  | { readonly is: 'said'; readonly said: T }
  | { readonly is: 'refused'; readonly why: FailedRequest }
  | { readonly is: 'unsure'; readonly why: string }

interface Round<T> {
  /** How many calls are under way at a time. */
  readonly atOnce: number
  call(id: number): Promise<T>
  told(id: number, outcome: Outcome<T>): void
  /** Asked before each call: those under way are finished. */
  isStopped(): boolean
}

/**
 * Makes one call an order, so that no order's failure is another's. Where a call has no answer the rest are not begun:
 * without a network each of them would wait in vain.
 */
export async function forEachOrder<T>(ids: readonly number[], round: Round<T>): Promise<void> {
  const { call, told, isStopped } = round
  let isCut = false
  await atOnce(ids, round.atOnce, async (id) => {
    if (isCut || isStopped()) return
    try {
      told(id, { is: 'said', said: await call(id) })
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure
      if (isDecision(failure)) return told(id, { is: 'refused', why: failure })
      isCut = true
      told(id, { is: 'unsure', why: failure.message })
    }
  })
}

/** The same call that is under way elsewhere is refused too, with when to ask again: that decides nothing. */
function isDecision(failure: RequestFailure): failure is FailedRequest {
  return failure instanceof FailedRequest && decisions.includes(failure.status) && !failure.headers.has('Retry-After')
}

/** Calls an endpoint of one order. With the same `key` it is done once, however often it is sent. */
export const callOrder = <P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema>(
  endpoint: Endpoint<P, Q, I, O>,
  id: number,
  input?: z.input<I>,
  key?: string,
) => callEndpoint(endpoint, { params: { id }, input, key, quiet })
