import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf } from './call-address.web.ts'
import { createHttpClient } from './create-http-client.web.ts'
import { CancelledRequest, FailedRequest, NoResponse } from './request-errors.web.ts'
import { ORIGIN, json, outside } from './testing/outside.web.ts'

const REQUEST_TIMEOUT_MS = 90_000

const headersOf = (init: RequestInit) => new Headers(init.headers)

describe('base is the site root', () => {
  test('both forms of a path, with and without a leading slash, join to the same address', () => {
    expect(addressOf(ORIGIN, 'rest/data/users/admins')).toBe(`${ORIGIN}/rest/data/users/admins`)
    expect(addressOf(ORIGIN, '/rest/data/users/admins')).toBe(`${ORIGIN}/rest/data/users/admins`)
  })

  test.each(['//evil.example/x', 'https://evil.example/x'])('the token never leaves the site: %s', (path) => {
    expect(new URL(addressOf(ORIGIN, path)).origin).toBe(ORIGIN)
  })
})

describe('permissions', () => {
  test('every response says under which permissions it was given, refusals included', async () => {
    const seen: string[] = []
    const answers = [
      json(200, {}, { 'X-Permissions-Version': 'one' }),
      json(403, {}, { 'X-Permissions-Version': 'two' }),
      json(200, {}),
    ]
    const { client } = outside(() => answers.shift() ?? json(200, {}))
    client.watchPermissions((version) => seen.push(version))
    for (let n = 0; n < 3; n++) await client.request('GET', 'x', { quiet: 'everything' }).catch(() => null)
    expect(seen).toEqual(['one', 'two'])
  })

  test('a console that is viewed as a role says so with every call, and as oneself never', async () => {
    let role: string | null = 'finance'
    const fetch = vi.fn((_address: unknown, _init?: RequestInit) => Promise.resolve(json(200, {})))
    const client = createHttpClient({
      fetch,
      origin: () => ORIGIN,
      readToken: () => 't',
      readXsrfToken: () => null,
      readViewAs: () => role,
      clearToken() {},
      keepDrafts() {},
      goTo() {},
      reload() {},
    })
    await client.request('GET', 'x')
    role = null
    await client.request('GET', 'x')
    expect(fetch.mock.calls.map(([, init]) => headersOf(init ?? {}).get('X-View-As'))).toEqual(['finance', null])
  })
})

describe('parameters', () => {
  test('an object filter parameter is sent as a JSON string', () => {
    const address = new URL(
      addressOf(ORIGIN, 'rest/data/coupons', { filter: { code: 'A B' }, sort: ['code', 'ASC'], q: '12E5' }),
    )
    expect(address.searchParams.get('filter')).toBe('{"code":"A B"}')
    expect(address.searchParams.get('sort')).toBe('["code","ASC"]')
    expect(address.searchParams.get('q')).toBe('12E5')
  })

  test('missing parameters are left out, and a space becomes a plus', () => {
    expect(addressOf(ORIGIN, 'x', { a: undefined, b: null, c: 0, d: false, e: 'a b&c' })).toBe(
      `${ORIGIN}/x?c=0&d=false&e=a+b%26c`,
    )
  })

  test('parameters of a DELETE go into the query', async () => {
    const { client, sent } = outside(() => json(200, {}))
    await client.request('DELETE', '/rest/data/rbac/roles', { params: { name: 'editor' } })
    expect(sent()[0]).toMatchObject({
      address: `${ORIGIN}/rest/data/rbac/roles?name=editor`,
      init: { method: 'DELETE' },
    })
  })
})

describe('headers', () => {
  test('X-Token only when there is a token', async () => {
    const { client, world, sent } = outside(() => json(200, {}))
    await client.request('GET', 'a')
    world.token = 'secret'
    await client.request('GET', 'a')
    expect(sent().map(({ init }) => headersOf(init).get('X-Token'))).toEqual([null, 'secret'])
  })

  test('XSRF-TOKEN is sent as X-XSRF-TOKEN only when the cookie exists', async () => {
    const { client, world, sent } = outside(() => json(200, {}))
    await client.request('POST', 'a', { body: {} })
    world.xsrfToken = 'a/b'
    await client.request('POST', 'a', { body: {} })
    expect(sent().map(({ init }) => headersOf(init).get('X-XSRF-TOKEN'))).toEqual([null, 'a/b'])
  })

  test('Accept is JSON/text; a body travels as JSON, and no body has no content type', async () => {
    const { client, sent } = outside(() => json(200, {}))
    await client.request('GET', 'a')
    await client.request('POST', 'a', { body: { name: 'x' } })
    const [plain, posted] = sent().map(({ init }) => init)
    expect(headersOf(plain ?? {}).get('Accept')).toBe('application/json, text/plain, */*')
    expect(headersOf(plain ?? {}).get('Content-Type')).toBeNull()
    expect(headersOf(posted ?? {}).get('Content-Type')).toBe('application/json')
    expect(posted?.body).toBe('{"name":"x"}')
  })
})

describe('answers', () => {
  test.each([200, 201, 299])('success on status %i, with the headers at hand', async (status) => {
    const { client } = outside(() => json(status, [1], { ETag: '"3"' }))
    const reply = await client.request('GET', 'a', { parse: (body) => String(body) })
    expect(reply).toMatchObject({ data: '1', status })
    expect(reply.headers.get('ETag')).toBe('"3"')
  })

  test('an empty answer is null', async () => {
    const { client } = outside(() => new Response(null, { status: 204 }))
    expect((await client.request('DELETE', 'a')).data).toBeNull()
  })

  test.each([300, 304, 400, 404, 500])('status %i is a failure', async (status) => {
    const { client } = outside(() => new Response(null, { status }))
    await expect(client.request('GET', 'a')).rejects.toBeInstanceOf(FailedRequest)
  })
})

describe('silence', () => {
  test('a cancelled request is marked and not shown', async () => {
    const stop = new AbortController()
    const { client, world } = outside(
      (init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        }),
    )
    const waiting = client.request('GET', 'a', { signal: stop.signal }).catch((error: unknown) => error)
    stop.abort()
    const failure = await waiting
    expect(failure).toBeInstanceOf(CancelledRequest)
    expect(failure).toMatchObject({ message: 'canceled', code: 'ERR_CANCELED', cancelled: true })
    expect(world).toMatchObject({ errors: [], dialogs: 0 })
  })

  test('a request that was cancelled before it began is cancelled too', async () => {
    const { client, world } = outside((init) =>
      init.signal?.aborted ? Promise.reject(new Error('aborted')) : json(200, {}),
    )
    await expect(client.request('GET', 'a', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CancelledRequest)
    expect(world.errors).toEqual([])
  })

  test('a caller that shows some statuses itself silences only those', async () => {
    const { client, world } = outside(() => json(422, { message: 'Invalid' }))
    await client.request('POST', 'a', { quiet: [412, 422] }).catch(() => null)
    expect(world.errors).toEqual([])
    await client.request('POST', 'a', { quiet: [412] }).catch(() => null)
    expect(world.errors).toEqual([['Invalid', 3000]])
  })

  test('a quiet caller still hears that the session has ended; only "everything" covers it', async () => {
    const { client, world } = outside(() => json(403, { error: 'SessionExpired', message: 'Expired' }))
    await client.request('GET', 'a', { quiet: 'everything' }).catch(() => null)
    expect(world.dialogs).toBe(0)
    await client.request('GET', 'a', { quiet: true }).catch(() => null)
    expect(world.dialogs).toBe(1)
  })

  test('an error shown once is not shown again', async () => {
    const { client, world } = outside(() => json(500, { message: 'Broken' }))
    const failure = await client.request('GET', 'a').catch((error: unknown) => error)
    if (failure instanceof FailedRequest) client.show(failure)
    expect(world.errors).toEqual([['Broken', 3000]])
  })
})

describe('request timeout 90000 ms', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is a request without response, whose own text names the time', async () => {
    const { client, world } = outside(
      (init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        }),
    )
    const waiting = client.request('GET', 'a').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1)
    expect(world.errors).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    const failure = await waiting
    expect(failure).toBeInstanceOf(NoResponse)
    expect(failure).toMatchObject({ message: 'timeout of 90000ms exceeded', code: 'ECONNABORTED' })
    expect(world.errors).toEqual([['Something went wrong', 1000]])
  })
})

describe('a file', () => {
  test('comes as its bytes, and a refusal of one as what it says', async () => {
    const answers = [
      new Response(new Uint8Array([80, 75, 255]), { headers: { 'Content-Type': 'text/csv' } }),
      json(404, { error: 'NotFound', message: 'It has expired.' }),
    ]
    const { client, world } = outside(() => answers.shift() ?? json(200, {}))
    const { data } = await client.request('GET', '/rest/data/exports/1/file', { as: 'blob' })
    expect([...new Uint8Array(await (data as Blob).arrayBuffer())]).toEqual([80, 75, 255])
    const failure = await client
      .request('GET', '/rest/data/exports/1/file', { as: 'blob' })
      .catch((error: unknown) => error)
    expect([failure, world.errors.map(([text]) => text)]).toEqual([expect.any(FailedRequest), ['It has expired.']])
  })

  test('can take longer than a call, once its first bytes have come', async () => {
    vi.useFakeTimers()
    try {
      let end = () => {}
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([1]))
          end = () => controller.close()
        },
      })
      const { client } = outside(() => new Response(body))
      const reply = client.request('GET', '/rest/data/exports/1/file', { as: 'blob' })
      await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS * 3)
      end()
      expect(((await reply).data as Blob).size).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
