import { t } from '../../core/i18n/language.ts'
import { readCustomerView } from './customer.endpoints.ts'
import type { CustomerView } from './customer.endpoints.ts'

/** Stored for this tab only, so that it survives a reload and a second tab gets no access. */
const storageKey = 'customer-view'

class ViewRefused extends Error {
  override readonly name = 'ViewRefused'
}

/**
 * Redeems the link in the address's fragment, if there is one, and removes it from the address and the browser's
 * history at once. Uses plain requests: the console's client would send the console's own token.
 */
export async function openView(): Promise<CustomerView> {
  const token = window.location.hash.slice(1)
  if (token !== '') {
    window.history.replaceState(null, '', window.location.pathname)
    const { session } = (await call('POST', '/rest/customer-view/session', { body: { token } })) as { session: string }
    window.sessionStorage.setItem(storageKey, session)
  }
  return await readView()
}

/** The account as it is now; throws when the session is over. */
export async function readView(): Promise<CustomerView> {
  const secret = window.sessionStorage.getItem(storageKey)
  if (secret === null)
    throw new ViewRefused(t('This page opens with a link from a customer’s page in the console. Ask for one there.'))
  return (await call(readCustomerView.method, readCustomerView.path, { secret })) as CustomerView
}

/** Ends the session; this tab forgets it whatever the server answers. */
export async function closeView(): Promise<void> {
  const secret = window.sessionStorage.getItem(storageKey)
  window.sessionStorage.removeItem(storageKey)
  if (secret !== null) await call('POST', '/rest/customer-view/close', { secret }).catch(() => null)
}

async function call(
  method: string,
  path: string,
  { body, secret }: { body?: object; secret?: string },
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...(secret && { 'X-Customer-View': secret }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ViewRefused(t('The server isn’t responding. Check your connection and reload the page.'))
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return answer
  const message =
    typeof answer === 'object' && answer !== null && 'message' in answer
      ? String(answer.message)
      : t('The server answered {status}.', { status: response.status })
  throw new ViewRefused(message)
}
