import { useSyncExternalStore } from 'react'
import { ownZone } from '../../core/zoned-time.ts'
import { formatInstant, zoneName } from '../../core/i18n/formats.ts'
import { bulbCount, dueOf } from './due-labels.ts'
import classes from './due.module.css'

/** How often what is left is counted again, in milliseconds. */
const tick = 15_000
/** The width of a bulb and the gap after it, in px, as in due.module.css. */
const bulbWidth = 8
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all clocks on the page. */
function follow(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, tick)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const currentTick = () => Math.floor(Date.now() / tick)

/** Now, in milliseconds since 1970, a few seconds late at most. */
export function useNow(): number {
  useSyncExternalStore(follow, currentTick)
  return Date.now()
}

/** How long there is left: words that count down, and bulbs that go out. */
export function DueClock({ at }: { at: string }) {
  const { words, urgency, lit } = dueOf(at, useNow(), ownZone())
  return (
    <time
      className={classes['due']}
      data-urgency={urgency}
      dateTime={at}
      title={`${formatInstant(at)} ${zoneName(at, ownZone())}`}
    >
      <span className={classes['words']}>{words}</span>
      <span className={classes['bulbs']} style={{ paddingInlineEnd: (bulbCount - lit) * bulbWidth }} aria-hidden />
    </time>
  )
}
