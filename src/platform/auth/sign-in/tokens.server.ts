import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of 256 random bits, as 43 characters that fit a header and a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text could be one of our secrets, so that nothing else reaches the database. */
export function looksLikeSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Stored in place of a secret. Plain SHA-256 is enough: 256 random bits can't be guessed back. */
export function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isDigestOf(stored: Uint8Array, secret: string): boolean {
  return timingSafeEqual(stored, digest(secret))
}

/** A CSRF token that is good for one session alone: random bits, signed together with the session's id. */
export function csrfTokenFor(sessionId: number, sessionSecret: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${sign(random, sessionId, sessionSecret)}`
}

export function isCsrfTokenFor(sessionId: number, text: string, sessionSecret: string): boolean {
  const [random = '', signature = '', ...rest] = text.split('.')
  const expected = Buffer.from(sign(random, sessionId, sessionSecret))
  const given = Buffer.from(signature)
  return rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
}

function sign(random: string, sessionId: number, sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update(`xsrf ${sessionId} ${random}`).digest('base64url')
}
