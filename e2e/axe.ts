import { AxeBuilder } from '@axe-core/playwright'
import type { Page, Request } from 'playwright-core'

export interface Look { readonly width: number; readonly colorScheme: 'light' | 'dark' }

/** Each width and each theme once; with TEST_FULL=1 both themes at both widths. */
export const looks: readonly Look[] = ([[1440, 'light'], [390, 'dark'], [1440, 'dark'], [390, 'light']] as const)
  .map(([width, colorScheme]) => ({ width, colorScheme }))
  .slice(0, process.env['TEST_FULL'] === '1' ? undefined : 2)

/**
 * What axe finds at fault on a page once it has loaded: the rule and where it is broken.
 *
 * A quarter of the time that axe takes by default: without the nodes that are in order, which it would write
 * out one by one, and without a page of its own for adding up the frames of other origins, of which the
 * console has none.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await settled(page)
  // The bar of the page's loading fades on for a moment after the page is there, a button's as well.
  await page.waitForFunction(() => document.querySelector('#nprogress, button[data-loading]') === null)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
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
export const scrollsSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
