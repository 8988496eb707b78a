import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsInEachLook } from './axe.ts'
import { type Product, startProduct } from './product.ts'
import { confirmedVisit } from './testing/confirmed-visit.ts'

describe.skipIf(inject('chromiumPath') === null)('selected orders', () => {
  let product: Product
  const ids: number[] = []
  const db = () => product.server.database.kysely

  beforeAll(async () => {
    product = await startProduct({ name: 'selected orders flows' })
    const goods = await makeGoods(db(), maker(db(), resources, examples))
    for (let n = 0; n < 3; n += 1)
      ids.push(await confirmedVisit(product, goods, [{ unitId: goods.adultId, quantity: 1 }]))
    await sql`update purchases set booking_status = 'cancelled' where id = ${ids[1]}`.execute(db())
  })
  afterAll(() => product?.stop())

  const bookings = async () => {
    const { rows } = await sql<{ booking: string; reasons: string[] }>`
      select booking_status as booking, array(select e.detail from purchase_events e where e.purchase_id = p.id and e.kind = 'cancelled') as reasons
      from purchases p order by id`.execute(db())
    return rows
  }
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
  async function tabTo(page: Page, label: string): Promise<void> {
    for (let n = 0; n < 12; n += 1) {
      if ((await focused(page)) === label) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach “${label}”.`)
  }
  /** Opens a command of the menu for three selected rows, by keyboard alone. */
  async function choose(page: Page, command: string): Promise<void> {
    await page.locator('[data-row-id]').nth(2).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('group', { name: 'Selected rows' }).getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Resend messages…' }).waitFor()
    await page.keyboard.press('a')
    await tabTo(page, 'Resend messages…')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: command }).waitFor()
    for (let n = 0; n < 4 && (await focused(page)) !== command; n += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
  }

  it('are cancelled by keyboard where they can be, after a preview, and the others say why not', async () => {
    const { page, refused } = await product.enter('admin', '/purchases/products/list', { width: 1280 })
    await choose(page, 'Cancel orders…')
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('The guide is ill')
    await tabTo(page, 'Preview')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect.poll(() => focused(page)).toBe('Cancel 2 orders')
    expect(await dialog.getByRole('row').filter({ hasText: 'Not possible now' }).innerText()).toContain(
      'Booking status: Cancelled.',
    )
    expect(await dialog.getByRole('group', { name: 'Totals' }).innerText()).toContain('2 orders')
    expect(await faultsInEachLook(page)).toEqual([])
    expect((await bookings()).map(({ booking }) => booking)).toEqual(['confirmed', 'cancelled', 'confirmed'])

    await page.keyboard.press('Enter')
    await dialog.getByText('2 orders cancelled').waitFor()
    await expect.poll(() => focused(page)).toBe('Done')
    expect(await bookings()).toEqual([
      { booking: 'cancelled', reasons: ['The guide is ill'] },
      { booking: 'cancelled', reasons: [] },
      { booking: 'cancelled', reasons: ['The guide is ill'] },
    ])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('group', { name: 'Selected rows' }).waitFor({ state: 'detached' })
    // The preview of the one that was cancelled before.
    expect(refused).toEqual([expect.stringMatching(/^409 .*cancel\/preview$/)])
  })

  it('have their messages sent again, after a preview and with a reason, one by one', async () => {
    await sql`update messages set status = 'sent', sent_at = now(), next_attempt_at = null`.execute(db())
    const { page, refused } = await product.enter('admin', '/purchases/products/list', {
      width: 390,
      colorScheme: 'dark',
    })
    for (const n of [0, 1, 2]) await page.locator('[data-row-id] input[type="checkbox"]').nth(n).click()
    await page.getByRole('button', { name: 'Resend messages…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing was sent yet.').waitFor()
    expect(await dialog.getByText('Cancellation', { exact: true }).and(dialog.locator('b')).count()).toBe(2)
    expect(await faultsInEachLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Resend 2 messages' }).click()
    await dialog.getByText('Enter a short reason.').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Their mail server was down')
    await dialog.getByRole('button', { name: 'Resend 2 messages' }).click()
    await dialog.getByText('2 messages sent again').waitFor()
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from order_messages where kind = 'cancellation' group by purchase_id`.execute(db())
    expect(rows).toEqual([{ n: 2 }, { n: 2 }])
    // The reason that was missing.
    expect(refused).toEqual([expect.stringMatching(/^422 .*messages\/resend$/)])
  })

  it('are exported alone, by the key of the list', async () => {
    const { page, refused } = await product.enter('admin', '/purchases/products/list', { width: 1280 })
    await page.locator('[data-row-id]').nth(2).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('button', { name: 'Resend messages…' }).waitFor()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 purchases').waitFor()
    await dialog.getByText('Selected rows only.').waitFor()
    await dialog.getByRole('button', { name: 'Start export' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const { rows } = await sql<{ filter: string }>`select filter from exports order by id desc limit 1`.execute(db())
    expect(rows.map(({ filter }) => JSON.parse(filter) as unknown)).toEqual([{ id: { is: [ids[2], ids[1]] } }])
    expect(refused).toEqual([])
  })

  it('have their suppliers asked, with an answer for each', async () => {
    const { page } = await product.enter('admin', '/purchases/products/list', { width: 390, colorScheme: 'dark' })
    for (const n of [0, 1]) await page.locator('[data-row-id] input[type="checkbox"]').nth(n).click()
    await page.getByRole('button', { name: 'More actions' }).last().click()
    await page.getByRole('menuitem', { name: 'Ask suppliers' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Each supplier is asked about its booking.').waitFor()
    await dialog.getByRole('button', { name: 'Ask about 2 orders' }).click()
    await dialog.getByText('0 of 2 orders checked').waitFor()
    await expect.poll(() => dialog.getByText('No supplier requests for this order.').count()).toBe(2)
    expect(await faultsInEachLook(page)).toEqual([])
  })
})
