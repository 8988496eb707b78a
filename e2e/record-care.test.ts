import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { makeCatalogue, makePurchases } from '../src/features/coupons/testing/coupons.server.ts'
import { chooseAction, openActions } from './actions.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct, type Visit } from './product.ts'

interface Coupon {
  readonly id: number
  readonly version: number
  readonly code: string
  readonly [key: string]: unknown
}

describe.skipIf(inject('chromiumPath') === null)('the care of a record', () => {
  let product: Product
  let server: TestServer
  let admin: Client
  let editor: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'record care' })
    server = product.server
    admin = await server.signIn('admin')
    editor = await server.signIn('sales-agent')
    await makeCatalogue(server.database.kysely)
  })
  afterAll(async () => {
    await product?.stop()
  })

  const path = '/rest/data/coupons'
  async function create(draft: object = {}): Promise<Coupon> {
    const reply = await admin.post(path, {
      code: `CARE-${++last}`,
      name: 'First name',
      percent: 500,
      status: 'active',
      ...draft,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as Coupon
  }
  const read = async ({ id }: { id: number }) => (await admin.get(`${path}/${id}`)).body as Coupon
  const input = (page: Page, key: string) => page.locator(`#field-${key}`)
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
  async function open(coupon: Coupon, look?: Parameters<Product['enter']>[2]): Promise<Visit> {
    const visit = await product.enter('admin', `/coupons/update?id=${coupon.id}`, look)
    await input(visit.page, 'name').waitFor()
    return visit
  }
  /** The focused element, by its name. */
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)

  it('two people change one coupon: the second sees both sides, chooses by keyboard, and nothing is lost', async () => {
    const coupon = await create()
    for (const look of looks) {
      const { page, refused } = await open(coupon, look)
      const round = `${look.width} ${look.colorScheme}`
      await input(page, 'name').fill(`Mine ${round}`)
      await input(page, 'percent').fill('12.5')
      await input(page, 'notes').fill('Only mine')
      await editor.patch(`${path}/${coupon.id}`, {
        name: `Theirs ${round}`,
        percent: 750,
        minSpends: [{ currency: 'EUR', amount: 1_000 + look.width }],
      })
      await page.keyboard.press('Control+s')
      const dialog = page.getByRole('dialog', { name: 'This coupon changed while you were editing' })
      await dialog.waitFor()
      await dialog.getByText(/saved it (just now|1 minute ago)/).waitFor()
      // As a person reads it, with the currency; neither side is chosen yet.
      expect(await dialog.getByRole('table', { name: 'Taken over' }).innerText()).toContain(
        `€${((1_000 + look.width) / 100).toFixed(2)}`,
      )
      expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0)
      await expect.poll(() => focused(page)).toBe(`Theirs: Theirs ${round}`)
      await dialog.getByRole('radio', { name: 'Mine: 12.5%' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)

      // Escape leaves everything in the form as it is.
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect([await input(page, 'name').inputValue(), await input(page, 'notes').inputValue()]).toEqual([
        `Mine ${round}`,
        'Only mine',
      ])
      await page.getByRole('region', { name: 'Changed by both' }).getByText(`Name: theirs is`).waitFor()

      await editor.patch(`${path}/${coupon.id}`, { name: `Theirs again ${round}`, percent: 800 })
      await page.keyboard.press('Control+s')
      await dialog.waitFor()
      await expect.poll(() => focused(page)).toBe(`Theirs: Theirs again ${round}`)
      await page.keyboard.press('Space')
      // The missing choice is asked for, with a link to its field.
      await page.keyboard.press('Enter')
      await dialog.getByText('Choose one version.').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await toasts(page).getByText(`Coupon ${coupon.code} saved`).waitFor()
      expect(await read(coupon)).toMatchObject({ name: `Theirs again ${round}`, percent: 1250, notes: 'Only mine' })
      expect(await page.getByRole('region', { name: 'Changed by both' }).count()).toBe(0)
      expect(refused.filter((answer) => !answer.startsWith('412'))).toEqual([])
      await admin.patch(`${path}/${coupon.id}`, { notes: null, percent: 500 })
      await page.context().close()
    }
  })

  it('a colleague deletes what you edit: the page says so, and what was typed becomes a coupon of its own', async () => {
    const coupon = await create({ status: 'draft' })
    const { page } = await open(coupon)
    await input(page, 'name').fill('Worth keeping')
    await editor.delete(`${path}/${coupon.id}`)
    await page.keyboard.press('Control+s')
    const notice = page.getByRole('alert', { name: 'Deleted in the meantime' })
    await notice.getByText('This coupon was deleted while you had it open.').waitFor()
    expect(await input(page, 'name').inputValue()).toBe('Worth keeping')
    expect(await faultsOf(page)).toEqual([])
    await notice.getByRole('button', { name: 'Make a new coupon of it' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await toasts(page).getByText(`Coupon ${coupon.code} created`).waitFor()
    await page.waitForURL((url) => url.searchParams.get('id') !== String(coupon.id))
    const id = Number(new URL(page.url()).searchParams.get('id'))
    expect(await read({ id })).toMatchObject({ code: coupon.code, name: 'Worth keeping', percent: 500 })
    await page.context().close()
  })

  it('restores yesterday’s version with three keys: h, Enter, Enter', async () => {
    const coupon = await create()
    await editor.patch(`${path}/${coupon.id}`, { name: 'Yesterday', totalLimit: 40 })
    await editor.patch(`${path}/${coupon.id}`, { name: 'Today by mistake', totalLimit: 4 })
    for (const look of looks) {
      await admin.patch(`${path}/${coupon.id}`, { name: 'Yesterday', totalLimit: 40 })
      await editor.patch(`${path}/${coupon.id}`, { name: 'Today by mistake', totalLimit: 4 })
      const { page, refused } = await open(coupon, look)
      await page.locator('#main').focus()
      await page.keyboard.press('h')
      const drawer = page.getByRole('dialog', { name: `History of coupon ${coupon.code}` })
      await drawer.getByText('Current version').waitFor()
      expect(await drawer.getByRole('table').first().innerText()).toMatch(/Name\s+Yesterday\s+Today by mistake/)
      expect(await faultsOf(page)).toEqual([])
      await expect.poll(() => focused(page)).toMatch(/^Restore this version: /)
      await page.keyboard.press('Enter')
      const preview = page.getByRole('table', { name: 'What changes' })
      await preview.waitFor()
      expect(await preview.getByRole('row').allInnerTexts()).toEqual([
        'Field\tNow\tRestored',
        'Name\tToday by mistake\tYesterday',
        'Total limit\t4\t40',
      ])
      await expect.poll(() => focused(page)).toBe('Restore')
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press('Enter')
      await toasts(page).getByText(`Coupon ${coupon.code} restored`).waitFor()
      await expect.poll(() => input(page, 'name').inputValue()).toBe('Yesterday')
      expect(await read(coupon)).toMatchObject({ name: 'Yesterday', totalLimit: 40 })
      expect(refused).toEqual([])
      await page.context().close()
    }
  })

  it('an earlier version that is no longer possible fills the form and names what is in the way', async () => {
    const coupon = await create()
    await admin.patch(`${path}/${coupon.id}`, { percent: 750 })
    await sql`update coupons set times_used = 1 where id = ${coupon.id}`.execute(server.database.kysely)
    const { page } = await open(coupon)
    await chooseAction(page, 'History')
    await page.getByRole('button', { name: /^Restore this version: / }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('link', { name: /Used once/ }).waitFor()
    expect(await input(page, 'percent').inputValue()).toBe('5%')
    expect(await read(coupon)).toMatchObject({ percent: 750 })
    await page.context().close()
  })

  it('says before deleting what uses a coupon, and that it has to stay', async () => {
    const coupon = await create()
    const ids = await makePurchases(server.database.kysely, 3)
    await sql`update purchases set coupon_id = ${coupon.id} where id = any(${ids})`.execute(server.database.kysely)
    const { page, refused } = await open(coupon)
    await chooseAction(page, 'Delete')
    const box = page.getByRole('alertdialog', { name: `Coupon ${coupon.code} cannot be deleted` })
    await box
      .getByText('Used by 3 purchases. Purchases use this coupon, so it can’t be deleted. Archive it instead.')
      .waitFor()
    await box.getByRole('button', { name: 'Archive instead' }).waitFor()
    await box.getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('heading', { level: 2, name: 'Used by' }).click()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: '3 purchases' }).click()
    await page.getByRole('heading', { level: 1, name: 'All purchases' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Pagination' })
      .getByText(/of 3\b/)
      .waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('duplicates a coupon by an address that survives a reload, and stores nothing before it is saved', async () => {
    const [city] = (await admin.get('/rest/data/cities')).body as { id: number; name: string }[]
    const coupon = await create({ cityIds: [city?.id], minSpends: [{ currency: 'EUR', amount: 500 }] })
    const { page } = await open(coupon)
    await chooseAction(page, 'Duplicate')
    await page.waitForURL(`${server.url}/coupons/create?from=${coupon.id}`)
    await page.getByText(`Copy of ${coupon.code}`).waitFor()
    await page.reload()
    await page.getByText(`Copy of ${coupon.code}`).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-code')
    // Titles, not numbers: the copy knows what its references are called.
    await page.getByText(city?.name ?? '', { exact: true }).waitFor()
    expect([await input(page, 'code').inputValue(), await input(page, 'status').inputValue()]).toEqual(['', 'draft'])
    await page.keyboard.type('copied-1')
    await page.keyboard.press('Control+s')
    await toasts(page).getByText('Coupon COPIED-1 created').waitFor()
    await page.waitForURL(/update\?id=/)
    const id = Number(new URL(page.url()).searchParams.get('id'))
    expect(await read({ id })).toMatchObject({
      code: 'COPIED-1',
      status: 'draft',
      percent: 500,
      cityIds: [city?.id],
      minSpends: [{ currency: 'EUR', amount: 500 }],
    })
    await page.context().close()
  })

  it('undoes a deletion with one key, and an archiving in the list', async () => {
    const coupon = await create({ campaign: 'Undoing' })
    const { page, refused } = await open(coupon)
    await chooseAction(page, 'Delete')
    const box = page.getByRole('alertdialog', { name: `Delete coupon ${coupon.code}?` })
    await box.getByText('No references. The audit keeps what it was.').waitFor()
    await box.getByRole('button', { name: 'Delete' }).click()
    await toasts(page).getByText(`Coupon ${coupon.code} deleted`).waitFor()
    await page.waitForURL(/coupons\/list/)
    expect((await admin.get(`${path}/${coupon.id}`)).status).toBe(404)
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('z')
    await toasts(page).getByText(`Coupon ${coupon.code} is back`).waitFor()
    await page.waitForURL(`${server.url}/coupons/update?id=${coupon.id}`)
    expect(await read(coupon)).toMatchObject({ code: coupon.code, campaign: 'Undoing', version: 2 })

    await page.goto(`${server.url}/coupons/list?q=Undoing`)
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: coupon.code, exact: true }) })
    await row.getByRole('checkbox', { name: 'Select row' }).click()
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click()
    const question = page.getByRole('alertdialog', { name: 'Archive 1 coupon?' })
    await question.getByText('An archived coupon is no longer accepted. Nothing has used it.').waitFor()
    await question.getByRole('button', { name: 'Archive' }).click()
    await row.getByText('Archived', { exact: true }).waitFor()
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await row.getByText('Active', { exact: true }).waitFor()
    expect(await read(coupon)).toMatchObject({ status: 'active' })
    expect(refused.filter((answer) => !answer.includes(`/${coupon.id}`))).toEqual([])
    await page.context().close()
  })

  it('shows a reader the history and no way to change anything', async () => {
    const coupon = await create()
    await admin.patch(`${path}/${coupon.id}`, { name: 'Second name' })
    const { page, refused } = await product.enter('read-only', `/coupons/update?id=${coupon.id}`)
    await chooseAction(page, 'History')
    await page.getByRole('list', { name: 'Versions' }).getByText('Second name').waitFor()
    expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'View in audit log' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    expect(await (await openActions(page)).getByRole('menuitem').allInnerTexts()).toEqual(['History\nH'])
    expect(refused).toEqual([])
    await page.context().close()
  })
})
