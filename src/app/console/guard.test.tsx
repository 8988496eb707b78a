import { describe, expect, test, vi } from 'vitest'
import { CancelledRequest, FailedRequest, NoResponse, parseErrorBody } from '../../core/browser/request-errors.web.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { checkSession } from './guard.web.ts'

const ada: SignedIn = {
  token: 't',
  name: 'Ada',
  email: 'ada@marquee.example',
  role: 'none',
  avatar: null,
  isSuperUser: false,
  freshUntil: 0,
  elevations: [],
  grants: { isSuperUser: false, objects: {} },
}

function world(options: { token?: string | null; known?: SignedIn; load?: () => Promise<SignedIn> } = {}) {
  return {
    readToken: () => (options.token === undefined ? 't' : options.token),
    sessionFor: () => options.known ?? null,
    loadSession: vi.fn(options.load ?? (() => Promise.resolve(ada))),
    clearSession: vi.fn(),
    leaveMessage: vi.fn(),
    goTo: vi.fn(),
    finishProgress: vi.fn(),
  }
}

const refusal = (status: number, body: unknown) =>
  Promise.reject(new FailedRequest(status, parseErrorBody(body), new Headers()))

describe('with no token', () => {
  test('navigation leads to the login page, with the full path percent-encoded', async () => {
    const outside = world({ token: null })
    await expect(checkSession('/a', '/a?x=1&y=2#part', outside)).resolves.toEqual({ kind: 'leave' })
    expect(outside.goTo).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2Fa%3Fx%3D1%26y%3D2%23part')
    expect(outside.finishProgress).toHaveBeenCalled()
  })

  test.each(['/404', '/ip-validation'])('the public page %s renders', async (path) => {
    const outside = world({ token: null })
    await expect(checkSession(path, path, outside)).resolves.toEqual({ kind: 'render', session: null })
    expect(outside.goTo).not.toHaveBeenCalled()
  })

  test.each(['/404/', '/404/x', '/ip-validation/', '/unknown'])(
    'only the exact path is public: %s leads to login',
    async (path) => {
      const outside = world({ token: null })
      await checkSession(path, path, outside)
      expect(outside.goTo).toHaveBeenCalled()
    },
  )
})

describe('with a token', () => {
  test('the first navigation loads user info', async () => {
    const outside = world()
    await expect(checkSession('/a', '/a', outside)).resolves.toEqual({ kind: 'render', session: ada })
    expect(outside.loadSession).toHaveBeenCalledExactlyOnceWith('t')
  })

  test('later ones do not, even for a person with zero permissions', async () => {
    const outside = world({ known: ada })
    await expect(checkSession('/a', '/a', outside)).resolves.toEqual({ kind: 'render', session: ada })
    expect(outside.loadSession).not.toHaveBeenCalled()
  })
})

describe('if loading user info fails', () => {
  test('the token is cleared, the message is shown, and the user goes to /login with a redirect', async () => {
    const outside = world({ load: () => refusal(500, { message: 'Out of order' }) })
    await expect(checkSession('/a', '/a?x=1', outside)).resolves.toEqual({ kind: 'leave' })
    expect(outside.clearSession).toHaveBeenCalled()
    expect(outside.leaveMessage).toHaveBeenCalledExactlyOnceWith('Out of order', 3000)
    expect(outside.goTo).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2Fa%3Fx%3D1')
    expect(outside.finishProgress).toHaveBeenCalled()
  })

  test('an ended session says so on the login page, without the dialog', async () => {
    const outside = world({ load: () => refusal(403, { error: 'SessionExpired', message: 'Your session has ended' }) })
    await checkSession('/a', '/a', outside)
    expect(outside.leaveMessage).toHaveBeenCalledWith('Your session has ended', 3000)
  })

  test.each([
    [new Error(''), 'Has Error'],
    [null, 'Has Error'],
    [{}, 'Has Error'],
    ['', 'Has Error'],
    ['plain text', 'plain text'],
  ])('what is thrown without a text shows "Has Error" (%j)', async (thrown, text) => {
    const outside = world({ load: () => Promise.reject(thrown) })
    await checkSession('/a', '/a', outside)
    expect(outside.leaveMessage).toHaveBeenCalledWith(text, 3000)
  })

  test('no response: "Something went wrong" for 1 s', async () => {
    const outside = world({ load: () => Promise.reject(new NoResponse('Network Error', 'ERR_NETWORK')) })
    await checkSession('/a', '/a', outside)
    expect(outside.leaveMessage).toHaveBeenCalledWith('Something went wrong', 1000)
  })

  test('the message is not repeated', async () => {
    const failure = new FailedRequest(500, parseErrorBody({ message: 'Broken' }), new Headers())
    failure.shown = true
    const outside = world({ load: () => Promise.reject(failure) })
    await checkSession('/a', '/a', outside)
    expect(outside.leaveMessage).not.toHaveBeenCalled()
  })

  test('an unverified address is left to the client, which has sent it to its page', async () => {
    const outside = world({ load: () => refusal(403, { error: 'UnverifiedIP', message: 'No' }) })
    await expect(checkSession('/a', '/a', outside)).resolves.toEqual({ kind: 'leave' })
    expect(outside.goTo).not.toHaveBeenCalled()
    expect(outside.leaveMessage).not.toHaveBeenCalled()
    expect(outside.finishProgress).toHaveBeenCalled()
  })

  test('leaving the page in the middle of it logs no one out', async () => {
    const outside = world({ load: () => Promise.reject(new CancelledRequest()) })
    await expect(checkSession('/a', '/a', outside)).resolves.toEqual({ kind: 'leave' })
    expect(outside.clearSession).not.toHaveBeenCalled()
    expect(outside.goTo).not.toHaveBeenCalled()
  })
})
