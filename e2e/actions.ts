import type { Locator, Page } from 'playwright-core'

/** Opens the menu with what can be done with the record on the page, apart from the button that leads. */
export async function openActions(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  const menu = page.getByRole('menu', { name: 'More actions' })
  await menu.waitFor()
  return menu
}

/** Chooses a command from that menu. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await (await openActions(page)).getByRole('menuitem', { name, exact: true }).click()
}
