import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { type Row, admin, last, made, newRulePage, product, startRules, toasts, unique } from './testing/rule-flows.ts'

/** A published event in ten days, of which the provider asks 50 euros. */
async function event(): Promise<Row & { venue: string }> {
  const records = maker(product.server.database.kysely, resources, examples)
  const [name, venue] = [unique('Night of'), unique('Hall')]
  const venueId = await records.make('venues', { name: venue, slug: crypto.randomUUID() })
  const startsAt = new Date(Date.now() + 10 * 86_400_000 + 3_600_000).toISOString()
  const id = await records.make('events', {
    name,
    slug: crypto.randomUUID(),
    venueId,
    type: 'concert',
    publication: 'published',
    schedule: 'scheduled',
    isHidden: false,
    onSaleAt: null,
    offSaleAt: null,
    providerCode: null,
    performerIds: [],
    tagIds: [],
    imageIds: [],
    superEventId: null,
  })
  await records.make('performances', {
    eventId: id,
    venueId,
    status: 'onsale',
    startsAt,
    localDate: startsAt.slice(0, 10),
    localTime: startsAt.slice(11, 16),
    timeZone: 'UTC',
    isTimeTba: false,
    currency: 'EUR',
    minPrice: 5_000,
    maxPrice: 9_000,
    available: 10,
    capacity: 100,
    providerCode: null,
  })
  await sql`update providers set is_enabled = true where id = (select provider_id from events where id = ${id})`.execute(
    product.server.database.kysely,
  )
  return { id, name, venue }
}

describe.skipIf(inject('chromiumPath') === null)('rules and tags', () => {
  startRules()

  it('builds a rule condition by condition, tries it on live events, and saves it', async () => {
    const { name: eventName, venue } = await event()
    const name = unique('Dearer in')
    const { page, refused } = await product.enter('admin', '/rules/create')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    const adding = page.getByRole('group', { name: 'Add a condition' })
    await page.getByRole('textbox', { name: 'Markup' }).fill('1')
    await adding.getByRole('button', { name: 'Venue' }).click()
    const venues = page.getByRole('combobox', { name: 'Venues' })
    await expect.poll(() => venues.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'Complete this condition or remove it.' }).waitFor()
    await page.getByRole('button', { name: 'Remove the condition Venue' }).click()
    await page.getByRole('checkbox', { name: 'Enabled' }).check()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'Confirm that it can apply to everything, or add a condition.' }).waitFor()
    await page.getByRole('checkbox', { name: /^It can apply to everything: \d+ live event/ }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Enabled' }).uncheck()
    await page.getByRole('textbox', { name: 'Markup' }).fill('')
    await adding.getByRole('button', { name: 'Venue' }).click()
    await venues.fill(venue)
    await page.getByRole('option', { name: venue }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Try before saving' }).click()
    const dialog = page.getByRole('dialog', { name: 'What this rule would do' })
    await dialog.getByRole('alert').getByText('Enter a percentage.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('textbox', { name: 'Markup' }).fill('20')
    await page.getByText('Markup: +20% on the price, where venue is the one chosen.').waitFor()
    await page.getByRole('button', { name: 'Try before saving' }).click()
    const row = dialog.getByRole('row', { name: new RegExp(eventName) })
    await row.waitFor()
    expect((await row.getByRole('cell').allInnerTexts()).slice(1, 3).map((text) => text.split('\n')[0])).toEqual([
      '€50.00',
      '€50.00',
    ])
    await row.getByText('€60.00').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Purchases of last month' }).click()
    await dialog.getByRole('heading', { name: 'Limits of this replay' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('checkbox', { name: 'Enabled' }).check()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await toasts(page).getByText(`Rule ${name} created`).waitFor()
    await page.waitForURL(/\/rules\/update\/\d+$/)
    await page.getByText(`Markup: +20% on the price, where venue is ${venue}.`).waitFor()
    expect(refused.filter((text) => !text.includes('/rules/dry-run'))).toEqual([])
    await page.context().close()
  })

  it('explains beside an event why it shows, at what price, and from which rule', async () => {
    const { id, name } = await event()
    const [own, wide] = [
      await made('rules', { name: unique('Own'), type: 'markup', markup: 1_000, eventIds: [id], isEnabled: true }),
      await made('rules', { name: unique('Wide'), type: 'markup', markup: 2_000, daysTo: 900 - last, isEnabled: true }),
    ]
    const { page, refused } = await product.enter('admin', `/events/update?id=${id}`)
    await page.getByText(name).first().waitFor()
    const panel = page.getByRole('region', { name: 'Why it shows' })
    await panel.scrollIntoViewIfNeeded()
    await panel.getByText('Visible, with tickets on sale.').waitFor()
    await panel.getByRole('link', { name: own.name }).waitFor()
    await panel.getByText(`Not ${wide.name}: it is less specific.`).waitFor()
    await panel.getByRole('button', { name: 'Prices step by step' }).click()
    const dialog = page.getByRole('dialog', { name: 'Prices step by step' })
    await dialog.getByText('€55.00').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(refused).toEqual([])
    await admin.patch(`/rest/data/rules/${wide.id}`, { isEnabled: false })
    await page.context().close()
    // A user with access to events but not to rules doesn't even request the rules.
    const agent = await product.enter('sales-agent', `/events/update?id=${id}`)
    expect([await agent.page.getByRole('region', { name: 'Why it shows' }).count(), agent.refused]).toEqual([0, []])
    await agent.page.context().close()
  })

  it('names beside a category the rules that apply in it, and begins a new one with it', async () => {
    const category = await made('categories', { name: unique('Section') })
    const own = await made('rules', {
      name: unique('Own'),
      type: 'max_tickets',
      maxTickets: 4,
      categoryIds: [category.id],
      isEnabled: true,
    })
    const { page, refused } = await product.enter('admin', `/categories/update?id=${category.id}`)
    const panel = page.getByRole('region', { name: 'Active rules here' })
    await panel.getByRole('list', { name: 'Rules of this category' }).getByRole('link', { name: own.name }).waitFor()
    await panel.getByText('Tickets per order: 4 tickets at most').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await panel.getByRole('link', { name: 'New rule for this category' }).click()
    await newRulePage(page)
    const name = unique('Fee of')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByText(category.name, { exact: true }).first().waitFor()
    await page.getByRole('textbox', { name: 'Markup' }).fill('5')
    await page.getByText('Markup: +5% on the price, where category is').waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await toasts(page).getByText(`Rule ${name} created`).waitFor()
    expect(
      (await admin.get('/rest/data/rules', { filter: { categoryIds: category.id }, sort: ['id', 'ASC'] })).body,
    ).toMatchObject([{ id: own.id }, { name, isEnabled: false }])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('names beside a subcategory its own rules and those of its category, and begins a new one with it', async () => {
    const category = await made('categories', { name: unique('Section') })
    const section = await made('subcategories', { name: unique('Part'), categoryId: category.id })
    const own = await made('rules', {
      name: unique('Own'),
      type: 'max_tickets',
      maxTickets: 4,
      subcategoryIds: [section.id],
      isEnabled: true,
    })
    const above = await made('rules', {
      name: unique('Above'),
      type: 'max_tickets',
      maxTickets: 8,
      categoryIds: [category.id],
      isEnabled: true,
    })
    const { page, refused } = await product.enter('admin', `/subcategories/update?id=${section.id}`)
    const panel = page.getByRole('region', { name: 'Active rules here' })
    await panel.getByRole('list', { name: 'Rules of this subcategory' }).getByRole('link', { name: own.name }).waitFor()
    await panel.getByRole('list', { name: 'Rules of its category' }).getByRole('link', { name: above.name }).waitFor()
    await panel.getByRole('link', { name: 'New rule for this subcategory' }).click()
    await newRulePage(page)
    const name = unique('Fee of')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('textbox', { name: 'Markup' }).fill('5')
    await page.getByText(`Markup: +5% on the price, where subcategory is ${section.name}.`).waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await toasts(page).getByText(`Rule ${name} created`).waitFor()
    expect(
      (await admin.get('/rest/data/rules', { filter: { subcategoryIds: section.id }, sort: ['id', 'ASC'] })).body,
    ).toMatchObject([{ id: own.id }, { name, isEnabled: false }])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('shifts the windows of several rules, shows first what becomes of one, and says which have none', async () => {
    const mark = unique('Window')
    const [one, open] = [
      await made('rules', {
        name: `${mark} of a week`,
        type: 'badge',
        badge: 'New',
        validFrom: '2031-03-01T10:00:00.000Z',
        validUntil: '2031-03-08T10:00:00.000Z',
      }),
      await made('rules', { name: `${mark} of none`, type: 'badge', badge: 'New' }),
    ]
    const { page, refused } = await product.enter('admin', `/rules/list?q=${encodeURIComponent(mark)}`)
    const table = page.getByRole('table')
    await table.getByText(open.name).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Shift windows…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Shift the windows of 2 rules' })
    await dialog.getByRole('button', { name: 'Shift', exact: true }).click()
    await dialog.getByText('Enter a number of days. Use a negative number for earlier.').waitFor()
    await dialog.getByRole('textbox').first().fill('7')
    await dialog.getByText(new RegExp(`${one.name} will hold from 8 Mar 2031`)).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Shift', exact: true }).click()
    await toasts(page).getByText('1 window shifted').waitFor()
    await page
      .getByRole('dialog', { name: /^1 rule unchanged/ })
      .getByText(open.name)
      .waitFor()
    expect((await admin.get(`/rest/data/rules/${one.id}`)).body).toMatchObject({
      validFrom: '2031-03-08T10:00:00.000Z',
      validUntil: '2031-03-15T10:00:00.000Z',
    })
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('is without fault for assistive technology in each look', async () => {
    const rule = await made('rules', {
      name: unique('Looked at'),
      type: 'badge',
      badge: 'New',
      countryIds: [],
      daysTo: 5,
      eventTypes: ['sport'],
      isEnabled: false,
    })
    const { page } = await product.enter('admin', '/rules/list')
    for (const path of [`/rules/update/${rule.id}`, '/tags/list?show=hygiene']) {
      await page.goto(`${product.server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await faultsInEachLook(page)]).toEqual([path, []])
    }
    await page.context().close()
  })
})
