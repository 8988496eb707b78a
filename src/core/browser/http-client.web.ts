import { clearToken, readCookie, readToken, XSRF_COOKIE } from './cookies.web.ts'
import type { HttpClient } from './create-http-client.web.ts'
import { createHttpClient } from './create-http-client.web.ts'
import { keepDrafts } from './drafts.web.ts'
import { takeEarlyAnswer } from './early-calls.web.ts'
import { readViewAs } from './view-as.web.ts'

/** This tab, until it is loaded again. */
export const ownTab = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')

/** The console's one client. */
export const http: HttpClient = createHttpClient({
  fetch: (input, init) => {
    const ask = () => window.fetch(input, init)
    return (init?.method === 'GET' ? takeEarlyAnswer(String(input), init.signal, ask) : null) ?? ask()
  },
  origin: () => window.location.origin,
  readToken,
  readXsrfToken: () => readCookie(XSRF_COOKIE),
  readViewAs,
  tab: ownTab,
  clearToken,
  keepDrafts,
  goTo: (address) => window.location.assign(address),
  reload: () => window.location.reload(),
})
