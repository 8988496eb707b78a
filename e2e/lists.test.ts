import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { settled } from './axe.ts'
import { moveTo } from './move.ts'
import { type Product, startProduct } from './product.ts'
import { maxShift, shiftsOf, watchShifts } from './shifts.ts'

const widths = [1280, 1440, 1920]
const phone = { width: 390, height: 844 }
/** Records of which a phone shows at least so many at once. */
const cardsInView = 4
/** Presses of Tab from the skip link to the first row. */
const maxTabs = 5

/** What all lists have in common, measured on each page of the sitemap that shows one: a new list is covered without a line here. */
describe.skipIf(inject('chromiumPath') === null)('a list', async () => {
  const lists = await listPaths()
  let product: Product
  let page: Page

  beforeAll(async () => {
    product = await startProduct({ name: 'lists', checkOutput: false, demo: 600 })
    page = (await product.enter('admin', '/dashboard')).page
  })
  afterAll(() => product?.stop())

  it('is found in the sitemap, and so are all the others', () => {
    expect(lists.length).toBeGreaterThan(35)
    expect(lists).toContain('/purchases/list')
  })

  it.each(lists)('%s shows its default columns at every width, and cards of four facts on a phone', async (path) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await moveTo(page, `${path}?show=table`)
    await page.locator(`main[data-screen="${path.slice(1)}"] table[role="table"]:not([aria-busy="true"])`).waitFor()
    // The pages of imports begin with the box for codes, which people come for, and scroll to their list.
    const isImport = path.startsWith('/imports/')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(faultsOfList, isImport), { message: `${path} at ${width} px` }).toEqual([])
    }
    if (!isImport) expect(await tabsToFirstRow(page)).toBeLessThanOrEqual(maxTabs)
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await page.evaluate(selectionOutside), `the bar of selected rows of ${path}`).toBe(0)
    await page.setViewportSize(phone)
    await expect
      .poll(() => page.evaluate(faultsOfCards, isImport ? 0 : cardsInView), { message: `${path} on a phone` })
      .toEqual([])
  })

  it(
    'hides no default column at the narrowest width in Spanish, whose words are longer',
    { timeout: 400_000 },
    async () => {
      const admin = await product.server.signIn('admin')
      await admin.put('/rest/data/console-language', { language: 'es' })
      const { page: spanish } = await product.enter('admin', '/dashboard')
      await spanish.setViewportSize({ width: widths[0] ?? 0, height: 900 })
      const hidden: Record<string, number> = {}
      for (const path of lists) {
        await moveTo(spanish, `${path}?show=table`)
        const table = spanish.locator(
          `main[data-screen="${path.slice(1)}"] table[role="table"]:not([aria-busy="true"])`,
        )
        await table.waitFor()
        expect(await spanish.locator('html').getAttribute('lang')).toBe('es')
        const beyond = await table.evaluate(({ parentElement: scroller }) =>
          scroller ? scroller.scrollWidth - scroller.clientWidth : 0,
        )
        if (beyond > 0) hidden[path] = beyond
      }
      await spanish.context().close()
      await admin.put('/rest/data/console-language', { language: 'en' })
      expect(hidden).toEqual({})
    },
  )

  it('moves next to nothing while its parts arrive, late and one after the other', { timeout: 400_000 }, async () => {
    const { page: watched } = await product.enter('admin', '/dashboard')
    await watchShifts(watched)
    const found: Record<string, unknown> = {}
    for (const path of lists) {
      await watched.goto(`${product.server.url}${path}?show=table`)
      await watched.locator('main table[role="table"]:not([aria-busy="true"])').waitFor()
      await settled(watched)
      const { sum, shifts } = await shiftsOf(watched)
      if (sum >= maxShift) found[path] = { sum, shifts }
    }
    expect(found, JSON.stringify(found)).toEqual({})
    await watched.context().close()
  })

  it('is back where it was left, with the row focused, when Back leads to it from the record, reloaded or not', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${product.server.url}/events/list?sort=name`)
    const row = page.locator('main tbody tr[data-row-id]').nth(30)
    await row.scrollIntoViewIfNeeded()
    const place = () =>
      row.evaluate((one) => [one.closest('table')?.parentElement?.scrollTop, one.getBoundingClientRect().top])
    const left = await place()
    expect(left[0]).toBeGreaterThan(0)
    for (const isReloaded of [false, true]) {
      await row.locator('td[data-column]').last().click()
      await page.locator('main[data-screen="events/update"] form').waitFor()
      if (isReloaded) {
        await page.reload()
        await page.locator('main[data-screen="events/update"] form').waitFor()
      }
      await page.goBack()
      await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
      expect(await place()).toEqual(left)
    }
  })

  it.each(['/roles/list', '/roles/users/list', '/providers/event', '/workers/list'])(
    '%s, which is read whole, has the row focused from which Back leads to it',
    async (path) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(product.server.url + path)
      const row = page.locator('main tbody tr[data-row-id]').nth(2)
      await row.locator('td[data-column]').last().click()
      await page.getByRole('button', { name: 'Previous record' }).waitFor()
      await page.goBack()
      await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
    },
  )

  it('ends with its last row, and keeps room below it only once rows have been selected', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${product.server.url}/coupons/list`)
    const last = page.locator('main tbody tr[data-row-id]').last()
    await last.waitFor()
    const roomBelow = () =>
      last.evaluate((row) => {
        const scroller = row.closest('table')?.parentElement
        scroller?.scrollTo({ top: scroller.scrollHeight })
        return Math.round((scroller?.getBoundingClientRect().bottom ?? 0) - row.getBoundingClientRect().bottom)
      })
    expect(await roomBelow()).toBe(0)
    await last.getByRole('checkbox').check()
    const commands = page.getByRole('group', { name: 'Selected rows' })
    await commands.waitFor()
    expect(await roomBelow()).toBe(72)
    await last.getByRole('checkbox').uncheck()
    await commands.waitFor({ state: 'detached' })
    // The next click must not meet another row.
    expect(await roomBelow()).toBe(72)
  })
})

/** Texts to translate are read from top to bottom, source above translation, and not in columns. */
const isNoGrid = new Set(['/translations/list'])
/** A list by its specified path, which says so in no other way. */
const isList = new Set(['/providers/event'])

/** The pages of the sitemap that show a list. */
async function listPaths(): Promise<string[]> {
  // The sitemap asks its document for the public website's address.
  vi.stubGlobal('document', { querySelector: () => null })
  const { sitemap } = await import('../src/app/sitemap.web.ts')
  const { builtNodes, pagesOf } = await import('../src/ui/sitemap-node.web.ts')
  vi.unstubAllGlobals()
  return pagesOf(builtNodes(sitemap)).flatMap(({ path, node: { screen, shows } }) =>
    screen && !isNoGrid.has(path) && (isList.has(path) || path.endsWith('/list') || shows?.[1]?.startsWith('list'))
      ? [path]
      : [],
  )
}

/** How often Tab is pressed from the skip link until the first row has the focus; 0 where there are no rows. */
async function tabsToFirstRow(page: Page): Promise<number> {
  if ((await page.locator('main tbody tr[data-row-id]').count()) === 0) return 0
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.focus()
  await skip.press('Enter')
  for (let presses = 1; presses <= 2 * maxTabs; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.closest('tbody tr') !== null)) return presses
  }
  return Number.POSITIVE_INFINITY
}

/** What is wrong with the list on screen, in a window of a desk. Runs in the page. */
function faultsOfList(canScroll: boolean): string[] {
  const table = document.querySelector('main table[role="table"]')
  const scroller = table?.parentElement
  const foot = document.querySelector('main nav[aria-label="Pagination"]')
  if (!table || !scroller || !foot) return ['no table, or no pagination']
  const faults: string[] = []
  const toolbar = document.querySelector('main [role="toolbar"][aria-label="List tools"]')
  const buttons = [...(toolbar?.querySelectorAll('button') ?? [])].map((button) => button.innerText.trim())
  for (const habit of ['Add filter', 'Columns']) if (!buttons.includes(habit)) faults.push(`no ${habit}`)
  if (!buttons.some((button) => button.startsWith('Export'))) faults.push('no Export')
  const search = toolbar?.querySelector('input[role="searchbox"]')
  if (search && !search.getAttribute('placeholder')?.startsWith('Search ')) faults.push('the search says no “Search …”')
  const isAmount = (text: string) => /^[A-Z]{0,3}\p{Sc}?\s?\d[\d.,]*$/u.test(text) && /^[A-Z\p{Sc}]/u.test(text)
  const firstLine = (cell: HTMLElement) => cell.innerText.split('\n')[0]?.trim() ?? ''
  const cells = [...table.querySelectorAll<HTMLElement>('tbody td[data-column]')]
  const heads = [...table.querySelectorAll<HTMLElement>('thead th[data-column]')]
  const widest = Math.max(...heads.map((head) => head.offsetWidth))
  if (scroller.scrollWidth > scroller.clientWidth)
    faults.push(`${scroller.scrollWidth - scroller.clientWidth} px hidden`)
  if (heads.length < 2 || heads.length > 8) faults.push(`${heads.length} columns`)
  if (widest < 260) faults.push(`the widest column has ${widest} px`)
  if (!canScroll && document.documentElement.scrollHeight > innerHeight) faults.push('the page scrolls')
  if (!canScroll && foot.getBoundingClientRect().bottom > innerHeight) faults.push('the footer is out of view')
  for (const head of heads) {
    const texts = cells.filter((cell) => cell.dataset['column'] === head.dataset['column']).map(firstLine)
    const said = texts.filter((text) => text !== '' && text !== '–')
    const isMoney = said.length > 0 && said.every(isAmount)
    if (isMoney && head.dataset['align'] !== 'end') faults.push(`${head.innerText}: amounts are not at the end`)
  }
  for (const cell of cells) {
    const text = firstLine(cell)
    const isWhole = isAmount(text) || cell.querySelector('[data-part="copy"]') !== null
    const cut = [cell, ...cell.querySelectorAll<HTMLElement>('span, small')].filter(
      (one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1,
    )
    if (
      cut.some(
        (one) =>
          one.querySelector('time, [data-tone]') ||
          one.matches('[data-tone]') ||
          one.innerText.includes('→') ||
          (isWhole && one.innerText.startsWith(text)),
      )
    )
      faults.push(`${cell.dataset['label']}: ${cell.innerText} is cut`)
  }
  return faults
}

/** By how many px the commands for a selected row are wider than the list, 0 where rows cannot be selected. Runs in the page. */
async function selectionOutside(): Promise<number> {
  const box = document.querySelector<HTMLInputElement>('main tbody tr[data-row-id] input[type="checkbox"]')
  box?.click()
  await new Promise((resolve) => setTimeout(resolve, box ? 600 : 0))
  const bar = document.querySelector('main [role="group"][aria-label="Selected rows"]')?.getBoundingClientRect()
  const list = document.querySelector('main')?.getBoundingClientRect()
  box?.click()
  return bar && list ? Math.round(Math.max(0, list.left - bar.left, bar.right - list.right)) : 0
}

/** What is wrong with its cards on a phone. Runs in the page. */
function faultsOfCards(enough: number): string[] {
  const rows = [...document.querySelectorAll('main tbody tr[data-row-id]')]
  const inView = rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length
  const facts = Math.max(
    0,
    ...rows.map(
      (row) => [...row.querySelectorAll<HTMLElement>('td[data-column]')].filter((cell) => cell.offsetWidth > 0).length,
    ),
  )
  return [
    ...(inView < Math.min(enough, rows.length) ? [`${inView} cards in view`] : []),
    ...(facts > 4 ? [`${facts} facts on a card`] : []),
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
    ...[...document.querySelectorAll<HTMLElement>('main tbody td[data-corner], main tbody td[data-corner] *')]
      .filter(
        (amount) => amount.scrollWidth > amount.clientWidth + 1 && getComputedStyle(amount).overflow !== 'visible',
      )
      .map((amount) => `${amount.textContent} is cut`),
  ]
}
