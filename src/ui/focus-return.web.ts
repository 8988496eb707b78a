import { useEffect, useRef } from 'react'

/**
 * Returns the focus to the element that had it when a dialog opened. The library does so only for dialogs that are
 * mounted closed, and dialogs here are mounted open. If the focus has moved elsewhere in the meantime, it stays there.
 */
export function useFocusReturn(): void {
  const opener = useRef<Element | null>(null)
  opener.current ??= document.activeElement
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus({ preventScroll: true })
    },
    [],
  )
}
