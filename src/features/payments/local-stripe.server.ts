import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StripeSettings } from '../../core/settings.server.ts'
import { balanceTransactions } from './local-stripe-balance.server.ts'
import { localBooks } from './local-stripe-books.server.ts'
import { uploadIn } from './local-stripe-files.server.ts'
import { recallDispute } from './local-stripe-memory.server.ts'
import type { Form, LocalBooks } from './local-stripe-shapes.server.ts'
import { StripeError } from './local-stripe-shapes.server.ts'

// The demo's own Stripe: it speaks Stripe's shapes to Stripe's own package, on a loopback port of its own, and misbehaves when
// asked to. It keeps its books in memory, as no money moves.

interface LocalStripe extends StripeSettings {
  readonly host: string
  readonly port: number
  readonly protocol: 'http'
  readonly webhookSecret: string
  /** What it has done, and what it does with the next call. */
  readonly books: LocalBooks
}

let running: Promise<LocalStripe> | undefined

/** How long a connection without a call stays open, in milliseconds. */
const keptAlive = 10 * 60_000

/** Starts it when it is first asked for, once a process. `port` is where this product hears its news. */
export function localStripe(port: number): Promise<LocalStripe> {
  return (running ??= start(port))
}

async function start(productPort: number): Promise<LocalStripe> {
  const apiKey = `sk_test_local_${randomBytes(12).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const books = localBooks()
  books.onEvent = (event) => void tell(productPort, webhookSecret, event)
  const server = createServer((request, response) => void answer(request, response, { apiKey, books }))
  // Clients keep their connections. One that this end closes as a call begins would look like an outage.
  server.keepAliveTimeout = keptAlive
  server.on('connection', (socket) => socket.unref())
  await listen(server)
  // Nothing waits for it when the product stops.
  server.unref()
  const { port } = server.address() as AddressInfo
  return { apiKey, host: '127.0.0.1', port, protocol: 'http', webhookSecret, books }
}

const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

interface LocalState {
  readonly apiKey: string
  readonly books: LocalBooks
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { apiKey, books }: LocalState,
): Promise<void> {
  try {
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      throw new StripeError(401, 'invalid_request_error', 'api_key_invalid', 'Invalid API Key provided.')
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local')
    const form: Form = request.method === 'POST' ? await formOf(request) : searchParams
    const key = String(request.headers['idempotency-key'] ?? '')
    await recallDispute(books, pathname)
    const body =
      pathname === '/v1/balance_transactions'
        ? await balanceTransactions(books, form)
        : books.answer(`${request.method ?? 'GET'} ${pathname}`, form, key)
    // It did what was asked, and the connection ends before anyone hears of it.
    if (books.takeSilence()) return void request.socket.destroy()
    send(response, 200, body)
  } catch (error) {
    const known = error instanceof StripeError ? error : new StripeError(500, 'api_error', 'internal', String(error))
    const { status, type, code, message } = known
    send(response, status, { error: { type, code, message, param: null } })
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(7).toString('hex')}`,
  })
  response.end(JSON.stringify(body))
}

async function formOf(request: IncomingMessage): Promise<Form> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const type = request.headers['content-type'] ?? ''
  return type.startsWith('multipart/form-data') ? await uploadIn(body, type) : new URLSearchParams(body.toString())
}

/** Sends an event as Stripe signs it. News that does not arrive is no loss: the product asks by itself. */
async function tell(port: number, secret: string, event: unknown): Promise<void> {
  if (port === 0) return
  const body = JSON.stringify(event)
  await fetch(`http://127.0.0.1:${port}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': stripeSignature(secret, body) },
    body,
  }).catch(() => {})
}

function stripeSignature(secret: string, body: string): string {
  const at = Math.floor(Date.now() / 1_000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}
