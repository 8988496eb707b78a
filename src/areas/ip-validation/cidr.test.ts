import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockList } from 'node:net'
import { addressText, contains, neighbourhoodOf, ownNetworkOf, parseAddress, parseRange, rangeText } from './cidr.ts'

const text = (range: string) => {
  const parsed = parseRange(range)
  return parsed && rangeText(parsed)
}
const admits = (range: string, address: string) => {
  const [parsed, bytes] = [parseRange(range), parseAddress(address)]
  return parsed !== null && bytes !== null && contains(parsed, bytes)
}

describe('ranges of addresses', () => {
  it('have one spelling each', () => {
    expect(text('192.0.2.77/24')).toBe('192.0.2.0/24')
    expect(text('192.0.2.77')).toBe('192.0.2.77/32')
    expect(text('2001:DB8:0:0:0:0:0:1/32')).toBe('2001:db8::/32')
    expect(text('::1')).toBe('::1/128')
    expect(text('::/16')).toBe('::/16')
    expect(text('2001:db8:0:1::/64')).toBe('2001:db8:0:1::/64')
    expect(text('::ffff:192.0.2.0/120')).toBe('192.0.2.0/24')
  })

  it('are not made of anything else', () => {
    const wrong = [
      '', '192.0.2', '192.0.2.256', '192.0.2.0/33', '192.0.2.0/-1', '192.0.2.0/24/24', '0192.0.2.1', '192.0.2.01', '1e3',
      '2001:db8', ':::', '1::2::3', '2001:db8::/129', '12345::', '::ffff:192.0.2.0/95', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8:9',
      'localhost', '192.0.2.0/ 24', '2130706433',
    ]
    expect(wrong.filter((range) => parseRange(range) !== null)).toEqual([])
  })

  it('contain the mapped spelling of an IPv4 address, and no address of the other family', () => {
    expect(admits('192.0.2.0/24', '::ffff:192.0.2.9')).toBe(true)
    expect(admits('192.0.2.0/24', '::ffff:c000:209')).toBe(true)
    expect(admits('192.0.2.0/24', '192.0.3.9')).toBe(false)
    expect(admits('::/16', '0.0.0.1')).toBe(false)
    expect(admits('fe80::/10', 'fe80::1%eth0')).toBe(true)
  })

  it('agree with the platform’s own list for any address and prefix', () => {
    const four = fc.ipV4()
    const six = fc.ipV6()
    fc.assert(fc.property(fc.oneof(fc.tuple(four, four, fc.nat(32)), fc.tuple(six, six, fc.nat(128))), ([base, address, prefix]) => {
      const [bytes, other] = [parseAddress(base), parseAddress(address)]
      // Mapped addresses are IPv4 to us, whatever their spelling.
      fc.pre(bytes !== null && other !== null && bytes.length === (base.includes(':') ? 16 : 4) && other.length === bytes.length)
      const family = bytes?.length === 4 ? 'ipv4' : 'ipv6'
      const list = new BlockList()
      list.addSubnet(base, prefix, family)
      expect(admits(`${base}/${prefix}`, address)).toBe(list.check(address, family))
      expect(parseAddress(addressText(bytes ?? []))).toEqual(bytes)
    }))
  })

  it('of a person are one IPv4 address, or the /64 in which an IPv6 address changes daily', () => {
    expect(ownNetworkOf('203.0.113.9')).toBe('203.0.113.9')
    expect(ownNetworkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(ownNetworkOf('unknown')).toBe(null)
    expect(neighbourhoodOf('203.0.113.9')).toBe('203.0.113.0/24')
    expect(neighbourhoodOf('2001:db8:1:2::6')).toBe('2001:db8:1::/48')
  })
})
