import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../src/app/testing/start.server.ts'
import { makeCatalogue } from '../src/features/coupons/testing/coupons.server.ts'
import { faultsOf, looks, scrollsSideways, settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Coupon {
  readonly id: number
  readonly version: number
  readonly code: string
  readonly [key: string]: unknown
}

describe.skipIf(inject('chromiumPath') === null)('changing values in a list', () => {
  let product: Product
  let admin: Client
  let editor: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'inline edit' })
    admin = await product.server.signIn('admin')
    editor = await product.server.signIn('sales-agent')
    await makeCatalogue(product.server.database.kysely)
  })
  afterAll(async () => {
    await product?.stop()
  })

  const path = '/rest/data/coupons'
  async function create(draft: object = {}): Promise<Coupon> {
    const reply = await admin.post(path, {
      code: `CELL-${++last}`,
      name: 'First name',
      percent: 500,
      status: 'active',
      campaign: 'Spring',
      ...draft,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as Coupon
  }
  const read = async ({ id }: { id: number }) => (await admin.get(`${path}/${id}`)).body as Coupon
  const columns = 'code,name,status,campaign,totalLimit,isFirstPurchaseOnly,ownerId'
  const listOf = (codes: readonly Coupon[]) =>
    `/coupons/list?${new URLSearchParams({ columns, sort: 'code', filter: JSON.stringify({ code: codes.map(({ code }) => code) }) }).toString()}`
  const cell = (page: Page, { id }: Coupon, key: string) =>
    page.locator(`[data-row-id="${id}"] > td[data-column="${key}"]`)
  const box = (page: Page): Locator => page.locator('[role=dialog][data-kind]')
  const focused = (page: Page) =>
    page.evaluate(
      () =>
        (document.activeElement as HTMLElement | null)?.dataset['column'] ??
        document.activeElement?.getAttribute('name'),
    )
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
  /** To the row by its key, and into its cells once what listens there has arrived. */
  async function intoRow(page: Page): Promise<void> {
    await settled(page)
    await page.keyboard.press('j')
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight')
        return await focused(page)
      })
      .toBe('code')
  }

  it('goes from cell to cell by keyboard, saves with Enter and Tab, and leaves with Escape', async () => {
    for (const look of looks) {
      const [one, two] = [await create(), await create()]
      const { page, refused } = await product.enter('admin', listOf([one, two]), look)
      await intoRow(page)
      await page.keyboard.press('ArrowRight')
      expect(await focused(page)).toBe('name')
      await page.keyboard.press('Enter')
      await box(page).locator('input:focus').waitFor()
      await page.keyboard.type(`Renamed ${look.width}`)
      expect(await faultsOf(page), `open at ${look.width} ${look.colorScheme}`).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page.keyboard.press('Tab')
      await page.getByRole('dialog', { name: `Status of ${one.code}` }).waitFor()
      await page.keyboard.press('Tab')
      await page
        .getByRole('dialog', { name: `Campaign of ${one.code}` })
        .locator('input:focus')
        .waitFor()
      await page.keyboard.type('Summer')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await read(one))['campaign']).toBe('Summer')
      expect(await read(one)).toMatchObject({ name: `Renamed ${look.width}`, campaign: 'Summer', status: 'active' })
      expect(await cell(page, one, 'name').innerText()).toBe(`Renamed ${look.width}`)

      // The keyboard is on the cell again: down a row, and nothing is saved by Escape.
      expect(await focused(page)).toBe('campaign')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('F2')
      await page
        .getByRole('dialog', { name: `Campaign of ${two.code}` })
        .locator('input:focus')
        .waitFor()
      await page.keyboard.type('Never')
      await page.keyboard.press('Escape')
      await box(page).waitFor({ state: 'detached' })
      expect(await cell(page, two, 'campaign').innerText()).toBe('Spring')
      expect((await read(two)).version).toBe(two.version)
      expect(refused).toEqual([])
      await page.context().close()
    }
  })

  it('by mouse: a pencil on hover, a switch, a person found by search', async () => {
    const coupon = await create()
    const { page, refused } = await product.enter('admin', listOf([coupon]))
    await settled(page)
    const pencil = page.getByTitle('Change (F2)')
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0)
        await cell(page, coupon, 'totalLimit').hover()
        return await pencil.count()
      })
      .toBe(1)
    await pencil.click()
    await box(page).locator('input:focus').waitFor()
    await page.keyboard.type('250')
    // Going elsewhere keeps what was typed.
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(async () => (await read(coupon))['totalLimit']).toBe(250)

    await cell(page, coupon, 'isFirstPurchaseOnly').hover()
    await pencil.click()
    await box(page).getByRole('checkbox').click()
    await expect.poll(async () => (await read(coupon))['isFirstPurchaseOnly']).toBe(true)
    // The server has it a moment before its answer is here.
    await expect.poll(() => cell(page, coupon, 'isFirstPurchaseOnly').innerText()).toBe('Yes')

    await cell(page, coupon, 'ownerId').hover()
    await pencil.click()
    await box(page).locator('input:not([type=hidden])').fill('okonkwo')
    await page.getByRole('option', { name: 'Amara Okonkwo' }).click()
    await expect.poll(() => cell(page, coupon, 'ownerId').innerText()).toBe('Amara Okonkwo')
    await expect.poll(async () => ((await read(coupon))['owner'] as { title: string }).title).toBe('Amara Okonkwo')

    // What only the server writes, and what depends on the rest of the form, is not to be changed here.
    await cell(page, coupon, 'code').hover()
    expect(
      await page.evaluate(() => document.querySelectorAll('td input:not([type=checkbox]), td select').length),
    ).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('what the server refuses goes back, with the reason where it was typed', async () => {
    for (const look of looks) {
      const [one, two] = [await create(), await create()]
      const { page } = await product.enter('admin', listOf([one, two]), look)
      await intoRow(page)
      await page.keyboard.press('F2')
      await page
        .getByRole('dialog', { name: `Code of ${one.code}` })
        .locator('input:focus')
        .waitFor()
      await page.keyboard.type(two.code)
      await page.keyboard.press('Enter')
      await box(page)
        .getByText(/already|taken|in use/i)
        .waitFor()
      expect(await box(page).locator('input').inputValue()).toBe(two.code)
      expect(await cell(page, one, 'code').innerText()).toContain(one.code)
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await box(page).waitFor({ state: 'detached' })
      expect((await read(one)).code).toBe(one.code)
      await page.context().close()
    }
  })

  it('two people at once: the same merge as in the form, and nothing of theirs is lost', async () => {
    const coupon = await create()
    const { page } = await product.enter('admin', listOf([coupon]))
    await intoRow(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog', { name: `Name of ${coupon.code}` })
      .locator('input:focus')
      .waitFor()
    // Theirs arrives when the cell is open; the row on screen is still the old one.
    await page.route('**/rest/data/live/**', (route) => route.abort())
    await editor.patch(`${path}/${coupon.id}`, { name: 'Theirs', campaign: 'Autumn' })
    await page.keyboard.type('Mine')
    await page.keyboard.press('Enter')
    const merge = page.getByRole('dialog', { name: 'This coupon changed while you were editing' })
    await merge.getByRole('radio', { name: 'Theirs: Theirs' }).waitFor()
    await merge.getByRole('radio', { name: 'Mine: Mine' }).check()
    await merge.getByRole('button', { name: /^Save/ }).click()
    await merge.waitFor({ state: 'detached' })
    await expect.poll(async () => (await read(coupon))['name']).toBe('Mine')
    expect(await read(coupon)).toMatchObject({ name: 'Mine', campaign: 'Autumn' })
    await expect.poll(() => cell(page, coupon, 'campaign').innerText()).toBe('Autumn')
    await page.context().close()
  })

  it('a person without write permission sees the same list and changes nothing', async () => {
    const coupon = await create()
    const { page, refused } = await product.enter('read-only', listOf([coupon]))
    await settled(page)
    await cell(page, coupon, 'name').hover()
    await page.keyboard.press('j')
    await page.keyboard.press('F2')
    expect([await box(page).count(), await page.getByTitle('Change (F2)').count()]).toEqual([0, 0])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('what a form refers to and is not there yet is made in place, by keyboard, and the form goes on as it was', async () => {
    for (const look of looks) {
      const { page, refused } = await product.enter('admin', '/subcategories/create', look)
      const picker = page.locator('#field-categoryId')
      await page.locator('#field-name').fill(`Boat trips ${look.width}`)
      // It takes no focus before the definition of what it looks for is there.
      await expect.poll(() => picker.isEnabled()).toBe(true)
      await picker.focus()
      await page.keyboard.type(`On the water ${look.width}`)
      const offer = page.getByRole('option', { name: `Create category “On the water ${look.width}”` })
      await offer.waitFor()
      await expect
        .poll(async () => {
          await page.keyboard.press('ArrowDown')
          return await offer.getAttribute('data-combobox-selected')
        })
        .toBe('true')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'New category' })
      await dialog.waitFor()
      expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(`On the water ${look.width}`)
      expect(await faultsOf(page), `${look.width} ${look.colorScheme}`).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page.keyboard.press('Control+Enter')
      await dialog.waitFor({ state: 'detached' })
      expect(await picker.inputValue()).toBe(`On the water ${look.width}`)
      expect(await page.locator('#field-name').inputValue()).toBe(`Boat trips ${look.width}`)
      // The keyboard is where it was.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-categoryId')
      await page.keyboard.press('Control+s')
      await page.waitForURL((url) => url.pathname === '/subcategories/update')
      const { body } = await admin.get(`/rest/data/subcategories/${new URL(page.url()).searchParams.get('id') ?? ''}`)
      expect(body).toMatchObject({
        name: `Boat trips ${look.width}`,
        category: { title: `On the water ${look.width}` },
      })
      expect(refused).toEqual([])
      await page.context().close()
    }
  })

  it('what was typed into a form is there again after a reload', async () => {
    const coupon = await create()
    const { page } = await product.enter('admin', `/coupons/update?id=${coupon.id}`)
    await page.locator('#field-name').fill('Before the reload')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await toasts(page).getByText('Your unsaved changes were put back.').waitFor()
    expect(await page.locator('#field-name').inputValue()).toBe('Before the reload')
    // Discarded is discarded, also after the next reload.
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await page.locator('#field-name').waitFor()
    expect(await page.locator('#field-name').inputValue()).toBe('First name')
    await page.context().close()
  })

  it('my exports are reached from the account menu and the palette', async () => {
    const { page } = await product.enter('admin', '/coupons/list')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'My exports' }).click()
    await page.getByRole('heading', { level: 1, name: 'My exports' }).waitFor()
    await page.goto(`${product.server.url}/coupons/list`)
    await page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('my exports')
    await page
      .getByRole('option', { name: /My exports/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'My exports' }).waitFor()
    await page.context().close()
  })
})
