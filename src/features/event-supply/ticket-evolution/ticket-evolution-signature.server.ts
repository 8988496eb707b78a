import { createHmac } from 'node:crypto'

interface SignedCall {
  readonly method: string
  /** The whole address; what is asked for in it is sorted first. */
  readonly url: URL
  /** Takes the place of the query where something is sent. */
  readonly body?: string | undefined
}

/** The question mark is there even where nothing follows it. */
function signedText({ method, url, body }: SignedCall): string {
  const query = body ?? [...url.searchParams].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  return `${method} ${url.host}${url.pathname}?${text}`
}

/** Base64 HMAC-SHA256, as the header X-Signature has it. */
export function ticketEvolutionSignature(call: SignedCall, secret: string): string {
  return createHmac('sha256', secret).update(signedText(call)).digest('base64')
}
