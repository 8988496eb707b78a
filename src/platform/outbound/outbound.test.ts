import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { LogEvent } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db, Tables } from '../../db/tables.server.ts'
import { assertAllowed, guardedLookup } from './guarded-address.server.ts'
import type { Outbound } from './outbound.server.ts'
import { logCall } from './call-log.server.ts'
import { createOutbound, pauseOf } from './outbound.server.ts'
import type { OutboundTarget } from './outbound-target.server.ts'
import { createRateBudget } from './rate-budget.server.ts'

const target: OutboundTarget = {
  name: 'sample',
  hosts: ['api.example.com'],
  allowsLoopback: true,
  perSecond: 1_000,
  timeout: 2_000,
  maxBytes: 10_000,
}

/** Keeps what would have been written, without a database. */
function recordingDb(events: LogEvent[]): Db {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => void events.push(event),
  })
}

describe('a call to an outside service', () => {
  let answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void
  let nth = 0
  const written: LogEvent[] = []
  const service = createServer((request, response) => answer(request, response, ++nth))
  let outbound: Outbound
  let base: string
  beforeEach(async () => {
    nth = 0
    written.length = 0
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    outbound = createOutbound({ db: recordingDb(written), log: pino({ level: 'silent' }), firstPause: 1 })
  })
  afterEach(async () => {
    await outbound.close()
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  })
  const get = (path = '/', more: object = {}) =>
    outbound.call(target, { method: 'GET', url: new URL(path, base), ...more })
  const faultOf = async (call: Promise<unknown>) =>
    await call.then(
      () => 'none',
      (error: { fault?: string }) => error.fault ?? String(error),
    )
  /** What has been written down, statement by statement. */
  const log = () => written.map(({ query }) => JSON.parse(String(query.parameters[0])) as Record<string, unknown>[])
  const statuses = () => log().flatMap((rows) => rows.map(({ status }) => status))

  it('answers with status and body, whatever the status', async () => {
    answer = (_request, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('none')
    expect(await get()).toMatchObject({ status: 404, body: 'none' })
    expect(statuses()).toEqual([404])
  })

  it.each([
    ['application/json; charset=utf-8', '{"a":1}', null],
    ['application/json', '{"a":', 'The answer could not be read.'],
    ['application/json', '<html>Bad gateway</html>', 'The answer could not be read.'],
    ['application/xml', '<?xml version="1.0"?><a><b/></a>\n', null],
    ['text/xml', '<a><b>cut', 'The answer could not be read.'],
    ['text/plain', 'anything', null],
    ['application/json', '', null],
  ])('that succeeds with %s and "%s" is noted as unreadable or not', async (type, body, problem) => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end(body)
    expect(await get()).toMatchObject({ status: 200, body })
    expect(log().flat()).toMatchObject([{ status: 200, problem }])
  })

  it('is tried again where the service is busy, and its Retry-After is kept', async () => {
    answer = (_request, response, n) =>
      n === 1
        ? response.writeHead(429, { 'retry-after': '0' }).end()
        : n === 2
          ? response.writeHead(503).end()
          : response.end('ok')
    expect((await get()).body).toBe('ok')
    expect(statuses()).toEqual([429, 503, 200])
    nth = 0
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '600' }).end()
    expect((await get()).status).toBe(429)
    expect(nth, 'a long wait is left to the caller').toBe(1)
  })

  it('that could act twice is made once', async () => {
    answer = (_request, response) => response.writeHead(503).end()
    const post = { method: 'POST', body: '{}' } as const
    expect((await outbound.call(target, { ...post, url: new URL(base) })).status).toBe(503)
    expect(nth).toBe(1)
    await outbound.call(target, { ...post, url: new URL(base), isIdempotent: true })
    expect(nth).toBe(4)
  })

  it('ends at its deadline, also within a body', async () => {
    const quick = { ...target, timeout: 50 }
    answer = (_request, response) => void response.writeHead(200).write('some')
    const call = { method: 'POST', url: new URL(base) } as const
    expect(await faultOf(outbound.call(quick, call))).toBe('timeout')
    answer = () => {}
    expect(await faultOf(outbound.call(quick, call))).toBe('timeout')
  })

  it('reads no more than allowed, however small it travels', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    expect(bomb.length).toBeLessThan(target.maxBytes)
    expect(await faultOf(get())).toBe('too_large')
  })

  it('follows a few redirects to the same place and none to another', async () => {
    answer = ({ url }, response) =>
      url === '/b' ? response.end('there') : response.writeHead(302, { location: '/b' }).end()
    expect((await get('/a')).body).toBe('there')
    answer = (_request, response) => response.writeHead(302, { location: '/a' }).end()
    expect(await faultOf(get('/a'))).toBe('redirect')
    answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    expect(await faultOf(get('/a'))).toBe('redirect')
  })

  it('is not made while the service has failed too often', async () => {
    answer = (_request, response) => response.writeHead(500).end()
    await get()
    await get()
    expect(nth).toBe(6)
    expect(await faultOf(get())).toBe('open')
    expect(nth).toBe(6)
    expect(outbound.stateOf(target).isOpen).toBe(true)
  })

  it('is written down without its secrets', async () => {
    answer = (_request, response) => response.end('you said s3cret/key')
    await get('/?k=s3cret%2Fkey', {
      headers: { 'exp-api-key': 's3cret/key', 'accept': 'text' },
      secrets: ['s3cret/key'],
    })
    expect(JSON.stringify(log())).not.toMatch(/s3cret/)
    expect(log()).toMatchObject([
      [{ answer: 'you said ••••', headers: { 'exp-api-key': '••••', 'accept': 'text' }, subject: null }],
    ])
  })

  it('leaves no trace of what a sign-in sends and gets, also where a secret is spelled otherwise', async () => {
    answer = (_request, response) => response.end('{"accessToken":"t0ken"}')
    await outbound.call(target, {
      method: 'POST',
      url: new URL(base),
      body: JSON.stringify({ password: 's3cret"' }),
      secrets: ['s3cret"'],
      isConfidential: true,
    })
    expect(statuses()).toEqual([200])
    expect(JSON.stringify(log())).not.toMatch(/s3cret|t0ken/)
  })

  it('is written down together with others that end while one is being written', async () => {
    const db = recordingDb(written)
    const call = (n: number) => ({
      target: 'somewhere',
      request: { method: 'GET' as const, url: new URL(`/${n}`, base) },
      attempt: 1,
      status: 200,
      body: null,
      problem: null,
      milliseconds: n,
    })
    const silent = pino({ level: 'silent' })
    await Promise.all([1, 2, 3, 4].map((n) => logCall(db, silent, call(n))))
    await logCall(db, silent, call(5))
    expect(log().map((rows) => rows.map(({ milliseconds }) => milliseconds))).toEqual([[1], [2, 3, 4], [5]])
  })

  it('says so where nothing answers', async () => {
    const free = new URL(base)
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
    expect(await faultOf(outbound.call(target, { method: 'POST', url: free }))).toBe('unreachable')
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  })
})

describe('where a call can go', () => {
  const resolved = (...addresses: string[]) =>
    new Promise<string>((resolve) =>
      guardedLookup((_host, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
      )('api.example.com', {}, (error, address) => resolve(error ? 'refused' : String(address))),
    )

  const allows = (url: string, loopback = false) => {
    try {
      assertAllowed(new URL(url), { ...target, allowsLoopback: loopback })
      return true
    } catch {
      return false
    }
  }

  it('is the hosts of its target by https, and this machine only where that is allowed', () => {
    expect(allows('https://api.example.com/x')).toBe(true)
    for (const url of [
      'http://api.example.com/',
      'https://api.example.com:8443/',
      'https://user:pass@api.example.com/',
      'https://api.example.com.evil.test/',
      'https://127.0.0.1/',
      'http://localhost:80/',
      'http://[::1]/',
    ])
      expect(allows(url), url).toBe(false)
    expect(allows('http://127.0.0.1:4000/', true)).toBe(true)
    expect(allows('http://10.0.0.1/', true)).toBe(false)
  })

  it.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['127.0.0.1', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['224.0.0.1', false],
  ])('is %s: %s', async (address, isPublic) => expect(await resolved(address)).toBe(isPublic ? address : 'refused'))

  it('is no name that resolves into our own network', async () => {
    expect(await resolved('8.8.8.8')).toBe('8.8.8.8')
    expect(await resolved('8.8.8.8', '10.0.0.1')).toBe('refused')
    expect(await resolved('127.0.0.1')).toBe('refused')
    expect(await resolved()).toBe('refused')
  })
})

describe('the budget of calls', () => {
  it('lets a second’s worth through at once and spaces the rest', async () => {
    let clock = 0
    const waits: number[] = []
    const budget = createRateBudget(4, {
      now: () => clock,
      async wait(ms) {
        waits.push(ms)
        clock += ms
      },
    })
    expect(budget.left).toBe(4)
    for (let call = 0; call < 7; call++) await budget.take()
    expect(waits).toEqual([250, 250, 250])
    expect(budget.left).toBe(0)
    clock += 500
    expect(budget.left).toBe(2)
    clock += 60_000
    expect(budget.left).toBe(4)
  })
})

it('reads Retry-After as seconds and as a date', () => {
  const pause = (value?: string) =>
    pauseOf(
      { headers: new Headers(value === undefined ? {} : { 'retry-after': value }) },
      Date.parse('2026-01-01T00:00:00Z'),
    )
  expect([pause(), pause('3'), pause('soon'), pause('Thu, 01 Jan 2026 00:01:00 GMT')]).toEqual([0, 3_000, 0, 60_000])
  // A service that says a century is asked again within the hour.
  expect([pause('999999999'), pause('Fri, 31 Dec 2126 00:00:00 GMT'), pause('-5')]).toEqual([3_600_000, 3_600_000, 0])
})
