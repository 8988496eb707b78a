import * as z from 'zod/mini'

// How the values of the environment are written, each with the words for a wrong one.

/** Takes down the README's wording of a setting and of what happens when it isn't set, in zod's own registry. */
export function setting<S extends z.ZodMiniType>(schema: S, description: string, unset: string): S {
  z.globalRegistry.add(schema, { description, unset })
  return schema
}

export function text(pattern: RegExp, error: string) {
  return z.string().check(z.regex(pattern, error))
}

export function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, { error: `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` })
}

export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.pipe(
    text(/^\d{1,9}$/, error),
    z.pipe(z.transform(Number), z.number().check(z.refine((value) => value >= min && value <= max, error))),
  )
}

export function flag() {
  return z.pipe(
    z.enum(['1', 'true', '0', 'false'], { error: 'must be 1 or 0' }),
    z.transform((value) => value === '1' || value === 'true'),
  )
}

/** Entries between commas, each of which has to be what `isEntry` says. */
export function list(isEntry: (entry: string) => boolean, error: string) {
  return z.pipe(
    z._default(z.string(), ''),
    z.pipe(
      z.transform((value: string) =>
        value
          .split(',')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ''),
      ),
      z.array(z.string()).check(z.refine((entries) => entries.every(isEntry), error)),
    ),
  )
}

export function origin() {
  const error = 'must be an address such as https://admin.example.com, without a path'
  return z.pipe(
    z.string().check(z.refine(isOrigin, error)),
    z.transform((value) => new URL(value).origin),
  )
}

function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

export function smtpAddress() {
  return z.string().check(z.refine(isSmtpAddress, 'must be an address such as smtps://user:password@smtp.example.com'))
}

function isSmtpAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    url.search === ''
  )
}

export function isDomain(value: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value)
}

/** Placeholders, and what takes 32 characters without being random. */
export function isExampleSecret(secret: string): boolean {
  return /change.?me|example|placeholder|your.?secret|default/i.test(secret) || new Set(secret).size < 10
}
