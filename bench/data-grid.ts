import type { Page } from 'playwright-core'
import { startHarness } from '../e2e/data-grid-harness/browser.ts'
import type { Harness } from '../e2e/data-grid-harness/browser.ts'
import { findChromium } from '../src/kit/testing/chromium.server.ts'

/** One line of the bench: medians and worst values in ms from a person's action to the next paint. */
export interface GridMeasurement {
  readonly name: string
  readonly median: number
  readonly worst: number
  /** Bound in ms for the median; null where the line is for information only. */
  readonly bound: number | null
}

const scenes = [
  { rows: 50, more: '', bound: 48 },
  { rows: 500, more: '', bound: 96 },
  { rows: 500, more: '&whole', bound: null },
  { rows: 5000, more: '', bound: null },
] as const

const rounds = 12

/**
 * Sorts and types in the production build of the grid, in Chromium, with real mouse and key events, and reads
 * the browser's own Event Timing (from the event to the next paint, in steps of 8 ms). The grid has twelve
 * columns and selection, and sorts and searches its rows itself, which is more than it does for a server's
 * list.
 */
export async function benchDataGrid(): Promise<readonly GridMeasurement[]> {
  const chromium = findChromium()
  if (!chromium)
    throw new Error('The bench of the data grid needs a Chromium: install one or set CHROME_PATH.')
  const harness = await startHarness(chromium)
  try {
    const measured: GridMeasurement[] = []
    for (const scene of scenes) measured.push(...(await measureScene(harness, scene)))
    return measured
  } finally {
    await harness.close()
  }
}

async function measureScene(
  harness: Harness,
  { rows, more, bound }: (typeof scenes)[number],
): Promise<GridMeasurement[]> {
  const page = await harness.open(`rows=${rows}&select&index&links${more}`)
  await page.getByRole('row').nth(20).waitFor()
  await page.evaluate(`
    window.timings = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.interactionId) window.timings.push([entry.interactionId, entry.duration])
      }
    }).observe({ type: 'event', durationThreshold: 16 })
  `)
  const name = `${rows} rows${more === '' ? '' : ', all drawn'}`
  const sorts: number[] = []
  for (let round = 0; round < rounds; round++) {
    const column = ['Buyer', 'Total', 'Event'][round % 3]
    sorts.push(await timed(page, () => page.getByRole('button', { name: `Sort ${column}` }).click()))
  }
  const keys: number[] = []
  const search = page.getByRole('textbox', { name: 'Search' })
  await search.click()
  await settle(page)
  for (const key of [
    'l',
    'i',
    'o',
    'Backspace',
    'Backspace',
    'Backspace',
    'w',
    'a',
    'l',
    'Backspace',
    'Backspace',
    'Backspace',
  ]) {
    keys.push(await timed(page, () => page.keyboard.press(key)))
  }
  await page.context().close()
  return [
    { name: `sort ${name}`, ...summary(sorts), bound },
    { name: `type in ${name}`, ...summary(keys), bound },
  ]
}

/**
 * The longest event of one interaction; events that took less than 16 ms are not reported and count as 16.
 */
async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate('window.timings.length = 0')
  await act()
  await settle(page)
  const durations = await page.evaluate<number[]>('window.timings.map(([, duration]) => duration)')
  return Math.max(16, ...durations)
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve, 50)), 250))',
  )
}

function summary(values: readonly number[]): { median: number; worst: number } {
  const ordered = values.toSorted((a, b) => a - b)
  return { median: ordered[Math.floor(ordered.length / 2)] ?? 0, worst: ordered.at(-1) ?? 0 }
}

if (import.meta.main) {
  for (const { name, median, worst, bound } of await benchDataGrid()) {
    const verdict = bound === null ? '' : ` (bound ${bound}: ${median <= bound ? 'held' : 'MISSED'})`
    process.stdout.write(`${name}: median ${median} ms, worst ${worst} ms${verdict}\n`)
  }
}
