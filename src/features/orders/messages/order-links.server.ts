import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../../../core/settings.server.ts'

// The links by which a customer asks about one order, or downloads its tickets: its id and its end, signed. Nothing is stored, so
// there is nothing to steal from the database, and no link is of two orders. It is in the fragment of the address, which no server
// is sent. A link is good for its own purpose alone: who was forwarded a confirmation has no tickets by it.

type LinkPurpose = 'request' | 'tickets'

interface Signing {
  readonly key: Buffer
  readonly siteUrl: string
}

let signing: Signing | null = null

/** Says with which key and to which website links are made; every instance of an installation has the same. */
export function provideOrderLinks({ sessionSecret, publicSiteUrl }: Pick<Settings, 'sessionSecret' | 'publicSiteUrl'>) {
  const key = createHmac('sha256', sessionSecret).update('order links').digest()
  signing = { key, siteUrl: publicSiteUrl.replace(/\/+$/, '') }
}

export const hasOrderLinks = () => signing !== null

const signatureOf = ({ key }: Signing, purpose: LinkPurpose, text: string) =>
  createHmac('sha256', key)
    .update(purpose === 'request' ? text : `${purpose} ${text}`)
    .digest('base64url')
    .slice(0, 32)

/** Where the customer of an order does what a link is for, until a moment in milliseconds since 1970. */
export function orderLink(purpose: LinkPurpose, purchaseId: number, until: number): string {
  if (signing === null) return ''
  const text = `${purchaseId.toString(36)}.${Math.ceil(until / 1_000).toString(36)}`
  return `${signing.siteUrl}/orders/${purpose}#${text}.${signatureOf(signing, purpose, text)}`
}

/** The order that a token is of, with the moment at which it ends; null for one that we have not signed for this purpose. */
export function readOrderLinkToken(
  purpose: LinkPurpose,
  token: string,
): { readonly purchaseId: number; readonly until: number } | null {
  const [id, end, signature] = token.split('.')
  if (signing === null || !id || !end || !signature || !/^[a-z0-9]{1,10}\.[a-z0-9]{1,9}\.[\w-]{32}$/.test(token))
    return null
  const [expected, given] = [Buffer.from(signatureOf(signing, purpose, `${id}.${end}`)), Buffer.from(signature)]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return { purchaseId: Number.parseInt(id, 36), until: Number.parseInt(end, 36) * 1_000 }
}
