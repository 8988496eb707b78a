import { defineResource } from '../../../core/resource/resource.ts'
import { instant, integer, select, text } from '../../../core/resource/fields.ts'

/**
 * Staff members whose address was refused and who can prove that it's theirs: with an emailed code, or through an
 * admin who knows them. Created by the refusal itself, never by hand.
 */
export const ipVerifications = defineResource('ip-verifications', {
  label: ['IP verification', 'IP verifications'],
  summary: 'People who were refused for their network address, and what became of it',
  access: 'settings',
  operations: ['list', 'read'],
  title: 'person',
  fields: {
    person: text({ required: true, derived: true, max: 254 }),
    email: text({ required: true, derived: true, max: 254, label: 'Email' }),
    address: text({ required: true, readOnly: true, max: 49 }),
    network: text({ required: true, readOnly: true, min: 2, max: 49 }),
    userAgent: text({ derived: true, max: 400, label: 'Device' }),
    state: select(['pending', 'expired', 'verified', 'approved', 'denied'], {
      derived: true,
      required: true,
      tones: { pending: 'busy', expired: 'neutral', verified: 'good', approved: 'good', denied: 'bad' },
    }),
    expiresAt: instant({ required: true, readOnly: true, label: 'Open until' }),
    codesSent: integer({ required: true, readOnly: true, min: 0, label: 'Codes sent' }),
    askedAt: instant({ readOnly: true, label: 'Asked an admin' }),
    decidedBy: text({ readOnly: true, max: 254, label: 'Decided by' }),
    decidedAt: instant({ readOnly: true, label: 'Decided' }),
    decisionReason: text({ readOnly: true, max: 500, label: 'Reason' }),
  },
  list: {
    columns: [
      'person',
      'email',
      'address',
      'userAgent',
      'state',
      'createdAt',
      'askedAt',
      'codesSent',
      'decidedBy',
      'decidedAt',
      'decisionReason',
    ],
    shown: [
      { key: 'person', below: ['email'] },
      'state',
      'address',
      'userAgent',
      'createdAt',
      'askedAt',
      { key: 'decidedBy', below: ['decisionReason'] },
    ],
    filters: ['state', 'address', 'createdAt', 'decidedAt'],
    search: ['address'],
    sort: '-createdAt',
    needs: ['person', 'address', 'state'],
  },
})
