const STORAGE_KEY = 'marquee.direction'

/** Gives the page the writing direction that this browser's person chose. Before the first paint, so that nothing flips. */
export function applyDirection(): void {
  try {
    if (window.localStorage.getItem(STORAGE_KEY) === 'rtl') document.documentElement.dir = 'rtl'
  } catch {
    // Blocked storage: left to right, as the language is written.
  }
}

export function rememberDirection(direction: 'ltr' | 'rtl'): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, direction)
  } catch {
    // The direction still applies until the page is left.
  }
}
