import { Button, CloseButton, FocusTrap, Input, Portal } from '@mantine/core'
import { type MouseEvent, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../core/i18n/language.ts'
import { useFocusReturn } from './focus-return.web.ts'
import {
  type BoxAction,
  type MessageBoxStore,
  type OpenBox,
  messageBoxes,
  promptError,
} from './message-box-store.web.ts'
import classes from './message-boxes.module.css'
import { lockScroll } from './scroll-lock.web.ts'
import { toastIcons } from './toasts.tsx'

/** Renders what `alertBox`, `confirmBox` and `promptBox` ask. Once per page. */
export function MessageBoxes({ store = messageBoxes }: { store?: MessageBoxStore }) {
  const boxes = useSyncExternalStore(store.subscribe, store.boxes)
  return boxes.map((box, index) => (
    <MessageBox key={box.id} box={box} store={store} isTopmost={index === boxes.length - 1} />
  ))
}

interface MessageBoxProps {
  box: OpenBox
  store: MessageBoxStore
  isTopmost: boolean
}

function MessageBox({ box, store, isTopmost }: MessageBoxProps) {
  const { kind, title, options } = box
  const id = useId()
  const answer = useAnswer(box, store)
  const { busy, leave } = answer
  const pressedBackdrop = useRef(false)
  const Icon = options.type ? toastIcons[options.type] : null

  useFocusReturn()
  useEffect(() => ((options.lockScroll ?? true) ? lockScroll() : undefined), [options.lockScroll])
  useEscape(isTopmost && kind !== 'alert', leave)

  // Selecting text and letting go outside the box is not a click on the backdrop: both halves must hit it.
  function releaseOnBackdrop(event: MouseEvent): void {
    const isClick = pressedBackdrop.current && event.target === event.currentTarget
    pressedBackdrop.current = false
    if (isClick && kind !== 'alert' && busy === null) void leave('close')
  }

  return (
    <Portal>
      <div
        className={classes['backdrop']}
        onMouseDown={(event) => {
          pressedBackdrop.current = event.target === event.currentTarget
        }}
        onMouseUp={releaseOnBackdrop}
      >
        <FocusTrap active={isTopmost}>
          <div
            className={classes['box']}
            role={kind === 'prompt' ? 'dialog' : 'alertdialog'}
            aria-modal="true"
            aria-labelledby={title ? `${id}-title` : `${id}-message`}
            {...(kind === 'prompt' ? {} : { 'aria-describedby': `${id}-message` })}
            data-message-box={kind}
            tabIndex={-1}
          >
            <div className={classes['header']}>
              {Icon && <Icon size={20} className={classes['icon']} data-type={options.type} aria-hidden />}
              <h2 id={`${id}-title`} className={classes['title']}>
                {title}
              </h2>
              <CloseButton aria-label={t('Close')} disabled={busy !== null} onClick={() => void leave('close')} />
            </div>
            <form
              ref={takeFocus}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                void leave('confirm')
              }}
            >
              <Content box={box} id={id} answer={answer} />
              <Actions box={box} answer={answer} />
            </form>
          </div>
        </FocusTrap>
      </div>
    </Portal>
  )
}

type Answer = ReturnType<typeof useAnswer>

/** What is typed into a box, and leaving it, which its caller can refuse. */
function useAnswer({ id, kind, options }: OpenBox, store: MessageBoxStore) {
  const [value, setValue] = useState(options.value ?? '')
  // A value that was given is judged at once; an empty prompt only after the first change or attempt.
  const [isJudged, setJudged] = useState(options.value !== undefined)
  const [busy, setBusy] = useState<BoxAction | null>(null)
  const error = kind === 'prompt' ? promptError(value, options) : null
  const leave = useCallback(
    async (action: BoxAction) => {
      if (action === 'confirm' && error !== null) {
        setJudged(true)
        return
      }
      if (options.beforeClose) {
        setBusy(action)
        const mayClose = await Promise.resolve(options.beforeClose(action, value)).catch(() => false)
        setBusy(null)
        if (!mayClose) return
      }
      store.settle(id, action, value)
    },
    [id, error, options, store, value],
  )
  const type = (typed: string) => {
    setValue(typed)
    setJudged(true)
  }
  return { value, type, busy, leave, shownError: isJudged ? error : null }
}

function useEscape(isEnabled: boolean, leave: Answer['leave']): void {
  useEffect(() => {
    if (!isEnabled) return
    const openedAt = performance.now()
    function closeOnEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      // The press that was to close a dialog asks this question first, and must not answer it.
      if (event.timeStamp < openedAt) return
      event.preventDefault()
      void leave('close')
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isEnabled, leave])
}

/** The message, and in a prompt the input that it labels. */
function Content({ box: { kind, message, options }, id, answer }: { box: OpenBox; id: string; answer: Answer }) {
  const isInvalid = answer.shownError !== null
  if (kind !== 'prompt')
    return (
      <div className={classes['content']}>
        <p id={`${id}-message`}>{message}</p>
      </div>
    )
  return (
    <div className={classes['content']}>
      <label id={`${id}-message`} htmlFor={`${id}-input`}>
        {message}
      </label>
      <Input
        id={`${id}-input`}
        {...(options.inputType === 'textarea'
          ? { component: 'textarea' as const, multiline: true, rows: 4 }
          : { type: options.inputType ?? 'text' })}
        data-autofocus
        value={answer.value}
        placeholder={options.placeholder ?? ''}
        error={isInvalid}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-error`}
        autoComplete="off"
        onChange={(event: { currentTarget: { value: string } }) => answer.type(event.currentTarget.value)}
      />
      <p id={`${id}-error`} className={classes['error']} data-shown={isInvalid}>
        {answer.shownError ?? ''}
      </p>
    </div>
  )
}

function Actions({ box: { kind, options }, answer: { busy, leave } }: { box: OpenBox; answer: Answer }) {
  const isPrompt = kind === 'prompt'
  return (
    <div className={classes['actions']}>
      {kind !== 'alert' && (
        <Button
          variant="default"
          disabled={busy !== null}
          {...(options.danger && !isPrompt ? { 'data-autofocus': true } : {})}
          onClick={() => void leave('cancel')}
        >
          {options.cancelText ?? t('Cancel')}
        </Button>
      )}
      <Button
        type="submit"
        loading={busy === 'confirm'}
        disabled={busy !== null && busy !== 'confirm'}
        {...(options.danger ? { color: 'red' } : {})}
        {...(isPrompt || options.danger ? {} : { 'data-autofocus': true })}
      >
        {options.confirmText ?? t('OK')}
      </Button>
    </div>
  )
}

// At once and not a moment later, as the trap itself would: a second press of Enter must not open the box again.
function takeFocus(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
}
