const signs = ['pointermove', 'pointerdown', 'keydown'] as const
let isHere = false

/**
 * Calls once a person has moved the pointer, touched or typed; at once where they have already. A browser also reports a
 * pointer that rests where a page appears, as moved by nothing: that is no sign of a person. The function returned calls it
 * off.
 */
export function oncePresent(run: () => void): () => void {
  if (isHere) {
    run()
    return () => {}
  }
  const begin = (event: Event) => {
    if (event.type === 'pointermove' && isUnmoved(event as PointerEvent)) return
    isHere = true
    stop()
    run()
  }
  const stop = () => {
    for (const sign of signs) document.removeEventListener(sign, begin)
  }
  for (const sign of signs) document.addEventListener(sign, begin, { passive: true })
  return stop
}

const isUnmoved = ({ movementX, movementY }: PointerEvent) => movementX === 0 && movementY === 0
