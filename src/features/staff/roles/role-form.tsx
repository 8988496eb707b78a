import { Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useId, useMemo } from 'react'
import type { Grants } from '../../../core/access/access.ts'
import { t } from '../../../core/i18n/language.ts'
import { hasGrant } from '../../../core/access/limits.ts'
import { useSession } from '../../../core/browser/session.web.ts'
import { useLeaveGuard, useNavigateTo } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { ListNeighbours } from '../../../ui/resource/record-neighbours.tsx'
import { saveShortcut, useShortcut } from '../../../ui/shortcuts.web.ts'
import type { Permission, PermissionDiff, PermissionKey } from './permission-draft.ts'
import { grantedIn } from './permission-draft.ts'
import type { PermissionNames } from './matrix-labels.ts'
import type { MatrixProps } from './matrix-props.ts'
import { PermissionMatrix } from './permission-matrix.tsx'
import { RoleDialogs } from './role-dialogs.tsx'
import { roleHref } from './role-client.web.ts'
import { useRoleDraft } from './role-draft.web.ts'
import type { RoleDraft, RoleSaving } from './role-saving.web.ts'
import { useRoleSaving } from './role-saving.web.ts'
import { RoleCommands } from './role-commands.tsx'
import { RoleMembers } from './role-members.tsx'
import { RoleUsage } from './role-usage.tsx'
import classes from './roles.module.css'
import type { Role } from './roles.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

interface RoleFormProps {
  /** Null makes a new one. */
  role: Role | null
  start?: { name: string; description: string }
  /** The role whose permissions a new one starts with. */
  copyOf?: string | null
  permissions: readonly Permission[]
  objects: MatrixProps['objects']
  actions: MatrixProps['actions']
}

const none = grantedIn([])
const nothing: Grants = { isSuperUser: false, objects: {} }

/** A role's name, permissions, people and use. Nothing is saved before its differences have been looked at. */
export function RoleForm({
  role,
  copyOf = null,
  permissions,
  objects,
  actions,
  start = role ?? { name: '', description: '' },
}: RoleFormProps) {
  const { mayWrite } = usePage()
  const session = useSession()
  const grants = session?.grants ?? nothing
  const formId = useId()
  const base = useMemo(() => (role ? grantedIn(permissions) : none), [role, permissions])
  const names = { objects, actions }
  const startsWith = role ? [] : permissions.filter((grant) => hasGrant(grants, grant))
  const draft = useRoleDraft(
    `roles/${role?.name ?? 'new'}`,
    { name: start.name, description: start.description },
    base,
    grantedIn(startsWith),
  )
  const saving = useRoleSaving(role, draft)
  const isOwn = role !== null && role.name === session?.role
  const isLocked = !mayWrite || isOwn || role?.isBuiltIn === true

  useLeaving(draft, saving, isLocked)
  const leftOut = role === null ? permissions.length - startsWith.length : 0
  return (
    <PageFrame
      record={role ? { kind: t('Role'), name: roleTitle(role.name) } : undefined}
      subtitle={role || copyOf === null ? undefined : t('like {copyOf}', { copyOf: roleTitle(copyOf) })}
      actions={
        role && (
          <>
            <ListNeighbours here={roleHref(role)} />
            <RoleCommands
              role={role}
              isOwn={isOwn}
              isDirty={draft.isDirty}
              onDelete={() => saving.setDialog('delete')}
            />
          </>
        )
      }
    >
      <Notices role={role} isOwn={isOwn} leftOut={leftOut} copyOf={copyOf} />
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void saving.submit()
        }}
      >
        <div className={classes['page']} data-wide={role !== null}>
          <NameCard draft={draft} problems={saving.problems} isLocked={isLocked} />
          {role && <PeopleAndUse {...{ role, names, draft, mayWrite, isLocked }} />}
          {!role?.isBuiltIn && (
            <PermissionMatrix
              {...names}
              base={base}
              granted={draft.granted}
              edits={draft.edits}
              grants={grants}
              onChange={isLocked ? null : draft.change}
            />
          )}
        </div>
      </form>
      {!isLocked && <SaveBar form={formId} draft={draft} saving={saving} />}
      <RoleDialogs role={role} names={names} draft={draft} saving={saving} />
    </PageFrame>
  )
}

/** Ctrl+S, what asks before changes are lost, and the page that saving leads to. */
function useLeaving(draft: RoleDraft, { goTo, submit, isSaving }: RoleSaving, isLocked: boolean): void {
  const navigateTo = useNavigateTo()
  useLeaveGuard(draft.isDirty && goTo === null)
  useShortcut(saveShortcut, () => void (draft.isDirty && !isSaving && submit()), !isLocked)
  useEffect(() => {
    if (goTo !== null) navigateTo(goTo, { replace: true })
  }, [goTo, navigateTo])
}

interface NoticesProps {
  role: Role | null
  isOwn: boolean
  /** Permissions of the copied role that the caller cannot give. */
  leftOut: number
  copyOf: string | null
}

function Notices({ role, isOwn, leftOut, copyOf }: NoticesProps) {
  return (
    <>
      {role?.isBuiltIn && (
        <p className={classes['notice']}>
          {t(
            'Admins have full access, so there are no permissions to choose. The role is built in: it can’t be changed or deleted.',
          )}
        </p>
      )}
      {isOwn && !role?.isBuiltIn && (
        <p className={classes['notice']}>{t('You can’t change your own role. Ask a colleague with another role.')}</p>
      )}
      {leftOut > 0 && (
        <p className={classes['notice']}>
          {t(
            '{leftOut, plural, one {# permission} other {# permissions}} of {copyOf} {leftOut, plural, one {is} other {are}} left out, because you can only give permissions that you have.',
            { leftOut, copyOf: copyOf ?? '' },
          )}
        </p>
      )}
    </>
  )
}

interface NameCardProps {
  draft: RoleDraft
  problems: Readonly<Record<string, string>>
  isLocked: boolean
}

function NameCard({ draft, problems, isLocked }: NameCardProps) {
  return (
    <div className={classes['column']}>
      <section className={classes['card']} aria-labelledby="role">
        <h2 id="role">{t('Role')}</h2>
        <div className={classes['fields']}>
          <TextInput
            label={t('Name')}
            required
            maxLength={64}
            readOnly={isLocked}
            value={draft.fields.name}
            error={problems['name'] ?? problems['newName']}
            description={t('Letters, digits, hyphens and underscores')}
            onChange={(event) => draft.setField('name', event.currentTarget.value)}
          />
          <Textarea
            className={classes['wide'] ?? ''}
            label={t('Description')}
            autosize
            minRows={2}
            maxLength={500}
            readOnly={isLocked}
            value={draft.fields.description}
            error={problems['description']}
            onChange={(event) => draft.setField('description', event.currentTarget.value)}
          />
        </div>
      </section>
    </div>
  )
}

interface PeopleAndUseProps {
  role: Role
  names: PermissionNames
  draft: RoleDraft
  mayWrite: boolean
  isLocked: boolean
}

function PeopleAndUse({ role, names, draft, mayWrite, isLocked }: PeopleAndUseProps) {
  return (
    <div className={classes['column']}>
      <RoleMembers role={role} mayWrite={mayWrite} />
      {!role.isBuiltIn && (
        <RoleUsage
          role={role}
          names={names}
          {...(!isLocked && {
            onTakeAway: (keys: readonly PermissionKey[]) => draft.change(keys.map((key) => [key, false] as const)),
          })}
          granted={draft.granted}
        />
      )}
    </div>
  )
}

function SaveBar({ form, draft, saving }: { form: string; draft: RoleDraft; saving: RoleSaving }) {
  return (
    <div className={classes['savebar']} data-save-bar="">
      <p role="status">{summary(draft.diff, Object.keys(draft.changedFields).length)}</p>
      {draft.isDirty && (
        <Button
          variant="default"
          onClick={() => {
            draft.reset()
            saving.setProblems({})
          }}
        >
          {t('Discard')}
        </Button>
      )}
      <Button type="submit" form={form} disabled={!draft.isDirty} loading={saving.isSaving} title={t('Ctrl+S')}>
        {t('Save')}
      </Button>
    </div>
  )
}

function summary({ added, removed, limited }: PermissionDiff, fields: number): string {
  const parts = [
    added.length > 0 && t('{n, plural, one {# permission} other {# permissions}} added', { n: added.length }),
    removed.length > 0 && t('{n} removed', { n: removed.length }),
    limited.length > 0 && t('{n} with other limits', { n: limited.length }),
    fields > 0 && t('name or description changed'),
  ].filter(Boolean)
  return parts.length === 0 ? t('No unsaved changes') : parts.join(', ')
}
