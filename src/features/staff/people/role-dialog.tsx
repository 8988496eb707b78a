import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useSave } from '../../../ui/resource/client.web.ts'
import { PanelSkeleton } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { listAssignableRoles } from './admin-user-commands.ts'
import classes from './admin-users.module.css'
import { adminUsers } from './admin-users.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** Assigns a staff member another role, from those that the user can assign. */
export function RoleDialog({ person, onClose }: { person: AnyRecord; onClose: () => void }) {
  const name = String(person['name'])
  const roles = useAnswer(listAssignableRoles)
  const save = useSave(adminUsers)
  const [role, setRole] = useState(String(person['role']))
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(): Promise<void> {
    if (role === person['role']) return onClose()
    try {
      await save.mutateAsync({ current: person, draft: { role } })
      toast.success(t('{name} has the role {role}', { name, role: roleTitle(role) }))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest && !failure.shown) setProblem(failure.message)
    }
  }

  return (
    <Dialog title={t('Role of {name}', { name })} onClose={onClose} isBusy={save.isPending} size={440}>
      {!roles.data ? (
        <PanelSkeleton />
      ) : (
        <form
          noValidate
          className={classes['form']}
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <NativeSelect
            label={t('Role')}
            value={role}
            error={problem}
            onChange={(event) => setRole(event.currentTarget.value)}
            description={roles.data.find((item) => item.name === role)?.description}
            data={roles.data.map((item) => ({
              value: item.name,
              label: item.isAssignable
                ? roleTitle(item.name)
                : t('{name} (more permissions than you)', { name: roleTitle(item.name) }),
              disabled: !item.isAssignable && item.name !== person['role'],
            }))}
          />
          <p className={classes['quiet']}>{t('Applies from their next click. Their temporary permissions end.')}</p>
          <div className={classes['buttons']}>
            <Button variant="default" onClick={onClose} disabled={save.isPending}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('Change role')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
