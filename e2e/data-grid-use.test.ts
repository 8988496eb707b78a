import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { faultsOf, looks } from './axe.ts'
import { startHarness } from './data-grid-harness/browser.ts'
import type { Harness } from './data-grid-harness/browser.ts'
import { focused, focusVisible } from './data-grid-harness/focus.ts'

const chromiumPath = inject('chromiumPath')

describe.skipIf(!chromiumPath)('using the data grid', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness(chromiumPath ?? '')
  })
  afterAll(() => harness?.close())

  it('walks rows by arrows, Home, End, PageUp and PageDown, clear of header and summary', async () => {
    const page = await harness.open('select&summary&links')
    await page.locator('tr[data-row-id="1"]').focus()
    const walk = [
      ['ArrowDown', 'row 2'],
      ['ArrowDown', 'row 3'],
      ['ArrowUp', 'row 2'],
      ['End', 'row 50'],
      ['ArrowDown', 'row 50'],
      ['Home', 'row 1'],
      ['ArrowUp', 'row 1'],
    ] as const
    for (const [key, expected] of walk) {
      await page.keyboard.press(key)
      expect(await focused(page)).toBe(expected)
      expect(await focusVisible(page)).toBe('visible')
    }
    await page.keyboard.press('PageDown')
    const paged = Number((await focused(page)).slice(4))
    expect(paged).toBeGreaterThan(15)
    expect(await focusVisible(page)).toBe('visible')
    await page.keyboard.press('PageUp')
    expect(await focused(page)).toBe('row 1')
    await page.close()
  })

  it('walks 5,000 rows by keyboard although only some are drawn', async () => {
    const page = await harness.open('rows=5000&select')
    await page.locator('tbody[data-virtual]').waitFor()
    await page.locator('tr[data-row-id="1"]').focus()
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toBe('row 5000')
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('row 4999')
    await page.keyboard.press('PageUp')
    expect(Number((await focused(page)).slice(4))).toBeLessThan(4985)
    expect(await focusVisible(page)).toBe('visible')
    await page.keyboard.press('Home')
    await expect.poll(() => focused(page)).toBe('row 1')
    // The focused row stays drawn when it is scrolled out of view, so that the keyboard goes on from it.
    await page.evaluate('document.querySelector("table").parentElement.scrollTo(0, 60000)')
    await page.waitForTimeout(150)
    expect(await focused(page)).toBe('row 1')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('row 2')
    await page.close()
  })

  it('opens the row with Enter, and selects it with Space', async () => {
    const page = await harness.open('select&links')
    await page.locator('tr[data-row-id="3"]').focus()
    await page.keyboard.press('Space')
    expect(await page.getByText('1 selected').count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(await page.getByText('Opened MQ-03743-3').count()).toBe(1)
    await page.close()
  })

  it('peeks with Space where the caller offers it, and selects with Shift and Space', async () => {
    const page = await harness.open('select&peek')
    await page.locator('tr[data-row-id="3"]').focus()
    await page.keyboard.press('Shift+Space')
    expect(await page.getByText('1 selected').count()).toBe(1)
    await page.keyboard.press('Space')
    expect(await page.getByText('Peeked at MQ-03743-3').count()).toBe(1)
    await page.close()
  })

  it('selects row after row with Shift and the arrows, and lets go of those that are gone back over', async () => {
    const page = await harness.open('select')
    await page.locator('tr[data-row-id="3"]').focus()
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('4 selected').waitFor()
    await page.keyboard.press('Shift+ArrowUp')
    await page.getByText('3 selected').waitFor()
    expect(await page.locator('tr:focus').getAttribute('data-selected')).toBe('')
    await page.close()
  })

  it('is one stop for Tab among the rows, passes through the row in use, and is no trap', async () => {
    const page = await harness.open('select&links&expand&pin&rows=60')
    await page.getByRole('textbox', { name: 'Search' }).focus()
    const seen: string[] = []
    for (let presses = 0; presses < 60 && (await focused(page)) !== 'After the grid'; presses++) {
      await page.keyboard.press('Tab')
      seen.push(await focused(page))
      expect(await focusVisible(page), seen.at(-1)).toBe('visible')
    }
    expect(seen).toContain('Select all rows')
    // The head is one stop. Arrow keys go on from control to control in it, and are caught by none.
    expect(seen.filter((name) => /^(Sort|Filter|Resize) /.test(name))).toEqual([])
    expect(seen.slice(seen.indexOf('row 1'))).toEqual([
      'row 1',
      'Select row',
      'Expand row',
      'MQ-07919-1',
      'After the grid',
    ])
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('MQ-07919-1')
    await page.close()
  })

  it('walks the controls of the head with the arrow keys, and resizes each column from there', async () => {
    const page = await harness.open('select&links&expand&pin&rows=60')
    await page.getByRole('checkbox', { name: 'Select all rows' }).focus()
    const walked: string[] = []
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('ArrowRight')
      const name = await focused(page)
      if (name === walked.at(-1)) break
      walked.push(name)
      expect(await focusVisible(page), name).toBe('visible')
    }
    expect(walked).toContain('Sort Reference')
    expect(walked).toContain('Filter Status')
    expect(walked).toContain('Sort Fee')
    const columns = page.getByRole('columnheader').and(page.locator('[data-column]'))
    const widthOf = async (index: number) => (await columns.nth(index).boundingBox())?.width ?? 0
    await page.keyboard.press('Home')
    const resized = new Set<string>()
    for (const _ of walked) {
      await page.keyboard.press('ArrowRight')
      const index = await page.evaluate<number>(
        `[...document.querySelectorAll('th[data-column]')].indexOf(document.activeElement.closest('th'))`,
      )
      const before = await widthOf(index)
      await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(() => widthOf(index)).toBe(before + 10)
      resized.add((await columns.nth(index).getAttribute('aria-label')) ?? '')
    }
    expect(resized.size).toBe(await columns.count())
    await page.close()
  })

  it('goes from the header into the rows with ArrowDown', async () => {
    const page = await harness.open('')
    await page.getByRole('button', { name: 'Sort Event' }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('row 1')
    await page.close()
  })

  it('opens a new tab on a middle or Ctrl click, of the link or anywhere in the row', async () => {
    const page = await harness.open('links')
    const row = page.locator('tr[data-row-id="2"]')
    const opened = async (action: () => Promise<void>) => {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), action()])
      // The tab is there a moment before it knows where it goes.
      await expect.poll(() => tab.url()).toMatch(/^http/)
      const url = tab.url()
      await tab.close()
      return url
    }
    expect(await opened(() => row.getByRole('link').click({ button: 'middle' }))).toMatch(/#\/sales\/2$/)
    expect(await opened(() => row.getByRole('cell').nth(3).click({ button: 'middle' }))).toMatch(/#\/sales\/2$/)
    expect(
      await opened(() =>
        row
          .getByRole('cell')
          .nth(3)
          .click({ modifiers: ['Control'] }),
      ),
    ).toMatch(/#\/sales\/2$/)
    expect(await page.getByText('Opened').count()).toBe(0)
    await row.getByRole('link').click()
    await expect.poll(() => page.getByText('Opened MQ-05831-2').count()).toBe(1)
    await page.close()
  })

  it('makes the clicked row the current one, and opens it where rows can be opened', async () => {
    const bare = await harness.open('')
    await bare.locator('tr[data-row-id="4"]').getByRole('cell').nth(2).click()
    await expect.poll(() => bare.locator('tr[data-row-id="4"]').getAttribute('aria-current')).toBe('true')
    expect(await bare.getByText('Opened').count()).toBe(0)
    await bare.close()
    const page = await harness.open('links')
    const row = page.locator('tr[data-row-id="4"]')
    await row.getByRole('cell').nth(2).click()
    await expect.poll(() => row.getAttribute('aria-current')).toBe('true')
    expect(await page.locator('[aria-current]').count()).toBe(1)
    await page.getByText(/^Opened MQ-\d+-4$/).waitFor()
    await page.close()
  })

  it('selects a range with Shift', async () => {
    const page = await harness.open('select')
    const boxes = page.getByRole('checkbox', { name: 'Select row' })
    await boxes.nth(1).click()
    await boxes.nth(5).click({ modifiers: ['Shift'] })
    expect(await page.getByText('5 selected').count()).toBe(1)
    expect(await page.evaluate('getSelection().toString()')).toBe('')
    await page.close()
  })

  it('opens the filter below its button, and discards the draft on Escape and outside clicks', async () => {
    const page = await harness.open('')
    const button = page.getByRole('button', { name: 'Filter Status' })
    const count = () => page.locator('tbody tr[data-row-id]').count()
    await button.click()
    const [above, panel] = [await button.boundingBox(), await page.getByRole('dialog').boundingBox()]
    expect(panel?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
    expect(Math.abs((panel?.x ?? 0) - (above?.x ?? 0))).toBeLessThan(2)
    await page.getByRole('checkbox', { name: 'Paid' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Filter Status')
    expect(await count()).toBe(50)
    await button.click()
    expect(await page.getByRole('checkbox', { name: 'Paid' }).isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'Failed' }).check()
    await page.mouse.click(700, 700)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await count()).toBe(50)
    await button.click()
    await page.getByRole('checkbox', { name: 'Failed' }).check()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(count).toBeLessThan(50)
    await page.close()
  })

  it('chooses a single filter by arrows and Enter, and closes it with Tab', async () => {
    const page = await harness.open('')
    const rows = page.locator('tbody tr[data-row-id]')
    await page.getByRole('button', { name: 'Filter Channel' }).click()
    await expect.poll(() => focused(page)).toBe('All')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Phone')
    expect(await rows.count()).toBe(50)
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBeLessThan(50)
    expect(new Set(await page.locator('tbody td[data-label="Channel"]').allTextContents())).toEqual(new Set(['Phone']))
    await page.getByRole('button', { name: 'Filter Channel' }).click()
    await expect.poll(() => focused(page)).toBe('Phone')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.getByRole('radiogroup').count()).toBe(0)
    await page.close()
  })

  it('loads the children of a lazy row once, and removes the arrow where there are none', async () => {
    const page = await harness.open('tree&lazy&rows=10')
    const arrow = (id: number) => page.locator(`tr[data-row-id="${id}"]`).getByRole('button')
    await arrow(1).click()
    await expect.poll(() => arrow(1).getAttribute('aria-busy')).toBe('true')
    await page.locator('tr[data-row-id="1002"]').waitFor()
    await arrow(1).click()
    await expect.poll(() => page.locator('tr[data-row-id="1002"]').count()).toBe(0)
    await arrow(2).click()
    await expect.poll(() => arrow(2).count()).toBe(0)
    await page.close()
  })

  describe.for([...looks])('has no axe violations, $colorScheme, $width px', ({ colorScheme: scheme, width }) => {
    const scenes = ['select&index&summary&pin&links&expand', 'select&tree&lazy&links', 'loading', 'error&rows=0']
    it.for(scenes)('%s', async (scene) => {
      const page = await harness.open(`rows=6&${scene}&scheme=${scheme}`, { width, height: 844 })
      if (scene.includes('select')) {
        await page.getByRole('checkbox', { name: 'Select row' }).nth(2).click()
        await page.locator('tr[data-row-id="3"]').getByRole('button').first().click()
      }
      expect(await faultsOf(page)).toEqual([])
      await page.context().close()
    })

    it('only rows in view drawn', async () => {
      const page = await harness.open(`rows=300&select&scheme=${scheme}`, { width, height: 400 })
      await page.locator('tbody[data-virtual]').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.context().close()
    })

    it.for(['Filter Status', 'Filter Channel', 'Columns'])('%s open', async (name) => {
      const page = await harness.open(`rows=3&scheme=${scheme}`, { width, height: 844 })
      await page.getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.context().close()
    })
  })
})
