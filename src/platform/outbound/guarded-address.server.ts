import { lookup } from 'node:dns'
import type { LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isLoopback, parseAddress } from '../../core/ip-address.ts'
import type { OutboundTarget } from './outbound-target.server.ts'
import { OutboundFailure } from './outbound-target.server.ts'

/** Whether an address is one of the public internet: not private, shared, reserved or of this machine. */
function isPublicAddress(text: string): boolean {
  return parseAddress(text)?.range() === 'unicast'
}

/** Refuses addresses that a target does not name, before anything leaves. */
export function assertAllowed(url: URL, { name, hosts, allowsLoopback }: OutboundTarget): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (url.username !== '' || url.password !== '')
    throw new OutboundFailure('refused', `Calls to ${name} carry no credentials in their address.`)
  if (allowsLoopback && isLoopback(host)) return
  if (url.protocol !== 'https:' || url.port !== '')
    throw new OutboundFailure('refused', `Calls to ${name} go by https on its usual port.`)
  if (!hosts.includes(host)) throw new OutboundFailure('refused', `${host} is not a host of ${name}.`)
}

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void

/**
 * Resolves a host for the very connection that is opened, so that no second look-up can answer otherwise. A name whose
 * addresses are not public is refused, as that is how a name reaches into our own network; `localhost` alone is this machine.
 */
export function guardedLookup(resolve: Resolve = lookup): LookupFunction {
  return function lookUp(host, options, callback) {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0]
      if (error || !first) return callback(error ?? new Error(`${host} has no address.`), '', 4)
      const bad = addresses.find(
        ({ address }) => !isPublicAddress(address) && !(isLoopback(host) && isLoopback(address)),
      )
      if (bad)
        return callback(
          new OutboundFailure('refused', `${host} resolves to ${bad.address}, which is not a public address.`),
          '',
          4,
        )
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
