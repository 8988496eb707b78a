import { t } from '../../../core/i18n/language.ts'
import { defineMessage } from '../../../platform/mail/message-content.ts'
import { roleTitleInEnglish } from '../../../platform/auth/role-labels.ts'

/** Sent to a new staff member, and again after an invitation lapses. */
export const staffInvitation = defineMessage<{
  firstName: string | null
  by: string
  productName: string
  email: string
  days: number
}>({
  name: 'staff-invitation',
  label: () => t('Staff invitation'),
  write: ({ firstName, by, productName, email, days }) => ({
    subject: `${by} invites you to ${productName} Admin`,
    paragraphs: [
      firstName ? `Hello ${firstName},` : 'Hello,',
      `${by} has invited you to work in ${productName} Admin. Sign in with the Google account ${email}: the first sign-in takes the invitation up.`,
      `The invitation is good for ${days} days. If you did not expect it, do nothing, and nothing happens.`,
    ],
    action: { label: 'Sign in', path: '/login' },
  }),
})

/** Sent to those who can answer a request. */
export const elevationRequested = defineMessage<{ person: string; role: string; minutes: number; reason: string }>({
  name: 'elevation-requested',
  label: () => t('Access requested'),
  write: ({ person, role, minutes, reason }) => ({
    subject: `${person} asks for the permissions of ${roleTitleInEnglish(role)}`,
    paragraphs: [
      `${person} asks for the permissions of ${roleTitleInEnglish(role)} for ${inHours(minutes)}.`,
      `Reason: ${reason}`,
      'The request lapses after 24 hours.',
    ],
    action: { label: 'Answer', path: '/admin-users/list' },
  }),
})

/** Sent to the person who requested access, or was granted it directly. */
export const elevationAnswered = defineMessage<{
  role: string
  isGranted: boolean
  by: string
  minutes: number
  answer: string | null
}>({
  name: 'elevation-answered',
  label: () => t('Answer to an access request'),
  write: ({ role, isGranted, by, minutes, answer }) => ({
    subject: isGranted
      ? `You have the permissions of ${roleTitleInEnglish(role)} for ${inHours(minutes)}`
      : `You were not given the permissions of ${roleTitleInEnglish(role)}`,
    paragraphs: [
      isGranted
        ? `${by} has given you the permissions of ${roleTitleInEnglish(role)} for ${inHours(minutes)}. They end by themselves.`
        : `${by} has refused your request for the permissions of ${roleTitleInEnglish(role)}.`,
      ...(answer ? [`Their answer: ${answer}`] : []),
    ],
    ...(isGranted && { action: { label: 'Open the console', path: '/' } }),
  }),
})

/** Sent to the other admins whenever someone's access grows, so that it never grows unseen. */
export const accessGrew = defineMessage<{
  person: string
  role: string
  by: string
  how: string
  reason: string | null
}>({
  name: 'access-grew',
  label: () => t('Colleague’s access extended'),
  write: ({ person, role, by, how, reason }) => ({
    subject: `${person} ${how} ${roleTitleInEnglish(role)}`,
    paragraphs: [
      `By ${by}: ${person} ${how} ${roleTitleInEnglish(role)}.`,
      ...(reason ? [`Reason: ${reason}`] : []),
      'If this is wrong, suspend the account and contact your access manager.',
    ],
    action: { label: 'Admin users', path: '/admin-users/list' },
  }),
})

/** `45 minutes`, `2 hours`, `1 hour 30 minutes`. */
export function inHours(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : '', rest > 0 ? `${rest} minutes` : '']
  return parts.filter(Boolean).join(' ')
}
