import { parseAddress } from '../../../core/ip-address.ts'
import type { Network } from './network.ts'

const kinds: Readonly<Record<string, Network>> = {
  loopback: 'this-machine',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'shared',
  linkLocal: 'link-local',
}

/** The kind of network that an address belongs to. */
export function networkOf(address: string): Network {
  const parsed = parseAddress(address)
  return parsed ? (kinds[parsed.range()] ?? 'public') : 'unknown'
}
