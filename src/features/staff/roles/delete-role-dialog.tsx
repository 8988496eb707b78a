import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { useChange } from './role-client.web.ts'
import { useGivableRoles } from './givable-roles.web.ts'
import classes from './roles.module.css'
import type { Role } from './roles.ts'
import { deleteRole } from './roles.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** Deletes a role; its people need another one first. */
export function DeleteRoleDialog({
  role,
  onClose,
  onDeleted,
}: {
  role: Role
  onClose: () => void
  onDeleted: () => void
}) {
  const roles = useGivableRoles()
  const remove = useChange<Role>(deleteRole, { isLast: true })
  const [reassignTo, setReassignTo] = useState('')
  const [problem, setProblem] = useState<string>()
  const people = role.members === 1 ? t('1 person has') : t('{members} people have', { members: role.members })

  async function submit(): Promise<void> {
    if (role.members > 0 && reassignTo === '') return setProblem(t('Choose their new role.'))
    if (role.members > 0 && !(await confirmFreshSignIn(t('change roles')))) return
    try {
      await remove.mutateAsync({
        query: { name: role.name, ...(reassignTo !== '' && { reassignTo }) },
        version: role.version,
      })
      toast.success(t('Role {name} deleted', { name: roleTitle(role.name) }))
      onDeleted()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.message)
    }
  }

  return (
    <Dialog title={t('Delete {name}?', { name: roleTitle(role.name) })} onClose={onClose} size={440}>
      {role.members > 0 && (
        <NativeSelect
          label={t('Their new role')}
          description={t('{people} this role.', { people })}
          value={reassignTo}
          data={[
            { value: '', label: t('Choose a role') },
            ...roles
              .filter(({ name }) => name !== role.name)
              .map(({ name, isGivable }) => ({ value: name, label: roleTitle(name), disabled: !isGivable })),
          ]}
          onChange={(event) => {
            setReassignTo(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
      )}
      {role.members === 0 && (
        <p>
          {t(
            'No one has this role. Its {permissions, plural, one {# permission goes} other {# permissions go}} with it.',
            { permissions: role.permissions },
          )}
        </p>
      )}
      {problem !== undefined && (
        <p className={classes['problem']} role="alert">
          {problem}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => void submit()}>
          {t('Delete role')}
        </Button>
      </div>
    </Dialog>
  )
}
