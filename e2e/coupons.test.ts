import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { chooseAction } from './actions.ts'
import { faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the commands of coupons', () => {
  let product: Product
  let server: TestServer
  let admin: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'coupon flows' })
    server = product.server
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })

  async function create(draft: object = {}): Promise<{ id: number; code: string }> {
    const reply = await admin.post('/rest/data/coupons', {
      code: `FLOW-${++last}`,
      name: 'Flow',
      percent: 500,
      status: 'active',
      ...draft,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as { id: number; code: string }
  }

  /** A person's page on the list, narrowed by a search. */
  async function enter(role: string, q = ''): Promise<Page> {
    const { page } = await product.enter(role, `/coupons/list?q=${encodeURIComponent(q)}`)
    await page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor()
    return page
  }
  const row = (page: Page, code: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: code, exact: true }) })
  const choose = async (page: Page, code: string) =>
    row(page, code).getByRole('checkbox', { name: 'Select row' }).click()
  const command = (page: Page, name: string) =>
    page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name, exact: true })

  it('pauses what can be paused and names the rest with the reason', async () => {
    const campaign = 'Pausing'
    const [one, other, draft] = [
      await create({ campaign }),
      await create({ campaign }),
      await create({ campaign, status: 'draft' }),
    ]
    const page = await enter('admin', campaign)
    for (const { code } of [one, other, draft]) await choose(page, code)
    await command(page, 'Pause').click()
    const box = page.getByRole('alertdialog', { name: '1 coupon not paused' })
    await box.waitFor()
    expect(await box.innerText()).toContain(`${draft.code}: It is a draft. Activate or archive it.`)
    await box.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('2 coupons paused').waitFor()
    for (const { code } of [one, other]) await row(page, code).getByText('Paused', { exact: true }).waitFor()
    await row(page, draft.code).getByText('Draft', { exact: true }).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Select row', checked: true }).count()).toBe(0)
    await page.context().close()
  })

  it('offers only what would change something, and extends what has expired', async () => {
    const { id, code } = await create({ validUntil: '2099-01-01T00:00:00Z', timeZone: 'Asia/Tokyo' })
    await sql`update coupons set valid_until = '2020-01-01' where id = ${id}`.execute(server.database.kysely)
    const page = await enter('admin', code)
    await choose(page, code)
    await command(page, 'Extend').waitFor()
    expect(await command(page, 'Resume').count()).toBe(0)
    await command(page, 'Extend').click()
    const dialog = page.getByRole('dialog', { name: 'Extend 1 coupon' })
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await dialog.getByText('Choose an end date.').waitFor()
    await dialog.getByLabel('Valid until').fill('2019-05-01T00:00')
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await dialog.getByText('The new end must be in the future.').waitFor()
    await dialog.getByLabel('Valid until').fill('2095-05-01T00:00')
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row(page, code).getByText('Active', { exact: true }).waitFor()
    // Midnight in Tokyo, on whose clocks the coupon is meant.
    expect((await admin.get(`/rest/data/coupons/${id}`)).body).toMatchObject({ validUntil: '2095-04-30T15:00:00.000Z' })
    await page.context().close()
  })

  it('generates codes, tells mistakes on their fields, and gives the codes as a file', async () => {
    const page = await enter('admin')
    await page.getByRole('button', { name: 'Generate codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Generate codes' })
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await expect.poll(() => dialog.getByLabel('Prefix').getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('Prefix').fill('MAIL-')
    await dialog.getByLabel('How many').fill('25')
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await dialog.getByText('Name is required.').waitFor()
    await dialog.getByLabel('Name').fill('Autumn mailing')
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await dialog.getByText('Enter a percentage from 0.01 to 100.').waitFor()
    await dialog.getByLabel('Percentage').fill('12.5')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Generate' }).click()

    const made = page.getByRole('dialog', { name: '25 codes generated' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      made.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^coupons-mail--\d+\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(26)
    expect(lines[25]).toMatch(/^MAIL-[A-Z0-9]{10},draft,0,$/)
    await made.getByRole('button', { name: 'Show them' }).click()
    await page
      .getByRole('navigation', { name: 'Pagination' })
      .getByText(/of 25\b/)
      .waitFor()
    await page.context().close()
  })

  it('generates codes like a coupon that exists', async () => {
    const { id, code } = await create({ locales: ['es'], percent: 750 })
    const page = await enter('admin')
    await page.goto(`${server.url}/coupons/update?id=${id}`)
    await chooseAction(page, 'Generate codes')
    const dialog = page.getByRole('dialog', { name: 'Generate codes' })
    await dialog.getByText(`Everything else is the same as ${code}.`).waitFor()
    await dialog.getByLabel('Prefix').fill('like-')
    await dialog.getByLabel('How many').fill('2')
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('dialog', { name: '2 codes generated' }).waitFor()
    const { body } = await admin.get('/rest/data/coupons', { filter: { code: { startsWith: 'LIKE-' } } })
    expect(body).toMatchObject([
      { percent: 750, locales: ['es'], status: 'active' },
      { percent: 750, locales: ['es'], status: 'active' },
    ])
    await page.context().close()
  })

  it('shows what an interrupted batch lacks and makes it', async () => {
    const { body } = await admin.post('/rest/data/coupons/generate', {
      count: 2,
      prefix: 'CUT-',
      template: { name: 'Cut short', percent: 500 },
    })
    await sql`update coupon_batches set wanted = 150, stopped_because = 'Interrupted' where id = ${(body as { id: number }).id}`.execute(
      server.database.kysely,
    )
    const page = await enter('admin')
    await page.getByRole('button', { name: 'Batches' }).click()
    const batch = page.getByRole('dialog', { name: 'Batches of codes' }).getByRole('row', { name: /Cut short/ })
    await batch.getByText('2 of 150').waitFor()
    await batch.getByRole('button', { name: 'Generate the rest of Cut short' }).click()
    await batch.getByRole('cell', { name: '150', exact: true }).waitFor()
    expect(await batch.getByRole('button', { name: /Generate the rest/ }).count()).toBe(0)
    await page.context().close()
  })

  it('shows how much of a limit is used', async () => {
    const { id, code } = await create({ totalLimit: 8 })
    await sql`update coupons set times_used = 3 where id = ${id}`.execute(server.database.kysely)
    const page = await enter('admin', code)
    await row(page, code).getByText('3 / 8').waitFor()
    await page.context().close()
  })

  it('offers no command without write permission, and no file without export permission', async () => {
    const { code } = await create()
    const page = await enter('read-only', code)
    await row(page, code).waitFor()
    for (const name of ['Generate codes', 'New coupon']) expect(await page.getByText(name).count()).toBe(0)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.getByRole('button', { name: 'Batches' }).click()
    await page.getByRole('dialog', { name: 'Batches of codes' }).getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('button', { name: /Download|Generate the rest/ }).count()).toBe(0)
    await page.context().close()
  })
})
