import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DateInputKind } from './date-kinds.ts'
import { dateKinds, textOf } from './date-kinds.ts'

/** The first date or time in a form that has been typed and cannot be read. */
export function unreadInput(within: Element | null): HTMLInputElement | null {
  return within?.querySelector<HTMLInputElement>('input[data-unread]') ?? null
}

/** The text while it is being typed, and what it was last read as. */
interface Typed {
  readonly text: string
  readonly read: string | null
}

/** What is in the input while it is typed, and what has been read of it. */
export function useTypedDate(
  name: DateInputKind,
  zone: string,
  value: string | null,
  onChange: (value: string | null) => void,
) {
  const kind = dateKinds[name]
  const [typed, setTyped] = useState<Typed | null>(null)
  const [isLeft, setLeft] = useState(false)
  const before = useRef(value)

  // Another value than the one typed has come from elsewhere: a reset, or another record.
  const isOwn = typed !== null && typed.read === value
  if (typed !== null && !isOwn) setTyped(null)
  const text = isOwn ? typed.text : textOf(kind, value, zone)
  const isUnread = isOwn && text.trim() !== '' && kind.read(text, zone, before.current) === null

  return {
    text,
    isUnread,
    isRefused: isUnread && isLeft,
    enter() {
      before.current = value
    },
    type(next: string) {
      const read = next.trim() === '' ? null : kind.read(next, zone, before.current)
      const isReadable = read !== null || next.trim() === ''
      setTyped({ text: next, read: isReadable ? read : value })
      setLeft(false)
      if (isReadable && read !== value) onChange(read)
    },
    /** What has been read is shown in the house format once it is left. */
    leave() {
      setLeft(true)
      if (!isUnread) setTyped(null)
      before.current = value
    },
    refuse: () => setLeft(true),
    set(next: string) {
      setTyped(null)
      before.current = next
      onChange(next)
    },
  }
}

/** Puts the caret back where it was before the text around it was replaced. */
export function useCaret(input: RefObject<HTMLInputElement | null>, value: string | null): (at: number) => void {
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [input, value])
  return (at) => {
    caret.current = at
  }
}

/** A form with something unreadable in it is not submitted: the sentence is shown, and the field has the focus. */
export function useRefusal(input: RefObject<HTMLInputElement | null>, isUnread: boolean, onRefused: () => void): void {
  const refused = useRef(onRefused)
  useEffect(() => {
    refused.current = onRefused
  })
  useEffect(() => {
    const form = input.current?.form
    if (!isUnread || !form) return
    const refuse = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      refused.current()
      unreadInput(form)?.focus()
    }
    form.addEventListener('submit', refuse)
    return () => form.removeEventListener('submit', refuse)
  }, [input, isUnread])
}

export function usePopup(input: RefObject<HTMLInputElement | null>, onPick: (value: string) => void) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  return {
    button,
    isOpen,
    wasOpened,
    onChange: setOpen,
    onPick,
    onDone() {
      setOpen(false)
      setTimeout(() => input.current?.focus())
    },
    open() {
      setWasOpened(true)
      setOpen(true)
    },
  }
}
