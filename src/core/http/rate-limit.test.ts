import { describe, expect, it } from 'vitest'
import { Refusal } from '../errors/errors.ts'
import { createFailureLimit, createRateLimit, networkOf } from './rate-limit.server.ts'

function refusalFrom(work: () => void): Refusal {
  try {
    work()
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal
  }
  throw new Error('It was not refused.')
}

describe('a rate limit', () => {
  it('refuses the attempt beyond the limit and says when to come back', () => {
    let now = 0
    const limit = createRateLimit({ limit: 3, windowSeconds: 60, message: 'Slow down.', now: () => now })
    for (const at of [0, 10_000, 20_000]) {
      now = at
      limit.take('ana')
    }
    now = 30_000
    const refusal = refusalFrom(() => limit.take('ana'))
    expect(refusal).toMatchObject({ status: 429, code: 'TooManyRequests', message: 'Slow down.' })
    expect(refusal.headers['retry-after']).toBe('30')
    now = 60_001
    limit.take('ana')
    expect(refusalFrom(() => limit.take('ana')).headers['retry-after']).toBe('10')
  })

  it('counts each key for itself', () => {
    const limit = createRateLimit({ limit: 1, windowSeconds: 60, message: '' })
    limit.take('ana')
    limit.take('ben')
    expect(refusalFrom(() => limit.take('ana')).status).toBe(429)
  })

  it('can be asked without counting', () => {
    const limit = createRateLimit({ limit: 1, windowSeconds: 60, message: '' })
    limit.check('ana')
    limit.check('ana')
    limit.take('ana')
    expect(refusalFrom(() => limit.check('ana')).status).toBe(429)
  })

  it('forgets keys that are long unused rather than growing without end', () => {
    const limit = createRateLimit({ limit: 1, windowSeconds: 60, message: '' })
    limit.take('first')
    for (let n = 0; n < 10_000; n++) limit.take(`key ${n}`)
    expect(() => limit.take('first')).not.toThrow()
    expect(refusalFrom(() => limit.take('key 9999')).status).toBe(429)
  })
})

it('takes the /64 of an IPv6 caller for one network, and an IPv4 address for itself', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2:bbbb:1:2:3')).toBe('2001:db8:1:2::/64')
  expect(networkOf('unknown')).toBe('unknown')
  expect(networkOf('::1')).toBe('::/64')
  expect(networkOf('2001:db8::')).toBe('2001:db8::/64')
})

describe('a limit of failures', () => {
  const failed = new Error('It failed.')
  const fails = () => Promise.reject(failed)
  const isFailure = (error: unknown) => error === failed
  const limited = () => createFailureLimit({ limit: 3, windowSeconds: 60, message: 'Slow down.' })
  const outcome = async (work: Promise<unknown>) =>
    work.then(String, (error: unknown) => (error instanceof Refusal ? error.status : 'failed'))

  it('refuses failures beyond the limit, and never what succeeds', async () => {
    const limit = limited()
    const seen = []
    for (let n = 0; n < 5; n++) seen.push(await outcome(limit.attempt('office', fails, isFailure)))
    expect(seen).toEqual(['failed', 'failed', 'failed', 429, 429])
    expect(await outcome(limit.attempt('office', async () => 'in', isFailure))).toBe('in')
    expect(await outcome(limit.attempt('elsewhere', fails, isFailure))).toBe('failed')
  })

  it('does one thing at a time for a key that keeps failing', async () => {
    const limit = limited()
    let [running, most] = [0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running--
      throw failed
    }
    for (let n = 0; n < 3; n++) await outcome(limit.attempt('office', work, isFailure))
    const flood = Array.from({ length: 20 }, () => outcome(limit.attempt('office', work, isFailure)))
    const welcome = outcome(limit.attempt('office', async () => 'in', isFailure))
    expect(new Set(await Promise.all(flood))).toEqual(new Set([429]))
    expect([most, await welcome]).toEqual([1, 'in'])
  })

  it('counts no failure of another kind', async () => {
    const limit = limited()
    const breaks = () => Promise.reject(new Error('The database is gone.'))
    for (let n = 0; n < 5; n++) expect(await outcome(limit.attempt('office', breaks, isFailure))).toBe('failed')
  })
})
