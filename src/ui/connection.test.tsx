import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnection } from './create-connection.web.ts'

describe('the connection to the server', () => {
  let answers: boolean
  let asked: number
  let seen: boolean[]
  let connection: ReturnType<typeof createConnection>

  beforeEach(() => {
    vi.useFakeTimers()
    answers = true
    asked = 0
    seen = []
    connection = createConnection(async () => {
      asked += 1
      if (!answers) throw new TypeError('Failed to fetch')
      return true
    })
    connection.subscribe(() => seen.push(connection.isUp()))
  })
  afterEach(() => vi.useRealTimers())
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

  it('is not asked about while calls get through', async () => {
    for (let n = 0; n < 10; n++) connection.report(true)
    await pass(600_000)
    expect([asked, seen]).toEqual([0, []])
  })

  it('is not given up for one failed call, which the server answers for', async () => {
    connection.report(false)
    await pass(10)
    expect([asked, connection.isUp(), seen]).toEqual([1, true, []])
  })

  it('is down once the server does not answer either, and up as soon as it does', async () => {
    answers = false
    connection.report(false)
    await pass(10)
    expect(seen).toEqual([false])
    await pass(60_000)
    // 1, 2, 4, 8 and then every 15 seconds.
    expect(asked).toBeGreaterThan(4)
    expect(asked).toBeLessThan(10)
    answers = true
    await pass(16_000)
    expect(seen).toEqual([false, true])
    const before = asked
    await pass(600_000)
    expect(asked).toBe(before)
  })

  it('is up at once when any call gets through', async () => {
    answers = false
    connection.report(false)
    await pass(10)
    connection.report(true)
    expect(seen).toEqual([false, true])
  })
})
