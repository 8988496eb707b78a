import { msg } from '../../../core/i18n/language.ts'

/** What an IP address says about someone's location; without a map of the world's networks, no more than this. */
export type Network = 'this-machine' | 'private' | 'shared' | 'link-local' | 'public' | 'unknown'

export const networkWords: Readonly<Record<Network, string>> = {
  'this-machine': msg('this machine'),
  'private': msg('private network'),
  'shared': msg('provider’s shared network'),
  'link-local': msg('local link'),
  'public': msg('public internet'),
  'unknown': msg('unknown network'),
}
