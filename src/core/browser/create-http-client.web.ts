import { language, t } from '../i18n/language.ts'
import {
  CancelledRequest,
  FailedRequest,
  NoResponse,
  parseErrorBody,
  type RequestFailure,
} from './request-errors.web.ts'
import { isLeavingPage } from './leaving-page.web.ts'
import { addressOf } from './call-address.web.ts'
import type { FailurePresenter } from './failure-page.web.ts'
import { createFailurePage } from './failure-page.web.ts'
import type { HttpSurroundings, RequestOptions } from './request-options.web.ts'
import { readBody } from './response-body.web.ts'

/** How long a call can take before it is given up, in milliseconds. */
const REQUEST_TIMEOUT_MS = 90_000

interface ParsedRequestOptions<T> extends RequestOptions {
  /** Turns the body into what the caller works with; what it throws reaches the caller unshown. */
  parse: (body: unknown) => T
}

interface Reply<T> {
  readonly data: T
  readonly status: number
  /** For `ETag`, `Content-Range`, `X-Total-Count` and the like. */
  readonly headers: Headers
}

export interface HttpClient {
  /**
   * Calls the server. `path` is joined to the site root whether or not it begins with a slash, so it means the same
   * on every page.
   *
   * Rejects with a CancelledRequest, a NoResponse (network down or 90000 ms passed) or a FailedRequest (any status
   * outside 200 to 299), after showing it as the error catalogue says unless `quiet` covers it.
   */
  request<T>(method: string, path: string, options: ParsedRequestOptions<T>): Promise<Reply<T>>
  request(method: string, path: string, options?: RequestOptions): Promise<Reply<unknown>>
  /** Shows a failure that was kept quiet after all; does nothing when it has been shown already. */
  show(failure: RequestFailure): void
  presentFailuresWith(presenter: FailurePresenter): void
  /** Leaves for the sign-in page, which leads back here. Unsaved edits are kept; the page makes no more calls. */
  signInAgain(): void
  /** Opens one of the server's streams. Nothing about it is ever shown; rejects when there is no response. */
  open(path: string, options: { headers: Readonly<Record<string, string>>; signal: AbortSignal }): Promise<Response>
  /** Tells of every call whether the server could be reached. */
  watchReach(watch: (isReached: boolean) => void): void
  /** Tells with every reply of the server which version of the person's permissions it was given under. */
  watchPermissions(watch: (version: string) => void): void
}

/** A client of the server in some surroundings: the page's own, or a test's. */
export function createHttpClient(surroundings: HttpSurroundings): HttpClient {
  const page = createFailurePage(surroundings)
  let watch: (version: string) => void = () => {}
  let watchReach: (isReached: boolean) => void = () => {}

  function request<T>(method: string, path: string, options: ParsedRequestOptions<T>): Promise<Reply<T>>
  function request(method: string, path: string, options?: RequestOptions): Promise<Reply<unknown>>
  async function request(
    method: string,
    path: string,
    options: RequestOptions & { parse?: (body: unknown) => unknown } = {},
  ): Promise<Reply<unknown>> {
    if (page.hasLeft()) throw new CancelledRequest()
    let answer: { response: Response; body: unknown }
    try {
      answer = await send(surroundings, method, path, options)
    } catch (failure) {
      if (failure instanceof NoResponse) watchReach(false)
      if (failure instanceof CancelledRequest || failure instanceof NoResponse) page.settle(failure, options.quiet)
      throw failure
    }
    if (page.hasLeft()) throw new CancelledRequest()
    const { response, body } = answer
    watchReach(true)
    const version = response.headers.get('X-Permissions-Version')
    if (version !== null) watch(version)
    if (!response.ok) {
      const failure = new FailedRequest(response.status, parseErrorBody(body), response.headers)
      page.settle(failure, options.quiet)
      throw failure
    }
    const data = options.parse ? options.parse(body) : body
    return { data, status: response.status, headers: response.headers }
  }

  return {
    request,
    show: page.show,
    signInAgain: page.signInAgain,
    presentFailuresWith: page.presentWith,
    open: (path, { headers, signal }) =>
      surroundings.fetch(addressOf(surroundings.origin(), path), {
        headers: headersOf(surroundings, { headers }),
        credentials: 'same-origin',
        cache: 'no-store',
        signal,
      }),
    watchReach(next) {
      watchReach = next
    },
    watchPermissions(next) {
      watch = next
    },
  }
}

async function send(
  surroundings: HttpSurroundings,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<{ response: Response; body: unknown }> {
  const stop = new AbortController()
  const giveUp = (): void => stop.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop.abort()
  }, REQUEST_TIMEOUT_MS)
  if (options.signal?.aborted) giveUp()
  options.signal?.addEventListener('abort', giveUp, { once: true })
  try {
    const response = await surroundings.fetch(addressOf(surroundings.origin(), path, options.params), {
      method,
      headers: headersOf(surroundings, options),
      credentials: 'same-origin',
      keepalive: options.keepalive ?? false,
      signal: stop.signal,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    if (options.as !== 'blob' || !response.ok) return { response, body: await readBody(response) }
    clearTimeout(timer)
    return { response, body: await response.blob() }
  } catch (cause) {
    // A cancelled call has no response either, so this question comes first.
    if (options.signal?.aborted || isLeavingPage()) throw new CancelledRequest(cause)
    if (isLate)
      throw new NoResponse(
        t('timeout of {REQUEST_TIMEOUT_MS}ms exceeded', { REQUEST_TIMEOUT_MS }),
        'ECONNABORTED',
        cause,
      )
    throw new NoResponse(t('Network Error'), 'ERR_NETWORK', cause)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', giveUp)
  }
}

function headersOf(surroundings: HttpSurroundings, options: RequestOptions): Record<string, string> {
  const token = surroundings.readToken()
  const xsrfToken = surroundings.readXsrfToken()
  const viewAs = surroundings.readViewAs?.() ?? null
  return {
    'Accept': 'application/json, text/plain, */*',
    'Accept-Language': language(),
    ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token === null ? {} : { 'X-Token': token }),
    ...(xsrfToken === null ? {} : { 'X-XSRF-TOKEN': xsrfToken }),
    ...(viewAs === null ? {} : { 'X-View-As': viewAs }),
    ...(surroundings.tab === undefined ? {} : { 'X-Tab': surroundings.tab }),
    ...options.headers,
  }
}
