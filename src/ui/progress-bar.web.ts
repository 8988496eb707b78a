import { t } from '../core/i18n/language.ts'

/**
 * The thin bar at the top of the window while a page is on its way. It creeps forward without ever claiming to be
 * there, and `done` fills, fades and removes it: 400 ms later the element is gone.
 */
const FIRST_STEP = 0.08
const CAP = 0.994
const TRICKLE_MS = 200
const FILL_MS = 200
const FADE_MS = 200

let bar: { root: HTMLElement; fill: HTMLElement; progress: number; trickle: ReturnType<typeof setInterval> } | null =
  null

export function startProgress(): void {
  if (bar) return
  // The one before can still be on its way out; two would share an id.
  document.querySelector('#nprogress')?.remove()
  const root = document.createElement('div')
  root.id = 'nprogress'
  const fill = document.createElement('div')
  fill.className = 'bar'
  fill.setAttribute('role', 'progressbar')
  fill.setAttribute('aria-label', t('Loading the page'))
  root.append(fill)
  document.body.append(root)
  document.documentElement.classList.add('nprogress-busy')
  const trickle = setInterval(() => {
    if (bar) paint(Math.min(CAP, bar.progress + step(bar.progress)))
  }, TRICKLE_MS)
  bar = { root, fill, progress: 0, trickle }
  paint(FIRST_STEP)
}

/** Does nothing when no bar was started. */
export function finishProgress(): void {
  if (!bar) return
  const { root, trickle } = bar
  clearInterval(trickle)
  paint(1)
  bar = null
  document.documentElement.classList.remove('nprogress-busy')
  setTimeout(() => {
    root.classList.add('leaving')
    setTimeout(() => root.remove(), FADE_MS)
  }, FILL_MS)
}

function paint(progress: number): void {
  if (!bar) return
  bar.progress = progress
  // Not its width, each step of which lays the page out and paints it once more.
  bar.fill.style.scale = `${progress.toFixed(3)} 1`
  bar.fill.setAttribute('aria-valuenow', String(Math.round(progress * 100)))
}

function step(progress: number): number {
  if (progress < 0.2) return 0.1
  if (progress < 0.5) return 0.04
  return progress < 0.8 ? 0.02 : 0.005
}
