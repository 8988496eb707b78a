import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signature older than this, in seconds, is refused: who has seen one cannot use it for long. */
const tolerance = 300

/** The key of test events: only who can read the secret of the installation can make one. */
export const testEventKey = (sessionSecret: string) =>
  createHmac('sha256', sessionSecret).update('test events').digest('base64')

interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: string
  /** As JSON.stringify writes it. */
  readonly body: string
}

/** The value of `webhook-signature`, as Standard Webhooks has it. */
function signatureOf(key: string, { id, timestamp, body }: Signed): string {
  return `v1,${createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

export function isSignedBy(key: string, signature: string, signed: Signed, now: number): boolean {
  const age = Math.abs(now / 1_000 - Number(signed.timestamp))
  const [expected, given] = [Buffer.from(signatureOf(key, signed)), Buffer.from(signature)]
  return age <= tolerance && expected.length === given.length && timingSafeEqual(expected, given)
}
