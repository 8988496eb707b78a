import { t } from '../i18n/language.ts'

/**
 * What a call to the server can fail with. `message` is always a sentence for the user, and `shown` says that the HTTP
 * client has already shown it, so that it is not shown twice.
 */
export class RequestFailure extends Error {
  override readonly name: string = 'RequestFailure'
  readonly code: string
  shown = false

  constructor(message: string, code: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** The caller gave the request up (an AbortSignal, or the page is being left). Never shown to the user. */
export class CancelledRequest extends RequestFailure {
  override readonly name = 'CancelledRequest'
  readonly cancelled = true

  constructor(cause?: unknown) {
    super('canceled', 'ERR_CANCELED', cause)
  }
}

/** No answer came: the network is down (`ERR_NETWORK`) or the time was up (`ECONNABORTED`). */
export class NoResponse extends RequestFailure {
  override readonly name = 'NoResponse'
}

export interface FailedRequestBody {
  /** The `error` field, a code for programs such as `SessionExpired`. */
  error: string | null
  /** The `message` field, a sentence for the person. */
  message: string | null
  requestId: string | null
  /** One sentence per field that has to change (422, 409). */
  fields: Readonly<Record<string, string>> | null
  /** The current record, on a stale version (412). */
  current: unknown
}

/** The server answered with a status outside 200 to 299. */
export class FailedRequest extends RequestFailure {
  override readonly name = 'FailedRequest'
  readonly status: number
  readonly body: FailedRequestBody
  readonly headers: Headers

  constructor(status: number, body: FailedRequestBody, headers: Headers) {
    super(
      body.message ?? t('Request failed with status code {status}', { status }),
      status >= 500 ? 'ERR_BAD_RESPONSE' : 'ERR_BAD_REQUEST',
    )
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Whether the call needs a sign-in of the last minutes. The session itself goes on, so nothing on the page is lost. */
export function asksForFreshSignIn(failure: unknown): boolean {
  return failure instanceof FailedRequest && failure.status === 401 && failure.body.error === 'FreshSignInRequired'
}

export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledRequest
}

/** The text of a thrown value, or null when it carries none. Plain strings count as their own text. */
export function messageOf(error: unknown): string | null {
  if (typeof error === 'string') return error || null
  return error instanceof Error && error.message ? error.message : null
}

/** Reads the wire's error shape out of any body: what is missing or of another type becomes null. */
export function parseErrorBody(body: unknown): FailedRequestBody {
  const source: Partial<Record<string, unknown>> = isRecord(body) ? body : {}
  return {
    error: text(source['error']),
    message: text(source['message']),
    requestId: text(source['requestId']),
    fields: fieldMessages(source['fields']),
    current: source['current'],
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function fieldMessages(value: unknown): Record<string, string> | null {
  if (!isRecord(value)) return null
  const messages: Record<string, string> = {}
  for (const [field, message] of Object.entries(value)) {
    if (typeof message === 'string') messages[field] = message
  }
  return Object.keys(messages).length > 0 ? messages : null
}
