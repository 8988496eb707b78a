import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../../../core/settings.server.ts'

// The links by which a customer asks about one order or pays it: its id and its end, signed with a key of each kind. Nothing is
// stored, so there is nothing to steal from the database, and no link is of two orders or does what the other does. It is in
// the fragment of the address, which no server is sent.

interface Signing {
  readonly keys: Readonly<Record<LinkKind, Buffer>>
  readonly siteUrl: string
}

export type LinkKind = 'request' | 'payment'

let signing: Signing | null = null

/** Says with which key and to which website links are made; every instance of an installation has the same. */
export function provideOrderLinks({ sessionSecret, publicSiteUrl }: Pick<Settings, 'sessionSecret' | 'publicSiteUrl'>) {
  const keyFor = (what: string) => createHmac('sha256', sessionSecret).update(what).digest()
  const keys = { request: keyFor('order links'), payment: keyFor('payment links') }
  signing = { keys, siteUrl: publicSiteUrl.replace(/\/+$/, '') }
}

export const hasOrderLinks = () => signing !== null

const signatureOf = ({ keys }: Signing, kind: LinkKind, text: string) =>
  createHmac('sha256', keys[kind]).update(text).digest('base64url').slice(0, 32)

function tokenOf(signed: Signing, kind: LinkKind, purchaseId: number, until: number): string {
  const text = `${purchaseId.toString(36)}.${Math.ceil(until / 1_000).toString(36)}`
  return `${text}.${signatureOf(signed, kind, text)}`
}

/** Where the customer of an order asks to cancel or change it, until a moment in milliseconds since 1970. */
export function orderLink(purchaseId: number, until: number): string {
  if (signing === null) return ''
  return `${signing.siteUrl}/orders/request#${tokenOf(signing, 'request', purchaseId, until)}`
}

/** Where the customer of an order pays it, until its hold ends. */
export function paymentLink(purchaseId: number, reference: string, until: number): string {
  if (signing === null) return ''
  return `${signing.siteUrl}/pay/${reference}#${tokenOf(signing, 'payment', purchaseId, until)}`
}

/** The order that a token is of, with the moment at which it ends; null for one that we have not signed. */
export function readOrderLinkToken(
  kind: LinkKind,
  token: string,
): { readonly purchaseId: number; readonly until: number } | null {
  const [id, end, signature] = token.split('.')
  if (signing === null || !id || !end || !signature || !/^[a-z0-9]{1,10}\.[a-z0-9]{1,9}\.[\w-]{32}$/.test(token))
    return null
  const [expected, given] = [Buffer.from(signatureOf(signing, kind, `${id}.${end}`)), Buffer.from(signature)]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return { purchaseId: Number.parseInt(id, 36), until: Number.parseInt(end, 36) * 1_000 }
}
