import { roleTitle } from '../../../platform/auth/role-labels.ts'
import { instant, integer, longText, ref, select, text } from '../../../core/resource/fields.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { staff } from '../../../platform/auth/sign-in/staff.ts'

export const elevationStates = ['open', 'active', 'expired', 'ended', 'refused', 'lapsed'] as const
export type ElevationState = (typeof elevationStates)[number]

export const elevationMinutes = { min: 5, max: 480 } as const

/**
 * Temporary use of another role's permissions, with a reason: requested by the staff member and approved by someone who
 * has those permissions, or granted directly. Each ends on its own date, and its terms never change.
 */
export const elevations = defineResource('elevations', {
  label: ['Elevation', 'Elevations'],
  summary: 'Permissions of another role that a person requested or has for a time',
  access: 'users',
  operations: ['list', 'read'],
  path: 'users/elevations',
  title: 'roleName',
  fields: {
    staffId: ref(nameOf<typeof staff>('staff'), { required: true, readOnly: true, label: 'Person' }),
    roleName: text({ required: true, readOnly: true, max: 64, label: 'Role', shownAs: roleTitle }),
    state: select(elevationStates, {
      derived: true,
      required: true,
      tones: { open: 'busy', active: 'warn', refused: 'bad' },
      labels: { open: 'Waiting for an answer' },
    }),
    minutes: integer({ required: true, readOnly: true, ...elevationMinutes }),
    reason: text({ required: true, readOnly: true, min: 10, max: 500 }),
    requestedBy: text({ derived: true, max: 254, label: 'Asked by' }),
    requestedAt: instant({ required: true, readOnly: true, label: 'Asked' }),
    decision: select(['granted', 'refused'], { readOnly: true }),
    decidedBy: text({ derived: true, max: 254, label: 'Answered by' }),
    decidedAt: instant({ readOnly: true, label: 'Answered' }),
    answer: longText({ readOnly: true, max: 500 }),
    endsAt: instant({ readOnly: true, label: 'Ends' }),
    endedAt: instant({ readOnly: true, label: 'Ended' }),
    endedBecause: select(
      ['given-back', 'revoked', 'withdrawn', 'replaced', 'suspended', 'role-changed', 'role-deleted'],
      { readOnly: true, label: 'Ended because' },
    ),
  },
  list: {
    columns: ['staffId', 'roleName', 'state', 'minutes', 'reason', 'requestedAt', 'decidedBy', 'endsAt'],
    shown: [
      { key: 'roleName', below: ['reason'] },
      'staffId',
      'state',
      'minutes',
      'requestedAt',
      'decidedBy',
      'endsAt',
    ],
    filters: ['staffId', 'roleName', 'state', 'requestedAt', 'endsAt'],
    search: ['roleName', 'reason'],
    sort: '-requestedAt',
  },
})
