import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { PanelSkeleton } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { listAssignableRoles } from './admin-user-commands.ts'
import { adminUsers } from './admin-users.ts'
import { grantElevation } from './elevation-commands.ts'
import { ElevationForm } from './elevation-form.tsx'
import { elevations } from './elevations.ts'
import { inHours } from './staff-messages.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

const refresh = [elevations, adminUsers] as const

/** Grants a staff member a temporary role that the user could assign. */
export function GrantDialog({ person, onClose }: { person: AnyRecord; onClose: () => void }) {
  const name = String(person['name'])
  const roles = useAnswer(listAssignableRoles)
  const grant = useCommand(grantElevation, { refresh, quiet: [409, 422] })
  return (
    <Dialog title={t('Lend {name} permissions', { name })} onClose={onClose} size={460}>
      {!roles.data ? (
        <PanelSkeleton />
      ) : (
        <ElevationForm
          roles={roles.data.filter((role) => role.isAssignable && role.name !== person['role'])}
          verb={t('Grant')}
          onCancel={onClose}
          onSubmit={async (values) => {
            await grant.mutateAsync({ input: { staffId: person.id, ...values } })
            toast.success(
              t('{name} has the permissions of {role} for {inHours}', {
                name,
                role: roleTitle(values.role),
                inHours: inHours(values.minutes),
              }),
            )
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
