import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import type { Client } from '../src/app/testing/start.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Row {
  readonly id: number
  readonly name: string
}

describe.skipIf(inject('chromiumPath') === null)('rules and tags', () => {
  let product: Product
  let admin: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'rule flows' })
    admin = await product.server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })

  const unique = (text: string) => `${text} ${++last} ${crypto.randomUUID().slice(0, 4)}`
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

  async function made(resource: string, values: object): Promise<Row> {
    const reply = await admin.post(`/rest/data/${resource}`, values)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as Row
  }

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
    await page.getByRole('link', { name: 'Say what this condition is about, or take it away.' }).waitFor()
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
      'EUR 50.00',
      'EUR 50.00',
    ])
    await row.getByText('EUR 60.00').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Purchases of last month' }).click()
    await dialog.getByRole('heading', { name: 'What this can know' }).waitFor()
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
    await panel.getByText('It shows, and tickets can be bought.').waitFor()
    await panel.getByRole('link', { name: own.name }).waitFor()
    await panel.getByText(`Not ${wide.name}: it is less specific.`).waitFor()
    await panel.getByRole('button', { name: 'Prices step by step' }).click()
    const dialog = page.getByRole('dialog', { name: 'Prices step by step' })
    await dialog.getByText('EUR 55.00').first().waitFor()
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

  it('finds tags that are nearly the same, and leads to where they are merged', async () => {
    const word = unique('Puppetry')
    const [keep, other] = [await made('tags', { name: `${word} shows` }), await made('tags', { name: `${word} show` })]
    const { page, refused } = await product.enter('admin', '/tags/list')
    await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Hygiene' }).click()
    const pairs = page.getByRole('region', { name: 'Nearly the same' })
    await pairs.getByRole('link', { name: `Merge ${other.name} into ${keep.name}` }).click()
    await page.waitForURL(new RegExp(`/tags/update/${keep.id}\\?merge=${other.id}$`))
    const merges = page.getByRole('region', { name: 'Merges' })
    const dialog = page.getByRole('dialog', { name: `Merge into ${keep.name}` })
    await dialog.getByText(`Nothing points at ${other.name}.`).waitFor()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await toasts(page).getByText(`${other.name} merged into ${keep.name}`).waitFor()
    await merges.getByRole('button', { name: `Undo the merge of ${other.name}` }).waitFor()
    await page.waitForURL(new RegExp(`/tags/update/${keep.id}$`))
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('merges the tags that are selected into one of them, and puts others under a group that is there', async () => {
    const word = unique('Marionette')
    const [one, two, three] = [
      await made('tags', { name: `${word} A` }),
      await made('tags', { name: `${word} B` }),
      await made('tags', { name: `${word} C`, groupName: `Group ${word}` }),
    ]
    const { page, refused } = await product.enter('admin', `/tags/list?q=${encodeURIComponent(word)}`)
    const select = async (name: string) =>
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox', { name: 'Select row' })
        .check()
    for (const { name } of [one, two]) await select(name)
    await page.getByRole('button', { name: 'Group…' }).click()
    const grouping = page.getByRole('dialog', { name: 'Edit 2 tags' })
    await grouping.getByRole('combobox', { name: 'Group', exact: true }).fill(word)
    await page.getByRole('option', { name: `Group ${word}` }).click()
    await grouping.getByRole('button', { name: 'Preview' }).click()
    await grouping.getByRole('button', { name: 'Change 2 tags' }).click()
    await toasts(page).getByText('2 tags changed').waitFor()
    for (const { name } of [one, three]) await select(name)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge 2 tags' })
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await toasts(page).getByText(`1 merged into ${one.name}`).waitFor()
    expect((await admin.get('/rest/data/tags', { q: word, sort: ['id', 'ASC'] })).body).toMatchObject(
      [one, two].map(({ id }) => ({ id, groupName: `Group ${word}` })),
    )
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('maps a supplier’s tag to one of ours, which its products have then, and makes a new tag of another', async () => {
    const records = maker(product.server.database.kysely, resources, examples)
    const db = product.server.database.kysely
    const {
      rows: [found],
    } = await sql<{ id: number }>`select id from providers where code = 'tiqets'`.execute(db)
    const providerId = found?.id ?? (await records.make('providers', { code: 'tiqets' }))
    const [mapped, unmapped] = [unique('walk').replaceAll(' ', '-'), unique('boat').replaceAll(' ', '-')]
    const id = await records.make('products', {
      providerId,
      supplierTags: [mapped, unmapped],
      tagIds: [],
      status: 'live',
      suspendedBecause: null,
    })
    const [ours, other] = [
      await made('tags', { name: unique('Of tours'), kind: 'tour' }),
      await made('tags', { name: unique('Of events') }),
    ]
    const tagIds = async () => ((await admin.get(`/rest/data/products/${id}`)).body as { tagIds: number[] }).tagIds
    const { page, refused } = await product.enter('admin', '/tags/list?show=hygiene')
    const panel = page.getByRole('region', { name: 'Unmapped supplier tags' })
    await panel.getByRole('link', { name: `1 product with Tiqets ${mapped}` }).waitFor()
    await panel.getByRole('button', { name: `Map Tiqets ${mapped} to a tag` }).click()
    const dialog = page.getByRole('dialog', { name: `Map Tiqets ${mapped}` })
    const choose = async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Tag' }).fill(name)
      await page.getByRole('option', { name, exact: true }).click()
      await dialog.getByRole('button', { name: 'Map', exact: true }).click()
    }
    await choose(other.name)
    await dialog.getByText(`${other.name} is a tag of events: products have those of tours.`).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await choose(ours.name)
    await toasts(page).getByText(`Tiqets ${mapped} is mapped to ${ours.name}`).waitFor()
    await panel.getByText(mapped, { exact: true }).waitFor({ state: 'detached' })
    expect(await tagIds()).toEqual([ours.id])
    await panel.getByRole('link', { name: `Make a tag of Tiqets ${unmapped}` }).click()
    const name = unique('Boats')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await toasts(page).getByText(`Tag ${name} created`).waitFor()
    await expect.poll(async () => (await tagIds()).length).toBe(2)
    expect(refused).toEqual([])
    await page.context().close()
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
    const panel = page.getByRole('region', { name: 'Rules that hold here' })
    await panel.getByRole('list', { name: 'Rules of this category' }).getByRole('link', { name: own.name }).waitFor()
    await panel.getByText('Tickets per order: 4 tickets at most').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await panel.getByRole('link', { name: 'New rule for this category' }).click()
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
    const panel = page.getByRole('region', { name: 'Rules that hold here' })
    await panel.getByRole('list', { name: 'Rules of this subcategory' }).getByRole('link', { name: own.name }).waitFor()
    await panel.getByRole('list', { name: 'Rules of its category' }).getByRole('link', { name: above.name }).waitFor()
    await panel.getByRole('link', { name: 'New rule for this subcategory' }).click()
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
    await dialog.getByText('Say by how many days: earlier is below zero.').waitFor()
    await dialog.getByRole('textbox').first().fill('7')
    await dialog.getByText(new RegExp(`${one.name} will hold from 8 Mar 2031`)).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Shift', exact: true }).click()
    await toasts(page).getByText('1 window shifted').waitFor()
    await page
      .getByRole('dialog', { name: /^1 rule stayed/ })
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
