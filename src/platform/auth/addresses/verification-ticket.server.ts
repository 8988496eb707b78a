import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { cookieText, readCookies } from '../../../core/http/cookies.server.ts'

/** How long a refused person has to prove their address, in seconds. */
export const verificationLife = 24 * 3600
/** How long an emailed code is good, in seconds. */
export const codeLife = 10 * 60

/**
 * Binds a verification to the browser that was refused: the cookie is set only with the refusal, after Google or a
 * session has identified the person. It is signed instead of stored, so that simultaneous refusals carry the same one.
 */
function ticketOf(id: number, sessionSecret: string): string {
  return `${id}.${createHmac('sha256', sessionSecret).update(`ip-verification ${id}`).digest('base64url')}`
}

function cookieName(isHttps: boolean): string {
  return isHttps ? '__Host-ip-verification' : 'ip-verification'
}

/** The Set-Cookie value that lets a browser go on with a verification. */
export function ticketCookie(
  id: number,
  { isHttps, sessionSecret }: { isHttps: boolean; sessionSecret: string },
): string {
  return cookieText(cookieName(isHttps), ticketOf(id, sessionSecret), {
    httpOnly: true,
    secure: isHttps,
    maxAge: verificationLife,
  })
}

export function clearedTicketCookie(isHttps: boolean): string {
  return cookieText(cookieName(isHttps), '', { httpOnly: true, secure: isHttps, maxAge: 0 })
}

/** The id of the verification that a request belongs to; null without a ticket of ours. */
export function verificationIdOf(
  cookieHeader: string | undefined,
  { isHttps, sessionSecret }: { isHttps: boolean; sessionSecret: string },
): number | null {
  const ticket = readCookies(cookieHeader).get(cookieName(isHttps)) ?? ''
  const match = /^([1-9]\d{0,14})\.[A-Za-z0-9_-]{43}$/.exec(ticket)
  if (!match) return null
  const id = Number(match[1])
  return timingSafeEqual(Buffer.from(ticket), Buffer.from(ticketOf(id, sessionSecret))) ? id : null
}

/** A uniformly random code of six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/**
 * Stored in place of a code. A code is so short that it could be guessed back from a plain hash, so this uses the
 * secret.
 */
export function codeHash(id: number, code: string, sessionSecret: string): Buffer {
  return createHmac('sha256', sessionSecret).update(`ip-code ${id} ${code}`).digest()
}
