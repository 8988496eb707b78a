export interface CookieOptions {
  /** Hides the cookie from scripts. */
  httpOnly: boolean
  /** Sent over https only; browsers count loopback addresses as safe. */
  secure: boolean
  /** Seconds until the browser drops it; 0 drops it at once. */
  maxAge: number
}

/** The cookies of a request. Of two with one name the first counts: it has the more specific path. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 1) continue
    const name = pair.slice(0, equals).trim()
    if (!cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim())
  }
  return cookies
}

/** A Set-Cookie value. Names and values are our own tokens (base64url, dots), which need no escaping. */
export function cookieText(name: string, value: string, options: CookieOptions): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${options.maxAge}`, 'SameSite=Strict']
  if (options.httpOnly) parts.push('HttpOnly')
  if (options.secure) parts.push('Secure')
  return parts.join('; ')
}
