const UNLOCK_DELAY_MS = 200
let locks = 0

/**
 * Keeps the page behind a box from scrolling; the scrollbar's width is made up for, so that nothing jumps. The
 * function returned unlocks, 200 ms later, when the box has faded.
 */
export function lockScroll(): () => void {
  locks += 1
  if (locks === 1) {
    const scrollbar = window.innerWidth - document.documentElement.clientWidth
    document.body.style.paddingInlineEnd = scrollbar > 0 ? `${scrollbar}px` : ''
    document.body.classList.add('scroll-locked')
  }
  let isLocked = true
  return () => {
    if (!isLocked) return
    isLocked = false
    setTimeout(() => {
      locks -= 1
      if (locks > 0) return
      document.body.classList.remove('scroll-locked')
      document.body.style.paddingInlineEnd = ''
    }, UNLOCK_DELAY_MS)
  }
}
