/**
 * The session's token. Readable by scripts because it travels in the `X-Token` header; the cookie alone signs no one
 * in.
 */
const TOKEN_COOKIE = 'token'
export const XSRF_COOKIE = 'XSRF-TOKEN'

/** The cookies as they were read in this task: reading asks another process, and a page sends a dozen calls at once. */
let inThisTask: string | null = null

function cookies(): string {
  if (inThisTask === null) queueMicrotask(() => void (inThisTask = null))
  return (inThisTask ??= document.cookie)
}

/** The URL-decoded value of a cookie, or null when there is none or it is empty. A value that is not valid encoding is returned raw. */
export function readCookie(name: string): string | null {
  for (const pair of cookies().split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue
    const raw = pair.slice(equals + 1).trim()
    try {
      return decodeURIComponent(raw) || null
    } catch {
      return raw || null
    }
  }
  return null
}

/** Writes a cookie of path `/` that lives as long as the browser session. */
export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax`
  inThisTask = null
}

function clearCookie(name: string): void {
  document.cookie = `${name}=; path=/; Max-Age=0; SameSite=Lax`
  inThisTask = null
}

export function readToken(): string | null {
  return readCookie(TOKEN_COOKIE)
}

export function clearToken(): void {
  clearCookie(TOKEN_COOKIE)
}
