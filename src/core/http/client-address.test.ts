import { describe, expect, it } from 'vitest'
import { createClientAddress, oncePerPeerAndDay } from './client-address.server.ts'

describe('X-Forwarded-For', () => {
  const behindProxies = createClientAddress(['10.0.0.0/8', '2001:db8:ffff::/48', '127.0.0.1'])
  const direct = createClientAddress([])

  it('means nothing where no proxy is configured', () => {
    expect(direct({ socketAddress: '203.0.113.9', forwardedFor: '1.1.1.1' })).toBe('203.0.113.9')
  })

  it('means nothing from an address that is not a proxy', () => {
    expect(behindProxies({ socketAddress: '203.0.113.9', forwardedFor: '1.1.1.1' })).toBe('203.0.113.9')
  })

  it('is read from the right, so that what the caller wrote in front is ignored', () => {
    const forwardedFor = '1.1.1.1, 198.51.100.4, 10.9.9.9'
    expect(behindProxies({ socketAddress: '10.1.2.3', forwardedFor })).toBe('198.51.100.4')
  })

  it('can name proxies and callers in either family, mapped or with a port', () => {
    expect(behindProxies({ socketAddress: '::ffff:10.1.2.3', forwardedFor: '[2001:db8::5]:4711' })).toBe('2001:db8::5')
    expect(behindProxies({ socketAddress: '2001:db8:ffff::2', forwardedFor: '198.51.100.4:80' })).toBe('198.51.100.4')
    expect(behindProxies({ socketAddress: '127.0.0.1', forwardedFor: '::ffff:198.51.100.4' })).toBe('198.51.100.4')
  })

  it.each(['garbage', 'unknown', '0177.0.0.1', '10.1', '', ' ', '198.51.100.4,', 'unknown, 10.2.2.2', '_hidden'])(
    'leaves the caller unknown where the last hop is no address: %j',
    (forwardedFor) => {
      expect(behindProxies({ socketAddress: '10.1.2.3', forwardedFor })).toBe('unknown')
    },
  )

  it('need not be sent: then the proxy itself is the caller', () => {
    expect(behindProxies({ socketAddress: '10.1.2.3', forwardedFor: undefined })).toBe('10.1.2.3')
  })

  it('gives the leftmost address when all hops are proxies', () => {
    expect(behindProxies({ socketAddress: '10.1.2.3', forwardedFor: '10.4.4.4, 10.5.5.5' })).toBe('10.4.4.4')
  })
})

it.each(['proxy.local', '10.0.0.0/33', '10.0.0.0/', '::/129', '10.0.0.0/-1'])(
  'refuses %s as a trusted proxy',
  (entry) => {
    expect(() => createClientAddress([entry])).toThrow('must be an IP address or a range')
  },
)

describe('an odd X-Forwarded-For', () => {
  function watched(trustedProxies: readonly string[]) {
    const state = { now: 0, warned: [] as string[] }
    const clientAddress = createClientAddress(
      trustedProxies,
      oncePerPeerAndDay(
        (fault, peer) => state.warned.push(`${fault} ${peer}`),
        () => state.now,
      ),
    )
    return { state, clientAddress }
  }

  it('of a peer that is no proxy of ours is warned about once a day for each peer', () => {
    const { state, clientAddress } = watched(['10.0.0.0/8'])
    for (const socketAddress of ['203.0.113.9', '203.0.113.9', '::ffff:203.0.113.9', '203.0.113.10'])
      clientAddress({ socketAddress, forwardedFor: '1.1.1.1' })
    clientAddress({ socketAddress: '203.0.113.11', forwardedFor: undefined })
    clientAddress({ socketAddress: '10.1.1.1', forwardedFor: '1.1.1.1' })
    expect(state.warned).toEqual(['unlisted 203.0.113.9', 'unlisted 203.0.113.10'])
    state.now = 24 * 60 * 60 * 1000
    clientAddress({ socketAddress: '203.0.113.9', forwardedFor: '1.1.1.1' })
    expect(state.warned).toHaveLength(3)
  })

  it('of a proxy that names no address is warned about, too', () => {
    const { state, clientAddress } = watched(['10.0.0.0/8'])
    clientAddress({ socketAddress: '10.1.1.1', forwardedFor: 'unknown' })
    expect(state.warned).toEqual(['no-address 10.1.1.1'])
  })

  it('of any number of strangers does not fill the log', () => {
    const { state, clientAddress } = watched([])
    for (let n = 0; n < 200; n++) clientAddress({ socketAddress: `203.0.113.${n}`, forwardedFor: '1.1.1.1' })
    expect(state.warned).toHaveLength(20)
  })
})
