import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DatabaseUnavailable } from '../../db/engine-errors.server.ts'
import { invalid, Refusal } from '../errors/errors.ts'
import { createLog } from './log.server.ts'
import { createWebServer } from './web-server.server.ts'
import type { Readiness } from './web-server.server.ts'

const lines: string[] = []
const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
let readiness: Readiness = 'ready'
let server: FastifyInstance
let url: string

beforeAll(async () => {
  server = createWebServer({
    log,
    isProduction: true,
    publicUrl: 'https://admin.example.com',
    readiness: () => readiness,
  })
  server.all('/rest/echo', async (request) => ({ body: request.body ?? null }))
  server.post('/rest/small', { bodyLimit: 100 }, async () => ({}))
  server.get('/rest/fail/:how', async (request) => {
    throw failures[(request.params as { how: string }).how] ?? new Error('unknown failure')
  })
  server.get('/rest/items/:id', async (request) => request.params)
  url = await server.listen({ port: 0, host: '127.0.0.1' })
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
  return fetch(url + path, init)
}

function post(
  body: string | Blob,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Response> {
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
    expect(await response.json()).toEqual({
      error: 'NotFound',
      message: 'There is nothing at this address.',
      requestId: id,
    })
  })

  it('never opens itself to another origin', async () => {
    const preflight = await call('/health/live', {
      method: 'OPTIONS',
      headers: { 'origin': 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    const simple = await call('/rest/echo', { headers: { origin: 'https://evil.example' } })
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
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
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/xml',
    'nonsense',
    '',
  ])('of type %j are refused (415)', async (type) => {
    const response = await post(new Blob(['a=1']), type === '' ? {} : { 'content-type': type })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error: 'UnsupportedMediaType' })
  })

  it('are refused (415) when compressed', async () => {
    const response = await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    expect(response.status).toBe(415)
  })

  it('can have 1 MB and not a byte more (413)', async () => {
    const filled = (size: number): string => JSON.stringify('x'.repeat(size - 2))
    expect((await post(filled(1024 * 1024))).status).toBe(200)
    const tooLarge = await post(filled(1024 * 1024 + 1))
    expect(tooLarge.status).toBe(413)
    expect(await tooLarge.json()).toMatchObject({ error: 'TooLarge' })
  })

  it('can have a limit of their own on a route', async () => {
    const response = await call('/rest/small', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(100)),
    })
    expect(response.status).toBe(413)
  })

  it('that are broken, deep, poisonous or no text are refused in words', async () => {
    const answers = await Promise.all(
      ['{', '['.repeat(1_000_000), '{"a":{"__proto__":{"x":1}}}', '{"a":"\\u0000"}', '{"a":"\\ud800"}'].map(
        async (body) => {
          const response = await post(body)
          return [response.status, ((await response.json()) as { fields?: object }).fields]
        },
      ),
    )
    expect(answers).toEqual([
      [400, undefined],
      [422, undefined],
      [422, { 'a.__proto__': '“__proto__” is not a field.' }],
      [422, { a: expect.stringContaining('NUL') }],
      [422, { a: expect.stringContaining('surrogate') }],
    ])
  })
})

describe('failures', () => {
  it('that are refusals keep their status, words and headers', async () => {
    const response = await call('/rest/fail/refusal')
    expect(response.status).toBe(409)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({
      error: 'Conflict',
      message: 'Already refunded in full',
      current: { id: 1 },
    })
  })

  it('of a schema name each field, also an unknown one', async () => {
    const response = await call('/rest/fail/zod')
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error: 'InvalidInput',
      fields: { a: expect.any(String), b: '“b” is not a field.' },
    })
  })

  it('of the database that pass are answered with 503 and when to come back', async () => {
    const response = await call('/rest/fail/unavailable')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toMatchObject({ error: 'Unavailable' })
  })

  it.each(['bug', 'string'])('that are unforeseen (%s) say nothing about the inside', async (how) => {
    lines.length = 0
    const response = await call(`/rest/fail/${how}`)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({
      error: 'Internal',
      requestId: response.headers.get('x-request-id'),
      message: expect.stringContaining('on our side'),
    })
    expect(text).not.toMatch(/secret|src|thrown|at /)
    expect(lines.join()).toContain(how === 'bug' ? 'secretColumn' : 'thrown as text')
  })
})

describe('the log', () => {
  it('has one line an answer, without query strings, tokens or line breaks of the caller', async () => {
    lines.length = 0
    await call('/rest/echo?email=canary%40example.com%0A%7B%22level%22%3A%22error%22%7D', {
      headers: { 'x-token': 'canarytoken' },
    })
    await call('/rest/items/canary%40example.com')
    await sleep(20)
    expect(lines).toHaveLength(2)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', path: '/rest/echo', status: 200 },
      { method: 'GET', path: '/rest/items/:id', status: 200 },
    ])
    expect(lines.join()).not.toContain('canary')
  })

  it('says once that a header of a proxy is ignored, and by which setting to change that', async () => {
    lines.length = 0
    for (let n = 0; n < 3; n++) await call('/health/live', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    const warned = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
    expect(warned).toEqual([
      expect.objectContaining({ peer: '127.0.0.1', msg: expect.stringContaining('TRUSTED_PROXIES') }),
    ])
  })

  it('hides secrets by their names', () => {
    lines.length = 0
    log.info(
      {
        token: 'canary',
        body: { googleToken: 'canary' },
        request: { headers: { 'cookie': 'canary', 'x-token': 'canary' } },
      },
      'text\n{"level":50}',
    )
    expect(lines.join()).not.toContain('canary')
    expect(lines.join().trimEnd().split('\n')).toHaveLength(1)
  })

  it('says of database errors what failed, not with which values', () => {
    lines.length = 0
    const error = Object.assign(new Error('duplicate key value (canary)'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(canary)',
      constraint: 'staff_email_key',
    })
    log.error({ err: error }, 'failed')
    expect(lines.join()).not.toContain('canary')
    expect(lines.join()).toContain('staff_email_key')
    // The job queue reports errors as objects of no class.
    lines.length = 0
    log.warn({ err: { ...error, message: error.message, stack: error.stack } }, 'failed')
    log.warn({ err: { message: 'timeout exceeded', stack: 'Error: timeout exceeded\n    at somewhere' } }, 'failed')
    expect(lines.join()).not.toContain('canary')
    expect(lines.join()).toContain('staff_email_key')
    expect(lines.join()).toContain('"message":"timeout exceeded","stack":"    at somewhere"')
  })
})

describe('health', () => {
  it('is live as soon as it answers, and ready when the database is', async () => {
    expect((await call('/health/live')).status).toBe(200)
    expect(await (await call('/health/ready')).json()).toEqual({ status: 'ready' })
    for (const state of ['starting', 'recovering'] as const) {
      readiness = state
      const response = await call('/health/ready')
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
        503,
        '3',
        { status: state },
      ])
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
    await expect(fetch(`${url}/slow`)).rejects.toThrow('fetch failed')
  })

  it('does not wait longer than its limit', async () => {
    const { closing, url } = await listening(200, 60_000)
    const answer = fetch(`${url}/slow`).then(
      () => 'answered',
      () => 'cut off',
    )
    await sleep(100)
    const started = performance.now()
    await closing.close()
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(await answer).toBe('cut off')
  })
})

it('turns callers away (503) while its work piles up, and takes them again afterwards', async () => {
  const hogging = setInterval(() => {
    const until = performance.now() + 700
    while (performance.now() < until);
  }, 1)
  await sleep(2_900)
  const response = await call('/rest/echo')
  clearInterval(hogging)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  await sleep(1_000)
  expect((await call('/rest/echo')).status).toBe(200)
})
