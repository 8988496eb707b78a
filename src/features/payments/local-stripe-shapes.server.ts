import { randomBytes } from 'node:crypto'

export type Form = URLSearchParams

/** What the next call meets. `fail_late`: a refund that succeeded fails afterwards. `answer_twice`: its news comes twice. */
export type Misbehaviour = 'none' | 'time_out' | 'answer_twice' | 'fail_late' | 'card_closed'

export class StripeError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string
  constructor(status: number, type: string, code: string, message: string) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }
}

export type Shape = Record<string, unknown> & { readonly id: string }

/** The currency that an account is settled in, and what an amount of any other is multiplied by to get there. */
export interface Settlement {
  readonly currency: string
  readonly rate: number
}

export interface LocalBooks {
  next: Misbehaviour
  /** Null where every movement is in the currency of its payment. */
  settlement: Settlement | null
  onEvent: (event: unknown) => void
  /** By their ids. */
  readonly intents: Map<string, Shape>
  readonly refunds: Map<string, Shape>
  readonly disputes: Map<string, Shape>
  readonly files: Map<string, Shape>
  /** What it answered, by the Idempotency-Key of the call. */
  readonly replies: Map<string, { readonly asked: string; readonly body: unknown }>
  /** @throws StripeError what Stripe would refuse */
  answer(call: string, form: Form, key: string): unknown
  /** Whether the answer that was just made gets lost. */
  takeSilence(): boolean
  /** Starts again: nothing written down, nothing about to go wrong, no one listening. */
  empty(): void
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
export const seconds = () => Math.floor(Date.now() / 1_000)
export const noSuch = (what: string, id: string) =>
  new StripeError(404, 'invalid_request_error', 'resource_missing', `No such ${what}: '${id}'`)

export function emit(books: LocalBooks, type: string, object: Shape, times = 1): void {
  const event = { id: newId('evt'), object: 'event', api_version: null, created: seconds(), type, data: { object } }
  for (let time = 0; time < times; time++) books.onEvent(event)
}
