import { createHmac } from 'node:crypto'

interface Signed {
  readonly channelId: string
  readonly marketplaceId: string
  readonly verb: string
  /** Seconds since 1970. */
  readonly time: number
  /** With its query. */
  readonly path: string
}

/** The signature of a call: base64 of HMAC-SHA256, percent-encoded. */
export function tourcmsSignature(apiKey: string, { channelId, marketplaceId, verb, time, path }: Signed): string {
  const text = `${channelId}/${marketplaceId}/${verb}/${time}${path}`
  return encodeURIComponent(createHmac('sha256', apiKey).update(text).digest('base64'))
}
