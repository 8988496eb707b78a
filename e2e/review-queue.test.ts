import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { faultsOf, scrollsSideways } from './axe.ts'
import { type Row, admin, product, queue, startReviews, statusOf, toasts, waiting } from './testing/review-flows.ts'

const onTop = (page: Page, { headline }: Row) =>
  page.getByRole('heading', { level: 2, name: headline, exact: true }).waitFor()

describe.skipIf(inject('chromiumPath') === null)('reviews', () => {
  startReviews()

  it('are decided on one after the other by keys alone, and the last decision can be taken back', async () => {
    const [one, two, three] = (await waiting(3)) as [Row, Row, Row]
    const { page, refused } = await product.enter('admin', queue)
    await onTop(page, one)
    await page.getByText('3 left').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('j')
    await onTop(page, two)
    await page.keyboard.press('k')
    await onTop(page, one)
    await page.keyboard.press('a')
    await onTop(page, two)
    await page.getByText('2 left').waitFor()
    await page.keyboard.press('r')
    const reasons = page.getByRole('dialog', { name: 'Why is it rejected?' })
    await reasons.getByRole('button', { name: 'Off topic' }).waitFor()
    await page.keyboard.press('6')
    await onTop(page, three)
    await page.keyboard.press('f')
    await page.getByText('Every review has its decision.').waitFor()
    await expect
      .poll(async () => [await statusOf(one), await statusOf(two), await statusOf(three)])
      .toEqual([
        ['approved', null, false],
        ['rejected', 'off_topic', false],
        ['pending', null, true],
      ])
    await page.keyboard.press('u')
    await onTop(page, three)
    await page.keyboard.press('u')
    await onTop(page, two)
    await expect
      .poll(async () => [await statusOf(two), await statusOf(three)])
      .toEqual([
        ['pending', null, false],
        ['pending', null, false],
      ])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('come back with the reason where the server refuses a decision that was shown already', async () => {
    const [one, two] = (await waiting(2)) as [Row, Row]
    const { page } = await product.enter('admin', queue)
    await onTop(page, one)
    await admin.post(`/rest/data/product-reviews/${one.id}/moderate`, { step: 'flag' })
    await page.keyboard.press('a')
    await toasts(page).getByText('It is flagged. Review it and remove the flag first').waitFor()
    await onTop(page, one)
    await page.keyboard.press('j')
    await onTop(page, two)
    await page.context().close()
  })

  it('are decided on by thumb on a phone, with every command at the foot of the screen', async () => {
    const [one, two] = (await waiting(2)) as [Row, Row]
    const { page } = await product.enter('admin', queue, { width: 390, colorScheme: 'dark' })
    await onTop(page, one)
    const bar = page.getByRole('toolbar', { name: 'Decide' })
    const box = await bar.boundingBox()
    expect([box && box.y > 600, box && box.y + box.height <= 901, await scrollsSideways(page)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await faultsOf(page)).toEqual([])
    await bar.getByRole('button', { name: 'Approve' }).click()
    await onTop(page, two)
    await bar.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Spam' }).click()
    await page.getByText('Every review has its decision.').waitFor()
    await bar.getByRole('button', { name: 'Undo' }).click()
    await onTop(page, two)
    await page.context().close()
  })
})
