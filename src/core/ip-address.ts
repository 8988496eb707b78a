import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: its first address, of which the first `prefix` bits count. */
export interface Range {
  readonly address: Address
  readonly prefix: number
}

/**
 * Reads an address in any usual spelling. An IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`) is the IPv4 address,
 * and a zone (`fe80::1%eth0`) is dropped. Null for anything else.
 */
export function parseAddress(text: string): Address | null {
  const plain = withoutDots(text.trim().split('%', 1)[0] ?? '')
  // Its looser readings of IPv4 take 010.1 for 8.0.0.1.
  if (plain === null || !(ipaddr.IPv6.isValid(plain) || ipaddr.IPv4.isValidFourPartDecimal(plain))) return null
  return ipaddr.process(plain)
}

/**
 * An IPv6 address that ends like one of IPv4, written in hexadecimal to its end. The library takes `::192.0.2.1` for a
 * mapped address, which it is not, and a part such as `010` for a number.
 */
function withoutDots(text: string): string | null {
  const [, head, tail] = /^(.*:)([^:]*\.[^:]*)$/.exec(text) ?? []
  if (head === undefined || tail === undefined) return text
  if (!ipaddr.IPv4.isValidFourPartDecimal(tail)) return null
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(tail).toByteArray()
  return `${head}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** Reads a network such as `192.0.2.0/24` or `2001:db8::/32`; a single address is a network of its own. */
export function parseRange(text: string): Range | null {
  const [start = '', prefix, ...rest] = text.trim().split('/')
  const address = parseAddress(start)
  if (!address || rest.length > 0) return null
  if (prefix === undefined) return { address, prefix: bitsOf(address) }
  if (!/^\d{1,3}$/.test(prefix)) return null
  // The 96 bits in front of a mapped address are not the network's.
  const bits = Number(prefix) - (address.kind() === 'ipv4' && start.includes(':') ? 96 : 0)
  return bits >= 0 && bits <= bitsOf(address) ? networkAt(address, bits) : null
}

export function contains({ address, prefix }: Range, other: Address): boolean {
  return address.kind() === other.kind() && other.match([address, prefix])
}

/** Whether an address lies in one of some networks, as they are written down. */
export function isWithin(ranges: readonly string[], address: string): boolean {
  const wanted = parseAddress(address)
  if (!wanted) return false
  return ranges.some((text) => {
    const range = parseRange(text)
    return range !== null && contains(range, wanted)
  })
}

/** One spelling for each address: RFC 5952 for IPv6. */
export function addressText(address: Address): string {
  return address.toString()
}

/** One spelling for each network, always with its prefix. */
export function rangeText({ address, prefix }: Range): string {
  return `${addressText(address)}/${prefix}`
}

/** Whether a host, by its name or address, is this machine and cannot be reached from another. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || parseAddress(host)?.range() === 'loopback'
}

/**
 * A person's own network: one IPv4 address, but for IPv6 the /64, since a machine changes the rest of its address every
 * day. Null for anything that is not an address.
 */
export function ownNetworkOf(text: string): string | null {
  const address = parseAddress(text)
  if (!address) return null
  return address.kind() === 'ipv4' ? addressText(address) : rangeText(networkAt(address, 64))
}

/** Roughly where an address is: the /24, or the /48 of IPv6, which is what one provider gives to one place. */
export function neighbourhoodOf(text: string): string | null {
  const address = parseAddress(text)
  return address && rangeText(networkAt(address, address.kind() === 'ipv4' ? 24 : 48))
}

function networkAt(address: Address, prefix: number): Range {
  const bytes = address.toByteArray().map((byte, index) => {
    const bits = Math.min(8, Math.max(0, prefix - index * 8))
    return byte & (255 << (8 - bits))
  })
  return { address: ipaddr.fromByteArray(bytes), prefix }
}

function bitsOf(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128
}
