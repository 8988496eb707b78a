import { Accessibility, PointerSensor, StyleInjector, defaultPreset } from '@dnd-kit/dom'
import { DragDropProvider, useDroppable } from '@dnd-kit/react'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { pageNonce } from '../nonce.web.ts'
import classes from './reorder.module.css'

// Styles that the library adds at run time need the page's nonce. Rows have buttons for the keyboard, which say more
// than the library's own.
const plugins = [
  ...defaultPreset.plugins.filter((plugin) => plugin !== StyleInjector && plugin !== Accessibility),
  StyleInjector.configure({ nonce: pageNonce() }),
]
const sensors = [PointerSensor]

interface ReorderableProps {
  /** A screen reader's announcement of the last move. */
  said: string
  /** The ids of the row that was dragged and of the slot that it was dropped in. */
  onDrop: (source: string, slot: string) => void
  children: ReactNode
}

/** Lists whose rows are dragged to another place, or moved with their buttons. */
export function Reorderable({ said, onDrop, children }: ReorderableProps) {
  return (
    <DragDropProvider
      plugins={plugins}
      sensors={sensors}
      onDragEnd={({ operation, canceled }) => {
        if (!canceled && operation.source && operation.target)
          onDrop(String(operation.source.id), String(operation.target.id))
      }}
    >
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {children}
    </DragDropProvider>
  )
}

/** A place between two rows, into which one of the type it accepts can be dropped. */
export function DropSlot({ id, accept, isWide = false }: { id: string; accept: string; isWide?: boolean }) {
  const { ref, isDropTarget } = useDroppable({ id, accept })
  return <div ref={ref} className={classes['slot']} data-over={isDropTarget} data-wide={isWide} />
}

/** The handle for dragging a row; `isOff` keeps its place free. */
export function Grip({ handleRef, isOff = false }: { handleRef: (element: Element | null) => void; isOff?: boolean }) {
  return (
    <span ref={handleRef} className={classes['handle']} data-off={isOff} aria-hidden>
      <IconGripVertical size={15} />
    </span>
  )
}

/** The buttons of a row. */
export function RowCommands({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <span className={`${classes['commands']} ${className}`} role="group" aria-label={label}>
      {children}
    </span>
  )
}

interface RowCommandProps {
  label: string
  id?: string
  disabled?: boolean
  pressed?: boolean
  onClick: () => void
  children: ReactNode
}

export function RowCommand({ label, id, disabled = false, pressed, onClick, children }: RowCommandProps) {
  return (
    <button
      type="button"
      id={id}
      aria-label={label}
      title={label}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/**
 * Keeps the focus on the button that moved a row: call the answer with the button's id, and once `order` is another, the button has the
 * focus, or the first of its group that is of use where the row has come to an end.
 */
export function useFollowedButton(order: unknown): (id: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const button = document.getElementById(wanted.current)
    const next =
      button instanceof HTMLButtonElement && button.disabled
        ? button.parentElement?.querySelector<HTMLButtonElement>('button:not(:disabled)')
        : button
    next?.focus()
    wanted.current = null
  }, [order])
  return (id) => {
    wanted.current = id
  }
}
