import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { holdTyped } from '../../ui/held-keys.web.ts'
import { rich } from '../../ui/rich.tsx'
import { keyNames } from './key-names.web.ts'
import type { Option, PaletteProps } from './option.web.ts'
import type { ResultsProps } from './palette-field.tsx'
import classes from './palette.module.css'
import { type Offered, useOptions } from './use-options.web.ts'

/** What the palette's field finds, by keyboard alone: screens, records and actions in one list of options. */
export function PaletteResults({
  listId,
  typed,
  isEntered,
  takeHeld,
  onNothing,
  close,
  onOffer,
  keys,
  ...props
}: PaletteProps & ResultsProps) {
  const navigateTo = useNavigateTo()
  const [{ key: chosen, of }, choose] = useState<{ key: string | null; of: string }>({ key: null, of: typed })
  const offered = useOptions(typed, props)
  const options = offered.groups.flatMap((group) => group.options)
  const at = Math.max(
    0,
    // Another text starts at the first option.
    of === typed ? options.findIndex(({ key }) => key === chosen) : 0,
  )
  const active = options[at]
  const idOf = (option: Option) => `${listId}-${option.key.replace(/[^\w-]/g, '_')}`
  const activeId = active ? idOf(active) : null
  const count = options.length

  useEffect(() => onOffer({ count, activeId }), [onOffer, count, activeId])
  useEffect(() => {
    // The first one with its heading above it.
    const element = activeId === null ? null : document.getElementById(activeId)
    if (at === 0) element?.closest('[role="listbox"]')?.scrollTo({ top: 0 })
    else element?.scrollIntoView({ block: 'nearest' })
  }, [activeId, at])

  function open({ href, isExternal, run }: Option, inNewTab: boolean): void {
    close()
    if (href === undefined) afterFocus(() => run?.())
    else if (isExternal === true || inNewTab) window.open(href, '_blank', 'noopener,noreferrer')
    else {
      document.getElementById('main')?.focus({ preventScroll: true })
      navigateTo(href)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const next = event.shiftKey ? undefined : placeAfter(event.key, at, count - 1)
    if (next !== undefined) {
      event.preventDefault()
      choose({ key: options[next]?.key ?? null, of: typed })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (active) open(active, event.ctrlKey || event.metaKey)
    }
  }
  useLayoutEffect(() => {
    keys.current = onKeyDown
  })
  useAwaited({ isEntered, takeHeld, onNothing }, offered, active, open)

  return (
    <>
      {count > 0 && (
        <OptionList
          id={listId}
          idOf={idOf}
          offered={offered}
          active={active}
          onPoint={({ key }) => choose({ key, of: typed })}
          onOpen={open}
        />
      )}
      <State typed={typed} offered={offered} count={count} />
      <Hints />
    </>
  )
}

/** Opens what an Enter meant that was pressed before these results were there. */
function useAwaited(
  { isEntered, takeHeld, onNothing }: Pick<ResultsProps, 'isEntered' | 'takeHeld' | 'onNothing'>,
  { search }: Offered,
  active: Option | undefined,
  open: (option: Option, inNewTab: boolean) => void,
): void {
  const isAwaited = useRef(isEntered)
  useEffect(() => {
    if (!isAwaited.current) return
    if (active) {
      isAwaited.current = false
      open(active, false)
      if (active.href !== undefined) holdTyped(takeHeld())
    } else if (!search.isWaiting) {
      isAwaited.current = false
      onNothing()
    }
  })
}

interface OptionListProps {
  id: string
  idOf: (option: Option) => string
  offered: Offered
  active: Option | undefined
  onPoint: (option: Option) => void
  onOpen: (option: Option, inNewTab: boolean) => void
}

function OptionList({ id, idOf, offered, active, onPoint, onOpen }: OptionListProps) {
  return (
    <div
      className={classes['list']}
      role="listbox"
      id={id}
      aria-label={t('Results')}
      aria-busy={offered.search.isWaiting}
    >
      {offered.groups.map(({ key, label, options }) => (
        <div key={key} role="group" aria-label={label} className={classes['group']}>
          <div className={classes['label']} aria-hidden>
            {label}
          </div>
          {options.map((option) => (
            <OptionLine
              key={option.key}
              id={idOf(option)}
              option={option}
              isActive={option === active}
              onPoint={() => onPoint(option)}
              onOpen={(inNewTab) => onOpen(option, inNewTab)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Hints() {
  return (
    <div className={classes['hints']} aria-hidden>
      <span>{rich('{kbd} {kbd2} choose', { kbd: <kbd>↑</kbd>, kbd2: <kbd>↓</kbd> })}</span>
      <span>{rich('{kbd} open', { kbd: <kbd>Enter</kbd> })}</span>
      <span>
        {keyNames('Mod+Enter').map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}{' '}
        {t('in a new tab')}
      </span>
      <span>{rich('{kbd} close', { kbd: <kbd>Esc</kbd> })}</span>
    </div>
  )
}

/** Where a key leads from one place of the list; undefined for a key that leads nowhere. */
function placeAfter(key: string, at: number, last: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  return moves[key]
}

/** Two frames on, when the palette is gone and the focus is back. */
function afterFocus(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run))
}

interface OptionLineProps {
  id: string
  option: Option
  isActive: boolean
  onPoint: () => void
  onOpen: (inNewTab: boolean) => void
}

function OptionLine({
  id,
  option: { title, around, icon: Icon, keys, isExternal },
  isActive,
  onPoint,
  onOpen,
}: OptionLineProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes['option']}
      // The field keeps the focus, so the user can click and keep typing.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
      onAuxClick={(event) => event.button === 1 && onOpen(true)}
    >
      <Icon size={17} stroke={1.75} aria-hidden />
      <span className={classes['title']}>{title}</span>
      {around && <span className={classes['around']}>{around}</span>}
      {isExternal && <IconExternalLink size={14} role="img" aria-label={t('opens in a new tab')} />}
      {keys !== undefined && (
        <span className={classes['keys']} aria-hidden>
          {keyNames(keys).map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </span>
      )}
    </div>
  )
}

/** What is going on with the records, and what to do when there is nothing to choose. */
function State({
  typed,
  offered: { search, isOnline, refusal },
  count,
}: {
  typed: string
  offered: Offered
  count: number
}) {
  const failed = search.error instanceof FailedRequest ? search.error : null
  const words =
    refusal ??
    (!isOnline
      ? t('You’re offline, so only screens and actions are searched.')
      : search.isWaiting
        ? t('Looking for records…')
        : search.error
          ? null
          : count === 0
            ? t('Nothing has “{typed}” in it. Try a reference, an email address, a name, a code or an id.', { typed })
            : '')
  return (
    <div className={classes['state']} data-quiet={words === ''}>
      <p role="status">
        {words === '' ? (
          <span className="visually-hidden">{t('{count, plural, one {# result} other {# results}}', { count })}</span>
        ) : (
          words
        )}
      </p>
      {words === null && (
        <div role="alert" className={classes['failure']}>
          <span>
            {t('Search isn’t working.')} {failed ? failed.message : t('The server isn’t responding.')}
            {failed?.body.requestId && ` ${t('Request {requestId}', { requestId: failed.body.requestId })}.`}
          </span>
          <Button size="compact-xs" variant="default" onClick={search.retry}>
            {t('Try again')}
          </Button>
        </div>
      )}
    </div>
  )
}
