import { t } from '../../kit/language.ts'
import { defineResource } from '../../kit/resource.ts'
import { instant, integer, longText, select, text } from '../../kit/fields.ts'
import { parseRange, widest } from './cidr.ts'

/**
 * Networks that staff may work from. While there is none, every address will do; the first one turns the check on for
 * everybody, so it has to contain whoever saves it.
 */
export const ipRanges = defineResource('ip-ranges', {
  label: ['IP range', 'IP ranges'],
  summary: 'Networks that staff may work from; without any, every address will do',
  access: 'settings',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'label',
  fields: {
    range: text({
      required: true, min: 2, max: 49, label: 'Range',
      help: 'An address or a network in CIDR notation, IPv4 or IPv6: 203.0.113.0/24, 2001:db8::/32.',
    }),
    label: text({ required: true, max: 100, help: 'What it is: “Madrid office”, “VPN”.' }),
    owner: text({ required: true, max: 100, help: 'The person or team who answers for it and knows when it changes.' }),
    expiresAt: instant({ label: 'Ends', help: 'From then on it admits nobody. Left empty, it stays.' }),
    notes: longText({ max: 2000 }),
    state: select(['active', 'expired'], { derived: true, required: true, tones: { active: 'good', expired: 'neutral' } }),
    hits: integer({ readOnly: true, required: true, min: 0, label: 'Sign-ins' }),
    lastSeenAt: instant({ readOnly: true, label: 'Last seen' }),
  },
  list: {
    columns: ['range', 'label', 'owner', 'state', 'expiresAt', 'hits', 'lastSeenAt'],
    filters: ['state', 'owner', 'expiresAt', 'lastSeenAt'],
    search: ['range', 'label', 'owner'],
    sort: 'label',
  },
  form: {
    main: [{ title: 'Network', fields: ['range', 'label', 'owner', 'notes'] }],
    aside: [{ title: 'Validity and use', fields: ['state', 'expiresAt', 'hits', 'lastSeenAt'] }],
    guarded: { why: 'Changing who is let in needs a recent sign-in, and a look at what it means for your own address.' },
  },
  *check({ range }) {
    if (typeof range !== 'string') return
    const parsed = parseRange(range)
    if (!parsed) {
      yield { field: 'range', message: t('Enter an address or a network, such as 203.0.113.0/24 or 2001:db8::/32.') }
      return
    }
    const least = parsed.bytes.length === 4 ? widest[4] : widest[16]
    if (parsed.prefix < least) yield { field: 'range', message: t('This would admit more or less everybody: use /{least} or narrower.', { least }) }
  },
})
