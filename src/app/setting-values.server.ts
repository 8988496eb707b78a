import { isIP } from 'node:net'
import { z } from 'zod'

// How the values of the environment are written, each with the words for a wrong one.

/** The README's wording of a setting and of what happens when it isn't set. */
export function words(description: string, unset: string): { description: string; unset: string } {
  return { description, unset }
}

export function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, { error: `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` })
}

export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z.string().regex(/^\d{1,9}$/, { error: message, abort: true }).transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

export function flag() {
  return z.enum(['1', 'true', '0', 'false'], { error: 'must be 1 or 0' })
    .transform((value) => value === '1' || value === 'true')
}

export function list() {
  return z.string().default('')
    .transform((value) => value.split(',').map((entry) => entry.trim()).filter((entry) => entry !== ''))
}

export function origin() {
  const message = 'must be an address such as https://admin.example.com, without a path'
  return z.string().refine(isOrigin, { error: message, abort: true })
    .transform((value) => new URL(value).origin)
}

function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

export function smtpAddress() {
  return z.string().refine(isSmtpAddress, { error: 'must be an address such as smtps://user:password@smtp.example.com' })
}

function isSmtpAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === ''
}

export function isDomain(value: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value)
}

export function isAddressOrRange(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const longest = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
}

export function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

/** Placeholders, and what takes 32 characters without being random. */
export function isExampleSecret(secret: string): boolean {
  return /change.?me|example|placeholder|your.?secret|default/i.test(secret) || new Set(secret).size < 10
}
