import { msg } from '../../kit/language.ts'

/** What an address says about where somebody is; without a map of the world's networks, no more than this. */
export type Network = 'this-machine' | 'private' | 'shared' | 'link-local' | 'public' | 'unknown'

export const networkWords: Readonly<Record<Network, string>> = {
  'this-machine': msg('this machine'),
  'private': msg('private network'),
  'shared': msg('provider’s shared network'),
  'link-local': msg('local link'),
  'public': msg('public internet'),
  'unknown': msg('unknown network'),
}

// RFC 1918, 6598, 3927 and 1122.
const v4: readonly (readonly [RegExp, Network])[] = [
  [/^127\./, 'this-machine'],
  [/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/, 'private'],
  [/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./, 'shared'],
  [/^169\.254\./, 'link-local'],
  [/^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/, 'public'],
]
// RFC 4291 and 4193.
const v6: readonly (readonly [RegExp, Network])[] = [
  [/^::1$/, 'this-machine'],
  [/^f[cd][0-9a-f]{2}:/i, 'private'],
  [/^fe[89ab][0-9a-f]:/i, 'link-local'],
  [/^[0-9a-f:]+$/i, 'public'],
]

/** The kind of network that an address, as the server normalises them, belongs to. */
export function networkOf(address: string): Network {
  const kinds = address.includes(':') ? v6 : v4
  return kinds.find(([pattern]) => pattern.test(address))?.[1] ?? 'unknown'
}
