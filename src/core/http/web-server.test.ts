import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createWebServer } from './web-server.server.ts'
import { call, log, serveEchoes, setReadiness } from './testing/echo-server.server.ts'

serveEchoes()

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
      message: 'Not found.',
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

describe('health', () => {
  it('is live as soon as it answers, and ready when the database is', async () => {
    expect((await call('/health/live')).status).toBe(200)
    expect(await (await call('/health/ready')).json()).toEqual({ status: 'ready' })
    for (const state of ['starting', 'recovering'] as const) {
      setReadiness(state)
      const response = await call('/health/ready')
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
        503,
        '3',
        { status: state },
      ])
      expect((await call('/health/live')).status).toBe(200)
    }
    setReadiness('full')
    expect((await call('/health/ready')).status).toBe(200)
    setReadiness('ready')
  })

  it('keeps calls outside while the schema is brought up to date', async () => {
    setReadiness('starting')
    const response = await call('/rest/echo')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3'])
    setReadiness('ready')
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
