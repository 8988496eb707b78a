/**
 * Keeps the focus in a dialog. What was pressed is disabled while its command runs, or is gone afterwards; the browser
 * then takes the focus from it, and the next key would go to the page behind. The dialog as a whole has the focus until
 * what was pressed can have it back.
 *
 * @param inside - an element of the dialog; made to be its `ref`
 */
export function keepFocusInDialog(inside: HTMLElement | null): (() => void) | undefined {
  const dialog = inside?.closest<HTMLElement>('[role="dialog"]')
  if (!dialog) return undefined
  return keepIn(dialog)
}

function keepIn(dialog: HTMLElement): () => void {
  let last: HTMLElement | null = null
  let isHeld = false
  const isUsable = () => last !== null && last.isConnected && !last.matches(':disabled')

  function onFocus({ target }: FocusEvent): void {
    if (target === dialog || !(target instanceof HTMLElement)) return
    last = target
    isHeld = false
  }
  function look(): void {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body || (activeElement === last && !isUsable())
    if (isLost && isOnTop(dialog)) {
      isHeld = true
      dialog.focus({ preventScroll: true })
    }
    // A press on nothing in the dialog lets go of the focus on purpose.
    if (isHeld && document.activeElement === dialog && isUsable()) last?.focus({ preventScroll: true })
  }

  const changes = new MutationObserver(look)
  changes.observe(dialog, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  dialog.addEventListener('focusin', onFocus)
  if (document.activeElement instanceof HTMLElement && dialog.contains(document.activeElement))
    last = document.activeElement
  return () => {
    changes.disconnect()
    dialog.removeEventListener('focusin', onFocus)
  }
}

/** Whether a question is asked over the dialogs. The library's dialogs hear its Escape first, and must leave it alone. */
export const isAsked = () => document.querySelector('[data-message-box]') !== null

/** A question can be asked over a dialog, and it keeps its own focus. */
const isOnTop = (dialog: HTMLElement) =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) === dialog
