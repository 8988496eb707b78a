import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../core/errors/errors.ts'
import { createFailureLimit, createRateLimit, networkOf } from '../../../core/http/rate-limit.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { LinkKind } from './order-links.server.ts'
import { readOrderLinkToken } from './order-links.server.ts'

/** The refusal of a link that is not ours or has ended, without saying which. */
export const linkRefused = () =>
  new Refusal(401, t('This link is not valid any more. Open the one in your newest message.'), {
    error: 'LinkInvalid',
    headers: { 'WWW-Authenticate': 'Bearer realm="order"' },
  })

/**
 * Reads the order of a customer's link, by its signature alone: a link of another kind or order, or one that has ended, is
 * refused (401). Each order and each network that tries links has its own limit of calls.
 */
export function createLinkGate(kind: LinkKind): (request: FastifyRequest) => number {
  const perOrder = createRateLimit({
    limit: 30,
    windowSeconds: 60,
    message: () => t('Too many calls about this order. Wait a moment.'),
  })
  const failures = createFailureLimit({
    limit: 30,
    windowSeconds: 60,
    message: () => t('Too many calls with unknown links from your network. Wait a moment.'),
  })
  return (request) => {
    const network = networkOf(request.clientAddress)
    const token = /^Bearer +(\S{1,80})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const link = readOrderLinkToken(kind, token)
    if (link === null || link.until <= Date.now()) {
      failures.fail(network)
      throw linkRefused()
    }
    perOrder.take(String(link.purchaseId))
    return link.purchaseId
  }
}
