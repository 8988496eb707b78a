import type { Locator, Page } from 'playwright-core'

export const scroller = 'document.querySelector("table").parentElement'

export async function box(locator: Locator) {
  const found = await locator.boundingBox()
  if (!found) throw new Error('The element is not drawn')
  return found
}

export const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
export const bodyRows = (page: Page) => page.locator('tbody tr[data-row-id]')
export const firstCells = (page: Page) => page.locator('tbody td[data-first]')
