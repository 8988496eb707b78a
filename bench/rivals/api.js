// What both lists ask the server for: who is signed in, and the first 50 purchases, newest first.

const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1] ?? ''

/** The answer of a call with the session of the cookie, and how many rows there are in all where it is a list. */
export async function get(path) {
  const reply = await fetch(path, { headers: { 'x-token': token } })
  if (!reply.ok) throw Object.assign(new Error(`${path}: ${reply.status}`), { status: reply.status })
  return { data: await reply.json(), total: Number(reply.headers.get('x-total-count')) }
}

export const whoami = () => get('/rest/data/rbac/whoami')

export function purchases({ field = 'createdAt', order = 'DESC', from = 0, count = 50 } = {}) {
  const asked = { sort: [field, order], range: [from, from + count - 1] }
  const words = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, JSON.stringify(value)]))
  return get(`/rest/data/purchases?${words}`)
}
