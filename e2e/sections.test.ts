import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import type { Client } from '../src/app/testing/start.server.ts'
import type { Maker } from '../src/core/testing/make.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Row {
  readonly id: number
  readonly name: string
}

describe.skipIf(inject('chromiumPath') === null)('contents of sections, bylines, and languages together', () => {
  let product: Product
  let admin: Client
  let records: Maker
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'section flows' })
    admin = await product.server.signIn('admin')
    records = maker(product.server.database.kysely, resources, examples)
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

  it('shows below a subcategory what is in it and its pages by city, and begins the missing one with both for catalogue editors', async () => {
    const category = await made('categories', { name: unique('Sights') })
    const section = await made('subcategories', { name: unique('Towers'), categoryId: category.id })
    const cityId = await records.make('cities', { name: unique('Towerton') })
    const { name: city } = (await admin.get(`/rest/data/cities/${cityId}`)).body as Row
    const title = unique('The high one')
    await records.make('products', {
      title,
      cityId,
      subcategoryIds: [section.id],
      status: 'live',
      suspendedBecause: null,
    })
    const { page, refused } = await product.enter('catalogue-editor', `/subcategories/update?id=${section.id}`)
    const members = page.getByRole('region', { name: 'Members' })
    await members.getByRole('link', { name: title }).waitFor()
    const list = new URL(
      (await members.getByRole('link', { name: '1 product', exact: true }).getAttribute('href')) ?? '',
      page.url(),
    )
    expect([list.pathname, list.searchParams.get('filter')]).toEqual([
      '/products/list',
      `{"subcategoryIds":[${section.id}]}`,
    ])
    const pages = page.getByRole('region', { name: 'City pages', exact: true })
    const row = pages.getByRole('row', { name: new RegExp(city) })
    const cells = await row.getByRole('cell').allInnerTexts()
    expect([cells[0], ...cells.slice(2)]).toEqual(['missing', '1', '0', '0'])
    expect(await faultsOf(page)).toEqual([])
    await row.getByRole('link', { name: `Write the page of ${city}` }).click()
    await page.getByRole('heading', { level: 1, name: 'New alias' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'City' }).inputValue()).toBe(city)
    await page.getByText(section.name, { exact: true }).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('tells two cities of one name apart where several are chosen', async () => {
    const name = unique('Valencia')
    const [spain, venezuela] = [
      await records.make('countries', { name: unique('Spain') }),
      await records.make('countries', { name: unique('Venezuela') }),
    ]
    const cityIds = [
      await records.make('cities', { name, countryId: spain }),
      await records.make('cities', { name, countryId: venezuela }),
      await records.make('cities', { name: unique('Lonely') }),
    ]
    const countries = await Promise.all(
      [spain, venezuela].map(async (id) => ((await admin.get(`/rest/data/countries/${id}`)).body as Row).name),
    )
    const author = await made('authors', { name: unique('Knows three'), cityIds })
    const { page, refused } = await product.enter('admin', `/authors/update?id=${author.id}`)
    for (const [place, country] of countries.entries())
      await page.getByText(`${name} (${country}, #${cityIds[place]})`, { exact: true }).waitFor()
    await page.getByText(/^Lonely \d+ \w{4}$/).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('moves the bylines of several authors to one, and takes them down with it', async () => {
    const team = unique('Team')
    const [one, two, successor] = [
      await made('authors', { name: `${team} one`, biography: 'Wrote.' }),
      await made('authors', { name: `${team} two`, biography: 'Wrote.' }),
      await made('authors', { name: unique('Stays on'), biography: 'Writes.' }),
    ]
    await sql`update authors set publication = 'published', published_at = now() where id in (${one.id}, ${successor.id})`.execute(
      product.server.database.kysely,
    )
    const [first, second] = [
      await made('categories', { name: unique('Signed'), authorId: one.id }),
      await made('categories', { name: unique('Signed'), authorId: two.id }),
    ]
    const { page, refused } = await product.enter('admin', `/authors/list?q=${encodeURIComponent(team)}`)
    await page.getByRole('table', { name: 'Authors' }).getByRole('link', { name: one.name }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Move bylines…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move bylines' })
    await dialog.getByText('2 pages carry the name of one of the 2 selected authors.').waitFor()
    expect(
      await dialog
        .getByRole('combobox', { name: 'New author' })
        .evaluate((element) => element === document.activeElement),
    ).toBe(true)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.getByText('Choose an author.').waitFor()
    await dialog.getByRole('combobox', { name: 'New author' }).fill(successor.name)
    await page.getByRole('option', { name: successor.name }).click()
    await dialog
      .getByRole('combobox', { name: 'The selected authors' })
      .selectOption({ label: 'Unpublish their pages and redirect their URLs to the new author' })
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await toasts(page).getByText('2 bylines moved, 1 author unpublished').waitFor()
    for (const { id } of [first, second])
      expect((await admin.get(`/rest/data/categories/${id}`)).body).toMatchObject({ authorId: successor.id })
    expect((await admin.get(`/rest/data/authors/${one.id}`)).body).toMatchObject({ publication: 'unpublished' })
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('says of a new language what it needs, doubts its direction, and keeps its tag', async () => {
    const { page, refused } = await product.enter('admin', '/locales/create')
    await page.getByRole('textbox', { name: 'BCP 47 tag' }).fill('fa')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Persian')
    await page.getByRole('textbox', { name: 'Own name' }).fill('فارسی')
    expect(await page.getByRole('combobox', { name: 'Falls back to' }).getAttribute('aria-required')).toBe('true')
    await page.getByText('Persian is usually written from right to left.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Choose right to left' }).click()
    expect(await page.getByRole('combobox', { name: 'Direction' }).inputValue()).toBe('rtl')
    expect(await page.getByText('Persian is usually written').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Falls back to' }).fill('English')
    await page.getByRole('option', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await toasts(page).getByText('Language Persian created').waitFor()
    await page.getByText('Texts and URLs use it, so it can’t change.').waitFor()
    expect(await page.getByRole('textbox', { name: 'BCP 47 tag' }).getAttribute('readonly')).not.toBeNull()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('gives several languages another fallback, and says of which it cannot be', async () => {
    const styles = {
      direction: 'ltr',
      fallbackId: 1,
      numberStyle: 'comma_point',
      dateStyle: 'day_month_year',
      isInPreparation: false,
    }
    const group = unique('Nordic')
    const [base, one, two] = [
      await made('locales', { ...styles, code: 'qva', name: `${group} base`, nativeName: 'a' }),
      await made('locales', { ...styles, code: 'qvb', name: `${group} one`, nativeName: 'b' }),
      await made('locales', { ...styles, code: 'qvc', name: `${group} two`, nativeName: 'c' }),
    ]
    const { page, refused } = await product.enter('admin', `/locales/list?q=${encodeURIComponent(group)}`)
    await page.getByRole('table', { name: 'Languages' }).getByRole('link', { name: base.name }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Set fallback…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 languages' })
    await dialog.getByRole('combobox', { name: 'Falls back to', exact: true }).fill(base.name)
    await page.getByRole('option', { name: base.name }).click()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('A language can’t fall back to itself.').waitFor()
    await dialog.getByRole('button', { name: 'Change 2 languages' }).click()
    await expect
      .poll(
        async () =>
          await Promise.all(
            [base, one, two].map(
              async ({ id }) =>
                ((await admin.get(`/rest/data/locales/${id}`)).body as { fallbackId: number }).fallbackId,
            ),
          ),
      )
      .toEqual([1, base.id, base.id])
    expect(refused).toEqual([])
    await page.context().close()
  })
})
