import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearToken, writeCookie } from './cookies.web.ts'
import { takeEarlyAnswer, takeOpeningRows } from './early-calls.web.ts'

const whoAmI = '/rest/data/rbac/whoami'
const address = `https://console.example${whoAmI}`

const neverAsked = () => Promise.reject(new Error('The call was made again'))

beforeEach(() => {
  // Rows are taken in the page's first half minute, whenever the file has its turn.
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  writeCookie('token', 'mine')
  window.earlyCalls = { token: 'mine', view: null, answers: { [whoAmI]: Promise.resolve(new Response('{}')) } }
})

afterEach(() => {
  vi.restoreAllMocks()
  delete window.earlyCalls
  sessionStorage.clear()
  localStorage.clear()
  clearToken()
})

describe('an answer that the document has asked for early', () => {
  it('is given once, to the call that it belongs to', async () => {
    expect(takeEarlyAnswer(`${address}?fresh=1`, null, neverAsked)).toBeNull()
    expect(await (await takeEarlyAnswer(address, null, neverAsked))?.text()).toBe('{}')
    expect(takeEarlyAnswer(address, null, neverAsked)).toBeNull()
  })

  it('is not for another person who has signed in since', () => {
    writeCookie('token', 'another')
    expect(takeEarlyAnswer(address, null, neverAsked)).toBeNull()
  })

  it('is not for another role than it was asked as', () => {
    sessionStorage.setItem('view-as', 'editor')
    expect(takeEarlyAnswer(address, null, neverAsked)).toBeNull()
  })

  it('is not waited for once the caller has given up', async () => {
    window.earlyCalls = { token: 'mine', view: null, answers: { [whoAmI]: new Promise(() => {}) } }
    const stop = new AbortController()
    const answer = takeEarlyAnswer(address, stop.signal, neverAsked)
    stop.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
  })

  it('fails as the call itself would have', async () => {
    const failed = Promise.reject(new TypeError('Failed to fetch'))
    void failed.catch(() => null)
    window.earlyCalls = { token: 'mine', view: null, answers: { [whoAmI]: failed } }
    await expect(takeEarlyAnswer(address, new AbortController().signal, neverAsked)).rejects.toThrow('Failed to fetch')
  })
})

describe('rows that the document has asked for', () => {
  const list = 'https://console.example/rest/data/coupons'
  const called = (fields: string, filter?: string) =>
    `${list}?${new URLSearchParams({ ...(filter && { filter }), range: '[0,49]', fields }).toString()}`
  const answered = (location: string | null) => {
    const response = location === null ? new Response(null, { status: 204 }) : new Response('[{"id":1}]')
    if (location !== null) response.headers.set('Content-Location', location)
    window.earlyCalls = {
      token: 'mine',
      view: null,
      answers: {},
      rows: { of: '/rest/data/coupons', answer: Promise.resolve(response) },
    }
  }
  const again = () => Promise.resolve(new Response('again'))
  const textOf = async (address: string) => await (await takeEarlyAnswer(address, null, again))?.text()

  it('are those of the list, once', async () => {
    answered(called('["id","code","name"]').replace('https://console.example', ''))
    expect(takeEarlyAnswer(`${list}/1`, null, again)).toBeNull()
    expect(await textOf(called('["id","name"]'))).toBe('[{"id":1}]')
    expect(takeEarlyAnswer(called('["id","name"]'), null, again)).toBeNull()
  })

  it('are asked for again where the list turns out to be narrowed otherwise', async () => {
    answered(called('["id"]'))
    expect(await textOf(called('["id"]', '{"status":["active"]}'))).toBe('again')
  })

  it('are asked for again where a column of the person is missing, which the next document asks for', async () => {
    answered(called('["id"]'))
    expect(await textOf(called('["id","campaign"]'))).toBe('again')
    expect(localStorage.getItem(`opening-fields ${window.location.pathname}`)).toBe('["id","campaign"]')
  })

  it('are asked for again where the server had none to give', async () => {
    answered(null)
    expect(await textOf(called('["id"]'))).toBe('again')
  })

  const fields = { range: '[0,49]', fields: '["id","name"]' }
  const rowsAreRead = async () => {
    void takeEarlyAnswer(address, null, again)
    await vi.waitFor(() => expect(window.earlyCalls?.rows?.opening).toBeTruthy())
  }
  const atOnce = () => takeOpeningRows('/rest/data/coupons', fields)?.body

  it('are there at once when they have been read, instead of a call', async () => {
    answered(called('["id","code","name"]'))
    expect(atOnce()).toBeUndefined()
    await rowsAreRead()
    expect(takeOpeningRows('/rest/data/events', fields)).toBeNull()
    expect(atOnce()).toEqual([{ id: 1 }])
    expect(atOnce()).toBeUndefined()
    expect(takeEarlyAnswer(called('["id","name"]'), null, again)).toBeNull()
  })

  it('are left to the call where they are late, or those of another list or person', async () => {
    answered(called('["id","name"]', '{"status":["active"]}'))
    await rowsAreRead()
    expect(atOnce()).toBeUndefined()
    answered(null)
    void takeEarlyAnswer(address, null, again)
    expect(atOnce()).toBeUndefined()
    answered(called('["id","name"]'))
    await rowsAreRead()
    writeCookie('token', 'another')
    expect(atOnce()).toBeUndefined()
  })
})
