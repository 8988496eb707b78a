import { createHmac, randomUUID } from 'node:crypto'

/** Where and what a run of traffic sells. */
export interface Shop {
  readonly url: string
  readonly key: string
  /** Signs test events, in place of a gateway. */
  readonly eventKey: string
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  /** Where customers are from. */
  readonly countries: readonly string[]
  /** Hears each answer that arrives, with what was asked. */
  readonly heard?: (path: string, body: object, answer: Answer) => void
}

/** What becomes of orders, each with how many in a hundred. */
export const outcomes = {
  'confirmed': 50,
  'paid at the second try': 10,
  'sent twice': 8,
  'cancelled unpaid': 8,
  'cancelled and refunded': 14,
  'left unpaid': 10,
} as const
export type Outcome = keyof typeof outcomes

/** What came of it; `refused` is what cannot be bought just now. */
type Result = Outcome | 'refused'

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const people = [
  ['Ana', 'García'],
  ['Emil', 'Berg'],
  ['Chiara', 'Rossi'],
  ['Noah', 'Martin'],
  ['Yuki', 'Mori'],
] as const

/** One of the outcomes, by its share; `chance` is from 0 up to 1. */
export function outcomeAt(chance: number): Outcome {
  let rest = chance * Object.values(outcomes).reduce((sum, share) => sum + share, 0)
  for (const [outcome, share] of Object.entries(outcomes)) {
    rest -= share
    // Edge: Object.entries widens the names of the table above.
    if (rest < 0) return outcome as Outcome
  }
  return 'confirmed'
}

/** Sells one order through the Orders API, with the outcome that is wanted. */
export async function sellOne(shop: Shop, wanted: Outcome, random: () => number = Math.random): Promise<Result> {
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]
  const [firstName, lastName] = pick(people) ?? people[0]
  const email = `${firstName}.${lastName}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '')
    .toLowerCase()
  const customer = { firstName, lastName, country: pick(shop.countries), email: `${email}@traffic.example` }
  const body = { lines: [pick(shop.lines)], customer }
  const key = randomUUID()
  const placed = await post(shop, '/v1/orders', body, key)
  if (placed.status === 409 || placed.status === 422) return 'refused'
  const reference = String(expectDone(placed)['reference'])
  const about = (call: string, input: object) => post(shop, `/v1/orders/${reference}/${call}`, input)
  if (wanted === 'sent twice') {
    const again = await post(shop, '/v1/orders', body, key)
    if (expectDone(again)['reference'] !== reference) throw new Error('The same call made another order.')
  }
  if (wanted === 'left unpaid') return wanted
  if (wanted === 'cancelled unpaid') {
    expectDone(await about('cancel', {}))
    return wanted
  }
  const payment = String(expectDone(await about('pay', { method: 'card' }))['payment'])
  if (wanted === 'paid at the second try')
    await event(shop, { type: 'payment.failed', payment, reason: 'card_declined' })
  await event(shop, { type: 'payment.captured', payment, fee: 35 })
  if (wanted === 'cancelled and refunded') {
    const cancel = async () => {
      const quote = expectDone(await about('cancellation-quotes', {}))
      return await about('cancel', { token: quote['token'] })
    }
    // The supplier's answer can come between the quote and the call. Then the customer looks at the new quote.
    const first = await cancel()
    expectDone(first.body['error'] === 'QuoteStale' ? await cancel() : first)
  }
  return wanted
}

function expectDone({ status, body }: Answer): Answer['body'] {
  if (status >= 400) throw new Error(`The Orders API answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function post(shop: Shop, path: string, body: object, key: string = randomUUID()): Promise<Answer> {
  return await send(shop, path, body, { 'authorization': `Bearer ${shop.key}`, 'idempotency-key': key })
}

/** In place of the gateway, signed as Standard Webhooks signs. */
async function event(shop: Shop, body: object): Promise<void> {
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1_000))]
  const text = `${id}.${timestamp}.${JSON.stringify(body)}`
  const signature = createHmac('sha256', Buffer.from(shop.eventKey, 'base64')).update(text).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  expectDone(await send(shop, '/demo/test-events', body, headers))
}

async function send(
  shop: Shop,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const reply = await fetch(new URL(path, shop.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = { status: reply.status, body: (await reply.json()) as Answer['body'] }
  shop.heard?.(path, body, answer)
  return answer
}
