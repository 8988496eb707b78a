import { t } from '../../../core/i18n/language.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { instant, integer, longText, select, text } from '../../../core/resource/fields.ts'
import { parseRange } from '../../../core/ip-address.ts'

/** The widest networks that can be allowed. Anything wider would let in almost everyone. */
const widest = { ipv4: 8, ipv6: 16 } as const

declare module '../../../core/access/permissions.ts' {
  interface PermissionObjects {
    settings: true
  }
}

/**
 * Networks that staff can work from. While there are none, every address is allowed; the first one turns the check on
 * for everyone, so it must contain the address of the person who saves it.
 */
export const ipRanges = defineResource('ip-ranges', {
  label: ['IP range', 'IP ranges'],
  summary: 'Networks that staff can work from. Without any, every address is allowed',
  access: { object: 'settings', asksProof: true },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'label',
  fields: {
    range: text({
      required: true,
      min: 2,
      max: 49,
      label: 'Range',
      help: 'An address or a network in CIDR notation, IPv4 or IPv6: 203.0.113.0/24, 2001:db8::/32.',
    }),
    label: text({ required: true, max: 100, help: 'What it is: “Madrid office”, “VPN”.' }),
    owner: text({ required: true, max: 100, help: 'The person or team responsible for it.' }),
    expiresAt: instant({ label: 'Ends', help: 'No access after this date. Blank means it doesn’t expire.' }),
    notes: longText({ max: 2000 }),
    state: select(['active', 'expired'], {
      derived: true,
      required: true,
      tones: { active: 'good', expired: 'neutral' },
    }),
    hits: integer({ readOnly: 'moving', required: true, min: 0, label: 'Sign-ins' }),
    lastSeenAt: instant({ readOnly: 'moving', label: 'Last seen' }),
  },
  list: {
    columns: ['range', 'label', 'owner', 'state', 'expiresAt', 'hits', 'lastSeenAt'],
    filters: ['state', 'owner', 'expiresAt', 'lastSeenAt'],
    search: ['range', 'label', 'owner'],
    sort: 'label',
    needs: ['label', 'state'],
  },
  form: {
    main: [{ title: 'Network', fields: ['range', 'label', 'owner', 'notes'] }],
    aside: [{ title: 'Validity and use', fields: ['state', 'expiresAt', 'hits', 'lastSeenAt'] }],
    guarded: {
      why: 'Changing who is let in needs a recent sign-in, and a look at what it means for your own address.',
    },
  },
  *check({ range }) {
    if (typeof range !== 'string') return
    const parsed = parseRange(range)
    if (!parsed) {
      yield { field: 'range', message: t('Enter an address or a network, such as 203.0.113.0/24 or 2001:db8::/32.') }
      return
    }
    const least = widest[parsed.address.kind()]
    if (parsed.prefix < least)
      yield {
        field: 'range',
        message: t('This would let in almost everyone. Use /{least} or narrower.', { least }),
      }
  },
})
