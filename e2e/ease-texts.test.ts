import { describe, expect, inject, it } from 'vitest'
import { actsOn, promised } from './acts.ts'
import { type Row, product, queue, startReviews, statusOf, waiting } from './testing/review-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('the acts that a job of reviews and texts takes', () => {
  startReviews()

  const onTop = (page: Awaited<ReturnType<typeof product.enter>>['page'], { headline }: Row) =>
    page.getByRole('heading', { level: 2, name: headline, exact: true }).waitFor()

  it('to approve five reviews', async () => {
    const some = await waiting(5)
    const { page } = await product.enter('admin', queue)
    const { press, count } = actsOn(page)
    for (const one of some) {
      await onTop(page, one)
      await press('a')
    }
    await page.getByText('Every review has its decision.').waitFor()
    await expect.poll(async () => (await statusOf(some[4] as Row))[0]).toBe('approved')
    expect(count()).toBe(promised('Reviews', 'Approve five in the queue'))
    await page.context().close()
  })

  it('to reject a review with its reason', async () => {
    const [one] = await waiting(1)
    const { page } = await product.enter('admin', queue)
    const { press, count } = actsOn(page)
    await onTop(page, one as Row)
    await press('r')
    await page.getByRole('dialog', { name: 'Why is it rejected?' }).getByRole('button', { name: 'Off topic' }).waitFor()
    await press('6')
    await expect.poll(() => statusOf(one as Row)).toEqual(['rejected', 'off_topic', false])
    expect(count()).toBe(promised('Reviews', 'Reject one with its reason'))
    await page.context().close()
  })

  it('to take a decision back', async () => {
    const [one] = await waiting(1)
    const { page } = await product.enter('admin', queue)
    const { press, count } = actsOn(page)
    await onTop(page, one as Row)
    await page.keyboard.press('a')
    await page.getByText('Every review has its decision.').waitFor()
    await press('u')
    await onTop(page, one as Row)
    await expect.poll(async () => (await statusOf(one as Row))[0]).toBe('pending')
    expect(count()).toBe(promised('Reviews', 'Undo the last decision'))
    await page.context().close()
  })
})
