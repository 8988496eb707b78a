export interface LoadGauge {
  /** Whether requests should be turned away until the work that has piled up is done. */
  isOverloaded(): boolean
  stop(): void
}

/**
 * Watches how late timers fire. One hiccup is normal; when three checks in a row are late by more than `limitMs`, the
 * event loop is behind with its work and further requests would only make everyone wait longer.
 */
export function watchLoad(limitMs = 500, everyMs = 100): LoadGauge {
  let lateInARow = 0
  let due = performance.now() + everyMs
  const timer = setInterval(function measureDelay() {
    const now = performance.now()
    lateInARow = now - due > limitMs ? lateInARow + 1 : 0
    due = now + everyMs
  }, everyMs)
  timer.unref()
  return {
    isOverloaded: () => lateInARow >= 3,
    stop: () => clearInterval(timer),
  }
}
