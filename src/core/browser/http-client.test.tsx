import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHttpClient, type HttpClient } from './http-client.web.ts'
import { addressOf } from './call-address.web.ts'
import { CancelledRequest, FailedRequest, NoResponse } from './request-errors.web.ts'

const REQUEST_TIMEOUT_MS = 90_000

const ORIGIN = 'https://console.example'
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

function outside(answer: (init: RequestInit) => Promise<Response> | Response) {
  const fetch = vi.fn((_address: unknown, init?: RequestInit) => Promise.resolve(answer(init ?? {})))
  const world = {
    fetch,
    token: null as string | null,
    xsrfToken: null as string | null,
    errors: [] as [string, number][],
    went: [] as string[],
    events: [] as string[],
    dialogs: 0,
    answerDialog: (_again: boolean): void => {},
  }
  const client: HttpClient = createHttpClient({
    fetch,
    origin: () => ORIGIN,
    readToken: () => world.token,
    readXsrfToken: () => world.xsrfToken,
    clearToken: () => void world.events.push('token cleared'),
    keepDrafts: () => void world.events.push('drafts kept'),
    goTo: (address) => void world.went.push(address),
    reload: () => void world.events.push('reload'),
  })
  client.presentFailuresWith({
    showError: (text, milliseconds) => void world.errors.push([text, milliseconds]),
    confirmLogout: () =>
      new Promise((resolve) => {
        world.dialogs += 1
        world.answerDialog = resolve
      }),
  })
  return {
    client,
    world,
    sent: () => fetch.mock.calls.map(([address, init]) => ({ address: String(address), init: init ?? {} })),
  }
}

const headersOf = (init: RequestInit) => new Headers(init.headers)
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

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

describe('error catalogue', () => {
  test('no response: "Something went wrong" for 1 s', async () => {
    const { client, world } = outside(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(client.request('GET', 'a')).rejects.toMatchObject({ message: 'Network Error', code: 'ERR_NETWORK' })
    expect(world.errors).toEqual([['Something went wrong', 1000]])
  })

  test("other errors: the server's message field for 3 s", async () => {
    const { client, world } = outside(() =>
      json(409, { error: 'Conflict', message: 'Already refunded in full', requestId: 'r-9' }),
    )
    const failure = await client.request('POST', 'a').catch((error: unknown) => error)
    expect(failure).toMatchObject({
      status: 409,
      body: { error: 'Conflict', requestId: 'r-9' },
      code: 'ERR_BAD_REQUEST',
    })
    expect(world.errors).toEqual([['Already refunded in full', 3000]])
  })

  test.each([
    ['no message field', { error: 'Internal' }],
    ['an empty one', { message: '' }],
    ['one that is no text', { message: 7 }],
  ])('a 500 with %s: "Request failed with status code 500" for 3 s', async (_what, body) => {
    const { client, world } = outside(() => json(500, body))
    await expect(client.request('GET', 'a')).rejects.toMatchObject({ code: 'ERR_BAD_RESPONSE' })
    expect(world.errors).toEqual([['Request failed with status code 500', 3000]])
  })

  test('a body that is no JSON counts as no message', async () => {
    const { client, world } = outside(
      () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
    )
    await expect(client.request('GET', 'a')).rejects.toBeInstanceOf(FailedRequest)
    expect(world.errors).toEqual([['Request failed with status code 502', 3000]])
  })

  test('403 UnverifiedIP: token cleared, to /#/ip-validation?unverifiedIP=true, no dialog, no toast', async () => {
    const { client, world } = outside(() => json(403, { error: 'UnverifiedIP', message: 'No' }))
    await expect(client.request('GET', 'a', { quiet: 'everything' })).rejects.toMatchObject({ shown: true })
    expect(world).toMatchObject({
      went: ['/#/ip-validation?unverifiedIP=true'],
      events: ['token cleared'],
      dialogs: 0,
      errors: [],
    })
  })

  test('an UnverifiedIP error of another status is an ordinary error', async () => {
    const { client, world } = outside(() => json(400, { error: 'UnverifiedIP', message: 'No' }))
    await expect(client.request('GET', 'a')).rejects.toBeInstanceOf(FailedRequest)
    expect(world).toMatchObject({ went: [], errors: [['No', 3000]] })
  })
})

describe('any other 403 asks once: Confirm logout', () => {
  const forbidden = () => json(403, { error: 'SessionExpired', message: 'Expired' })

  test('three parallel 403s share one dialog; Cancel keeps token and page, and leaks no rejection', async () => {
    const { client, world } = outside(forbidden)
    const results = await Promise.allSettled(['a', 'b', 'c'].map((path) => client.request('GET', path)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(world).toMatchObject({ dialogs: 1, errors: [] })
    world.answerDialog(false)
    await settle()
    expect(world.events).toEqual([])
  })

  test('after Cancel the next 403 asks again', async () => {
    const { client, world } = outside(forbidden)
    await client.request('GET', 'a').catch(() => null)
    world.answerDialog(false)
    await settle()
    await client.request('GET', 'a').catch(() => null)
    expect(world.dialogs).toBe(2)
  })

  test('Re-Login keeps the drafts, clears the token and reloads, in this order', async () => {
    const { client, world } = outside(forbidden)
    await client.request('GET', 'a').catch(() => null)
    world.answerDialog(true)
    await settle()
    expect(world.events).toEqual(['drafts kept', 'token cleared', 'reload'])
  })

  test('a page without the dialog, such as sign-in, shows the message instead', async () => {
    const { client, world } = outside(forbidden)
    const errors: string[] = []
    client.presentFailuresWith({ showError: (text) => void errors.push(text) })
    await client.request('POST', 'user/login').catch(() => null)
    expect(errors).toEqual(['Expired'])
    expect(world.dialogs).toBe(0)
  })
})

describe('401 FreshSignInRequired asks to sign in again, in the server’s words', () => {
  const stale = () => json(401, { error: 'FreshSignInRequired', message: 'To do it, sign in again.' })
  const asking = () => {
    const { client, world } = outside(stale)
    const asked: string[] = []
    let answer = (_again: boolean): void => {}
    client.presentFailuresWith({
      showError: (text, milliseconds) => void world.errors.push([text, milliseconds]),
      confirmLogout: () => Promise.reject(new Error('This dialog is for sessions that are over.')),
      confirmFreshSignIn: (message) => {
        asked.push(message)
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    })
    return { client, world, asked, answer: (again: boolean) => answer(again) }
  }

  test('also of a caller that shows other failures itself; Cancel keeps session and page', async () => {
    const { client, world, asked, answer } = asking()
    await expect(client.request('POST', 'a', { quiet: [401, 422] })).rejects.toMatchObject({ status: 401, shown: true })
    await client.request('POST', 'a', { quiet: true }).catch(() => null)
    expect(asked).toEqual(['To do it, sign in again.'])
    answer(false)
    await settle()
    expect(world).toMatchObject({ events: [], errors: [], dialogs: 0 })
  })

  test('going there keeps the drafts first', async () => {
    const { client, world, answer } = asking()
    await client.request('POST', 'a').catch(() => null)
    answer(true)
    await settle()
    expect(world.events).toEqual(['drafts kept', 'token cleared', 'reload'])
  })

  test('a page that leaves to sign in asks for nothing more, and shows no refusal of what was under way', async () => {
    const { client, world, answer } = asking()
    let refuse = (_response: Response): void => {}
    world.fetch.mockImplementationOnce(() => new Promise((resolve) => (refuse = resolve)))
    const underWay = client.request('GET', 'slow')
    await client.request('POST', 'a').catch(() => null)
    answer(true)
    await settle()
    refuse(json(403, { error: 'SessionExpired', message: 'Expired' }))
    await expect(underWay).rejects.toBeInstanceOf(CancelledRequest)
    await expect(client.request('GET', 'late')).rejects.toBeInstanceOf(CancelledRequest)
    expect(world.fetch.mock.calls.map(([address]) => String(address))).toEqual([`${ORIGIN}/slow`, `${ORIGIN}/a`])
    expect(world).toMatchObject({ errors: [], dialogs: 0 })
  })

  test('any other 401 is an ordinary error', async () => {
    const { client, world } = outside(() => json(401, { error: 'InvalidGoogleToken', message: 'No' }))
    await client.request('POST', 'user/login').catch(() => null)
    expect(world).toMatchObject({ errors: [['No', 3000]], dialogs: 0, events: [] })
  })

  test('a page without the dialog shows the message', async () => {
    const { client, world } = outside(stale)
    await client.request('POST', 'a').catch(() => null)
    expect(world.errors).toEqual([['To do it, sign in again.', 3000]])
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
