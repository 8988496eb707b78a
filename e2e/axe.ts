import type axe from 'axe-core'
import { source } from 'axe-core'
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
  await settled(page)
  // The bar of the page's loading fades on for a moment after the page is there, a button's as well.
  await page.waitForFunction(() => document.querySelector('#nprogress, button[data-loading]') === null)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), options)
  return violations.flatMap(({ id, nodes }) => {
    const found = nodes.filter((node) => !isCovered(node))
    return found.length === 0 ? [] : [`${id}: ${found.map(({ html }) => html.slice(0, 200)).join(' ')}`]
  })
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

/** Milliseconds without anything on its way after which a page counts as loaded. */
const quietFor = 500

/**
 * Waits until nothing has been asked or answered for a moment. The stream of changes stays open for as long as the
 * page does, so the browser's own word for it would never come.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  let last = performance.now()
  const note = (request: Request) => {
    if (!request.url().includes('/rest/data/live/')) last = performance.now()
  }
  page.on('request', note).on('requestfinished', note).on('requestfailed', note)
  try {
    while (performance.now() - last < quietFor) await page.waitForTimeout(50)
  } finally {
    page.off('request', note).off('requestfinished', note).off('requestfailed', note)
  }
}

/** Whether the page can be scrolled sideways, which it never should. */
export const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
