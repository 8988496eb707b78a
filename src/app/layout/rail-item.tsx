import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import type { MenuItem } from '../navigation/menu.web.ts'
import { groupsAround } from '../navigation/menu.web.ts'
import classes from './sidebar.module.css'
import { linkProps } from './sidebar-item.tsx'

const OPEN_DELAY_MS = 300
const CLOSE_DELAY_MS = 300
/** Coming back into the pop-out within the closing delay keeps it open; this is how soon that counts. */
const REENTRY_DELAY_MS = 100
const EDGE_PX = 8

/**
 * An icon of the folded sidebar. A leaf is a link that shows its title beside it; a group pops its items out, by
 * hovering, by click and by key. Escape, a click on an item, and leaving close it.
 */
export function RailItem({ item, active }: { item: MenuItem; active: string }) {
  const popId = useId()
  const host = useRef<HTMLLIElement>(null)
  const pop = useRef<HTMLDivElement>(null)
  const { isOpen, setOpen, onPointerEnter, onPointerLeave } = usePopOut(host, pop)
  const isGroup = item.kind === 'group'

  function onKeyDown(event: KeyboardEvent): void {
    if (isGroup && isForward(event.key) && event.target instanceof HTMLButtonElement) {
      event.preventDefault()
      setOpen(true)
      requestAnimationFrame(() => pop.current?.querySelector('a')?.focus())
    } else if (isGroup && isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      step(pop.current, event.key === 'ArrowDown' ? 1 : -1)
    }
  }

  return (
    <li
      ref={host}
      {...{ onPointerEnter, onPointerLeave, onKeyDown }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <RailIcon {...{ item, active, popId, isOpen, setOpen }} />
      {isOpen && (
        <div
          ref={pop}
          id={popId}
          className={classes['pop']}
          data-kind={item.kind}
          {...(isGroup ? { 'data-closes-on-escape': true } : { 'aria-hidden': true })}
        >
          <div className={classes['popTitle']}>{item.title}</div>
          {isGroup && <PopItems items={item.items} active={active} onLeave={() => setOpen(false)} />}
        </div>
      )}
    </li>
  )
}

/** Opens and closes a pop-out: at once on request, after a moment by hovering, and on Escape. */
function usePopOut(host: RefObject<HTMLLIElement | null>, pop: RefObject<HTMLDivElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    if (isOpen) place(host.current, pop.current)
  }, [isOpen, host, pop])
  useEffect(() => {
    if (!isOpen) return
    function closeOnEscape(event: globalThis.KeyboardEvent): void {
      if (event.key !== 'Escape') return
      clearTimeout(timer.current)
      setIsOpen(false)
      // Focus returns only if it was in the pop-out; the pointer can be elsewhere while the keyboard is in use.
      if (pop.current?.contains(document.activeElement)) host.current?.querySelector<HTMLElement>('button')?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen, host, pop])

  function later(next: boolean, delay: number): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(next), delay)
  }
  return {
    isOpen,
    setOpen(next: boolean): void {
      clearTimeout(timer.current)
      setIsOpen(next)
    },
    onPointerEnter(event: PointerEvent): void {
      if (event.pointerType !== 'touch') later(true, isOpen ? REENTRY_DELAY_MS : OPEN_DELAY_MS)
    },
    onPointerLeave(event: PointerEvent): void {
      // A finger that lifts has not left anything: there the pop-out stays until it is closed on purpose.
      if (event.pointerType !== 'touch') later(false, CLOSE_DELAY_MS)
    },
  }
}

interface RailIconProps {
  item: MenuItem
  active: string
  popId: string
  isOpen: boolean
  setOpen: (next: boolean) => void
}

function RailIcon({ item, active, popId, isOpen, setOpen }: RailIconProps) {
  const Icon = item.icon
  if (item.kind === 'group')
    return (
      <button
        type="button"
        className={classes['item']}
        aria-label={item.title}
        aria-expanded={isOpen}
        aria-controls={popId}
        data-active={groupsAround([item], active).length > 0}
        onClick={() => setOpen(!isOpen)}
      >
        {Icon && <Icon size={20} stroke={1.75} aria-hidden />}
      </button>
    )
  return (
    <a
      className={classes['item']}
      aria-label={item.title}
      data-active={item.href === active}
      {...linkProps(item, active)}
      onFocus={() => setOpen(true)}
      onClick={() => setOpen(false)}
    >
      {Icon ? <Icon size={20} stroke={1.75} aria-hidden /> : <span aria-hidden>{item.title.slice(0, 1)}</span>}
    </a>
  )
}

interface PopItemsProps {
  items: readonly MenuItem[]
  active: string
  onLeave: () => void
}

function PopItems({ items, active, onLeave }: PopItemsProps) {
  return (
    <ul className={classes['list']}>
      {items.map((item) =>
        item.kind === 'leaf' ? (
          <li key={item.href}>
            <a className={classes['item']} {...linkProps(item, active)} onClick={onLeave}>
              <span className={classes['label']}>{item.title}</span>
            </a>
          </li>
        ) : (
          <li key={item.path}>
            <div className={classes['popTitle']}>{item.title}</div>
            <PopItems items={item.items} active={active} onLeave={onLeave} />
          </li>
        ),
      )}
    </ul>
  )
}

/** The pop-out is fixed to the window, beside its icon and never beyond the lower edge. */
function place(host: HTMLElement | null, pop: HTMLElement | null): void {
  if (!host || !pop) return
  const lowest = window.innerHeight - pop.offsetHeight - EDGE_PX
  pop.style.top = `${Math.max(EDGE_PX, Math.min(host.getBoundingClientRect().top, lowest))}px`
}

/** The arrow that points into the page, away from the rail. */
function isForward(key: string): boolean {
  return key === (document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
}

function step(pop: HTMLElement | null, by: 1 | -1): void {
  const links = [...(pop?.querySelectorAll('a') ?? [])]
  const at = links.findIndex((link) => link === document.activeElement)
  links[(at + by + links.length) % links.length]?.focus()
}
