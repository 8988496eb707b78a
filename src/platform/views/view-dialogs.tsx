import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { RoleDefault, SavedView } from '../../core/list/saved-views.ts'
import { savedViewsPath } from '../../core/list/saved-views.ts'
import type { ListViews } from '../../ui/resource/saved-views.web.ts'
import { Failure } from '../../ui/resource/states.tsx'
import { sendView } from './view-changes.web.ts'
import classes from './views-control.module.css'
import { roleTitle } from '../auth/role-labels.ts'

interface NameDialogProps {
  resource: AnyResource
  views: ListViews
  /** The view to rename; null saves the current list as a new view. */
  view: SavedView | null
  query: string
  onClose: () => void
}

/** Asks for a view's name, and of a new one for whom it is. */
export function NameDialog({ resource, views, view, query, onClose }: NameDialogProps) {
  const { screen: list } = usePage()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const mayShare = useMay()('share', resource.access.object)

  async function save(): Promise<void> {
    const saved = view
      ? await sendView('PATCH', `/${view.id}`, { name }, view)
      : await sendView('POST', '', { resource: resource.name, list, name, query, isShared })
    await views.refresh(saved)
    if (!view) views.name(saved)
    toast.success(view ? t('View renamed') : t('View {name} saved', { name: saved.name }))
  }

  return (
    <AskDialog
      title={view ? t('Rename {name}', { name: view.name }) : t('Save as a view')}
      submit={view ? t('Rename') : t('Save')}
      onSubmit={save}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <TextInput
            label={t('Name')}
            data-autofocus
            required
            maxLength={60}
            value={name}
            error={problems['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {!view && mayShare && (
            <Checkbox
              label={t('Share it')}
              description={t('Anyone with access to {many} can use it. Only you and role managers can edit it.', {
                many: inSentence(t(resource.label[1])),
              })}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </AskDialog>
  )
}

/** Ticks the roles whose people open the list with a view. */
export function RolesDialog({ view, views, onClose }: { view: SavedView; views: ListViews; onClose: () => void }) {
  const path = `${savedViewsPath}/${view.id}/roles`
  const { data, error, refetch } = useQuery({
    queryKey: ['saved-views', 'roles', view.id],
    queryFn: async ({ signal }) => (await http.request('GET', path, { signal })).data as readonly RoleDefault[],
    // Another user can have changed a role's default since.
    gcTime: 0,
  })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(view.defaultOfRoles))

  async function save(): Promise<void> {
    const saved = await sendView('PUT', `/${view.id}/roles`, { roles: [...ticked] }, view)
    await views.refresh(saved)
    toast.success(
      saved.defaultOfRoles.length === 0
        ? t('No role opens the list with this view')
        : t('Default of {defaultOfRoles}', { defaultOfRoles: saved.defaultOfRoles.join(', ') }),
    )
  }

  return (
    <AskDialog
      title={t('Default of roles: {name}', { name: view.name })}
      submit={t('Save')}
      onSubmit={save}
      onClose={onClose}
      isReady={data !== undefined}
    >
      {() => (
        <>
          <p className={classes['hint']}>
            {t('People of these roles open the list with this view, unless they have chosen a default of their own.')}
          </p>
          {error && !data && <Failure error={error} what={t('Roles')} onRetry={() => void refetch()} />}
          {!error && !data && <p role="status">{t('Loading…')}</p>}
          {data && (
            <div role="group" aria-label={t('Roles')} className={classes['roles']}>
              {data.map(({ role, view: other }) => (
                <Checkbox
                  key={role}
                  label={roleTitle(role)}
                  checked={ticked.has(role)}
                  {...(other &&
                    other.id !== view.id && { description: t('Now opens with {name}', { name: other.name }) })}
                  onChange={({ currentTarget: { checked } }) =>
                    setTicked((set) => new Set(checked ? [...set, role] : [...set].filter((name) => name !== role)))
                  }
                />
              ))}
            </div>
          )}
        </>
      )}
    </AskDialog>
  )
}

interface AskDialogProps {
  title: string
  submit: string
  isReady?: boolean
  /** Rejects when the server refuses. */
  onSubmit: () => Promise<void>
  onClose: () => void
  children: (problems: Readonly<Record<string, string>>) => ReactNode
}

/** A dialog that stays open, with the reason on the field, when the server refuses. */
export function AskDialog({ title, submit, isReady = true, onSubmit, onClose, children }: AskDialogProps) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)

  async function send(): Promise<void> {
    setBusy(true)
    setProblems({})
    try {
      await onSubmit()
      onClose()
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof FailedRequest) || failure.shown) return
      const { fields } = failure.body
      if (fields?.['name'] ?? fields?.['threshold']) setProblems(fields ?? {})
      else setProblems({ '': failure.message })
    }
  }

  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy} size={420}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {children(problems)}
        {problems[''] && (
          <p role="alert" className={classes['problem']}>
            {problems['']}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
