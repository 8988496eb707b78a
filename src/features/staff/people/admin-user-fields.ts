import { instant, integer, select, text } from '../../../core/resource/fields.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

const staffStatuses = ['invited', 'active', 'suspended'] as const
export type StaffStatus = (typeof staffStatuses)[number]

/** The fields of a staff member that can be edited. The rest follows from what happens to the account. */
export const settableFields = {
  email: text({
    required: true,
    unique: true,
    max: 254,
    format: 'email',
    case: 'lower',
    label: 'Email',
    help: 'Their Google account. Can’t change after first sign-in.',
  }),
  first_name: text({ max: 100, label: 'First name' }),
  last_name: text({ max: 100, label: 'Last name' }),
  role: text({
    required: true,
    max: 64,
    pattern: /^[A-Za-z0-9_-]+$/,
    patternHint: 'can have letters, digits, hyphens and underscores',
  }),
}

export const adminUserFields = {
  name: text({ required: true, readOnly: true, max: 254 }),
  email: text({ ...settableFields.email, readOnly: true }),
  first_name: text({ ...settableFields.first_name, derived: true }),
  last_name: text({ ...settableFields.last_name, derived: true }),
  role: text({ ...settableFields.role, derived: true, shownAs: roleTitle }),
  status: select(staffStatuses, {
    required: true,
    readOnly: true,
    initial: 'invited',
    tones: { invited: 'busy', active: 'good', suspended: 'bad' },
  }),
  lastLoginAt: instant({ readOnly: true, label: 'Last sign-in' }),
  sessionCount: integer({ derived: true, required: true, label: 'Open sessions' }),
  lastSeenAt: instant({ derived: true, label: 'Last seen' }),
  lastAddress: text({ derived: true, label: 'Last address' }),
  elevatedTo: text({
    derived: true,
    max: 2000,
    label: 'Elevated to',
    shownAs: (names) => names.split(', ').map(roleTitle).join(', '),
  }),
  elevatedUntil: instant({ derived: true, label: 'Elevated until' }),
  invitedBy: text({ derived: true, max: 254, label: 'Invited by' }),
  invitationEndsAt: instant({ derived: true, label: 'Invitation ends' }),
  suspendedAt: instant({ derived: true, label: 'Suspended' }),
  suspendedBecause: text({ derived: true, max: 500, label: 'Reason for suspension' }),
}
