import { describe, expect, it } from 'vitest'
import { createClientAddress, normaliseAddress } from './client-address.server.ts'

describe('one spelling per address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [' ::1 ', '::1'],
  ])('%s is %s', (given, expected) => {
    expect(normaliseAddress(given)).toBe(expected)
  })

  it.each(['', 'localhost', '1.2.3', '1.2.3.256', '0x7f.1', '1.2.3.4, 5.6.7.8'])('%j is no address', (given) => {
    expect(normaliseAddress(given)).toBeNull()
  })
})

describe('X-Forwarded-For', () => {
  const behindProxies = createClientAddress(['10.0.0.0/8', '2001:db8:ffff::/48', '127.0.0.1'])
  const direct = createClientAddress([])

  it('means nothing where no proxy is configured', () => {
    expect(direct({ socketAddress: '203.0.113.9', forwardedFor: '1.1.1.1' })).toBe('203.0.113.9')
  })

  it('means nothing from somebody who is not a proxy', () => {
    expect(behindProxies({ socketAddress: '203.0.113.9', forwardedFor: '1.1.1.1' })).toBe('203.0.113.9')
  })

  it('is read from the right, so that what the caller wrote in front is ignored', () => {
    const forwardedFor = '1.1.1.1, 198.51.100.4, 10.9.9.9'
    expect(behindProxies({ socketAddress: '10.1.2.3', forwardedFor })).toBe('198.51.100.4')
  })

  it('may name proxies and callers in either family, mapped or with a port', () => {
    expect(behindProxies({ socketAddress: '::ffff:10.1.2.3', forwardedFor: '[2001:db8::5]:4711' })).toBe('2001:db8::5')
    expect(behindProxies({ socketAddress: '2001:db8:ffff::2', forwardedFor: '198.51.100.4:80' })).toBe('198.51.100.4')
    expect(behindProxies({ socketAddress: '127.0.0.1', forwardedFor: '::ffff:198.51.100.4' })).toBe('198.51.100.4')
  })

  it('stops at what is no address: the last known hop stands for it', () => {
    expect(behindProxies({ socketAddress: '10.1.2.3', forwardedFor: 'unknown, 10.2.2.2' })).toBe('10.2.2.2')
  })

  it('gives the leftmost address when all hops are proxies', () => {
    expect(behindProxies({ socketAddress: '10.1.2.3', forwardedFor: '10.4.4.4, 10.5.5.5' })).toBe('10.4.4.4')
  })
})

it.each(['proxy.local', '10.0.0.0/33', '10.0.0.0/', '::/129', '10.0.0.0/-1'])('refuses %s as a trusted proxy', (entry) => {
  expect(() => createClientAddress([entry])).toThrow('must be an IP address or a range')
})
