import { msg, t } from '../../../core/i18n/language.ts'
import { defineNotice } from '../../../platform/inbox/notices.server.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** To the admins who can answer a request for more access. They get a letter of its own as well. */
export const accessRequested = defineNotice<{ person: string; role: string; reason: string }>({
  kind: 'access-requested',
  label: msg('Requests for access'),
  object: 'roles',
  write: ({ person, role, reason }) => ({
    title: t('{person} requests the role {role}', { person, role: roleTitle(role) }),
    detail: reason,
  }),
})

/** To the person who asked, or who was given access without asking. */
export const accessAnswered = defineNotice<{ by: string; role: string; isGranted: boolean; answer: string | null }>({
  kind: 'access-answered',
  label: msg('Answers to your requests'),
  write: ({ by, role, isGranted, answer }) => ({
    title: isGranted
      ? t('{by} gave you the role {role}', { by, role: roleTitle(role) })
      : t('{by} declined the role {role}', { by, role: roleTitle(role) }),
    ...(answer !== null && { detail: answer }),
  }),
})
