import { describe, expect, test } from 'vitest'
import { CancelledRequest, FailedRequest } from './request-errors.web.ts'
import { ORIGIN, json, outside } from './testing/outside.web.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

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
    ['an empty object', {}, null],
    ['an object without texts', { date: 7 }, null],
    ['one with a text', { date: 'Full' }, { date: 'Full' }],
  ])('fields that are %s', async (_what, fields, read) => {
    const { client } = outside(() => json(409, { message: 'Sold out', fields }))
    await expect(client.request('POST', 'a', { quiet: [409] })).rejects.toMatchObject({ body: { fields: read } })
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
