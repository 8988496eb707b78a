import { IconCopy, IconDots, IconExternalLink, IconLayoutSidebarRight, IconLink } from '@tabler/icons-react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { copyText } from '../copy-text.web.ts'
import { rowMenuShortcut, useShortcut } from '../shortcuts.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useCollectedCommands } from './collected-commands.web.ts'
import { CommandButton, CommandCollectorContext } from './command.tsx'
import { CommandMenu } from './command-menu.tsx'
import type { RowCommandsProps } from './list-overlay.tsx'
import classes from './row-actions.module.css'
import { useScreenParts } from './screen-parts.web.ts'

/** The row that the bar is at, and where that is below the top of the grid. */
interface Place {
  readonly id: number
  readonly middle: number
}

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row-id]') : null

const nothingToClear = () => {}

/** The commands of one row, at its end: beside the pointer, or by key on the row that has the focus. */
export function RowActions({ of: resource, rows, within, href, onPeek, commands: commandsOf }: RowCommandsProps) {
  const [pointed, setPointed] = useState<Place | null>(() =>
    placeOf(within.current?.querySelector('[data-row-id]:hover')),
  )
  // The menu's row keeps its commands, and the dialogs they open, until another row's menu opens.
  const [menu, setMenu] = useState<(Place & { readonly isOpen: boolean; readonly byKey: boolean }) | null>(null)
  const [commands, collector] = useCollectedCommands()
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { Commands } = useScreenParts()

  const rowElement = (row: number) => within.current?.querySelector<HTMLElement>(`[data-row-id="${row}"]`)
  const openAt = (element: Element | null | undefined, byKey: boolean) => {
    const place = placeOf(element)
    if (place) setMenu({ ...place, isOpen: true, byKey })
  }
  useShortcut(rowMenuShortcut, () =>
    openAt(
      rowOf(document.activeElement) ?? (pointed && rowElement(pointed.id)),
      rowOf(document.activeElement) !== null,
    ),
  )

  const latest = useRef({ isOpen: false, openAt })
  useEffect(() => {
    latest.current = { isOpen: menu?.isOpen === true, openAt }
  })
  useEffect(() => {
    const scroller = within.current
    const root = scroller?.parentElement
    if (!scroller || !root) return
    const over = (event: PointerEvent) => {
      const row = rowOf(event.target)
      if (event.pointerType !== 'touch' && row && !latest.current.isOpen) setPointed(placeOf(row))
    }
    const leave = () => setPointed(null)
    const menuKey = (event: MouseEvent) => {
      // The pointer's second button opens the browser's own menu; the keyboard's key opens this one.
      const row = event.button === 2 ? null : rowOf(event.target)
      if (!row || row !== event.target) return
      event.preventDefault()
      latest.current.openAt(row, true)
    }
    scroller.addEventListener('pointerover', over)
    scroller.addEventListener('scroll', leave, { passive: true })
    scroller.addEventListener('contextmenu', menuKey)
    root.addEventListener('pointerleave', leave)
    return () => {
      scroller.removeEventListener('pointerover', over)
      scroller.removeEventListener('scroll', leave)
      scroller.removeEventListener('contextmenu', menuKey)
      root.removeEventListener('pointerleave', leave)
    }
  }, [within])

  const ofMenu = menu === null ? undefined : rows.find((row) => row.id === menu.id)
  // A row that was reached by key keeps the bar, which has the focus, until the pointer is on another one.
  const shown = menu && (menu.isOpen || pointed === null) && (menu.isOpen || menu.byKey) ? menu : pointed
  const row = shown && rows.find((one) => one.id === shown.id)
  const back = () => {
    if (menu?.byKey) rowElement(menu.id)?.focus()
    setMenu((before) => before && { ...before, byKey: false })
  }
  return (
    <>
      <CommandCollectorContext.Provider value={collector}>
        {ofMenu && <OwnCommands key={ofMenu.id} of={resource} row={ofMenu} {...{ href, onPeek }} />}
        {ofMenu && (
          // What is no command, such as a button of its own, has no place in a menu.
          <div hidden key={`more-${ofMenu.id}`}>
            {commandsOf?.([ofMenu], nothingToClear)}
            <Commands of={resource} records={[ofMenu]} at="selection" />
          </div>
        )}
      </CommandCollectorContext.Provider>
      {shown && row && (
        <div
          className={classes['bar']}
          role="group"
          aria-label={t('Actions of {title}', { title: titleOf(resource.title, row) })}
          style={{ insetBlockStart: shown.middle }}
          onKeyDown={(event) => {
            if (menu?.isOpen || !['Escape', 'ArrowUp', 'ArrowDown'].includes(event.key)) return
            event.preventDefault()
            back()
          }}
        >
          {onPeek && (
            <button
              type="button"
              className={classes['button']}
              tabIndex={-1}
              aria-label={t('Peek')}
              title={t('Peek (Space)')}
              onClick={() => onPeek(row)}
            >
              <IconLayoutSidebarRight size={16} aria-hidden />
            </button>
          )}
          {href(row) !== null && (
            <a
              className={classes['button']}
              tabIndex={-1}
              href={href(row) ?? undefined}
              target="_blank"
              rel="noopener"
              aria-label={t('Open in new tab')}
              title={t('Open in new tab')}
            >
              <IconExternalLink size={16} aria-hidden />
            </a>
          )}
          <button
            ref={button}
            id={id}
            type="button"
            className={classes['button']}
            tabIndex={-1}
            aria-label={t('Row actions')}
            title={t('Row actions (.)')}
            aria-haspopup="menu"
            aria-expanded={menu?.isOpen === true}
            onClick={() => openAt(rowElement(row.id), false)}
          >
            <IconDots size={16} aria-hidden />
          </button>
          <Suspense>
            {menu?.id === row.id && (
              <CommandMenu
                {...{ button, id, commands }}
                isOpen={menu.isOpen}
                onChange={(isOpen) => setMenu((before) => before && { ...before, isOpen })}
              />
            )}
          </Suspense>
        </div>
      )}
    </>
  )
}

function placeOf(row: Element | null | undefined): Place | null {
  const root = row?.closest('table')?.parentElement?.parentElement
  const id = row instanceof HTMLElement ? Number(row.dataset['rowId']) : Number.NaN
  if (!row || !root || Number.isNaN(id)) return null
  const { top, height } = row.getBoundingClientRect()
  return { id, middle: top + height / 2 - root.getBoundingClientRect().top }
}

function titleOf(title: string, row: AnyRecord): string {
  return String(row[title] ?? row.id)
}

/** What can be done with every row. */
function OwnCommands({
  of: resource,
  row,
  href,
  onPeek,
}: Pick<RowCommandsProps, 'of' | 'href' | 'onPeek'> & { row: AnyRecord }) {
  const address = href(row)
  const title = titleOf(resource.title, row)
  return (
    <>
      {onPeek && <CommandButton label={t('Peek')} icon={IconLayoutSidebarRight} run={() => onPeek(row)} />}
      {address !== null && (
        <CommandButton
          label={t('Open in new tab')}
          icon={IconExternalLink}
          run={() => window.open(address, '_blank', 'noopener')}
        />
      )}
      <CommandButton label={t('Copy “{title}”', { title })} icon={IconCopy} run={() => void copyText(title)} />
      {address !== null && (
        <CommandButton
          label={t('Copy link')}
          icon={IconLink}
          run={() => void copyText(new URL(address, window.location.href).href)}
        />
      )}
    </>
  )
}
