import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startHarness } from './data-grid-harness/browser.ts'
import type { Harness } from './data-grid-harness/browser.ts'
import { bodyRows, box, firstCells, header, scroller } from './data-grid-harness/parts.ts'

const chromiumPath = inject('chromiumPath')

describe.skipIf(!chromiumPath)('the layout of the data grid', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness(chromiumPath ?? '')
  })
  afterAll(() => harness?.close())

  it('gives control columns 48 px, honours widths and shares the spare width in whole px', async () => {
    const page = await harness.open('select&expand&index')
    const widths = await page
      .locator('thead th')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width))
    expect(widths.slice(0, 3)).toEqual([48, 48, 48])
    expect((await box(header(page, 'Tickets'))).width).toBe(84)
    expect(widths.every((width: number) => Number.isInteger(width))).toBe(true)
    const inner = await page.evaluate(`${scroller}.clientWidth`)
    expect(widths.reduce((sum: number, width: number) => sum + width, 0)).toBe(inner)
    // Event (minimum 160) and Buyer (minimum 110) grow in proportion.
    const grown = [await box(header(page, 'Event')), await box(header(page, 'Buyer'))].map(({ width }) => width)
    expect((grown[0] ?? 0) / (grown[1] ?? 1)).toBeCloseTo(160 / 110, 1)
    await page.close()
  })

  it('scrolls sideways when the minimum widths exceed the container, and never below them', async () => {
    const page = await harness.open('select', { width: 1000, height: 700 })
    expect((await box(header(page, 'Event'))).width).toBe(160)
    const overflow = await page.evaluate(`${scroller}.scrollWidth - ${scroller}.clientWidth`)
    expect(overflow).toBeGreaterThan(50)
    await page.close()
  })

  it('recomputes widths immediately when the container is resized', async () => {
    const page = await harness.open('select')
    const before = (await box(header(page, 'Event'))).width
    await page.setViewportSize({ width: 1800, height: 900 })
    await expect.poll(async () => (await box(header(page, 'Event'))).width).toBeGreaterThan(before)
    await page.close()
  })

  it('has rows of 30 px, and 36 or 44 px when a person chooses so', async () => {
    const page = await harness.open('')
    expect((await box(bodyRows(page).nth(3))).height).toBe(30)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('radio', { name: 'Normal' }).check()
    expect((await box(bodyRows(page).nth(3))).height).toBe(36)
    await page.getByRole('radio', { name: 'Roomy' }).check()
    expect((await box(bodyRows(page).nth(3))).height).toBe(44)
    await page.reload()
    expect((await box(bodyRows(page).nth(3))).height).toBe(44)
    await page.close()
  })

  it('keeps the header and the summary in view while rows scroll', async () => {
    const page = await harness.open('summary')
    const [top, bottom] = [await box(header(page, 'Event')), await box(page.locator('tfoot tr'))]
    await page.evaluate(`${scroller}.scrollTo(0, 600)`)
    await expect.poll(async () => (await box(bodyRows(page).first())).y).toBeLessThan(0)
    expect((await box(header(page, 'Event'))).y).toBe(top.y)
    expect((await box(page.locator('tfoot tr'))).y).toBe(bottom.y)
    await page.close()
  })

  it('keeps pinned and control columns in place from 992 px on, and unpins them below', async () => {
    const page = await harness.open('select&pin', { width: 992, height: 700 })
    const scroll = () => page.evaluate(`${scroller}.scrollLeft = 200`)
    const before = [await box(header(page, 'Reference')), await box(header(page, 'Sold on'))].map(({ x }) => x)
    await scroll()
    await expect.poll(async () => (await box(header(page, 'Event'))).x).toBeLessThan(100)
    expect([await box(header(page, 'Reference')), await box(header(page, 'Sold on'))].map(({ x }) => x)).toEqual(before)
    expect((await box(page.getByRole('checkbox', { name: 'Select row' }).first())).x).toBeGreaterThan(0)
    // Pinned cells hide what passes beneath them.
    const covering = await page.evaluate(`(() => {
      const { right, top } = document.querySelector('tbody td[data-first]').getBoundingClientRect()
      return document.elementFromPoint(right - 4, top + 15).closest('td').dataset.label
    })()`)
    expect(covering).toBe('Reference')
    await page.setViewportSize({ width: 991, height: 700 })
    await scroll()
    expect((await box(header(page, 'Reference'))).x).toBeLessThan(0)
    await page.close()
  })

  it('mirrors pinned columns and resizing in right-to-left text', async () => {
    const page = await harness.open('pin&dir=rtl', { width: 1000, height: 700 })
    const right = (await box(header(page, 'Reference'))).x
    expect(right).toBeGreaterThan(800)
    await page.evaluate(`${scroller}.scrollLeft = -200`)
    await expect.poll(async () => (await box(header(page, 'Reference'))).x).toBe(right)
    const handle = page.getByRole('separator', { name: 'Resize Reference' })
    await handle.focus()
    await page.keyboard.press('ArrowLeft')
    expect((await box(header(page, 'Reference'))).width).toBe(140)
    await page.close()
  })

  it('resizes by dragging 8 px at the end of the header, not below 30 px, and remembers it', async () => {
    const page = await harness.open('')
    const before = await box(header(page, 'Buyer'))
    const zone = await box(page.getByRole('separator', { name: 'Resize Buyer' }))
    expect(zone.width).toBe(8)
    expect(zone.x + zone.width).toBe(before.x + before.width)
    await page.mouse.move(zone.x + 4, zone.y + 10)
    await page.mouse.down()
    await page.mouse.move(zone.x + 64, zone.y + 10, { steps: 4 })
    await page.mouse.up()
    expect((await box(header(page, 'Buyer'))).width).toBe(before.width + 60)
    await page.reload()
    expect((await box(header(page, 'Buyer'))).width).toBe(before.width + 60)
    const moved = await box(page.getByRole('separator', { name: 'Resize Buyer' }))
    await page.mouse.move(moved.x + 4, moved.y + 10)
    await page.mouse.down()
    await page.mouse.move(moved.x - 900, moved.y + 10, { steps: 4 })
    await page.mouse.up()
    expect((await box(header(page, 'Buyer'))).width).toBe(30)
    await page.close()
  })

  it('resizes by keyboard, and gives a column its own width back on Enter', async () => {
    const page = await harness.open('')
    const before = (await box(header(page, 'Venue'))).width
    const handle = page.getByRole('separator', { name: 'Resize Venue' })
    await handle.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect((await box(header(page, 'Venue'))).width).toBe(before + 10)
    expect(await handle.getAttribute('aria-valuenow')).toBe(String(before + 10))
    await page.keyboard.press('Enter')
    expect((await box(header(page, 'Venue'))).width).toBe(before)
    await page.close()
  })

  it('moves a column by dragging its header, and remembers the order', async () => {
    const page = await harness.open('')
    await header(page, 'Buyer').dragTo(header(page, 'Event'))
    const names = () =>
      page.locator('thead th').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')))
    expect((await names()).slice(0, 4)).toEqual(['Reference', 'Buyer', 'Event', 'Venue'])
    await page.reload()
    expect((await names()).slice(0, 4)).toEqual(['Reference', 'Buyer', 'Event', 'Venue'])
    await page.close()
  })

  it('indents tree rows by 16 px a level', async () => {
    const page = await harness.open('tree&rows=10')
    await page.locator('tr[data-row-id="3"]').getByRole('button', { name: 'Expand row' }).click()
    const parent = await box(page.locator('tr[data-row-id="3"] td[data-first] > span > *'))
    const child = await box(page.locator('tr[data-row-id="3000"] td[data-first] > span > *'))
    expect(child.x - parent.x).toBe(16)
    await page.close()
  })

  it('shows a tooltip above a cell only if its text really overflows, and removes it on scroll', async () => {
    const page = await harness.open('')
    const long = page.getByText('Edinburgh Castle: skip-the-line entry').first()
    await page.getByText('Roland-Garros').first().hover()
    await page.waitForTimeout(120)
    expect(await page.getByRole('tooltip').count()).toBe(0)
    await long.hover()
    const tooltip = page.getByRole('tooltip')
    await tooltip.waitFor()
    expect(await tooltip.textContent()).toBe('Edinburgh Castle: skip-the-line entry')
    const [above, cell] = [await box(tooltip), await box(long)]
    expect(above.y + above.height).toBeLessThanOrEqual(cell.y)
    await page.mouse.wheel(0, 60)
    await expect.poll(() => tooltip.count()).toBe(0)
    await page.mouse.wheel(0, -60)
    await page.getByText('Edinburgh Castle: skip-the-line entry').nth(1).hover()
    // It covers a part of the row above, which is what a click on it means.
    await tooltip.click()
    await expect.poll(() => tooltip.count()).toBe(0)
    expect(await page.locator('tr[aria-current]').count()).toBe(1)
    await page.close()
  })

  it('lays rows out as cards on a phone, headers in reach and nothing wider than the screen', async () => {
    const page = await harness.open('select&links&summary', { width: 390, height: 844 })
    const first = await box(bodyRows(page).first())
    expect(first.height).toBeGreaterThan(100)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    const boxes = await page.locator('tbody label').first().boundingBox()
    expect(Math.min(boxes?.width ?? 0, boxes?.height ?? 0)).toBeGreaterThanOrEqual(44)
    // Still a table to assistive technology.
    expect(await page.getByRole('table', { name: 'Sales' }).getByRole('row').count()).toBe(52)
    expect(await page.getByRole('row').nth(1).getByRole('cell').count()).toBeGreaterThan(8)
    await page.getByRole('button', { name: 'Sort Event' }).click()
    await expect
      .poll(() => page.locator('tbody td[data-label="Event"]').first().textContent())
      .toBe('Arsenal v Chelsea')
    await page.mouse.wheel(0, 1500)
    await expect.poll(async () => (await box(header(page, 'Reference'))).y).toBeLessThan(10)
    await page.close()
  })

  it('draws only rows in view of 5,000, tells how many there are, and reaches the last', async () => {
    const page = await harness.open('rows=5000&select&summary')
    await page.locator('tbody[data-virtual]').waitFor()
    expect(await bodyRows(page).count()).toBeLessThan(80)
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('5001')
    expect(await page.getByRole('table').getAttribute('aria-colcount')).toBe('11')
    expect(await bodyRows(page).first().getAttribute('aria-rowindex')).toBe('2')
    await page.evaluate(`${scroller}.scrollTo(0, 1e9)`)
    const last = page.locator('tr[data-row-id="5000"]')
    await last.waitFor()
    const [row, foot] = [await box(last), await box(page.locator('tfoot tr'))]
    expect(row.y + row.height).toBeLessThanOrEqual(foot.y + 1)
    expect(await last.getAttribute('aria-rowindex')).toBe('5001')
    await page.close()
  })

  it('opens panels of their own height among 5,000 rows without overlap', async () => {
    const page = await harness.open('rows=5000&expand')
    await page.locator('tbody[data-virtual]').waitFor()
    await page.locator('tr[data-row-id="2"]').getByRole('button', { name: 'Expand row' }).click()
    const panel = page.getByText('Sold to').first()
    await panel.waitFor()
    const settled = async () => {
      const [above, below] = [await box(page.locator('tr:has(> td p)')), await box(page.locator('tr[data-row-id="3"]'))]
      return Math.abs(above.y + above.height - below.y)
    }
    await expect.poll(settled).toBeLessThan(1.5)
    await page.close()
  })

  it('reserves the height of the rows to come', async () => {
    const page = await harness.open('loading&rows=10')
    const loading = await box(page.getByRole('table'))
    expect(await page.getByRole('table').getAttribute('aria-busy')).toBe('true')
    const loaded = await harness.open('rows=10')
    expect((await box(loaded.getByRole('table'))).height).toBe(loading.height)
    await page.close()
    await loaded.close()
  })

  it('dims the rows while newer ones are on their way, and keeps them in use', async () => {
    const page = await harness.open('busy&select')
    await expect.poll(() => page.evaluate('getComputedStyle(document.querySelector("tbody")).opacity')).toBe('0.6')
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await expect.poll(() => page.getByText('1 selected').count()).toBe(1)
    await page.close()
  })

  it('gives rows a transition with 1 to 99 rows only', async () => {
    for (const [rows, seconds] of [
      [99, '0.15s'],
      [100, '0s'],
    ] as const) {
      const page = await harness.open(`rows=${rows}`)
      expect(
        await page.evaluate('getComputedStyle(document.querySelector("tr[data-row-id]")).transitionDuration'),
      ).toBe(seconds)
      await page.close()
    }
  })

  it('stays legible, its chosen rows too, where a person has colours of their own', async () => {
    const page = await harness.open('select&links')
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    await page.getByRole('checkbox', { name: 'Select row' }).first().check()
    const colours = await bodyRows(page)
      .first()
      .locator('td, td a')
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const style = getComputedStyle(cell)
          return [style.color, style.backgroundColor]
        }),
      )
    expect(colours.length).toBeGreaterThan(5)
    for (const [text, ground] of colours) expect(text).not.toBe(ground)
    // Highlight and HighlightText are a pair: every cell of a chosen row has just these two.
    expect(new Set(colours.map(String)).size).toBe(1)
    await page.close()
  })

  it('shows the first column in order after sorting by it three times', async () => {
    const page = await harness.open('rows=3')
    const order = () => firstCells(page).allTextContents()
    const source = await order()
    const sort = page.getByRole('button', { name: 'Sort Reference' })
    await sort.click()
    await expect.poll(order).toEqual(source.toSorted())
    await sort.click()
    await expect.poll(order).toEqual(source.toSorted().toReversed())
    await sort.click()
    await expect.poll(order).toEqual(source)
    await page.close()
  })
})
