import { t } from '../i18n/language.ts'

/** The `error` code that a status carries when the refusal names none. */
const defaultCodes: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  412: 'StaleVersion',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'InvalidInput',
  428: 'PreconditionRequired',
  429: 'TooManyRequests',
  503: 'Unavailable',
  507: 'StorageFull',
}

export interface RefusalDetails {
  /** A code for programs, e.g. `SessionExpired`; by default the status's own. */
  error?: string
  /** One sentence per input field that has to change. */
  fields?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  /** The current record, sent with a stale version (412) so that nothing has to be fetched again. */
  current?: unknown
}

/** The body of every failed call. */
export interface ErrorBody {
  error: string
  message: string
  requestId: string
  fields?: Readonly<Record<string, string>>
  current?: unknown
}

/**
 * A request that the server declines for a reason the person can act on. The message is shown to them as it is.
 * Anything else that is thrown becomes a 500 whose details stay in the log.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly current: unknown

  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message)
    this.status = status
    this.code = details.error ?? defaultCodes[status] ?? 'Internal'
    this.fields = details.fields
    this.headers = details.headers ?? {}
    this.current = details.current
  }

  /** The body as it goes over the wire. */
  toBody(requestId: string): ErrorBody {
    return {
      error: this.code,
      message: this.message,
      requestId,
      ...(this.fields && Object.keys(this.fields).length > 0 && { fields: this.fields }),
      ...(this.current !== undefined && { current: this.current }),
    }
  }
}

/** Refuses input (422), naming each field with a sentence of its own. */
export function invalid(fields: Readonly<Record<string, string>>): Refusal {
  const [first, ...rest] = Object.values(fields)
  const message = rest.length === 0 && first ? first : t('{n} fields need another look.', { n: rest.length + 1 })
  return new Refusal(422, message, { fields })
}
