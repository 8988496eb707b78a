import type { Address, Range } from '../ip-address.ts'
import { addressText, contains, parseAddress, parseRange } from '../ip-address.ts'
import { unknownAddress } from '../unknown-address.ts'

/** Finds the address of the caller in a request as it arrived. */
export type ClientAddress = (request: { socketAddress: string | undefined; forwardedFor: string | undefined }) => string

/** The fault in an X-Forwarded-For: its sender is not a known proxy, or the proxy names no address. */
export type ForwardingFault = 'unlisted' | 'no-address'

/**
 * The caller's address comes from the socket. `X-Forwarded-For` counts only when the socket belongs to one of the
 * configured proxies, and is then read from right to left up to the first address that is not a proxy: everything left
 * of it was written by the caller. A hop that is no address (`unknown`, nothing at all) leaves the caller unknown: the
 * proxy's own address would open everything that is open to the proxy.
 *
 * @param trustedProxies addresses and CIDR ranges, IPv4 or IPv6
 * @param onFault called for every odd header, with the peer that sent it
 * @throws Error when one of the proxies is neither an address nor a range
 */
export function createClientAddress(
  trustedProxies: readonly string[],
  onFault: (fault: ForwardingFault, peer: string) => void = () => {},
): ClientAddress {
  const proxies = trustedProxies.map(proxyRange)
  const isProxy = (address: Address) => proxies.some((range) => contains(range, address))

  return function clientAddress({ socketAddress, forwardedFor }) {
    const sender = parseAddress(socketAddress ?? '')
    if (!sender) return unknownAddress
    if (forwardedFor === undefined) return addressText(sender)
    if (!isProxy(sender)) onFault('unlisted', addressText(sender))
    let client = sender
    for (const hop of forwardedFor.split(',').reverse()) {
      if (!isProxy(client)) break
      const address = parseAddress(withoutPort(hop.trim()))
      if (!address) {
        onFault('no-address', addressText(sender))
        return unknownAddress
      }
      client = address
    }
    return addressText(client)
  }
}

const day = 24 * 60 * 60 * 1000
/** Peers that are warned about within a day; strangers must not be able to fill the log. */
const peersNamed = 20

/** Passes each fault of each peer on once a day. */
export function oncePerPeerAndDay(
  warn: (fault: ForwardingFault, peer: string) => void,
  now: () => number = Date.now,
): (fault: ForwardingFault, peer: string) => void {
  let since = now()
  const named = new Set<string>()
  return function warnOnce(fault, peer) {
    if (now() - since >= day) {
      since = now()
      named.clear()
    }
    const key = `${fault} ${peer}`
    if (named.size >= peersNamed || named.has(key)) return
    named.add(key)
    warn(fault, peer)
  }
}

function proxyRange(entry: string): Range {
  const range = parseRange(entry)
  if (!range) throw new Error(`A trusted proxy must be an IP address or a range, not "${entry}".`)
  return range
}

/** Some proxies add the port: `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)
  if (bracketed) return bracketed[1] ?? ''
  const dotted = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(hop)
  return dotted ? (dotted[1] ?? '') : hop
}
