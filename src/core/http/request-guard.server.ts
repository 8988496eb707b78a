import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'

const offeredMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method only reads, by HTTP's own rules. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method)
}

/**
 * Requests that no honest client of ours sends are refused before anything looks at them: methods we do not offer,
 * absolute URLs, two tokens in one request, NUL in an address, compressed bodies, and changing calls from other sites.
 */
export function createRequestGuard(options: { publicUrl?: string | undefined }): (request: FastifyRequest) => void {
  const ownHost = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).host

  return function guard({ method, headers, raw }) {
    // A first line without a version is HTTP/0.9: it has no headers, and so nothing that is checked below.
    if (raw.httpVersionMajor < 1) throw new Refusal(400, t('The request is not valid HTTP.'))
    if (!offeredMethods.has(method) || (method === 'OPTIONS' && raw.url === '*'))
      throw new Refusal(405, t('This method is not offered.'), { headers: { allow: [...offeredMethods].join(', ') } })
    const url = raw.url ?? ''
    if (!url.startsWith('/')) throw new Refusal(400, t('Send only the path, not an absolute URL.'))
    if (url.includes('%00')) throw new Refusal(422, t('The URL has a NUL character, which can’t be stored.'))
    const token = headers['x-token']
    // Node joins repeated headers with a comma, which no token has.
    if (token !== undefined && (Array.isArray(token) || /[\s,]/.test(token))) {
      throw new Refusal(400, t('Send exactly one X-Token.'))
    }
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') throw new Refusal(415, t('Send the body uncompressed.'))
    if (!isSafe(method)) refuseOtherSites(headers, ownHost)
  }
}

/** Browsers say where a request comes from, and scripts cannot change what they say. Other clients say nothing. */
function refuseOtherSites(headers: FastifyRequest['headers'], ownHost: string | undefined): void {
  const site = headers['sec-fetch-site']
  const isOtherSite = site !== undefined && site !== 'same-origin'
  if (isOtherSite || !isOwnOrigin(headers.origin, headers.host, ownHost)) {
    throw new Refusal(403, t('This call can only come from the console itself.'), { error: 'CsrfFailed' })
  }
}

function isOwnOrigin(origin: string | undefined, host: string | undefined, ownHost: string | undefined): boolean {
  if (origin === undefined) return true
  const originHost = URL.canParse(origin) ? new URL(origin).host : ''
  return originHost !== '' && (originHost === ownHost || originHost === host)
}
