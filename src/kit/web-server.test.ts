import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DatabaseUnavailable } from './db-errors.server.ts'
import { invalid, Refusal } from './errors.ts'
import { createLog } from './log.server.ts'
import { openRaw, rawRequest } from './testing/raw-http.server.ts'
import { createWebServer } from './web-server.server.ts'
import type { Readiness } from './web-server.server.ts'

const lines: string[] = []
const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
let readiness: Readiness = 'ready'
let server: FastifyInstance
let port: number
let handled = 0

beforeAll(async () => {
  server = createWebServer({ log, isProduction: true, publicUrl: 'https://admin.example.com', readiness: () => readiness })
  server.all('/rest/echo', async (request) => {
    handled++
    return { method: request.method, body: request.body ?? null, address: request.clientAddress }
  })
  server.post('/rest/small', { bodyLimit: 100 }, async () => ({}))
  server.get('/rest/fail/:how', async (request) => {
    throw failures[(request.params as { how: string }).how] ?? new Error('unknown failure')
  })
  server.get('/rest/items/:id', async (request) => request.params)
  server.get('/rest/slow', async () => {
    await sleep(300)
    return { done: true }
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const address = server.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})

afterAll(() => server.close())

const failures: Record<string, unknown> = {
  refusal: new Refusal(409, 'Already refunded in full', { headers: { 'retry-after': '5' }, current: { id: 1 } }),
  fields: invalid({ code: 'Code is required.' }),
  bug: new TypeError('secretColumn of undefined in /srv/app/src/secret.ts'),
  string: 'thrown as text',
  unavailable: new DatabaseUnavailable('The database restarts. Try again in a moment.', { retryAfterSeconds: 7 }),
  zod: z.safeParse(z.strictObject({ a: z.number() }), { a: 'x', b: 1 }).error,
}

function call(path: string, init?: RequestInit): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, init)
}

function post(body: string | Blob, headers: Record<string, string> = { 'content-type': 'application/json' }): Promise<Response> {
  return call('/rest/echo', { method: 'POST', body, headers })
}

describe('every answer', () => {
  it('carries the headers that keep browsers from doing more with it than meant', async () => {
    const { headers } = await call('/rest/echo')
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.has('server')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
  })

  it('carries a request id of ours, also in the body of an error', async () => {
    const response = await call('/rest/nothing', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
    const id = response.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.json()).toEqual({ error: 'NotFound', message: 'There is nothing at this address.', requestId: id })
  })

  it('never opens itself to another origin', async () => {
    const preflight = await call('/rest/echo', {
      method: 'OPTIONS', headers: { 'origin': 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    const simple = await call('/rest/echo', { headers: { origin: 'https://evil.example' } })
    expect(preflight.status).toBe(405)
    for (const { headers } of [preflight, simple]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('is never a stored one, whatever the caller claims to have', async () => {
    const response = await call('/rest/echo', { headers: { 'if-none-match': '*' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await call('/rest/x.css')).status).toBe(404)
  })
})

describe('bodies', () => {
  it('are JSON', async () => {
    expect(await (await post('{"a":1}')).json()).toMatchObject({ body: { a: 1 } })
    expect((await post('{"a":1}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
  })

  it.each([
    'application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'application/json-patch+json',
    'application/xml', 'nonsense', '',
  ])('of type %j are refused (415)', async (type) => {
    const response = await post(new Blob(['a=1']), type === '' ? {} : { 'content-type': type })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error: 'UnsupportedMediaType' })
  })

  it('are refused (415) when compressed', async () => {
    const response = await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    expect(response.status).toBe(415)
  })

  it('may have 1 MB and not a byte more (413)', async () => {
    const filled = (size: number): string => JSON.stringify('x'.repeat(size - 2))
    expect((await post(filled(1024 * 1024))).status).toBe(200)
    const tooLarge = await post(filled(1024 * 1024 + 1))
    expect(tooLarge.status).toBe(413)
    expect(await tooLarge.json()).toMatchObject({ error: 'TooLarge' })
  })

  it('may have a limit of their own on a route', async () => {
    const response = await call('/rest/small', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify('x'.repeat(100)),
    })
    expect(response.status).toBe(413)
  })

  it('that are broken, deep, poisonous or no text are refused in words', async () => {
    const answers = await Promise.all([
      '{', '['.repeat(1_000_000), '{"a":{"__proto__":{"x":1}}}', '{"a":"\\u0000"}', '{"a":"\\ud800"}',
    ].map(async (body) => {
      const response = await post(body)
      return [response.status, (await response.json() as { fields?: object }).fields]
    }))
    expect(answers).toEqual([
      [400, undefined],
      [422, undefined],
      [422, { 'a.__proto__': '“__proto__” is not a field.' }],
      [422, { a: expect.stringContaining('NUL') }],
      [422, { a: expect.stringContaining('surrogate') }],
    ])
  })
})

describe('requests that no honest client sends', () => {
  it.each([
    ['TRACE', '/rest/echo'], ['CONNECT', 'evil.example:443'], ['PROPFIND', '/rest/echo'], ['FOO', '/rest/echo'], ['OPTIONS', '*'],
  ])('%s is answered with 405', async (method, target) => {
    const before = handled
    const answer = await rawRequest(port, `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer.status).toBe(405)
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'MethodNotAllowed', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(handled).toBe(before)
  })

  it('an absolute target is answered with 400', async () => {
    const answer = await rawRequest(port, 'GET http://evil.example/rest/echo HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    expect(answer.status).toBe(400)
  })

  it.each([
    ['two X-Token headers', 'X-Token: a\r\nX-Token: b\r\n'],
    ['the same X-Token twice', 'X-Token: a\r\nX-Token: a\r\n'],
    ['a list in X-Token', 'X-Token: a, b\r\n'],
    ['a blank within X-Token', 'X-Token: a b\r\n'],
  ])('%s: 400', async (_name, header) => {
    const answer = await rawRequest(port, `GET /rest/echo HTTP/1.1\r\nHost: x\r\n${header}Connection: close\r\n\r\n`)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({ message: 'Send exactly one X-Token.' })
  })

  it.each([
    ['both lengths', 'POST /rest/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'POST /rest/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    ['a blank before the colon', 'POST /rest/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['bare line feeds', 'GET /rest/echo HTTP/1.1\nHost: x\n\n'],
    ['a folded header', 'GET /rest/echo HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n'],
    ['no Host', 'GET /rest/echo HTTP/1.1\r\n\r\n'],
    ['a length that is no number', 'POST /rest/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n'],
  ])('%s: 400, and the connection ends', async (_name, bytes) => {
    const before = handled
    const answer = await rawRequest(port, bytes)
    expect(answer.status).toBe(400)
    expect(handled).toBe(before)
  })

  it('what follows a body that is longer than announced is not taken for a request', async () => {
    const before = handled
    const answer = await rawRequest(port, [
      'POST /rest/echo HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 2', '', '{}garbage', '', '',
    ].join('\r\n'))
    expect(answer.status).toBe(405)
    expect(handled).toBeLessThanOrEqual(before + 1)
  })

  it('headers beyond 16 KB are refused (431)', async () => {
    const answer = await rawRequest(port, `GET /rest/echo HTTP/1.1\r\nHost: x\r\nX-Token: ${'a'.repeat(17_000)}\r\n\r\n`)
    expect(answer.status).toBe(431)
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'HeadersTooLarge' })
  })

  it.each([['/rest/items/%', 400], ['/rest/items/%E0%A4%A', 400], ['/rest/items/%00', 422], [`/rest/items/${'a'.repeat(600)}`, 414], ['/rest/echo?q=a%00b', 422]])(
    '%s is answered with %i', async (target, status) => {
      const answer = await rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(answer.status).toBe(status)
      expect(JSON.parse(answer.body)).toHaveProperty('requestId')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    })

  it('a method in a header or in the query changes nothing', async () => {
    const response = await call('/rest/echo?_method=DELETE', { headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' } })
    expect(await response.json()).toMatchObject({ method: 'GET' })
  })

  it('changing calls of other sites are refused (403 CsrfFailed), reading ones are not', async () => {
    const from = (headers: Record<string, string>, method = 'POST') => call('/rest/echo', {
      method, headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: '{}' }),
    })
    const refused: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' },
      { origin: 'null' }, { origin: 'https://evil.example' }, { origin: 'https://admin.example.com.evil.example' },
      { 'sec-fetch-site': 'same-origin', 'origin': 'https://evil.example' },
    ]
    for (const headers of refused) {
      const response = await from(headers)
      expect([headers, response.status]).toEqual([headers, 403])
      expect(await response.json()).toMatchObject({ error: 'CsrfFailed' })
    }
    const accepted: Record<string, string>[] = [
      {}, { 'sec-fetch-site': 'same-origin' }, { origin: 'https://admin.example.com' }, { origin: `http://127.0.0.1:${port}` },
    ]
    for (const headers of accepted) expect([headers, (await from(headers)).status]).toEqual([headers, 200])
    expect((await from({ 'sec-fetch-site': 'cross-site', 'origin': 'https://evil.example' }, 'GET')).status).toBe(200)
  })
})

describe('slow clients', () => {
  it.concurrent('that drip their headers are sent away after about 5 s (408)', async () => {
    const { send, answer, socket } = openRaw(port)
    send('GET /rest/echo HTTP/1.1\r\nHost: x\r\n')
    const drip = setInterval(() => socket.writable && send('X-A: b\r\n'), 500)
    const { status, closedAfterMs } = await answer
    clearInterval(drip)
    expect(status).toBe(408)
    expect(closedAfterMs).toBeGreaterThan(4_000)
    expect(closedAfterMs).toBeLessThan(8_000)
  })

  it.concurrent('that drip their body, or never end it, are sent away after about 10 s (408)', async () => {
    const answers = await Promise.all([
      'Content-Length: 100000\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n',
    ].map(async (rest) => {
      const { send, answer, socket } = openRaw(port)
      send(`POST /rest/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`)
      const drip = setInterval(() => socket.writable && send(rest.startsWith('T') ? '1\r\n[\r\n' : '['), 500)
      const { status, closedAfterMs } = await answer
      clearInterval(drip)
      return { status, closedAfterMs }
    }))
    for (const { status, closedAfterMs } of answers) {
      expect(status).toBe(408)
      expect(closedAfterMs).toBeGreaterThan(9_000)
      expect(closedAfterMs).toBeLessThan(14_000)
    }
  })

  it.concurrent('that connect and say nothing do not keep others waiting', async () => {
    const idle = Array.from({ length: 1_000 }, () => openRaw(port))
    await Promise.all(idle.map(({ socket }) => once(socket, 'connect')))
    const started = performance.now()
    expect((await call('/rest/echo')).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(1_000)
    const closed = await Promise.all(idle.map(({ answer }) => answer))
    expect(closed.every(({ closedAfterMs }) => closedAfterMs < 12_000)).toBe(true)
  })
})

describe('failures', () => {
  it('that are refusals keep their status, words and headers', async () => {
    const response = await call('/rest/fail/refusal')
    expect(response.status).toBe(409)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ error: 'Conflict', message: 'Already refunded in full', current: { id: 1 } })
  })

  it('of a schema name each field, also one that nobody knows', async () => {
    const response = await call('/rest/fail/zod')
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: 'InvalidInput', fields: { a: expect.any(String), b: '“b” is not a field.' } })
  })

  it('of the database that pass are answered with 503 and when to come back', async () => {
    const response = await call('/rest/fail/unavailable')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toMatchObject({ error: 'Unavailable' })
  })

  it.each(['bug', 'string'])('that nobody foresaw (%s) say nothing about the inside', async (how) => {
    lines.length = 0
    const response = await call(`/rest/fail/${how}`)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({
      error: 'Internal', requestId: response.headers.get('x-request-id'), message: expect.stringContaining('on our side'),
    })
    expect(text).not.toMatch(/secret|src|thrown|at /)
    expect(lines.join()).toContain(how === 'bug' ? 'secretColumn' : 'thrown as text')
  })
})

describe('the log', () => {
  it('has one line an answer, without query strings, tokens or line breaks of the caller', async () => {
    lines.length = 0
    await call('/rest/echo?email=canary%40example.com%0A%7B%22level%22%3A%22error%22%7D', { headers: { 'x-token': 'canarytoken' } })
    await call('/rest/items/canary%40example.com')
    await sleep(20)
    expect(lines).toHaveLength(2)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', path: '/rest/echo', status: 200 }, { method: 'GET', path: '/rest/items/:id', status: 200 },
    ])
    expect(lines.join()).not.toContain('canary')
  })

  it('hides secrets by their names', () => {
    lines.length = 0
    log.info({ token: 'canary', body: { googleToken: 'canary' }, request: { headers: { 'cookie': 'canary', 'x-token': 'canary' } } }, 'text\n{"level":50}')
    expect(lines.join()).not.toContain('canary')
    expect(lines.join().trimEnd().split('\n')).toHaveLength(1)
  })

  it('says of database errors what failed, not with which values', () => {
    lines.length = 0
    const error = Object.assign(new Error('duplicate key value (canary)'), { severity: 'ERROR', code: '23505', detail: 'Key (email)=(canary)', constraint: 'staff_email_key' })
    log.error({ err: error }, 'failed')
    expect(lines.join()).not.toContain('canary')
    expect(lines.join()).toContain('staff_email_key')
  })
})

describe('health', () => {
  it('is live as soon as it answers, and ready when the database is', async () => {
    expect((await call('/health/live')).status).toBe(200)
    expect(await (await call('/health/ready')).json()).toEqual({ status: 'ready' })
    for (const state of ['starting', 'recovering'] as const) {
      readiness = state
      const response = await call('/health/ready')
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([503, '3', { status: state }])
      expect((await call('/health/live')).status).toBe(200)
    }
    readiness = 'full'
    expect((await call('/health/ready')).status).toBe(200)
    readiness = 'ready'
  })

  it('keeps calls outside while the schema is brought up to date', async () => {
    readiness = 'starting'
    const response = await call('/rest/echo')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3'])
    readiness = 'ready'
    expect((await call('/rest/echo')).status).toBe(200)
  })
})

describe('closing', () => {
  async function listening(drainMs: number, waitMs: number): Promise<{ closing: FastifyInstance; url: string }> {
    const closing = createWebServer({ log, isProduction: false, drainMs })
    closing.get('/slow', async () => {
      await sleep(waitMs)
      return { done: true }
    })
    return { closing, url: await closing.listen({ port: 0, host: '127.0.0.1' }) }
  }

  it('lets requests under way finish', async () => {
    const { closing, url } = await listening(5_000, 400)
    const answers = Array.from({ length: 20 }, () => fetch(`${url}/slow`).then((response) => response.status))
    await sleep(100)
    const started = performance.now()
    await closing.close()
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, () => 200))
    await expect(fetch(`${url}/slow`)).rejects.toThrow()
  })

  it('does not wait longer than it may', async () => {
    const { closing, url } = await listening(200, 60_000)
    const answer = fetch(`${url}/slow`).then(() => 'answered', () => 'cut off')
    await sleep(100)
    const started = performance.now()
    await closing.close()
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(await answer).toBe('cut off')
  })
})

it('turns callers away (503) while its work piles up, and takes them again afterwards', async () => {
  let isStuck = true
  void (async () => {
    while (isStuck) {
      const until = performance.now() + 700
      while (performance.now() < until);
      await sleep(1)
    }
  })()
  await sleep(2_900)
  const response = await call('/rest/echo')
  isStuck = false
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  await sleep(1_000)
  expect((await call('/rest/echo')).status).toBe(200)
})
