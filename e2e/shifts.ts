import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'

/** Of a page whose parts arrive, as browsers count what moves without anyone having asked for it: below this it is calm. */
export const maxShift = 0.05

interface Shift {
  readonly value: number
  readonly moved: readonly string[]
}

const observe = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifts.push({ value, moved: sources.map(({ node, previousRect, currentRect }) => {
          const element = node?.nodeType === 1 ? node : node?.parentElement
          return (element?.closest('section')?.ariaLabel ?? element?.className) + ' ' + previousRect.y + ' to ' + currentRect.y
        }) })
  }).observe({ type: 'layout-shift', buffered: true })`

/** How long an answer is kept back at most. */
const maxDelay = 400

/**
 * Collects what moves on each document that the page loads from now on, and lets answers of the API come one after the other: what
 * arrives in one frame moves nothing. The order is drawn from what is asked and the number of the round, so that it is the same
 * each time the test runs.
 *
 * By the protocol, as a route of Playwright's switches the browser's caches off, and each page then reads the console once more.
 */
export async function watchShifts(page: Page, round = 0): Promise<void> {
  await page.addInitScript(observe)
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    setTimeout(
      // What the page no longer wants when its turn comes is unknown by then.
      () => void session.send('Fetch.continueRequest', { requestId }).catch(() => {}),
      delayOf(request.url, round),
    )
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/rest/*' }] })
}

function delayOf(url: string, round: number): number {
  const drawn = createHash('sha1')
    .update(`${round} ${new URL(url).pathname.replaceAll(/\d+/g, '0')}`)
    .digest()
  return drawn.readUInt32BE() % maxDelay
}

/** What has moved since the document was loaded, and how much in all. */
export async function shiftsOf(page: Page): Promise<{ sum: number; shifts: readonly Shift[] }> {
  const shifts = (await page.evaluate('window.shifts')) as readonly Shift[]
  return { sum: shifts.reduce((all, { value }) => all + value, 0), shifts }
}
