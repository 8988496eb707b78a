import type { Page } from 'playwright-core'

/** The focused element: its role or tag, and its name. */
export const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
  const e = document.activeElement
  return e.dataset.rowId ? 'row ' + e.dataset.rowId : (e.getAttribute('aria-label') ?? e.textContent.trim())
})()`)

/** Whether the focused element is wholly in view and on top, with an outline or ring of its own. */
export const focusVisible = (page: Page) =>
  page.evaluate<string>(`(() => {
  const e = document.activeElement
  const b = e.getBoundingClientRect()
  const y = (b.top + b.bottom) / 2
  const x = e.dataset.rowId ? innerWidth / 2 : (b.left + b.right) / 2
  const top = document.elementFromPoint(x, y)
  const after = getComputedStyle(e, '::after')
  const ring = getComputedStyle(e).outlineStyle !== 'none' || after.borderTopStyle === 'solid'
  const seen = top && (e.contains(top) || top.contains(e) || top.closest('label')?.contains(e))
  if (!seen) return 'hidden beneath ' + top?.className
  return ring ? 'visible' : 'without a ring'
})()`)
