import type { FastifyRequest } from 'fastify'
import { createFailureLimit, networkOf } from '../../../core/http/rate-limit.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { createRemoteKeys, googleIssuers, googleKeysUrl } from './google-keys.server.ts'
import { InvalidIdToken, readIdToken, verifyIdToken } from './id-token.server.ts'
import type { ClaimedToken, IssuerTrust } from './id-token.server.ts'
import type { RefusalAudit } from './refusal-audit.server.ts'
import type { SignInSettings } from './sign-in-settings.server.ts'

const isInvalid = (error: unknown) => error instanceof InvalidIdToken

/** Finds out whom an ID token is about. Those it refuses are written into the audit. */
export function createIdentify(believed: readonly IssuerTrust[], refusals: RefusalAudit) {
  // Failures are what guessing looks like, and slow only those who fail: an office shares one address.
  const failures = createFailureLimit({
    limit: 10,
    windowSeconds: 60,
    message: () => t('Too many sign-ins from your network have failed. Wait a moment and try again.'),
  })

  /** A token's claims. Malformed ones are refused here, before they cost a signature check. */
  function claimedBy(googleToken: string, network: string): ClaimedToken {
    try {
      return readIdToken(googleToken, believed)
    } catch (refusal) {
      failures.fail(network)
      throw refusal
    }
  }

  return async function identify(request: FastifyRequest, googleToken: string): Promise<ClaimedToken> {
    const network = networkOf(request.clientAddress)
    try {
      const token = claimedBy(googleToken, network)
      await failures.attempt(network, () => verifyIdToken(token), isInvalid)
      return token
    } catch (refusal) {
      if (refusal instanceof InvalidIdToken) {
        request.log.warn({ flaw: refusal.flaw, address: request.clientAddress }, 'An ID token was refused')
        await refusals.record(request, {
          action: 'sign-in-refused',
          object: 'sessions',
          reason: 'The ID token could not be confirmed.',
        })
      }
      throw refusal
    }
  }
}

/** Google as an issuer, if a client of it is configured. */
export function googleTrust(settings: SignInSettings): IssuerTrust[] {
  if (settings.googleClientId === undefined) return []
  return [
    {
      issuers: googleIssuers,
      audience: settings.googleClientId,
      keys: createRemoteKeys(googleKeysUrl),
      hostedDomains: settings.googleHostedDomains.map((domain) => domain.toLowerCase()),
    },
  ]
}
