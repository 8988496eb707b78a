import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('peeking at the rows of a list', () => {
  let product: Product
  const ids = new Map<string, number>()

  beforeAll(async () => {
    product = await startProduct({ name: 'peek' })
    const admin = await product.server.signIn('admin')
    for (const code of ['AUTUMN', 'SUMMER', 'WINTER']) {
      const reply = await admin.post('/rest/data/coupons', {
        code,
        name: `${code} sale`,
        kind: 'percent',
        percent: 500,
        status: 'active',
        notes: `All of ${code}`,
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      ids.set(code, (reply.body as { id: number }).id)
    }
  })
  afterEach(async () => {
    await product?.leave()
  })
  afterAll(async () => {
    await product?.stop()
  })

  async function enter(path = '/coupons/list?sort=code', look = {}) {
    const visit = await product.enter('admin', path, look)
    await visit.page.getByRole('link', { name: 'AUTUMN' }).waitFor()
    return visit
  }
  const panel = (page: Page, code: string) => page.getByRole('complementary', { name: `Peek at Coupon ${code}` })
  const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

  it('Space on a row shows it beside the list, the arrow keys go on to others, and Escape closes with the focus where it was', async () => {
    const { page } = await enter()
    await row(page, 'AUTUMN').focus()
    await page.keyboard.press(' ')
    await panel(page, 'AUTUMN').getByText('All of AUTUMN').waitFor()
    await page.keyboard.press('ArrowDown')
    await panel(page, 'SUMMER').getByText('All of SUMMER').waitFor()
    await page.keyboard.press('ArrowDown')
    await panel(page, 'WINTER').getByText('All of WINTER').waitFor()
    expect(await row(page, 'WINTER').getAttribute('aria-current')).toBe('true')
    await page.keyboard.press('Escape')
    await panel(page, 'WINTER').waitFor({ state: 'detached' })
    expect(await row(page, 'WINTER').evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('Space again closes it, and Enter opens the record', async () => {
    const { page } = await enter()
    await row(page, 'SUMMER').focus()
    await page.keyboard.press(' ')
    await panel(page, 'SUMMER').waitFor()
    await page.keyboard.press(' ')
    await panel(page, 'SUMMER').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/coupons/update?id=${ids.get('SUMMER')}`)
  })

  it('survives a reload, is in the address for a colleague, and adds nothing that Back would have to undo', async () => {
    const { page } = await enter()
    await page.keyboard.press('p')
    await panel(page, 'AUTUMN').waitFor()
    expect(new URL(page.url()).searchParams.get('peek')).toBe(String(ids.get('AUTUMN')))
    const entries = await page.evaluate(() => history.length)
    await panel(page, 'AUTUMN').getByRole('button', { name: 'Next' }).click()
    await panel(page, 'SUMMER').waitFor()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.reload()
    await panel(page, 'SUMMER').getByText('All of SUMMER').waitFor()
  })

  it('by pointer: the Peek button opens the first row, a click on another row goes there, the first one has nothing before it', async () => {
    const { page } = await enter()
    await page.getByRole('button', { name: 'Peek' }).click()
    await panel(page, 'AUTUMN').waitFor()
    expect(await panel(page, 'AUTUMN').getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await row(page, 'WINTER').getByText('WINTER sale').click()
    await panel(page, 'WINTER').waitFor()
    await panel(page, 'WINTER').getByRole('link', { name: 'Open' }).click()
    await page.waitForURL(`**/coupons/update?id=${ids.get('WINTER')}`)
  })

  it('an address that names a record that is gone says so beside the list', async () => {
    const { page } = await enter('/coupons/list?sort=code&peek=999999')
    await page.getByRole('complementary').filter({ hasText: 'coupon not found' }).waitFor()
  })

  it.each(looks)('looks right, fits and passes axe at $width px in $colorScheme', async (look) => {
    const { page } = await enter(`/coupons/list?sort=code&peek=${ids.get('SUMMER')}`, look)
    await panel(page, 'SUMMER').getByText('All of SUMMER').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
  })
})
