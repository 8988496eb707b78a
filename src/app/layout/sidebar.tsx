import { CloseButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { Logo } from '../../ui/logo.tsx'
import { groupsAround, type MenuItem } from '../navigation/menu.web.ts'
import { productName } from '../settings/settings.web.ts'
import classes from './sidebar.module.css'
import { SidebarGroup, SidebarLeaf } from './sidebar-item.tsx'
import { RailItem } from './rail-item.tsx'
import type { Sidebar as SidebarState } from './use-sidebar.web.ts'

export interface SidebarProps {
  items: readonly MenuItem[]
  /** The path of the item to highlight. */
  active: string
  /** Groups that are open at the start; ignored when the sidebar starts as a rail. */
  initiallyOpen: readonly string[]
  state: SidebarState
}

/** The console's menu: unfolded or a rail of icons on a desktop, a drawer on a phone. */
export function Sidebar({ items, active, initiallyOpen, state }: SidebarProps) {
  const isRail = state.device === 'desktop' && !state.isOpen
  const [open, setOpen] = useOpenGroups(items, active, initiallyOpen, isRail)
  const nav = useRef<HTMLElement>(null)
  const isDrawer = state.device === 'mobile'

  useEffect(() => {
    if (!isDrawer || !state.isOpen) return
    const drawer = nav.current
    drawer?.querySelector<HTMLElement>('a, button')?.focus()
    return () => {
      // Inert elements cannot have focus, so by now the browser can have taken it away from both drawer and opener.
      const isLost = document.activeElement === document.body || (drawer?.contains(document.activeElement) ?? false)
      if (isLost) document.querySelector<HTMLElement>(`[aria-controls="${drawer?.id}"]`)?.focus()
    }
  }, [isDrawer, state.isOpen])

  useEffect(() => {
    if (!isDrawer || !state.isOpen) return
    function closeOnEscape(event: KeyboardEvent): void {
      if (event.key === 'Escape') state.closeDrawer()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isDrawer, state])

  // Where one is can be below the fold, in a group that has only just opened; by hand the list stays where it is scrolled to.
  const shown = useRef('')
  useEffect(() => {
    const link = nav.current?.querySelector('[aria-current="page"]')
    if (!link || link.closest('[hidden]') || shown.current === active) return
    link.scrollIntoView({ block: 'nearest' })
    shown.current = active
  }, [active, open])

  const isAway = isDrawer && !state.isOpen
  return (
    <>
      <nav
        ref={nav}
        id="sidebar"
        className={classes['sidebar']}
        aria-label={t('Main')}
        data-rail={isRail}
        data-drawer={isDrawer}
        data-open={state.isOpen}
        inert={isAway}
        {...(isDrawer && state.isOpen ? { 'data-closes-on-escape': true } : {})}
      >
        <div className={classes['logoRow']}>
          <a className={classes['logo']} href="/" aria-label={`${productName()} Admin`}>
            <Logo />
            {!isRail && <span className={classes['siteTitle']}>{productName()} Admin</span>}
          </a>
          {isDrawer && (
            <CloseButton aria-label={t('Close sidebar')} className={classes['close']} onClick={state.closeDrawer} />
          )}
        </div>
        <ul className={classes['list']}>
          {items.map((item) => {
            if (isRail) return <RailItem key={keyOf(item)} item={item} active={active} />
            if (item.kind === 'leaf') return <SidebarLeaf key={keyOf(item)} leaf={item} active={active} depth={0} />
            return (
              <SidebarGroup key={keyOf(item)} group={item} active={active} depth={0} open={open} onToggle={setOpen} />
            )
          })}
        </ul>
      </nav>
      {isDrawer && state.isOpen && <div className={classes['overlay']} onClick={state.closeDrawer} aria-hidden />}
    </>
  )
}

function keyOf(item: MenuItem): string {
  return item.kind === 'leaf' ? item.href : item.path
}

/**
 * Which groups are open. Several can be. Folding the sidebar closes all of them; unfolding opens only those around the
 * current page, not those that were open at the start.
 */
function useOpenGroups(items: readonly MenuItem[], active: string, initiallyOpen: readonly string[], isRail: boolean) {
  const around = groupsAround(items, active).join(' ')
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(isRail ? [] : [...initiallyOpen, ...listOf(around)]),
  )
  const wasRail = useRef(isRail)

  useEffect(() => {
    if (wasRail.current && !isRail) setOpen(new Set(listOf(around)))
    if (!wasRail.current && isRail) setOpen(new Set())
    wasRail.current = isRail
  }, [isRail, around])

  // Going to a page opens the groups it is in; closing them again by hand is left alone.
  useEffect(() => {
    if (!wasRail.current) setOpen((before) => new Set([...before, ...listOf(around)]))
  }, [around])

  function toggle(path: string): void {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(path)) after.add(path)
      return after
    })
  }
  return [open, toggle] as const
}

function listOf(joined: string): string[] {
  return joined.split(' ').filter(Boolean)
}
