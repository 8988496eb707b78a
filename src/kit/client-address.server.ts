import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/** Finds the address of the caller in a request as it arrived. */
export type ClientAddress = (request: { socketAddress: string | undefined; forwardedFor: string | undefined }) => string

/**
 * One spelling per address: an IPv4 address mapped into IPv6 becomes plain IPv4, IPv6 is lower-case and compressed,
 * a zone is dropped. Answers null for anything that is not an address.
 */
export function normaliseAddress(text: string): string | null {
  const address = text.trim().split('%', 1)[0] ?? ''
  const family = isIP(address)
  if (family === 0) return null
  if (family === 4) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = canonical.startsWith('::ffff:') ? canonical.slice('::ffff:'.length) : ''
  return isIPv4(mapped) ? mapped : canonical
}

/**
 * The caller's address comes from the socket. `X-Forwarded-For` counts only when the socket belongs to one of the
 * configured proxies, and is then read from right to left up to the first address that is not a proxy: everything
 * left of it was written by the caller.
 *
 * @param trustedProxies addresses and CIDR ranges, IPv4 or IPv6
 * @throws Error when one of them is neither
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const proxies = proxyList(trustedProxies)
  const isProxy = (address: string): boolean => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

  return function clientAddress({ socketAddress, forwardedFor }) {
    let client = normaliseAddress(socketAddress ?? '') ?? 'unknown'
    if (forwardedFor === undefined || client === 'unknown' || trustedProxies.length === 0) return client
    const hops = forwardedFor.split(',').reverse()
    for (const hop of hops) {
      if (!isProxy(client)) return client
      const address = normaliseAddress(withoutPort(hop.trim()))
      if (address === null) return client
      client = address
    }
    return client
  }
}

function proxyList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [text = '', prefix] = entry.split('/')
    const address = normaliseAddress(text)
    if (address === null) throw new Error(`A trusted proxy must be an IP address or a range, not "${entry}".`)
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) {
      list.addAddress(address, family)
      continue
    }
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (!(bits <= (family === 'ipv4' ? 32 : 128))) {
      throw new Error(`A trusted proxy must be an IP address or a range, not "${entry}".`)
    }
    list.addSubnet(address, bits, family)
  }
  return list
}

/** Some proxies add the port: `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)
  if (bracketed) return bracketed[1] ?? ''
  const dotted = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(hop)
  return dotted ? dotted[1] ?? '' : hop
}
