import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpClient } from '../../core/browser/create-http-client.web.ts'
import type { LiveChange } from '../../core/browser/live.web.ts'
import { followChanges, setVisit } from '../../core/browser/live.web.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { connectLive, type LiveConnection } from './live-connection.web.ts'

interface Opened {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  say(text: string): void
  end(): void
}

let opened: Opened[] = []
let stated: unknown[] = []
let refuseWith: number | null = null
let isHidden = false
let live: LiveConnection

const http = {
  async open(path: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(own) {
        controller = own
      },
    })
    signal.addEventListener('abort', () => controller?.error(new DOMException('aborted', 'AbortError')))
    opened.push({
      path,
      headers,
      signal,
      end: () => controller?.close(),
      say: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    })
    return {
      status: refuseWith ?? 200,
      ok: refuseWith === null,
      headers: new Headers(refuseWith === 429 ? { 'retry-after': '60' } : {}),
      body,
    }
  },
  async request(_method: string, _path: string, { body }: { body?: unknown } = {}) {
    if (body) stated.push(body)
    return { data: null, status: 204, headers: new Headers() }
  },
  watchReach() {},
} as unknown as HttpClient

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const event = (name: string, data: unknown = {}) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

function hide(next: boolean): void {
  isHidden = next
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeAll(() => {
  vi.useFakeTimers()
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  live = connectLive({
    http,
    ownTab: 'tab-of-a-test',
    readToken: () => 'token',
    currentSession: () => ({ viewingAs: null }) as SignedIn,
    setOnline() {},
  })
})
afterAll(() => vi.useRealTimers())
const followed: (() => void)[] = []
function follow(resource: string, onChange: (change: LiveChange | null) => void): () => void {
  const unfollow = followChanges(resource, onChange)
  followed.push(unfollow)
  return unfollow
}
afterEach(async () => {
  setVisit(null)
  for (const unfollow of followed.splice(0)) unfollow()
  refuseWith = null
  hide(false)
  await pass(120_000)
})
beforeEach(() => {
  opened = []
  stated = []
  refuseWith = null
})

describe('the stream of a tab', () => {
  it('is opened only while a screen wants to know, says the token in no address, and counts as no use', async () => {
    await pass(10_000)
    expect(opened).toEqual([])
    const unfollow = follow('coupons', () => {})
    await pass(2_000)
    expect(opened.map(({ path }) => path)).toEqual(['/rest/data/live/coupons'])
    expect(opened[0]?.headers).toMatchObject({ 'X-Background': '1' })
    expect(live.isOpen()).toBe(false)
    opened[0]?.say(event('hello'))
    await pass(10)
    expect(live.isOpen()).toBe(true)
    unfollow()
    await pass(1_000)
    expect([opened.length, opened[0]?.signal.aborted, live.isOpen()]).toEqual([1, true, false])
  })

  it('is one for all screens that want it, opened again only for what it does not carry', async () => {
    const stop = [follow('coupons', () => {}), follow('customers', () => {}), follow('coupons', () => {})]
    await pass(1_000)
    expect(opened.map(({ path }) => path)).toEqual(['/rest/data/live/coupons,customers'])
    stop[1]?.()
    await pass(1_000)
    expect(opened).toHaveLength(1)
    follow('events', () => {})
    await pass(1_000)
    expect(opened.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })

  it('passes events to its subscribers, and reconnects by itself with a notice that something can be missing', async () => {
    const heard: (LiveChange | null)[] = []
    follow('coupons', (change) => heard.push(change))
    await pass(1_000)
    const change = { resource: 'coupons', records: [{ id: 7, version: 2, action: 'update', by: 'Ana' }] }
    opened[0]?.say(event('hello') + event('changes', [change, { resource: 'events', records: null }]))
    await pass(10)
    expect(heard).toEqual([change])
    opened[0]?.end()
    await pass(2_000)
    expect(opened).toHaveLength(2)
    opened[1]?.say(event('hello'))
    await pass(4_000)
    expect(heard).toEqual([change, null])
  })

  it('goes on until the one that takes its place says hello, so that no one misses anything', async () => {
    const heard: (LiveChange | null)[] = []
    follow('inbox', (change) => heard.push(change))
    await pass(1_000)
    opened[0]?.say(event('hello'))
    await pass(10)
    follow('purchases', () => heard.push(null))
    await pass(1_000)
    expect(opened.map(({ path, signal }) => [path, signal.aborted])).toEqual([
      ['/rest/data/live/inbox', false],
      ['/rest/data/live/inbox,purchases', false],
    ])
    opened[0]?.say(event('inbox'))
    await pass(10)
    expect([heard, live.isOpen()]).toEqual([[{ resource: 'inbox', records: null }], true])
    opened[1]?.say(event('hello'))
    await pass(4_000)
    expect(opened.map(({ signal }) => signal.aborted)).toEqual([true, false])
    expect(heard).toHaveLength(1)
  })

  it('says how long ago the screen was read, and passes on what changed since, of what is new to it alone', async () => {
    const heard: string[] = []
    const stop = [follow('coupons', (change) => change === null && heard.push('coupons'))]
    await pass(1_000)
    expect(Number(opened[0]?.headers['X-Read-Ago'])).toBeGreaterThan(0)
    opened[0]?.say(event('hello', { changed: ['coupons'] }))
    await pass(10)
    expect(heard).toEqual(['coupons'])
    stop.push(follow('customers', (change) => change === null && heard.push('customers')))
    await pass(1_000)
    expect(Number(opened[1]?.headers['X-Read-Ago'])).toBeLessThan(1_000)
    opened[1]?.say(event('hello', { changed: ['coupons', 'customers'] }))
    await pass(10)
    expect(heard).toEqual(['coupons', 'customers'])
    for (const unfollow of stop) unfollow()
  })

  it('reports what both can have missed where neither is left', async () => {
    const heard: string[] = []
    follow('inbox', () => heard.push('inbox'))
    await pass(1_000)
    opened[0]?.say(event('hello'))
    await pass(10)
    follow('purchases', () => heard.push('purchases'))
    await pass(1_000)
    opened[0]?.end()
    await pass(10)
    opened[1]?.end()
    await pass(3_000)
    opened[2]?.say(event('hello'))
    await pass(4_000)
    expect(heard.toSorted()).toEqual(['inbox', 'purchases'])
  })

  it('waits longer after each failure, and as long as the server asks', async () => {
    refuseWith = 503
    follow('coupons', () => {})
    await pass(60_000)
    const before = opened.length
    expect(before).toBeGreaterThan(3)
    expect(before).toBeLessThan(12)
    await pass(300_000)
    expect(opened.length - before).toBeLessThan(12)
    refuseWith = 429
    await pass(70_000)
    const refused = opened.length
    await pass(59_000)
    expect(opened.length - refused).toBeLessThanOrEqual(1)
  })

  it('is given up when nothing comes for longer than the server’s beat', async () => {
    follow('coupons', () => {})
    await pass(1_000)
    opened[0]?.say(event('hello'))
    for (let n = 0; n < 5; n++) {
      await pass(22_000)
      opened[0]?.say(': \n\n')
    }
    expect(opened[0]?.signal.aborted).toBe(false)
    await pass(61_000)
    expect(opened[0]?.signal.aborted).toBe(true)
    await pass(3_000)
    expect(opened.length).toBeGreaterThan(1)
  })

  it('ends a moment after the tab goes out of sight, and begins with a word that something can be missing', async () => {
    const heard: (LiveChange | null)[] = []
    follow('coupons', (change) => heard.push(change))
    await pass(1_000)
    opened[0]?.say(event('hello'))
    hide(true)
    await pass(5_000)
    hide(false)
    await pass(20_000)
    expect([opened.length, opened[0]?.signal.aborted]).toEqual([1, false])
    hide(true)
    await pass(16_000)
    expect(opened[0]?.signal.aborted).toBe(true)
    await pass(600_000)
    expect(opened).toHaveLength(1)
    hide(false)
    await pass(1_000)
    opened[1]?.say(event('hello'))
    await pass(4_000)
    expect(heard).toEqual([null])
  })

  it('says what the tab does with a record once it is heard, as it changes, and no more often', async () => {
    follow('coupons', () => {})
    setVisit({ resource: 'coupons', id: 7, state: 'looking' })
    await pass(1_000)
    expect(stated).toEqual([])
    opened[0]?.say(event('hello'))
    await pass(1_000)
    for (const state of ['editing', 'looking', 'editing'] as const) setVisit({ resource: 'coupons', id: 7, state })
    await pass(10_000)
    setVisit(null)
    await pass(1_000)
    const of = (state: string) => ({ tab: 'tab-of-a-test', resource: 'coupons', id: 7, state })
    expect(stated).toEqual([of('looking'), of('editing'), of('gone')])
  })

  it('is not asked for again once the server has ended it with the session', async () => {
    follow('coupons', () => {})
    await pass(1_000)
    opened[0]?.say(event('hello') + event('end', { error: 'SessionExpired' }))
    opened[0]?.end()
    await pass(600_000)
    expect(opened).toHaveLength(1)
  })
})
