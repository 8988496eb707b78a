import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { messageBoxes } from '../../ui/message-box-store.web.ts'
import { lockScroll } from '../../ui/scroll-lock.web.ts'
import { closeLayer } from './layer.web.ts'
import classes from './palette-field.module.css'

/** What the results pass to their field. */
export interface Offer {
  readonly count: number
  readonly activeId: string | null
}

export interface ResultsProps {
  listId: string
  typed: string
  /** Enter was pressed before there was anything to open. */
  isEntered: boolean
  /** What was typed after that Enter, for the page that it opens. Asked once, it is gone. */
  takeHeld: () => string
  /** Enter opens nothing: what was typed after it belongs to the field. */
  onNothing: () => void
  close: () => void
  onOffer: (offer: Offer) => void
  /** Where the results leave what they do with the keys of the field. */
  keys: { current: ((event: KeyboardEvent<HTMLInputElement>) => void) | null }
}

const listId = 'palette-results'

/**
 * The palette's dialog with its field, which is part of the first load: it has the focus before the next key is
 * pressed, whenever the results arrive. The browser's own modal dialog, because the library's is a chunk of its own.
 */
export function PaletteField({ children }: { children: (props: ResultsProps) => ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const keys = useRef<ResultsProps['keys']['current']>(null)
  const { text, type, isEntered, enter, hold, takeHeld, onNothing } = useTyped()
  const [{ count, activeId }, setOffer] = useState<Offer>({ count: 0, activeId: null })

  useShownModally(dialog)
  // A question would open below the dialog, out of reach.
  useEffect(() => messageBoxes.subscribe(() => messageBoxes.boxes().length > 0 && close()), [])

  /** The browser gives the focus back to where it was, but no caret: what is behind the dialog is still inert then. */
  function close(): void {
    dialog.current?.close()
    const back = document.activeElement
    if (back instanceof HTMLElement && back !== document.body && back.offsetParent !== null) {
      back.blur()
      back.focus({ preventScroll: true })
    }
    closeLayer({ returnsFocus: false })
  }

  return (
    <dialog
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-label={t('Search and commands')}
      className={classes['palette']}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={close}
      // Its content covers all of it, so that what is pressed on it itself is its backdrop.
      onMouseDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className={classes['content']}>
        <div className={classes['field']}>
          <IconSearch size={18} aria-hidden />
          <input
            className={classes['input']}
            type="text"
            inputMode="search"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            role="combobox"
            aria-label={t('Search screens, records and actions')}
            aria-autocomplete="list"
            aria-expanded={count > 0}
            {...(count > 0 && { 'aria-controls': listId })}
            {...(activeId !== null && { 'aria-activedescendant': activeId })}
            placeholder={t('Screen, record, email, id, address or action')}
            maxLength={2_000}
            value={text}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || event.altKey) return
              if (keys.current) keys.current(event)
              else if (event.key === 'Enter') enter()
              else hold(event)
            }}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <button type="button" className={classes['close']} aria-label={t('Close')} onClick={close}>
            <span aria-hidden>×</span>
          </button>
        </div>
        {children({ listId, typed: text.trim(), isEntered, takeHeld, onNothing, close, onOffer: setOffer, keys })}
      </div>
    </dialog>
  )
}

/** What is typed, and what is typed after an Enter that waits for the results. */
function useTyped() {
  const [text, setText] = useState('')
  const [isEntered, setEntered] = useState(false)
  const held = useRef('')
  const type = (next: string) => {
    setText(next)
    setEntered(false)
  }
  const takeHeld = () => {
    const taken = held.current
    held.current = ''
    return taken
  }
  return {
    text,
    type,
    isEntered,
    enter: () => setEntered(true),
    hold(event: KeyboardEvent) {
      if (!isEntered || event.key.length !== 1 || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      held.current += event.key
    },
    takeHeld,
    onNothing: () => type(text + takeHeld()),
  }
}

function useShownModally(dialog: RefObject<HTMLDialogElement | null>): void {
  // Before React is back, so that the next key meets a field with the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    const unlock = lockScroll()
    element?.showModal()
    return () => {
      element?.close()
      unlock()
    }
  }, [dialog])
}
