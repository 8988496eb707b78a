/**
 * Who gets a press of Escape: one press closes one layer, the uppermost first.
 *
 * 1. A message box, dialog, menu, list or pop-out that is open closes, and nothing else happens.
 * 2. Otherwise every toast closes, sticky ones included.
 *
 * An alert is not closed by Escape, so while one is on top the press goes to the toasts.
 */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-closes-on-escape]'

/** Whether an open layer above the page takes the press, so that toasts have to leave it alone. */
export function isEscapeTaken(): boolean {
  const open = [...document.querySelectorAll<HTMLElement>(LAYERS)].filter((layer) => layer.checkVisibility?.() ?? true)
  const boxes = open.filter((layer) => layer.dataset['messageBox'] !== undefined)
  const topmost = boxes.at(-1)
  if (topmost) return topmost.dataset['messageBox'] !== 'alert'
  return open.length > 0
}
