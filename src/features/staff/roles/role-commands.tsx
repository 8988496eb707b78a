import { IconCopy, IconEye, IconTrash } from '@tabler/icons-react'
import { startView } from '../../../core/browser/view-as.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { mayLeave } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { RecordCommands } from '../../../ui/resource/record-commands.tsx'
import type { Role } from './roles.ts'

interface RoleCommandsProps {
  role: Role
  /** The role of the person who looks at it. */
  isOwn: boolean
  isDirty: boolean
  onDelete(): void
}

/** What can be done with a role beside changing it. */
export function RoleCommands({ role, isOwn, isDirty, onDelete }: RoleCommandsProps) {
  const { mayWrite } = usePage()
  return (
    <RecordCommands isDirty={isDirty}>
      <CommandButton
        label={t('View as this role')}
        icon={IconEye}
        place="beside"
        run={() => void mayLeave().then((yes) => yes && startView(role.name))}
      />
      {mayWrite && !role.isBuiltIn && (
        <CommandButton
          label={t('Clone')}
          icon={IconCopy}
          href={`/roles/update?copy=${encodeURIComponent(role.name)}`}
        />
      )}
      {mayWrite && (
        <CommandButton
          label={t('Delete')}
          icon={IconTrash}
          place="last"
          disabledReason={
            role.isBuiltIn
              ? t('Built-in roles can’t be deleted.')
              : isOwn
                ? t('You can’t delete your own role.')
                : undefined
          }
          opensDialog
          run={onDelete}
        />
      )}
    </RecordCommands>
  )
}
