import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Ways in which a simulator misbehaves. Asked for with the header `x-simulate`, or by products whose codes say so, because
 * those who import by code alone cannot send headers.
 */
const faults = [
  'rate-limited',
  'server-error',
  'unauthorised',
  'malformed',
  'truncated',
  'error-page',
  'error-xml',
  'wrong-type',
  'slow',
  'dropped',
  'hanging',
] as const
export type Fault = (typeof faults)[number]

const faultsByNumber: Readonly<Record<string, Fault>> = {
  90402: 'unauthorised',
  90429: 'rate-limited',
  90503: 'server-error',
  90901: 'malformed',
  90902: 'truncated',
  90903: 'error-page',
  90904: 'slow',
  90905: 'dropped',
  90906: 'hanging',
  90907: 'error-xml',
  90908: 'wrong-type',
}

/** What goes wrong with a product whose number begins like this: `90429001`. Null: nothing does. */
export const faultOfNumber = (number: string): Fault | null => faultsByNumber[number.slice(0, 5)] ?? null

/** How the numbers of products begin that have another title and other prices each time that they are asked for. */
const changing = '90801'

/** Tells how often a product has changed since the simulator started: never, but for those of such numbers. */
export function createEditions(): (path: string, number: string) => number {
  const asked = new Map<string, number>()
  return (path, number) => {
    if (!number.startsWith(changing)) return 0
    const edition = asked.get(path) ?? 0
    asked.set(path, edition + 1)
    return edition
  }
}
export type Editions = ReturnType<typeof createEditions>

export const editedTitle = (title: string, edition: number) =>
  edition === 0 ? title : `${title}, edition ${edition + 1}`
/** A tenth more each time. */
export const editedPrice = (price: number, edition: number) => Math.round(price * (10 + edition) * 10) / 100

export interface SimulatedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
export interface SimulatedReply {
  readonly status?: number
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly fault?: Fault | null
}

export interface Simulator {
  readonly origin: string
  close(): Promise<void>
}

/** How late a slow answer is, in milliseconds. */
const lateBy = 1_200
/** After so many refusals a busy simulator answers again. */
const refusals = 1

/** Where the pictures of simulated products are said to be: the same whatever the port, so that a payload stays the same. */
export const simulatedPictures = 'https://pictures.example.com'

/** Serves made-up answers on a port of this machine, and never keeps the process alive by itself. */
export async function startSimulator(
  answer: (request: SimulatedRequest) => SimulatedReply | Promise<SimulatedReply>,
): Promise<Simulator> {
  const busy = new Map<string, number>()
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://simulator')
      const picture = /^\/pictures\/(\d{1,12})\.jpg$/.exec(url.pathname)
      if (picture) return await sendPicture(response, Number(picture[1]))
      const asked = { method: request.method ?? 'GET', url, headers: request.headers, body: await text(request) }
      const reply = await answer(asked)
      const named = request.headers['x-simulate']
      const fault = faults.find((one) => one === named) ?? reply.fault ?? null
      await send(response, reply, fault, () => {
        const key = `${asked.method} ${url.pathname}`
        const count = busy.get(key) ?? 0
        busy.set(key, count < refusals ? count + 1 : 0)
        return count < refusals
      })
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function sendPicture(response: ServerResponse, n: number): Promise<void> {
  const { simulatedPicture } = await import('./simulated-pictures.server.ts')
  const picture = await simulatedPicture(n)
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
}

async function send(
  response: ServerResponse,
  { status = 200, type, body, headers = {} }: SimulatedReply,
  fault: Fault | null,
  isBusy: () => boolean,
): Promise<void> {
  const good = () => response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  switch (fault) {
    case 'rate-limited':
      if (!isBusy()) return void good()
      return void response
        .writeHead(429, { 'content-type': type, 'retry-after': '1' })
        .end('{"code":"TOO_MANY_REQUESTS"}')
    case 'server-error':
      return void response.writeHead(503, { 'content-type': type }).end('{"code":"SERVICE_UNAVAILABLE"}')
    case 'unauthorised':
      return void response.writeHead(401, { 'content-type': type }).end('{"code":"UNAUTHORIZED"}')
    case 'malformed':
      return void response.writeHead(status, { 'content-type': type, ...headers }).end(`${body.slice(0, 40)}}}]`)
    case 'truncated':
      return void response.writeHead(status, { 'content-type': type, ...headers }).end(body.slice(0, body.length / 2))
    case 'error-page':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Scheduled maintenance</h1>')
    case 'error-xml':
      return void response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end('<?xml version="1.0"?><html><body><h1>Scheduled maintenance</h1></body></html>')
    case 'wrong-type':
      return void response.writeHead(status, { ...headers, 'content-type': 'application/octet-stream' }).end(body)
    case 'dropped':
      return void response.destroy()
    case 'hanging':
      // Never answers. The caller gives up, or is cut off when the simulator closes.
      return undefined
    case 'slow':
      return void setTimeout(good, lateBy).unref()
    default:
      good()
  }
}

/** Whether a title has every word that is searched for. */
export function matches(title: string, words: string): boolean {
  const text = title.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A key for one run of a simulator. */
export function simulatorKey(): string {
  return `demo-${randomBytes(12).toString('hex')}`
}

/** Days from one to another, both included, with their weekday from Sunday (0); at most a year of them. */
export function daysFrom(from: string, to: string): { readonly date: string; readonly weekday: number }[] {
  const first = new Date(`${from}T00:00:00Z`)
  if (Number.isNaN(first.getTime())) return []
  const days = Array.from({ length: 366 }, (_, n) => new Date(first.getTime() + n * 86_400_000))
  return days
    .map((day) => ({ date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() }))
    .filter(({ date }) => date <= to)
}
