import { BlockList, isIP } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressText,
  isLoopback,
  isWithin,
  neighbourhoodOf,
  ownNetworkOf,
  parseAddress,
  parseRange,
  rangeText,
} from './ip-address.ts'

const text = (range: string) => {
  const parsed = parseRange(range)
  return parsed && rangeText(parsed)
}
const admits = (range: string, address: string) => isWithin([range], address)
const spelled = (address: string) => {
  const parsed = parseAddress(address)
  return parsed && addressText(parsed)
}

describe('addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::1%en-0.1', 'fe80::1'],
    [' ::1 ', '::1'],
    ['::192.0.2.7', '::c000:207'],
    ['64:ff9b::192.0.2.7', '64:ff9b::c000:207'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ])('%s is spelled %s', (given, expected) => {
    expect(spelled(given)).toBe(expected)
  })

  it.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.256',
    '0x7f.1',
    '010.1.1.1',
    '1.2.3.4, 5.6.7.8',
    '::ffff:1.2.3.04',
    '::ffff:1.2.3',
    '1.2.3.4::',
    '1::2:',
    ':1::2',
  ])('%j is none', (given) => {
    expect(spelled(given)).toBeNull()
  })

  it('are what the platform takes for addresses, and nothing else', () => {
    const piece = fc.constantFrom(
      '::',
      ':',
      '.',
      '0',
      '1',
      '25',
      '255',
      '256',
      '01',
      'ffff',
      'FFFF:',
      'a',
      '0x1',
      '1.2.3.4',
    )
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(text, (address) => {
        expect(parseAddress(address) !== null).toBe(isIP(address) !== 0)
      }),
      { numRuns: 2_000 },
    )
  })

  it('come back from their own spelling, which is the platform’s', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const own = spelled(address) ?? ''
        expect(spelled(own)).toBe(own)
        // Addresses of the web have one spelling too; only a mapped one is spelled otherwise there.
        const host = new URL(`http://${address.includes(':') ? `[${address}]` : address}`).hostname
        if (own.includes(':') === address.includes(':')) expect(host.replace(/^\[|\]$/g, '')).toBe(own)
      }),
    )
  })

  it('of IPv4 are the same when they are mapped into IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const hex = (at: number) =>
          (Number(address.split('.')[at]) * 256 + Number(address.split('.')[at + 1])).toString(16)
        for (const mapped of [`::ffff:${address}`, `::FFFF:${hex(0)}:${hex(2)}`, `0:0:0:0:0:ffff:${address}`])
          expect(spelled(mapped)).toBe(address)
      }),
    )
  })

  it('of this machine are known by name and number', () => {
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect(isLoopback(host)).toBe(true)
    for (const host of ['example.com', '0.0.0.0', '::', '128.0.0.1', 'localhost.example'])
      expect(isLoopback(host)).toBe(false)
  })
})

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
      '',
      '192.0.2',
      '192.0.2.256',
      '192.0.2.0/33',
      '192.0.2.0/-1',
      '192.0.2.0/24/24',
      '0192.0.2.1',
      '192.0.2.01',
      '1e3',
      '2001:db8',
      ':::',
      '1::2::3',
      '2001:db8::/129',
      '12345::',
      '::ffff:192.0.2.0/95',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4:5:6:7::8:9',
      'localhost',
      '192.0.2.0/ 24',
      '2130706433',
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
    const [four, six] = [fc.ipV4(), fc.ipV6()]
    fc.assert(
      fc.property(
        fc.oneof(fc.tuple(four, four, fc.nat(32)), fc.tuple(six, six, fc.nat(128))),
        ([base, address, prefix]) => {
          // Mapped addresses are IPv4 to us, in any spelling.
          const family = base.includes(':') ? 'ipv6' : 'ipv4'
          fc.pre([base, address].every((text) => parseAddress(text)?.kind() === family))
          const list = new BlockList()
          list.addSubnet(base, prefix, family)
          expect(isWithin([`${base}/${prefix}`], address)).toBe(list.check(address, family))
        },
      ),
    )
  })

  it('have their own spelling for a spelling, and the mapped network of IPv4 is that of IPv4', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(32), fc.ipV6(), fc.nat(128), (four, short, six, long) => {
        for (const range of [`${four}/${short}`, `${six}/${long}`]) {
          // A prefix shorter than the mapped part is not an IPv4 network.
          const spelled = text(range)
          if (spelled !== null) expect(text(spelled)).toBe(spelled)
        }
        expect(text(`::ffff:${four}/${short + 96}`)).toBe(text(`${four}/${short}`))
      }),
    )
  })

  it('of a person are one IPv4 address, or the /64 in which an IPv6 address changes daily', () => {
    expect(ownNetworkOf('203.0.113.9')).toBe('203.0.113.9')
    expect(ownNetworkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(ownNetworkOf('unknown')).toBe(null)
    expect(neighbourhoodOf('203.0.113.9')).toBe('203.0.113.0/24')
    expect(neighbourhoodOf('2001:db8:1:2::6')).toBe('2001:db8:1::/48')
  })
})
