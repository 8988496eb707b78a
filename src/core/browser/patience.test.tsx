import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { patiently } from './patience.web.ts'
import { CancelledRequest, FailedRequest, NoResponse, parseErrorBody } from './request-errors.web.ts'

const status = (code: number, retryAfter?: string) =>
  new FailedRequest(
    code,
    parseErrorBody({}),
    new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
  )
const answer = { data: 'Ada' }

/** Fails with these, one after the other, then answers. */
function server(...failures: unknown[]) {
  const startedAt = Date.now()
  const at: number[] = []
  const ask = vi.fn(() => {
    at.push(Date.now() - startedAt)
    const failure = failures.shift()
    return failure === undefined
      ? Promise.resolve(answer)
      : failure === 'silent'
        ? new Promise<typeof answer>(() => {})
        : Promise.reject(failure)
  })
  const untell = vi.fn()
  const tell = vi.fn(() => untell)
  return { ask, at, tell, untell }
}

async function outcome({ ask, tell }: ReturnType<typeof server>): Promise<unknown> {
  const result = patiently(ask, tell).catch((failure: unknown) => failure)
  await vi.advanceTimersByTimeAsync(120_000)
  return result
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('asking patiently', () => {
  test.each([
    status(502),
    status(503),
    status(504),
    new NoResponse('x', 'ERR_NETWORK'),
    new NoResponse('x', 'ECONNABORTED'),
  ])('asks again after %j, with one message that goes when it works', async (failure) => {
    const busy = server(failure, failure, failure)
    await expect(outcome(busy)).resolves.toBe(answer)
    expect(busy.at).toEqual([0, 1_000, 5_000, 15_000])
    expect([busy.tell, busy.untell].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  test('four answers of 503 are the end of it', async () => {
    const down = server(status(503), status(503), status(503), status(503), status(503))
    await expect(outcome(down)).resolves.toMatchObject({ status: 503 })
    expect(down.ask).toHaveBeenCalledTimes(4)
    expect(down.untell).toHaveBeenCalledOnce()
  })

  test('waits as long as the server says, in seconds or until a moment, and never beyond half a minute', async () => {
    const seconds = server(status(503, '3'), status(503, '1'))
    await expect(outcome(seconds)).resolves.toBe(answer)
    expect(seconds.at).toEqual([0, 3_000, 7_000])
    const moment = server(status(503, new Date(Date.now() + 4_000).toUTCString()))
    await expect(outcome(moment)).resolves.toBe(answer)
    expect(moment.at[1]).toBeGreaterThan(2_900)
    const long = server(status(503, '31'))
    await expect(outcome(long)).resolves.toMatchObject({ status: 503 })
    expect(long.ask).toHaveBeenCalledOnce()
  })

  test('a call without an answer is made once more beside the first', async () => {
    const hung = server('silent')
    await expect(outcome(hung)).resolves.toBe(answer)
    expect(hung.at).toEqual([0, 8_000])
  })

  test.each([
    status(403),
    status(500),
    status(401),
    new CancelledRequest(),
    new Error('The server did not say who is signed in'),
  ])('gives up at once on %j', async (failure) => {
    const wrong = server(failure)
    await expect(outcome(wrong)).resolves.toBe(failure)
    expect([wrong.ask, wrong.tell].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  })
})
