import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FormSkeleton, Failure } from '../../../ui/resource/states.tsx'
import { useRouteParams, useRouteQuery } from '../../../ui/navigation.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { useActions, useObjects, usePermissions, useRole } from './role-client.web.ts'
import { RoleForm } from './role-form.tsx'

const nobody = { name: '', description: '' }
const noPermissions: never[] = []

/** One role, by its name in the path. */
export function RoleScreen() {
  const { name = '' } = useRouteParams()
  const role = useRole(name)
  const permissions = usePermissions(name)
  const objects = useObjects()
  const actions = useActions()
  const all = [role, permissions, objects, actions]
  const failed = all.find(({ error }) => error)
  if (failed)
    return (
      <PageFrame>
        <Failure
          error={failed.error}
          what={t('Role')}
          back={{ href: '/roles/list', many: t('Roles') }}
          onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))}
        />
      </PageFrame>
    )
  if (!role.data || !permissions.data || !objects.data || !actions.data)
    return (
      <PageFrame>
        <FormSkeleton />
      </PageFrame>
    )
  return (
    <RoleForm
      role={role.data}
      permissions={permissions.data.permissions}
      objects={objects.data}
      actions={actions.data}
    />
  )
}

/** A new role, empty or with the permissions of the one that `copy` names. */
export function NewRoleScreen() {
  const [{ copy }] = useRouteQuery()
  // The start of the form stays what it was at first, whatever happens to the address.
  const [from] = useState(copy ?? null)
  const permissions = usePermissions(from)
  const objects = useObjects()
  const actions = useActions()
  const all = [...(from === null ? [] : [permissions]), objects, actions]
  const failed = all.find(({ error }) => error)
  if (failed)
    return (
      <PageFrame>
        <Failure
          error={failed.error}
          what={t('Role')}
          onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))}
        />
      </PageFrame>
    )
  if (!objects.data || !actions.data || (from !== null && !permissions.data))
    return (
      <PageFrame>
        <FormSkeleton />
      </PageFrame>
    )
  return (
    <RoleForm
      role={null}
      start={nobody}
      copyOf={from}
      objects={objects.data}
      actions={actions.data}
      permissions={permissions.data?.permissions ?? noPermissions}
    />
  )
}
