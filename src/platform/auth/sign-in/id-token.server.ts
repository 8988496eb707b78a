import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { foldEmail } from '../../../core/email.ts'

/** Whom ID tokens are believed from. Google and the demo issuer are checked by the same code with other trust. */
export interface IssuerTrust {
  /** Every spelling of the issuer. */
  readonly issuers: readonly string[]
  /** Our client id, which tokens must be made for. */
  readonly audience: string
  readonly keys: JWTVerifyGetKey
  /** Google Workspace domains that people must belong to; empty lets in anyone who is invited. */
  readonly hostedDomains: readonly string[]
}

/** A person's identity, as their issuer vouches for it. */
export interface Identity {
  /** Never changes and is never given to another person, unlike the address. */
  readonly sub: string
  readonly email: string
  readonly avatarUrl: string | null
}

/** A token with valid claims. Its issuer is unverified until `verifyIdToken`. */
export interface ClaimedToken {
  readonly text: string
  readonly trust: IssuerTrust
  readonly identity: Identity
  /** SHA-256 of what the signature covers, to recognise a token that is used again. */
  readonly hash: Buffer
  /** The moment from which the token is refused for its age, leeway included. */
  readonly endsAt: Date
}

/** The refusal of a token. `flaw` says what was wrong with it, for the log only. */
export class InvalidIdToken extends Refusal {
  readonly flaw: string

  constructor(flaw: string) {
    super(401, t('We couldn’t confirm this sign-in. Sign in again.'), { error: 'InvalidGoogleToken' })
    this.flaw = flaw
  }
}

// Leeway and longest lifetime are those of Google's own library.
const clockToleranceSeconds = 300
const longestLifeSeconds = 24 * 60 * 60

/**
 * Reads a token and checks every claim by its issuer's rules, which costs next to nothing: issuer, one audience,
 * lifetime with 300 s leeway, confirmed email, hosted domain, RS256 by a named key.
 *
 * @throws InvalidIdToken 401 for any flaw, always in the same words
 */
export function readIdToken(text: string, trusts: readonly IssuerTrust[], now = Date.now()): ClaimedToken {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) throw new InvalidIdToken('no token')
  const claims = decoded(text)
  const trust = trusts.find(({ issuers }) => issuers.includes(claims.iss ?? ''))
  if (!trust) throw new InvalidIdToken('iss')
  if (claims.aud !== trust.audience) throw new InvalidIdToken('aud')
  if (claims['azp'] !== undefined && claims['azp'] !== trust.audience) throw new InvalidIdToken('azp')
  const endsAt = checkTimes(claims, Math.floor(now / 1000))
  const { hd } = claims
  if (trust.hostedDomains.length > 0 && !(typeof hd === 'string' && trust.hostedDomains.includes(hd.toLowerCase())))
    throw new InvalidIdToken('hd')
  return {
    text,
    trust,
    identity: identityOf(claims),
    hash: createHash('sha256')
      .update(text.slice(0, text.lastIndexOf('.')))
      .digest(),
    endsAt: new Date(endsAt * 1000),
  }
}

function decoded(text: string): JWTPayload {
  try {
    const { alg, kid, typ, crit } = decodeProtectedHeader(text)
    if (alg !== 'RS256') throw new InvalidIdToken('alg')
    if (typeof kid !== 'string') throw new InvalidIdToken('kid')
    if (crit !== undefined) throw new InvalidIdToken('crit')
    // Access tokens of the same issuer carry another type.
    if (typ !== undefined && String(typ).toUpperCase() !== 'JWT') throw new InvalidIdToken('typ')
    return decodeJwt(text)
  } catch (failure) {
    throw failure instanceof InvalidIdToken ? failure : new InvalidIdToken('no token')
  }
}

/** Logs how far off a clock is, which is what an operator needs to correct it. */
function checkTimes({ iat, exp, nbf }: JWTPayload, now: number): number {
  if (typeof iat !== 'number') throw new InvalidIdToken('iat')
  if (typeof exp !== 'number') throw new InvalidIdToken('exp')
  if (iat > now + clockToleranceSeconds) throw new InvalidIdToken(`iat, ${iat - now} s from now`)
  if (typeof nbf === 'number' && nbf > now + clockToleranceSeconds)
    throw new InvalidIdToken(`nbf, ${nbf - now} s from now`)
  if (exp < now - clockToleranceSeconds) throw new InvalidIdToken(`exp, ${now - exp} s ago`)
  if (exp >= now + longestLifeSeconds) throw new InvalidIdToken(`exp, ${exp - now} s from now`)
  return exp + clockToleranceSeconds
}

function identityOf(claims: JWTPayload): Identity {
  const { sub, email, email_verified: isVerified, picture } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw new InvalidIdToken('sub')
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new InvalidIdToken('email')
  if (isVerified !== true) throw new InvalidIdToken('email_verified')
  return { sub, email: foldEmail(email), avatarUrl: avatarOf(picture) }
}

/**
 * Verifies who made a token: by a key from the issuer's own set, never one that the token brings or names.
 *
 * @throws InvalidIdToken 401; Refusal 503 while the keys cannot be had
 */
export async function verifyIdToken({ text, trust, identity }: ClaimedToken): Promise<Identity> {
  try {
    await jwtVerify(text, trust.keys, {
      algorithms: ['RS256'],
      issuer: [...trust.issuers],
      audience: trust.audience,
      clockTolerance: clockToleranceSeconds,
    })
    return identity
  } catch (failure) {
    if (failure instanceof errors.JWKSNoMatchingKey) throw new InvalidIdToken('kid')
    if (failure instanceof errors.JOSEError || failure instanceof TypeError) throw new InvalidIdToken('signature')
    throw failure
  }
}

function avatarOf(picture: unknown): string | null {
  return typeof picture === 'string' && picture.startsWith('https://') && picture.length <= 2000 ? picture : null
}
