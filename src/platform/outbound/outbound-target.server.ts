/** A service outside that is called, and within which limits. */
export interface OutboundTarget {
  /** Names it in the log, with its budget and its breaker: `viator`. */
  readonly name: string
  /** The only hosts that are called. */
  readonly hosts: readonly string[]
  /** Whether a service on this machine is allowed as well: the demo's simulators. */
  readonly allowsLoopback: boolean
  /** Calls a second. */
  readonly perSecond: number
  /** Milliseconds for one try, from the look-up of the host to the last byte. */
  readonly timeout: number
  /** The largest body, in bytes after decompression. */
  readonly maxBytes: number
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Doing it twice is as good as doing it once, so it is tried again. Always true of GET. */
  readonly isIdempotent?: boolean
  /** Never written down, wherever they are in the call. */
  readonly secrets?: readonly string[]
  /** A sign-in: neither what is sent nor what is answered is written down. */
  readonly isConfidential?: boolean
  /** The answer is a file: it comes as bytes, and is not written down. */
  readonly isFile?: boolean
  /** What the call is about, by which the log is read: `product-codes 12`. */
  readonly subject?: string
  readonly signal?: AbortSignal
}

export interface OutboundReply {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** The body is not in the encoding that it claims: parts of it are lost. */
  readonly isGarbled?: boolean
  /** In place of the body, where a file was asked for. */
  readonly bytes?: Buffer
}

/**
 * Why a call has no usable answer. `refused`: it was not allowed to leave; `open`: the breaker let none through; `too_large`,
 * `redirect`: the answer broke a limit.
 */
export type OutboundFault = 'refused' | 'open' | 'timeout' | 'unreachable' | 'too_large' | 'redirect'

export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.fault = fault
  }
}
