/**
 * Where to go after signing in. Accepts only an address inside the console: it starts with exactly one slash, contains
 * no control characters and is not the sign-in page itself. Everything else becomes `/`.
 */
export function safeRedirect(wanted: string | null | undefined): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return '/'
  // Browsers drop tabs and line breaks inside addresses, so `/<tab>/elsewhere` would become `//elsewhere`.
  if (/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/.test(wanted)) return '/'
  const path = wanted.split(/[?#]/, 1)[0] ?? ''
  if (path.includes('\\') || /^\/login\/*$/i.test(path)) return '/'
  // A dot segment in front of a double slash (`/.//elsewhere`) resolves to a path that begins with two slashes.
  return /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path) ? '/' : wanted
}

/** The address of the sign-in page that leads back to `fullPath` (path, query and fragment). */
export function loginAddress(fullPath: string): string {
  return `/login?redirect=${encodeURIComponent(fullPath.toWellFormed())}`
}
