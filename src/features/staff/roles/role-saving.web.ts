import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { countOf, permissionsIn } from './permission-draft.ts'
import { useChange } from './role-client.web.ts'
import type { useRoleDraft } from './role-draft.web.ts'
import type { Role } from './roles.ts'
import { createRole, replacePermissions, updateRole } from './roles.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

export type RoleDraft = ReturnType<typeof useRoleDraft>
export type RoleSaving = ReturnType<typeof useRoleSaving>

/** Those whose faults are shown beside them. */
const shownFields = ['name', 'newName', 'description'] as const

/** What is wrong with a role's fields, which dialog is open, and the saving of its draft. */
export function useRoleSaving(role: Role | null, draft: RoleDraft) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [dialog, setDialog] = useState<'review' | 'delete' | null>(null)
  const [goTo, setGoTo] = useState<string | null>(null)
  const create = useChange<Role>(createRole)
  const update = useChange<Role>(updateRole)
  const rename = useChange<Role>(updateRole, { isLast: true })
  const replace = useChange<unknown>(replacePermissions)

  async function submit(): Promise<void> {
    if (draft.fields.name.trim() === '') return setProblems({ name: t('Name is required.') })
    setProblems({})
    if (countOf(draft.diff) === 0 || (await confirmFreshSignIn(t('change a role’s permissions')))) setDialog('review')
  }

  async function save(): Promise<void> {
    try {
      if (role === null) await saveNew()
      else await saveChanges(role)
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setDialog(null)
      if (failure.status === 412) {
        toast.warning(
          t('This role changed since you opened it. Your changes are kept on top: check them before you save.'),
          { duration: 0 },
        )
      } else if (failure.body.fields) {
        setProblems(failure.body.fields)
        if (!shownFields.some((field) => failure.body.fields?.[field] !== undefined)) toast.error(failure.message)
      } else if (!failure.shown) toast.error(failure.message)
    }
  }

  async function saveNew(): Promise<void> {
    const { name, description } = draft.fields
    await create.mutateAsync({ input: { name, description, permissions: permissionsIn(draft.granted) } })
    toast.success(t('Role {name} created', { name: roleTitle(name) }))
    setGoTo(`/roles/update/${encodeURIComponent(name)}`)
  }

  async function saveChanges(current: Role): Promise<void> {
    let { name, version } = current
    if (countOf(draft.diff) > 0) {
      await replace.mutateAsync({ input: { role: name, permissions: permissionsIn(draft.granted) }, version })
      version += 1
    }
    const { name: newName, description } = draft.changedFields
    if (newName !== undefined || description !== undefined) {
      await (newName === undefined ? update : rename).mutateAsync({
        input: { name, ...(newName !== undefined && { newName }), ...(description !== undefined && { description }) },
        version,
      })
      name = newName ?? name
    }
    toast.success(t('Role {name} saved', { name: roleTitle(name) }))
    setDialog(null)
    draft.reset()
    if (name !== current.name) setGoTo(`/roles/update/${encodeURIComponent(name)}`)
  }
  const isSaving = create.isPending || update.isPending || rename.isPending || replace.isPending
  return { problems, setProblems, dialog, setDialog, goTo, setGoTo, submit, save, isSaving }
}
