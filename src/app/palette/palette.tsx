import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Button, CloseButton, Modal } from '@mantine/core'
import { IconExternalLink, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { t } from '../../kit/language.ts'
import { FailedRequest } from '../../kit/request-errors.web.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { rich } from '../../ui/rich.tsx'
import { keyNames } from './key-names.web.ts'
import { closeLayer } from './layer.web.ts'
import type { Option, PaletteProps } from './option.web.ts'
import classes from './palette.module.css'
import { type Offered, useOptions } from './use-options.web.ts'

/** Goes to any screen, finds any record and runs actions, by keyboard alone: a combobox over one list of all of them. */
export function Palette(props: PaletteProps) {
  const id = useId()
  const navigateTo = useNavigateTo()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const typed = text.trim()
  const offered = useOptions(typed, props)
  const options = offered.groups.flatMap((group) => group.options)
  const at = Math.max(0, options.findIndex(({ key }) => key === chosen))
  const active = options[at]
  const idOf = (option: Option) => `${id}-${option.key.replace(/[^\w-]/g, '_')}`
  const activeId = active && idOf(active)

  useEffect(() => {
    // The first one with its heading above it.
    const element = activeId === undefined ? null : document.getElementById(activeId)
    if (at === 0) element?.closest('[role="listbox"]')?.scrollTo({ top: 0 })
    else element?.scrollIntoView({ block: 'nearest' })
  }, [activeId, at])

  function open({ href, isExternal, run }: Option, inNewTab: boolean): void {
    const isElsewhere = href !== undefined && (isExternal === true || inNewTab)
    closeLayer({ returnsFocus: href === undefined || isElsewhere })
    if (href === undefined) afterFocus(() => run?.())
    else if (isElsewhere) window.open(href, '_blank', 'noopener,noreferrer')
    else {
      document.getElementById('main')?.focus({ preventScroll: true })
      navigateTo(href)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.altKey) return
    const last = options.length - 1
    const moves: Readonly<Record<string, number>> = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1, Home: 0, End: last }
    const next = event.shiftKey ? undefined : moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setChosen(options[next]?.key ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (active) open(active, event.ctrlKey || event.metaKey)
    }
  }

  return (
    <Modal.Root
      opened onClose={closeLayer} size={640} yOffset="min(12dvh, 96px)" returnFocus={false} transitionProps={{ duration: 0 }}
      classNames={{ inner: classes['inner'] ?? '', content: classes['palette'] ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('Search and commands')}>
        <div className={classes['field']}>
          <IconSearch size={18} aria-hidden />
          <input
            className={classes['input']} data-autofocus type="text" inputMode="search" enterKeyHint="go" autoComplete="off" autoCapitalize="off" spellCheck={false}
            role="combobox" aria-label={t('Search screens, records and actions')} aria-autocomplete="list" aria-expanded={options.length > 0}
            {...(options.length > 0 && { 'aria-controls': `${id}-list` })} {...(activeId !== undefined && { 'aria-activedescendant': activeId })}
            placeholder={t('Screen, record, e-mail, id, address or action')} maxLength={2_000} value={text} onKeyDown={onKeyDown}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setChosen(null)
            }}
          />
          <CloseButton aria-label={t('Close')} onClick={() => closeLayer()} />
        </div>
        {options.length > 0 && (
          <div className={classes['list']} role="listbox" id={`${id}-list`} aria-label={t('Results')} aria-busy={offered.search.isWaiting}>
            {offered.groups.map(({ key, label, options: inGroup }) => (
              <div key={key} role="group" aria-label={label} className={classes['group']}>
                <div className={classes['label']} aria-hidden>{label}</div>
                {inGroup.map((option) => (
                  <OptionLine
                    key={option.key} id={idOf(option)} option={option} isActive={option === active}
                    onPoint={() => setChosen(option.key)} onOpen={(inNewTab) => open(option, inNewTab)}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
        <State typed={typed} offered={offered} count={options.length} />
        <div className={classes['hints']} aria-hidden>
          <span>{rich('{kbd} {kbd2} choose', { kbd: <kbd>↑</kbd>, kbd2: <kbd>↓</kbd> })}</span>
          <span>{rich('{kbd} open', { kbd: <kbd>Enter</kbd> })}</span>
          <span>{keyNames('Mod+Enter').map((name) => <kbd key={name}>{name}</kbd>)}{' '}{t('in a new tab')}</span>
          <span>{rich('{kbd} close', { kbd: <kbd>Esc</kbd> })}</span>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
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

function OptionLine({ id, option: { title, around, icon: Icon, keys, isExternal }, isActive, onPoint, onOpen }: OptionLineProps) {
  return (
    <div
      id={id} role="option" aria-selected={isActive} className={classes['option']}
      // The field keeps the focus: whoever points may type on.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
      onAuxClick={(event) => event.button === 1 && onOpen(true)}
    >
      <Icon size={17} stroke={1.75} aria-hidden />
      <span className={classes['title']}>{title}</span>
      {around && <span className={classes['around']}>{around}</span>}
      {isExternal && <IconExternalLink size={14} role="img" aria-label={t('opens in a new tab')} />}
      {keys !== undefined && <span className={classes['keys']} aria-hidden>{keyNames(keys).map((name) => <kbd key={name}>{name}</kbd>)}</span>}
    </div>
  )
}

/** What is going on with the records, and what to do when there is nothing to choose. */
function State({ typed, offered: { search, isOnline, refusal }, count }: { typed: string; offered: Offered; count: number }) {
  const failed = search.error instanceof FailedRequest ? search.error : null
  const words = refusal
    ?? (!isOnline ? t('You are offline, so records cannot be looked for. Screens and actions are here.')
      : search.isWaiting ? t('Looking for records…')
        : search.error ? null
          : count === 0 ? t('Nothing has “{typed}” in it. Try a reference, an e-mail address, a name, a code or an id.', { typed }) : '')
  return (
    <div className={classes['state']} data-quiet={words === ''}>
      <p role="status">{words === '' ? <span className="visually-hidden">{count === 1 ? '1 result' : `${count} results`}</span> : words}</p>
      {words === null && (
        <div role="alert" className={classes['failure']}>
          <span>
            {t('Records could not be looked for.')}{' '}{failed ? failed.message : t('The server did not answer.')}
            {failed?.body.requestId && ` Request ${failed.body.requestId}.`}
          </span>
          <Button size="compact-xs" variant="default" onClick={search.retry}>{t('Try again')}</Button>
        </div>
      )}
    </div>
  )
}
