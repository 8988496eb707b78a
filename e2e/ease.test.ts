import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { daysOf, todayIn } from '../src/core/i18n/relative-dates.ts'
import { actsOn, promised } from './acts.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the keys that a task takes', () => {
  let product: Product
  let tries = 1

  beforeAll(async () => {
    product = await startProduct({ name: 'ease' })
    const { make } = maker(product.server.database.kysely, resources, examples)
    const cityId = await make('cities', { name: 'Rome' })
    await make('purchases', {
      cityId,
      customerEmail: 'rosa.vila@example.com',
      reference: 'RSVK2345',
      travelDate: daysOf('nextWeek', todayIn('Europe/Madrid')).from,
      bookingStatus: 'confirmed',
      fulfilmentStatus: 'awaiting_tickets',
    })
    const admin = await product.server.signIn('admin')
    for (let n = 10; n < 22; n++) {
      const reply = await admin.post('/rest/data/coupons', {
        code: `EASE${n}`,
        name: `Ease ${n}`,
        kind: 'percent',
        percent: 500,
        status: 'active',
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    }
  })
  afterEach(async () => {
    await product?.leave()
  })
  afterAll(async () => {
    await product?.stop()
  })

  const enter = async (path: string) => actsOn((await product.enter('admin', path)).page)

  it('to find an order by email and open it', async () => {
    const { page, press, type, count } = await enter('/dashboard')
    await press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await type('rosa.vila@example.com')
    await page
      .getByRole('option', { name: /RSVK2345/ })
      .first()
      .waitFor()
    await press('Enter')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForURL(/\/purchases\/(products|events)\/view/)
    expect(count()).toBe(promised('Find an order by email and open it'))
  })

  it('to pause twelve coupons', async () => {
    const { page, press, count } = await enter('/dashboard')
    await press('g')
    await press('c')
    await page.getByRole('link', { name: 'EASE21' }).waitFor()
    await press('j')
    await press('Shift+ArrowDown', 11)
    const commands = page.getByRole('group', { name: 'Selected rows' })
    await commands.getByText('12 selected').waitFor()
    await commands.getByRole('button', { name: 'Pause' }).waitFor()
    await press('a')
    await press('Enter')
    await page.getByRole('region', { name: 'Notifications' }).getByText('12 coupons paused').first().waitFor()
    expect(count()).toBe(promised('Pause 12 coupons'))
  })

  it('to filter next week’s purchases in Rome that await tickets, and export them', async () => {
    const { page, press, type, count } = await enter('/dashboard')
    const pick = async (field: string) => {
      await press('f')
      await page.getByRole('combobox', { name: 'Field' }).waitFor()
      await type(field)
      await press('Enter')
      await page.getByRole('button', { name: 'Apply' }).waitFor()
    }
    const chip = (name: RegExp) =>
      page.getByRole('group', { name: 'Filters' }).getByRole('button', { name }).first().waitFor()
    await press('g')
    await press('p')
    await page.getByRole('heading', { level: 1, name: 'All purchases' }).waitFor()
    await page.getByRole('button', { name: 'Export' }).waitFor()
    await pick('travel')
    await press('Shift+Tab')
    await press('ArrowDown')
    await press('Tab')
    await type('Next w')
    await press('Control+Enter')
    await chip(/Travel date: next week/)
    await pick('city')
    await type('Rome')
    await page.getByRole('option', { name: 'Rome' }).waitFor()
    await press('ArrowDown')
    await press('Enter')
    await press('Control+Enter')
    await chip(/City: Rome/)
    await pick('fulfil')
    await press('Tab')
    await press(' ')
    await press('Control+Enter')
    await chip(/Awaiting tickets/)
    await press('e')
    await page.getByRole('dialog', { name: 'Export purchases' }).locator('input[type=radio]:focus').waitFor()
    await press('Enter')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/We’ll notify you when the file is ready/)
      .first()
      .waitFor()
    expect(count()).toBe(promised('Filter next week’s purchases in Rome that await tickets, and export them'))
  })

  it('to restore yesterday’s version of a coupon', async () => {
    const admin = await product.server.signIn('admin')
    const code = `YESTERDAY${tries++}`
    const made = await admin.post('/rest/data/coupons', {
      code,
      name: 'As it was',
      kind: 'percent',
      percent: 500,
      status: 'draft',
    })
    const { id } = made.body as { id: number }
    await admin.patch(`/rest/data/coupons/${id}`, { name: 'A mistake' })
    const { page, press, type, count } = await enter('/dashboard')
    await press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await type(code)
    await page
      .getByRole('option', { name: new RegExp(code) })
      .first()
      .waitFor()
    await press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await press('h')
    await page.getByRole('dialog').getByText('As it was').first().waitFor()
    await press('Enter')
    await page
      .getByRole('button', { name: /Restore/ })
      .last()
      .waitFor()
    await press('Enter')
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('As it was')
    expect(count()).toBe(promised('Restore yesterday’s version of a coupon'))
  })
})
