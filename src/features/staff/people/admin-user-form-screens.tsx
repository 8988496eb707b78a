import { useMemo } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { select } from '../../../core/resource/fields.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useRecord } from '../../../ui/resource/client.web.ts'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import { FreshSignInGate } from '../../../ui/resource/fresh-sign-in-gate.tsx'
import { NoSuchPage } from '../../../ui/resource/missing-page.tsx'
import { Failure, FormSkeleton, useWayBack } from '../../../ui/resource/states.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { OneAdminUserActions } from './admin-user-actions.tsx'
import { listAssignableRoles } from './admin-user-commands.ts'
import type { StaffStatus } from './admin-user-fields.ts'
import { adminUserFields, settableFields } from './admin-user-fields.ts'
import classes from './admin-users.module.css'
import { adminUsers } from './admin-users.ts'
import { ElevationsPanel } from './elevations-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

const { email, first_name, last_name } = settableFields
/** The role is changed by a command of its own, because that is what people should do on purpose. */
const active: AnyResource = { ...adminUsers, fields: { ...adminUserFields, first_name, last_name } }
const main = adminUsers.form?.main ?? []
const forms: Readonly<Record<StaffStatus, AnyResource>> = {
  active,
  invited: {
    ...active,
    fields: { ...active.fields, email },
    form: { main, aside: [{ title: msg('Account'), fields: ['status', 'role', 'invitedBy', 'invitationEndsAt'] }] },
  },
  suspended: {
    ...active,
    form: {
      main,
      aside: [
        {
          title: msg('Account'),
          fields: ['status', 'suspendedBecause', 'suspendedAt', 'role', 'lastLoginAt', 'lastAddress'],
        },
      ],
    },
  },
}

/** One staff member: who they are, where they are signed in, and their temporary access. */
export function AdminUserUpdateScreen() {
  const { mayWrite } = usePage()
  const mayManage = useMay()('manage-staff', 'users')
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const { data } = useRecord(adminUsers, id)
  const back = useWayBack(adminUsers)
  if (id === null) return <NoSuchPage what={t('Admin user')} back={back} />
  return (
    <FormScreen
      of={forms[data?.status ?? 'active']}
      {...((mayWrite || mayManage) && { actions: (person: AnyRecord) => <OneAdminUserActions person={person} /> })}
      below={(person) => (
        <div className={classes['below']}>
          <ElevationsPanel person={person} />
          <SessionsPanel key={String(person['status'])} person={person} />
        </div>
      )}
    />
  )
}

/** Invites a staff member. Granting access requires a fresh sign-in. */
export function AdminUserCreateScreen() {
  const { mayWrite } = usePage()
  if (!mayWrite)
    return (
      <PageFrame>
        <p>{t('Only people who manage users can send invites.')}</p>
      </PageFrame>
    )
  return (
    <FreshSignInGate what={t('invite a person')}>
      <InvitationForm />
    </FreshSignInGate>
  )
}

function InvitationForm() {
  const roles = useAnswer(listAssignableRoles)
  const of = useMemo<AnyResource>(
    () => invitation((roles.data ?? []).filter(({ isAssignable }) => isAssignable).map(({ name }) => name)),
    [roles.data],
  )
  if (roles.error)
    return (
      <PageFrame>
        <Failure error={roles.error} onRetry={() => void roles.refetch()} what={t('Roles')} />
      </PageFrame>
    )
  if (!roles.data)
    return (
      <PageFrame>
        <FormSkeleton />
      </PageFrame>
    )
  return <FormScreen of={of} creates={{ act: t('Send invite'), done: t('Invite sent') }} />
}

function invitation(roles: readonly string[]): AnyResource {
  const labels = Object.fromEntries(roles.map((name) => [name, roleTitle(name)]))
  return {
    ...adminUsers,
    label: [msg('Invitation'), msg('Invitations')],
    fields: {
      email,
      first_name,
      last_name,
      role: select(roles, { required: true, labels, help: msg('You can only grant roles you have.') }),
      name: adminUserFields.name,
    },
    form: {
      main: [
        {
          title: msg('Person'),
          help: msg('We email them an invite, valid for 14 days.'),
          fields: ['email', 'role', 'first_name', 'last_name'],
        },
      ],
    },
  }
}
