import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useSession } from '../../../core/browser/session.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { FormSkeleton, Failure } from '../../../ui/resource/states.tsx'
import { confirmBox } from '../../../ui/message-box-store.web.ts'
import { useRouteParams } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { ListNeighbours } from '../../../ui/resource/record-neighbours.tsx'
import { RecordCommands } from '../../../ui/resource/record-commands.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { AccessExplainer } from './access-explainer.tsx'
import { nameOf, personHref } from './person.ts'
import { useChange, useUser } from './role-client.web.ts'
import { RoleUserForm } from './role-user-form.tsx'
import type { ConsoleUser } from './role-users.ts'
import { deleteConsoleUser } from './role-users.ts'
import classes from './roles.module.css'

/** One user of the console: name, role, and why they can or can't do something. */
export function RoleUserScreen() {
  const { email = '' } = useRouteParams()
  const { data, error, refetch } = useUser(email)
  if (error && !data)
    return (
      <PageFrame>
        <Failure
          error={error}
          what={t('Person')}
          onRetry={() => void refetch()}
          back={{ href: '/roles/users/list', many: t('People') }}
        />
      </PageFrame>
    )
  if (!data)
    return (
      <PageFrame>
        <FormSkeleton />
      </PageFrame>
    )
  return <Person key={data.email} user={data} />
}

function Person({ user }: { user: ConsoleUser }) {
  const { mayWrite } = usePage()
  const session = useSession()
  const remove = useChange<ConsoleUser>(deleteConsoleUser, { isLast: true })
  const [goTo, setGoTo] = useState<string | null>(null)
  const isSelf = session?.email === user.email
  const isOutOfReach = user.role === 'admin' && session?.isSuperUser !== true

  async function confirmRemoval(): Promise<void> {
    if (!(await confirmFreshSignIn(t('remove a person')))) return
    const { action } = await confirmBox(
      t('{nameOf} can no longer sign in, and every session ends at once. What they did stays in the audit.', {
        nameOf: nameOf(user),
      }),
      t('Remove {nameOf}?', { nameOf: nameOf(user) }),
      { type: 'warning', confirmText: t('Remove') },
    )
    if (action !== 'confirm') return
    try {
      await remove.mutateAsync({ query: { email: user.email }, version: user.version })
      toast.success(t('{nameOf} removed', { nameOf: nameOf(user) }))
      setGoTo('/roles/users/list')
    } catch (failure) {
      if (failure instanceof FailedRequest && !failure.shown) toast.error(failure.message)
    }
  }

  return (
    <PageFrame
      record={{ kind: t('Person'), name: nameOf(user) }}
      actions={
        <>
          <ListNeighbours here={personHref(user)} />
          {mayWrite && (
            <RecordCommands>
              <CommandButton
                label={t('Remove')}
                icon={IconTrash}
                place="last"
                disabledReason={
                  isSelf ? t('You can’t remove yourself.') : isOutOfReach ? t('Only admins change admins.') : undefined
                }
                isBusy={remove.isPending}
                run={() => void confirmRemoval()}
              />
            </RecordCommands>
          )}
        </>
      }
    >
      {isOutOfReach && <p className={classes['notice']}>{t('Only admins change admins.')}</p>}
      <RoleUserForm user={user} isLocked={!mayWrite || isOutOfReach} isSelf={isSelf} goTo={goTo} setGoTo={setGoTo}>
        <AccessExplainer user={user} />
      </RoleUserForm>
    </PageFrame>
  )
}

/** Invites a user. */
export function NewRoleUserScreen() {
  const [goTo, setGoTo] = useState<string | null>(null)
  const { mayWrite } = usePage()
  return (
    <PageFrame>
      <RoleUserForm user={null} isLocked={!mayWrite} isSelf={false} goTo={goTo} setGoTo={setGoTo} />
    </PageFrame>
  )
}
