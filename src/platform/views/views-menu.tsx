import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { ButtonOf, useOpenedLater } from '../../ui/pop-out.tsx'
import type { PopOutState } from '../../ui/pop-out.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { SavedView } from '../../core/list/saved-views.ts'
import { noView } from '../../core/list/saved-views.ts'
import type { ListViews } from '../../ui/resource/saved-views.web.ts'
import type { ViewsProps } from '../../ui/resource/screen-parts.web.ts'
import { useMay, useSession } from '../../core/browser/session.web.ts'
import { useViewChanges } from './view-changes.web.ts'
import classes from './views-control.module.css'
import { roleTitle } from '../auth/role-labels.ts'

const dialogs = () => import('./view-dialogs.tsx')
const NameDialog = lazy(async () => ({ default: (await dialogs()).NameDialog }))
const WatchDialog = lazy(async () => ({ default: (await import('./watch-dialog.tsx')).WatchDialog }))
const RolesDialog = lazy(async () => ({ default: (await dialogs()).RolesDialog }))

interface ViewsMenuProps extends Pick<ViewsProps, 'resource' | 'views' | 'where' | 'columns'>, PopOutState {
  /** The name of the list without any view. */
  all: string
}

/** The views that there are, and what can be done about the one on screen. */
export function ViewsMenu({ resource, views, where, columns, all, button, id, isOpen, onChange }: ViewsMenuProps) {
  const [dialog, setDialog] = useState<'save' | 'rename' | 'roles' | 'watch' | null>(null)
  const opened = useOpenedLater(isOpen)
  const { current } = views
  // Whatever asks further gives the focus back to where it was: not to an item of a menu that has closed.
  const run = (work: () => void) =>
    setTimeout(() => {
      button.current?.focus({ preventScroll: true })
      work()
    })
  const close = () => {
    setDialog(null)
    setTimeout(() => button.current?.focus({ preventScroll: true }))
  }
  return (
    <>
      <Menu position="bottom-start" withinPortal={false} id={id} width={300} opened={opened} onChange={onChange}>
        <Menu.Target>
          <ButtonOf button={button} />
        </Menu.Target>
        <Menu.Dropdown className={classes['menu'] ?? ''}>
          <Choices views={views} all={all} />
          <Commands resource={resource} views={views} run={run} onAsk={(what) => run(() => setDialog(what))} />
        </Menu.Dropdown>
      </Menu>
      {dialog !== null && (
        <Suspense>
          {dialog === 'watch' ? (
            current && <WatchDialog view={current} {...{ views, where }} onClose={close} />
          ) : dialog === 'roles' ? (
            current && <RolesDialog view={current} views={views} onClose={close} />
          ) : (
            <NameDialog
              resource={resource}
              views={views}
              view={dialog === 'rename' ? current : null}
              onClose={close}
              query={[
                views.query,
                !/(^|&)columns=/.test(views.query) && columns ? new URLSearchParams({ columns }).toString() : '',
              ]
                .filter(Boolean)
                .join('&')}
            />
          )}
        </Suspense>
      )}
    </>
  )
}

function Choices({ views, all }: { views: ListViews; all: string }) {
  const byName = views.all.toSorted((a, b) => a.name.localeCompare(b.name))
  const groups = [
    [t('Mine'), byName.filter(({ isShared }) => !isShared)],
    [t('Shared'), byName.filter(({ isShared }) => isShared)],
  ] as const
  return (
    <Menu.RadioGroup
      value={views.current ? String(views.current.id) : views.isPlain ? noView : null}
      onChange={(value) => views.open(views.all.find(({ id }) => String(id) === value) ?? null)}
    >
      <Menu.RadioItem
        value={noView}
        closeMenuOnClick
        rightSection={views.opensWith?.view === null && <Note>{t('my default')}</Note>}
      >
        {all}
      </Menu.RadioItem>
      {groups.map(
        ([title, group]) =>
          group.length > 0 && (
            <div key={title} role="group" aria-label={title}>
              <Menu.Label aria-hidden>{title}</Menu.Label>
              {group.map((view) => (
                <Menu.RadioItem
                  key={view.id}
                  value={String(view.id)}
                  closeMenuOnClick
                  rightSection={<Notes view={view} opens={views.opensWith?.view?.id === view.id} />}
                >
                  <span className={classes['choice']}>{view.name}</span>
                </Menu.RadioItem>
              ))}
            </div>
          ),
      )}
    </Menu.RadioGroup>
  )
}

/** Why a list opens with this view, and whose it is. */
function Notes({ view, opens }: { view: SavedView; opens: boolean }) {
  if (view.isMyDefault) return <Note>{t('my default')}</Note>
  if (view.watch) return <Note>{t('watched')}</Note>
  if (opens) return <Note>{t('default')}</Note>
  return view.isShared && !view.isMine && view.owner ? <Note>{view.owner.name}</Note> : null
}

function Note({ children }: { children: string }) {
  return <span className={classes['note']}>{children}</span>
}

interface CommandsProps {
  resource: AnyResource
  views: ListViews
  /** Does something once the menu has closed. */
  run: (work: () => void) => void
  onAsk: (what: 'save' | 'rename' | 'roles' | 'watch') => void
}

function Commands({ resource, views, run, onAsk }: CommandsProps) {
  const may = useMay()
  const isLooking = Boolean(useSession()?.viewingAs)
  const { change, remove, setDefault } = useViewChanges(resource, views)
  const { current, isModified, lost, opensWith } = views
  // A user who views the console as a role can't change anything.
  if (isLooking) return null
  const isMine = current?.mayChange ?? false
  const mayShare = may('share', resource.access.object)
  // Others see a shared view too, so changing it is sharing.
  const mayEdit = isMine && (!current?.isShared || mayShare || may('write', 'roles'))
  return (
    <>
      <Menu.Divider />
      {current && mayEdit && (isModified || lost.length > 0) && (
        <Menu.Item onClick={() => void change(current, { query: views.query }, t('View saved'))}>
          {t('Save changes')}
        </Menu.Item>
      )}
      {current && isModified && <Menu.Item onClick={() => views.open(current)}>{t('Discard changes')}</Menu.Item>}
      <Menu.Item onClick={() => onAsk('save')}>{current && !mayEdit ? t('Save a copy…') : t('Save as…')}</Menu.Item>
      {current && mayEdit && <Menu.Item onClick={() => onAsk('rename')}>{t('Rename…')}</Menu.Item>}
      {current && isMine && (current.isShared || mayShare) && (
        <Menu.CheckboxItem
          checked={current.isShared}
          closeMenuOnClick
          onChange={(isShared) => run(() => void share(current, isShared, change))}
        >
          {t('Shared with everyone')}
        </Menu.CheckboxItem>
      )}
      {current && (
        <Menu.CheckboxItem
          checked={current.isMyDefault}
          closeMenuOnClick
          onChange={(yes) => void setDefault(yes ? current.id : null)}
        >
          {t('My default')}
        </Menu.CheckboxItem>
      )}
      {!current && views.isPlain && opensWith && (
        <Menu.CheckboxItem
          checked={opensWith.view === null}
          closeMenuOnClick
          onChange={(yes) => void setDefault(yes ? noView : null)}
        >
          {t('My default')}
        </Menu.CheckboxItem>
      )}
      {current && (
        <Menu.Item onClick={() => onAsk('watch')}>{current.watch ? t('Change watch…') : t('Watch…')}</Menu.Item>
      )}
      {current?.isShared && may('write', 'roles') && (
        <Menu.Item onClick={() => onAsk('roles')}>{t('Default of roles…')}</Menu.Item>
      )}
      {current && isMine && (
        <Menu.Item className={classes['danger'] ?? ''} onClick={() => run(() => void drop(current, remove))}>
          {t('Delete…')}
        </Menu.Item>
      )}
    </>
  )
}

type Changes = ReturnType<typeof useViewChanges>

async function share(view: SavedView, isShared: boolean, change: Changes['change']): Promise<void> {
  if (!isShared && view.defaultOfRoles.length > 0) {
    const { action } = await confirmBox(
      t('Others won’t see it any more, and {roles} will no longer open the list with it.', {
        roles: view.defaultOfRoles.map(roleTitle).join(', '),
      }),
      t('Stop sharing {name}?', { name: view.name }),
      { type: 'warning', confirmText: t('Stop sharing') },
    )
    if (action !== 'confirm') return
  }
  await change(
    view,
    { isShared },
    isShared ? t('Everyone who can see this list can use the view now') : t('View is now private'),
  )
}

async function drop(view: SavedView, remove: Changes['remove']): Promise<void> {
  const others = view.isShared ? t('Everyone else loses it too.') : t('Rows aren’t changed.')
  const roles =
    view.defaultOfRoles.length > 0
      ? t(' {defaultOfRoles} will no longer open the list with it.', {
          defaultOfRoles: view.defaultOfRoles.map(roleTitle).join(', '),
        })
      : ''
  const { action } = await confirmBox(`${others}${roles}`, t('Delete the view {name}?', { name: view.name }), {
    type: 'warning',
    danger: true,
    confirmText: t('Delete'),
  })
  if (action === 'confirm' && (await remove(view))) toast.success(t('View {name} deleted', { name: view.name }))
}
