import { decodeJwt, errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'

/** Whom ID tokens are believed from. Google and the demo issuer are checked by the same code with other trust. */
export interface IssuerTrust {
  /** Every spelling of the issuer. */
  readonly issuers: readonly string[]
  /** Our client id, which tokens must be made for. */
  readonly audience: string
  readonly keys: JWTVerifyGetKey
  /** Google Workspace domains that people must belong to; empty lets in anybody who is invited. */
  readonly hostedDomains: readonly string[]
}

/** Who somebody is, as their issuer vouches for it. */
export interface Identity {
  /** Never changes and is never given to another person, unlike the address. */
  readonly sub: string
  readonly email: string
  readonly avatarUrl: string | null
}

const clockToleranceSeconds = 30
const oldestTokenSeconds = 600

/**
 * Verifies an ID token to the letter: RS256 by a key from the issuer's own set (never one that the token brings or
 * names), issuer, one audience, lifetime with 30 s leeway and at most 10 min old, confirmed e-mail, hosted domain.
 *
 * @throws Refusal 401 InvalidGoogleToken for any flaw, always in the same words; 503 while the keys cannot be had
 */
export async function verifyIdToken(token: string, trusts: readonly IssuerTrust[]): Promise<Identity> {
  const trust = trusts.find(({ issuers }) => issuers.includes(issuerOf(token)))
  if (!trust) throw invalidToken()
  const claims = await verifiedClaims(token, trust)
  const { sub, email, aud, azp, hd } = claims
  const isForUs = aud === trust.audience && (azp === undefined || azp === trust.audience)
  const isHosted = trust.hostedDomains.length === 0 || (typeof hd === 'string' && trust.hostedDomains.includes(hd.toLowerCase()))
  if (!isForUs || !isHosted || claims.email_verified !== true) throw invalidToken()
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw invalidToken()
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) throw invalidToken()
  return { sub, email: foldEmail(email), avatarUrl: avatarOf(claims.picture) }
}

/** Addresses are compared without regard to case. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

export function invalidToken(): Refusal {
  return new Refusal(401, t('This sign-in could not be confirmed. Please sign in again.'), { error: 'InvalidGoogleToken' })
}

/** Read before anything is verified, only to choose by whose rules to verify. */
function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    return ''
  }
}

async function verifiedClaims(token: string, trust: IssuerTrust) {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, trust.keys, {
      algorithms: ['RS256'],
      issuer: [...trust.issuers],
      audience: trust.audience,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: oldestTokenSeconds,
      requiredClaims: ['exp', 'iat', 'sub', 'email'],
    })
    // Access tokens of the same issuer carry another type.
    if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT') throw invalidToken()
    return payload
  } catch (failure) {
    if (failure instanceof errors.JOSEError || failure instanceof TypeError) throw invalidToken()
    throw failure
  }
}

function avatarOf(picture: unknown): string | null {
  return typeof picture === 'string' && picture.startsWith('https://') && picture.length <= 2000 ? picture : null
}
