import { t } from '../../../core/i18n/language.ts'
import { DeleteRoleDialog } from './delete-role-dialog.tsx'
import type { PermissionNames } from './matrix-labels.ts'
import { countOf, unseenObjects } from './permission-draft.ts'
import { ReviewDialog } from './review-dialog.tsx'
import type { RoleDraft, RoleSaving } from './role-saving.web.ts'
import type { Role } from './roles.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

interface DialogsProps {
  role: Role | null
  names: PermissionNames
  draft: RoleDraft
  saving: RoleSaving
}

/** The dialogs of a role's page: what saving will change, and what deleting does. */
export function RoleDialogs({ role, names, draft, saving }: DialogsProps) {
  const { dialog, setDialog } = saving
  if (dialog === 'review')
    return (
      <ReviewDialog
        title={
          role
            ? t('Review changes to {name}', { name: roleTitle(role.name) })
            : t('Review the new role {name}', { name: roleTitle(draft.fields.name) })
        }
        names={names}
        diff={draft.diff}
        members={role?.members ?? 0}
        fields={draft.changedFields}
        unseen={unseenObjects(draft.granted)}
        isSaving={saving.isSaving}
        isEmpty={role === null && countOf(draft.diff) === 0}
        onSave={() => void saving.save()}
        onClose={() => setDialog(null)}
      />
    )
  if (dialog === 'delete' && role)
    return (
      <DeleteRoleDialog
        role={role}
        onClose={() => setDialog(null)}
        onDeleted={() => {
          draft.reset()
          saving.setGoTo('/roles/list')
        }}
      />
    )
  return null
}
