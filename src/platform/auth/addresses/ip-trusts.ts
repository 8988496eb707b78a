import { defineResource } from '../../../core/resource/resource.ts'
import { instant, select, text } from '../../../core/resource/fields.ts'

/**
 * Addresses outside every range that one person has proved to be theirs. Each ends by itself; deleting one ends it now,
 * and acts on the person's next request.
 */
export const ipTrusts = defineResource('ip-trusts', {
  label: ['Trusted address', 'Trusted addresses'],
  summary: 'Addresses outside every range that one person has proved to be theirs, each for some days',
  access: 'settings',
  operations: ['list', 'read', 'delete'],
  title: 'network',
  fields: {
    person: text({ required: true, derived: true, max: 254 }),
    email: text({ required: true, derived: true, max: 254, label: 'Email' }),
    network: text({ required: true, readOnly: true, min: 2, max: 49, label: 'Address' }),
    via: select(['code', 'admin', 'break-glass'], {
      required: true,
      readOnly: true,
      label: 'Proved by',
      labels: { 'code': 'Emailed code', 'admin': 'An admin', 'break-glass': 'Break-glass code' },
      tones: { 'break-glass': 'warn' },
    }),
    state: select(['active', 'expired'], {
      derived: true,
      required: true,
      tones: { active: 'good', expired: 'neutral' },
    }),
    expiresAt: instant({ required: true, readOnly: true, label: 'Trusted until' }),
    lastSeenAt: instant({ readOnly: true, label: 'Last seen' }),
  },
  list: {
    columns: ['person', 'email', 'network', 'via', 'state', 'expiresAt', 'lastSeenAt'],
    shown: [{ key: 'person', below: ['email'], copies: 'email' }, 'network', 'via', 'state', 'expiresAt', 'lastSeenAt'],
    filters: ['state', 'via', 'expiresAt'],
    search: ['network'],
    sort: '-createdAt',
    needs: ['person', 'network'],
  },
})
