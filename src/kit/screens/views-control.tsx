import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { inSentence } from '../resource.ts'
import type { AnyResource } from '../resource.ts'
import type { SavedView } from '../saved-views.ts'
import { noView } from '../saved-views.ts'
import { useMay, useSession } from '../session.web.ts'
import type { ListViews } from './saved-views.web.ts'
import { useViewChanges } from './view-changes.web.ts'
import classes from './views-control.module.css'

const dialogs = () => import('./view-dialogs.tsx')
const NameDialog = lazy(async () => ({ default: (await dialogs()).NameDialog }))
const RolesDialog = lazy(async () => ({ default: (await dialogs()).RolesDialog }))

interface ViewsControlProps {
  resource: AnyResource
  views: ListViews
  /** The columns on screen, where they are not the list's usual ones. */
  columns: string | null
}

/** Which view the list shows, whether it still does, and everything that can be done about views. */
export function ViewsControl({ resource, views, columns }: ViewsControlProps) {
  const [dialog, setDialog] = useState<'save' | 'rename' | 'roles' | null>(null)
  const { current, isModified, isPlain } = views
  const many = inSentence(resource.label[1])
  const label = current?.name ?? (isPlain ? `All ${many}` : 'Unsaved view')
  const button = useRef<HTMLButtonElement>(null)
  // Whatever asks further gives the focus back to where it was: not to an item of a menu that has closed.
  const run = (work: () => void) => setTimeout(() => {
    button.current?.focus({ preventScroll: true })
    work()
  })
  const close = () => {
    setDialog(null)
    setTimeout(() => button.current?.focus({ preventScroll: true }))
  }
  return (
    <>
      <Menu position="bottom-start" withinPortal={false} width={300}>
        <Menu.Target>
          <button ref={button} type="button" className={classes['button']} aria-label={`View: ${label}${isModified ? ', modified' : ''}`}>
            <IconBookmark size={15} aria-hidden />
            <span className={classes['name']}>{label}</span>
            {isModified && <span className={classes['modified']}>modified</span>}
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes['menu'] ?? ''}>
          <Choices views={views} all={`All ${many}`} />
          <Commands resource={resource} views={views} run={run} onAsk={(what) => run(() => setDialog(what))} />
        </Menu.Dropdown>
      </Menu>
      {views.lost.length > 0 && (
        <p className={classes['lost']} role="status">
          This view also uses {views.lost.map((key) => `“${key}”`).join(', ')}, which this list no longer has. That part is left out.
        </p>
      )}
      {dialog !== null && (
        <Suspense>
          {dialog === 'roles' ? current && <RolesDialog view={current} views={views} onClose={close} /> : (
            <NameDialog
              resource={resource} views={views} view={dialog === 'rename' ? current : null} onClose={close}
              query={[views.query, !/(^|&)columns=/.test(views.query) && columns ? new URLSearchParams({ columns }).toString() : ''].filter(Boolean).join('&')}
            />
          )}
        </Suspense>
      )}
    </>
  )
}

function Choices({ views, all }: { views: ListViews; all: string }) {
  const byName = views.all.toSorted((a, b) => a.name.localeCompare(b.name))
  const groups = [['Mine', byName.filter(({ isShared }) => !isShared)], ['Shared', byName.filter(({ isShared }) => isShared)]] as const
  return (
    <Menu.RadioGroup
      value={views.current ? String(views.current.id) : views.isPlain ? noView : null}
      onChange={(value) => views.open(views.all.find(({ id }) => String(id) === value) ?? null)}
    >
      <Menu.RadioItem value={noView} closeMenuOnClick rightSection={views.opensWith?.view === null && <Note>my default</Note>}>{all}</Menu.RadioItem>
      {groups.map(([title, group]) => group.length > 0 && (
        <div key={title} role="group" aria-label={title}>
          <Menu.Label aria-hidden>{title}</Menu.Label>
          {group.map((view) => (
            <Menu.RadioItem key={view.id} value={String(view.id)} closeMenuOnClick rightSection={<Notes view={view} opens={views.opensWith?.view?.id === view.id} />}>
              <span className={classes['choice']}>{view.name}</span>
            </Menu.RadioItem>
          ))}
        </div>
      ))}
    </Menu.RadioGroup>
  )
}

/** Why a list opens with this view, and whose it is. */
function Notes({ view, opens }: { view: SavedView; opens: boolean }) {
  if (view.isMyDefault) return <Note>my default</Note>
  if (opens) return <Note>default</Note>
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
  onAsk: (what: 'save' | 'rename' | 'roles') => void
}

function Commands({ resource, views, run, onAsk }: CommandsProps) {
  const may = useMay()
  const isLooking = Boolean(useSession()?.viewingAs)
  const { change, remove, setDefault } = useViewChanges(resource, views)
  const { current, isModified, lost, opensWith } = views
  // Whoever looks at the console as a role changes nothing.
  if (isLooking) return null
  const isMine = current?.mayChange ?? false
  return (
    <>
      <Menu.Divider />
      {current && isMine && (isModified || lost.length > 0) && <Menu.Item onClick={() => void change(current, { query: views.query }, 'View saved')}>Save changes</Menu.Item>}
      {current && isModified && <Menu.Item onClick={() => views.open(current)}>Discard changes</Menu.Item>}
      <Menu.Item onClick={() => onAsk('save')}>{current && !isMine ? 'Save a copy…' : 'Save as…'}</Menu.Item>
      {current && isMine && <Menu.Item onClick={() => onAsk('rename')}>Rename…</Menu.Item>}
      {current && isMine && (
        <Menu.CheckboxItem checked={current.isShared} closeMenuOnClick onChange={(isShared) => run(() => void share(current, isShared, change))}>Shared with everybody</Menu.CheckboxItem>
      )}
      {current && (
        <Menu.CheckboxItem checked={current.isMyDefault} closeMenuOnClick onChange={(yes) => void setDefault(yes ? current.id : null)}>My default</Menu.CheckboxItem>
      )}
      {!current && views.isPlain && opensWith && (
        <Menu.CheckboxItem checked={opensWith.view === null} closeMenuOnClick onChange={(yes) => void setDefault(yes ? noView : null)}>My default</Menu.CheckboxItem>
      )}
      {current?.isShared && may('write', 'roles') && <Menu.Item onClick={() => onAsk('roles')}>Default of roles…</Menu.Item>}
      {current && isMine && <Menu.Item className={classes['danger'] ?? ''} onClick={() => run(() => void drop(current, remove))}>Delete…</Menu.Item>}
    </>
  )
}

type Changes = ReturnType<typeof useViewChanges>

async function share(view: SavedView, isShared: boolean, change: Changes['change']): Promise<void> {
  if (!isShared && view.defaultOfRoles.length > 0) {
    const { action } = await confirmBox(
      `Nobody else will see it any more, and ${view.defaultOfRoles.join(', ')} will no longer open the list with it.`,
      `Stop sharing ${view.name}?`, { type: 'warning', confirmText: 'Stop sharing' },
    )
    if (action !== 'confirm') return
  }
  await change(view, { isShared }, isShared ? 'Everybody who may see this list can use the view now' : 'The view is yours alone now')
}

async function drop(view: SavedView, remove: Changes['remove']): Promise<void> {
  const others = view.isShared ? 'Everybody else loses it too.' : 'The rows stay as they are.'
  const roles = view.defaultOfRoles.length > 0 ? ` ${view.defaultOfRoles.join(', ')} will no longer open the list with it.` : ''
  const { action } = await confirmBox(`${others}${roles}`, `Delete the view ${view.name}?`, { type: 'warning', danger: true, confirmText: 'Delete' })
  if (action === 'confirm' && await remove(view)) toast.success(`View ${view.name} deleted`)
}
