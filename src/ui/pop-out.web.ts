import type { RefObject } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { LazyScreen } from './lazy-screen.tsx'
import { fetchOnceHere } from './lazy-screen.tsx'

/** The props of the part that opens. */
export interface PopOutState {
  readonly button: RefObject<HTMLButtonElement | null>
  /** The button's id: what opens is named after it. */
  readonly id: string
  readonly isOpen: boolean
  onChange(isOpen: boolean): void
}

export interface PopOutControl extends PopOutState {
  /** Draw the part from the first opening on: it goes on closing, and giving the focus back, when it is closed. */
  readonly wasOpened: boolean
  /** For the button. */
  readonly target: {
    readonly 'ref': RefObject<HTMLButtonElement | null>
    readonly 'id': string
    readonly 'aria-haspopup': 'dialog' | 'menu'
    readonly 'aria-expanded': boolean
    onClick(): void
    onPointerEnter(): void
  }
}

/**
 * A button with something that opens beside it, of which only the button is there at first. The rest comes once a
 * person points or types; what most visits do not open comes `onApproach` of the pointer.
 */
export function usePopOut(
  part: Pick<LazyScreen<never>, 'fetch'>,
  kind: 'dialog' | 'menu' = 'dialog',
  fetched: 'onceHere' | 'onApproach' = 'onceHere',
): PopOutControl {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, onChange] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  useEffect(() => (fetched === 'onceHere' ? fetchOnceHere(part.fetch) : undefined), [part, fetched])
  return {
    button,
    id,
    isOpen,
    onChange,
    wasOpened,
    target: {
      'ref': button,
      id,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      onClick: () => onChange(!isOpen),
      onPointerEnter: part.fetch,
    },
  }
}
