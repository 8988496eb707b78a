import type { Page } from 'playwright-core'
import { screenName } from '../src/ui/sitemap-node.web.ts'

/**
 * Goes to a page as its link in the console does, and waits until its screen is there. Half of the work of loading a document is reading
 * the console, which only tests of the loading itself need.
 *
 * @param pattern - the page's path in the sitemap, where the address has a record in it
 */
export async function moveTo(page: Page, address: string, pattern = address.replace(/\?.*$/, '')): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page.locator(`main[data-screen="${screenName(pattern)}"]`).waitFor()
}
