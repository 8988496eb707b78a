export interface RequestOptions {
  /** Query parameters. Objects and arrays travel as JSON strings; null and undefined are left out. */
  params?: Readonly<Record<string, unknown>> | undefined
  /** Sent as JSON; undefined sends no body at all. */
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  /** Aborting it rejects with a CancelledRequest, which is never shown. */
  signal?: AbortSignal | undefined
  /**
   * Which failures the caller shows itself. A list names statuses, e.g. `[412, 422]` for a form that marks its own
   * fields; `true` is all of them, but a 403 still asks whether to log in again; `'everything'` covers that too. A call
   * that needs a fresh sign-in asks for it unless it is quiet about everything. An unverified address leaves the page in
   * any case.
   */
  quiet?: true | 'everything' | readonly number[] | undefined
  /** Lets the call outlive the page, for what is sent while leaving it. */
  keepalive?: boolean | undefined
  /** The body is a file: `data` is a Blob, and the time limit is for its beginning alone. */
  as?: 'blob' | undefined
}

/** The outside world as the client sees it, so that tests can replace it. */
export interface HttpSurroundings {
  fetch: typeof fetch
  origin(): string
  readToken(): string | null
  readXsrfToken(): string | null
  /** The role that the console is viewed as; null or absent as oneself. */
  readViewAs?(): string | null
  /** This tab's name for itself, so that it is not notified of its own changes. */
  readonly tab?: string
  clearToken(): void
  keepDrafts(): void
  goTo(address: string): void
  reload(): void
}
