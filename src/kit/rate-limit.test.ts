import { describe, expect, it } from 'vitest'
import { Refusal } from './errors.ts'
import { createRateLimit, networkOf } from './rate-limit.server.ts'

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
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('2001:db8::')).toBe('2001:db8:0:0::/64')
})
