import '@mantine/core/styles/ActionIcon.layer.css'
import type { TextInputProps } from '@mantine/core'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { Suspense, useRef } from 'react'
import { zoneName } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { isTimeZone, ownZone } from '../../core/zoned-time.ts'
import { lazyScreen } from '../lazy-screen.tsx'
import classes from './date-input.module.css'
import { useCaret, usePopup, useRefusal, useTypedDate } from './date-input.web.ts'
import type { DateInputKind } from './date-kinds.ts'
import { dateKinds } from './date-kinds.ts'

const Popup = lazyScreen(() => import('./date-popup.tsx').then((file) => file.DatePopup))

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  kind: DateInputKind
  /** `2026-11-24`, `19:30` or an instant in ISO 8601; null for none. */
  value: string | null
  onChange: (value: string | null) => void
  /** The IANA zone in whose local time an instant is written, and whose day is today; the reader's own by default. */
  zone?: string
}

/**
 * A day, a time or a moment, typed in whatever form or picked from a calendar, and shown as everywhere else. What cannot
 * be read stays as it was typed, with a sentence, and keeps its form from being submitted.
 */
export function DateInput({ kind: name, value, onChange, zone, error, readOnly, ...settings }: DateInputProps) {
  const kind = dateKinds[name]
  const where = zone === undefined ? ownZone() : isTimeZone(zone) ? zone : 'UTC'
  const input = useRef<HTMLInputElement>(null)
  const typing = useTypedDate(name, where, value, onChange)
  const { text } = typing
  const keepCaret = useCaret(input, value)
  useRefusal(input, typing.isUnread, typing.refuse)
  const pop = usePopup(input, typing.set)

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    settings.onKeyDown?.(event)
    if (readOnly || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') typing.leave()
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (way === 0 || event.shiftKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.altKey) return pop.open()
    const caret = event.currentTarget.selectionStart ?? 0
    keepCaret(caret)
    typing.set(kind.step(value, where, way, text.includes(',') && caret > text.lastIndexOf(',')))
  }

  return (
    <>
      <TextInput
        autoComplete="off"
        spellCheck={false}
        {...settings}
        ref={input}
        readOnly={readOnly}
        error={typing.isRefused ? t('Not readable. Try {example}.', { example: kind.example(where) }) : error}
        value={text}
        {...(typing.isUnread && { 'data-unread': true })}
        aria-keyshortcuts="Alt+ArrowDown"
        {...(name === 'instant' && { 'aria-description': where })}
        onChange={(event) => typing.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          typing.enter()
          settings.onFocus?.(event)
        }}
        onBlur={(event) => {
          typing.leave()
          settings.onBlur?.(event)
        }}
        rightSectionWidth="auto"
        rightSectionPointerEvents="all"
        rightSection={
          <span className={classes['end']}>
            {name === 'instant' && (
              <span title={where}>
                {zoneName(value !== null && text !== '' ? value : new Date().toISOString(), where)}
              </span>
            )}
            {!readOnly && (
              <PopupButton
                ref={pop.button}
                isTime={name === 'time'}
                isOpen={pop.isOpen}
                isDisabled={settings.disabled ?? false}
                onOpen={pop.open}
              />
            )}
          </span>
        }
      />
      {pop.wasOpened && (
        <Suspense>
          <Popup {...pop} kind={name} zone={where} value={text === '' ? null : value} />
        </Suspense>
      )}
    </>
  )
}

interface PopupButtonProps {
  ref: RefObject<HTMLButtonElement | null>
  isTime: boolean
  isOpen: boolean
  isDisabled: boolean
  onOpen: () => void
}

/** For the mouse: the keyboard has Alt+ArrowDown, and one stop fewer. */
function PopupButton({ ref, isTime, isOpen, isDisabled, onOpen }: PopupButtonProps) {
  const Icon = isTime ? IconClock : IconCalendar
  return (
    <ActionIcon
      ref={ref}
      variant="subtle"
      color="gray"
      size="sm"
      tabIndex={-1}
      disabled={isDisabled}
      aria-label={isTime ? t('Pick a time') : t('Pick a date')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={Popup.fetch}
      onClick={onOpen}
    >
      <Icon size={15} aria-hidden />
    </ActionIcon>
  )
}
