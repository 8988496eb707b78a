import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearToken, writeCookie } from './cookies.web.ts'
import { takeEarlyAnswer } from './early-calls.web.ts'

const whoAmI = '/rest/data/rbac/whoami'
const address = `https://console.example${whoAmI}`

beforeEach(() => {
  writeCookie('token', 'mine')
  window.earlyCalls = { token: 'mine', view: null, answers: { [whoAmI]: Promise.resolve(new Response('{}')) } }
})

afterEach(() => {
  delete window.earlyCalls
  sessionStorage.clear()
  clearToken()
})

describe('an answer that the document has asked for early', () => {
  it('is given once, to the call that it belongs to', async () => {
    expect(takeEarlyAnswer(`${address}?fresh=1`)).toBeNull()
    expect(await (await takeEarlyAnswer(address))?.text()).toBe('{}')
    expect(takeEarlyAnswer(address)).toBeNull()
  })

  it('is not for another person who has signed in since', () => {
    writeCookie('token', 'another')
    expect(takeEarlyAnswer(address)).toBeNull()
  })

  it('is not for another role than it was asked as', () => {
    sessionStorage.setItem('view-as', 'editor')
    expect(takeEarlyAnswer(address)).toBeNull()
  })

  it('is not waited for once the caller has given up', async () => {
    window.earlyCalls = { token: 'mine', view: null, answers: { [whoAmI]: new Promise(() => {}) } }
    const stop = new AbortController()
    const answer = takeEarlyAnswer(address, stop.signal)
    stop.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
  })

  it('fails as the call itself would have', async () => {
    const failed = Promise.reject(new TypeError('Failed to fetch'))
    failed.catch(() => null)
    window.earlyCalls = { token: 'mine', view: null, answers: { [whoAmI]: failed } }
    await expect(takeEarlyAnswer(address, new AbortController().signal)).rejects.toThrow('Failed to fetch')
  })
})
