import { t } from '../../kit/language.ts'
import { readCustomerView } from './customer-calls.ts'
import type { CustomerView } from './customer-calls.ts'

/** Kept for this tab alone, so that a reload stays and a second tab does not get in. */
const storageKey = 'customer-view'

export class ViewRefused extends Error {
  override readonly name = 'ViewRefused'
}

/**
 * Uses up the link that the address's fragment holds, if there is one, and takes it out of the address and the
 * browser's history at once. The calls are made plainly: the console's client would send the console's own token.
 */
export async function openView(): Promise<CustomerView> {
  const token = window.location.hash.slice(1)
  if (token !== '') {
    window.history.replaceState(null, '', window.location.pathname)
    const { session } = await call('POST', '/rest/customer-view/session', { body: { token } }) as { session: string }
    window.sessionStorage.setItem(storageKey, session)
  }
  return await readView()
}

/** The account as it is now; throws when the session is over. */
export async function readView(): Promise<CustomerView> {
  const secret = window.sessionStorage.getItem(storageKey)
  if (secret === null) throw new ViewRefused(t('This page opens with a link from a customer’s page in the console. Ask for one there.'))
  return await call(readCustomerView.method, readCustomerView.path, { secret }) as CustomerView
}

/** Ends the session; this tab forgets it whatever the server says. */
export async function closeView(): Promise<void> {
  const secret = window.sessionStorage.getItem(storageKey)
  window.sessionStorage.removeItem(storageKey)
  if (secret !== null) await call('POST', '/rest/customer-view/close', { secret }).catch(() => null)
}

async function call(method: string, path: string, { body, secret }: { body?: object; secret?: string }): Promise<unknown> {
  const response = await fetch(path, {
    method, credentials: 'omit', headers: { ...(body && { 'Content-Type': 'application/json' }), ...(secret && { 'X-Customer-View': secret }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ViewRefused(t('The server did not answer. Check your connection and reload the page.'))
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return answer
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : t('The server answered {status}.', { status: response.status })
  throw new ViewRefused(message)
}
