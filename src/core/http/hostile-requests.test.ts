import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from './log.server.ts'
import { openRaw, rawRequest } from '../testing/raw-http.server.ts'
import { createWebServer } from './web-server.server.ts'

let server: FastifyInstance
let url: string
let port: number
let handled = 0

beforeAll(async () => {
  server = createWebServer({
    log: createLog({ level: 'silent' }),
    isProduction: true,
    publicUrl: 'https://admin.example.com',
  })
  server.all('/rest/echo', async (request) => {
    handled++
    return { method: request.method }
  })
  server.get('/rest/items/:id', async (request) => request.params)
  url = await server.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(url).port)
})

afterAll(() => server.close())

function call(path: string, init?: RequestInit): Promise<Response> {
  return fetch(url + path, init)
}

describe('requests that no honest client sends', () => {
  it.each([
    ['TRACE', '/rest/echo'],
    ['CONNECT', 'evil.example:443'],
    ['PROPFIND', '/rest/echo'],
    ['FOO', '/rest/echo'],
    ['POSTED', '/rest/echo'],
    ['GE-T', '/rest/echo'],
    ['OPTIONS', '*'],
  ])('%s is answered with 405', async (method, target) => {
    const before = handled
    const answer = await rawRequest(port, `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer.status).toBe(405)
    expect(JSON.parse(answer.body)).toMatchObject({
      error: 'MethodNotAllowed',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(handled).toBe(before)
  })

  it.each([
    'GET /rest/echo\r\n\r\n',
    'GET /rest/echo\n\n',
    'GET /health/live\r\n\r\n',
    'GET /rest/echo HTTP/0.9\r\n\r\n',
  ])('HTTP/0.9 is answered with 400: %j', async (bytes) => {
    const before = handled
    expect([(await rawRequest(port, bytes)).status, handled]).toEqual([400, before])
  })

  it('HTTP/1.0 is understood', async () => {
    expect((await rawRequest(port, 'GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200)
  })

  it('an absolute target is answered with 400', async () => {
    const answer = await rawRequest(
      port,
      'GET http://evil.example/rest/echo HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    )
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
    [
      'both lengths',
      'POST /rest/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
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
    const answer = await rawRequest(
      port,
      [
        'POST /rest/echo HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Content-Length: 2',
        '',
        '{}garbage',
        '',
        '',
      ].join('\r\n'),
    )
    expect(answer.status).toBe(400)
    expect(handled).toBeLessThanOrEqual(before + 1)
  })

  it('headers beyond 16 KB are refused (431)', async () => {
    const answer = await rawRequest(
      port,
      `GET /rest/echo HTTP/1.1\r\nHost: x\r\nX-Token: ${'a'.repeat(17_000)}\r\n\r\n`,
    )
    expect(answer.status).toBe(431)
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'HeadersTooLarge' })
  })

  it.each([
    ['half an escape', '/rest/items/%', 400],
    ['half a character', '/rest/items/%E0%A4%A', 400],
    ['NUL', '/rest/items/%00', 422],
    ['an endless name', `/rest/items/${'a'.repeat(600)}`, 414],
    ['NUL in the query', '/rest/echo?q=a%00b', 422],
  ])('an address with %s is refused', async (_name, target, status) => {
    const answer = await rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toHaveProperty('requestId')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('a method in a header or in the query changes nothing', async () => {
    const response = await call('/rest/echo?_method=DELETE', {
      headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
    })
    expect(await response.json()).toMatchObject({ method: 'GET' })
  })

  it('changing calls of other sites are refused (403 CsrfFailed), reading ones are not', async () => {
    const from = (headers: Record<string, string>, method = 'POST') =>
      call('/rest/echo', {
        method,
        headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: '{}' }),
      })
    const refused: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: 'https://admin.example.com.evil.example' },
      { 'sec-fetch-site': 'same-origin', 'origin': 'https://evil.example' },
    ]
    for (const headers of refused) {
      const response = await from(headers)
      expect([headers, response.status]).toEqual([headers, 403])
      expect(await response.json()).toMatchObject({ error: 'CsrfFailed' })
    }
    const accepted: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'https://admin.example.com' },
      { origin: url },
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
    const answers = await Promise.all(
      ['Content-Length: 100000\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n'].map(async (rest) => {
        const { send, answer, socket } = openRaw(port)
        send(`POST /rest/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`)
        const drip = setInterval(() => socket.writable && send(rest.startsWith('T') ? '1\r\n[\r\n' : '['), 500)
        const { status, closedAfterMs } = await answer
        clearInterval(drip)
        return { status, closedAfterMs }
      }),
    )
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
