import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page, Request } from 'playwright-core'
import { isTorture } from '../src/core/testing/rounds.ts'

export interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

/** Each width and each theme once; in npm run torture both themes at both widths. */
export const looks: readonly Look[] = (
  [
    [1440, 'light'],
    [390, 'dark'],
    [1440, 'dark'],
    [390, 'light'],
  ] as const
)
  .map(([width, colorScheme]) => ({ width, colorScheme }))
  .slice(0, isTorture ? undefined : 2)

/** Minified: the whole of it takes a page twice as long to read. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Only what is wrong: nodes that are in order would be written out one by one. */
const options: axe.RunOptions = {
  resultTypes: ['violations'],
  // Reads style sheets for a rule that is off.
  preload: false,
  // Size of targets is a rule of WCAG 2.2, which axe leaves off by itself.
  rules: { 'target-size': { enabled: true } },
}

/**
 * What axe finds at fault on a page once it has loaded: the rule and where it is broken. Axe is read once for each document; its
 * own package for Playwright reads it three times for each look.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  // What was typed into the field that has the focus can still be about to be searched for.
  const isTyping = await page.evaluate(() => document.activeElement instanceof HTMLInputElement)
  await (isTyping ? settled : loaded)(page)
  // The bar of the page's loading fades on for a moment after the page is there, a button's as well.
  await page.waitForFunction(() => document.querySelector('#nprogress, button[data-loading]') === null)
  if (!(await page.evaluate(() => 'axe' in window))) await read(page)
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), options)
  return violations.flatMap(({ id, nodes }) => {
    const found = nodes.filter((node) => !isCovered(node))
    return found.length === 0 ? [] : [`${id}: ${found.map(({ html }) => html.slice(0, 200)).join(' ')}`]
  })
}

/** By the protocol, as Playwright's own evaluate takes half as long again for so long a text. */
async function read(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: `${source}\n;0` })
  await session.detach()
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** A target that lies under a sticky column or a menu for now is as large as ever once it is scrolled free. */
function isCovered({ any }: axe.NodeResult): boolean {
  return any.some(({ id, data }) => id === 'target-size' && /obscured/i.test(String(data?.messageKey)))
}

/** Milliseconds with nothing on its way after which a page counts as loaded. */
const quietFor = 200
/** The same where a search can still wait for its next letter. */
const quietForTyping = 500
/** Milliseconds after which a request is not waited for any longer: a test can keep its answer back. */
const heldBackFor = 3_000

/** What a page has asked for and not been answered yet. The stream of changes is none of it, as it stays open. */
interface Traffic {
  readonly underWay: Set<Request>
  /** When something was last asked or answered. */
  changedAt: number
}
const traffic = new WeakMap<Page, Traffic>()

/** Follows what a page asks for, best from its beginning: what was asked before is not known. */
export function follow(page: Page): Traffic {
  const known = traffic.get(page)
  if (known) return known
  const fresh: Traffic = { underWay: new Set(), changedAt: performance.now() }
  traffic.set(page, fresh)
  const note = (change: (request: Request) => void) => (request: Request) => {
    if (request.url().includes('/rest/data/live/')) return
    change(request)
    fresh.changedAt = performance.now()
  }
  const end = note((request) => fresh.underWay.delete(request))
  page
    .on(
      'request',
      note((request) => fresh.underWay.add(request)),
    )
    .on('requestfinished', end)
    .on('requestfailed', end)
  return fresh
}

/** Waits until a page that was opened, or a dialog, has everything it asked for. Also right after another wait. */
export const loaded = (page: Page) => quiet(page, quietFor, 100)

/** Waits until what was done on a page has had its effect, such as a search that waits for the next letter. */
export const settled = (page: Page) => quiet(page, quietForTyping, quietForTyping)

async function quiet(page: Page, forMs: number, sinceCall: number): Promise<void> {
  const calledAt = performance.now()
  // What a page asked for before it was followed can still be under way.
  const least = traffic.has(page) ? sinceCall : quietForTyping
  const state = follow(page)
  await page.waitForLoadState('load')
  for (;;) {
    const passed = performance.now() - state.changedAt
    const isQuiet = passed >= (state.underWay.size === 0 ? forMs : heldBackFor)
    if (isQuiet && performance.now() - calledAt >= least) {
      const { changedAt } = state
      // A page that is busy answers late, and can ask for more by then.
      await page.evaluate(() => true)
      if (state.changedAt === changedAt) return
    }
    await sleep(20)
  }
}

/** Whether the page can be scrolled sideways, which it never should. */
export const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

/**
 * What is at fault on a page in each look: what axe finds, and scrolling sideways. The page stays open and is only resized and
 * coloured again. It begins with the look that it has, so pages that are opened one after the other are opened in each look in turn.
 */
export async function faultsInEachLook(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const look of page.viewportSize()?.width === looks[0]?.width ? looks : looks.toReversed()) {
    const { width, colorScheme } = look
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      (scheme) => document.documentElement.getAttribute('data-mantine-color-scheme') === scheme,
      colorScheme,
    )
    const found = await faultsOf(page)
    if (await scrollsSideways(page)) found.push('scrolls sideways')
    faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`))
  }
  return faults
}
