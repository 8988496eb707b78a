import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import type { Maker } from '../src/core/testing/make.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsOf, looks } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('possible duplicates', () => {
  let product: Product
  let server: TestServer
  let admin: Client
  let records: Maker
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'performer flows' })
    server = product.server
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(async () => {
    await product?.stop()
  })

  const none = {
    variations: [],
    imageIds: [],
    tagIds: [],
    sameAs: [],
    providerCodes: [],
    homeVenueId: null,
    countryId: null,
    links: [],
    seoTitle: null,
    seoDescription: null,
  }
  const performer = (name: string, values: object = {}) =>
    records.make('performers', {
      ...none,
      name,
      sortName: name,
      slug: `flow-${++last}`,
      kind: 'artist',
      sport: null,
      publication: 'draft',
      publishedAt: null,
      ...values,
    })
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
  const read = async (id: number) => (await admin.get(`/rest/data/performers/${id}`)).body as Record<string, unknown>

  it('shows why, merges after a choice, and takes the merge back', async () => {
    const name = `Tansy${++last} Chamber Choir`
    const into = await performer(name, { genre: 'Choral', biography: '<p>Sings.</p>' })
    const from = await performer(name.toUpperCase(), { genre: 'Classical', biography: null })
    await records.make('events', { performerIds: [from] })
    const { page, refused } = await product.enter('admin', `/performers/update/${into}`)
    const panel = page.getByRole('region', { name: 'Possible duplicates' })
    await panel.scrollIntoViewIfNeeded()
    await panel
      .getByRole('list', { name: `Evidence for ${name.toUpperCase()} and ${name}` })
      .getByText('Same name, different spelling')
      .waitFor()
    await panel.getByRole('button', { name: `Preview merge of ${name.toUpperCase()}` }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Merge into ${name}` })
    await dialog.getByRole('row', { name: /Events.*Performers.*1/ }).waitFor()
    await dialog
      .getByRole('group', { name: 'Genre' })
      .getByRole('radio', { name: /Classical/ })
      .check()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await toasts(page).getByText(`${name.toUpperCase()} merged into ${name}`).waitFor()
    await expect.poll(async () => (await read(into))['genre']).toBe('Classical')
    expect((await read(from))['id']).toBe(into)
    await panel.getByText('No other performer looks like this one.').waitFor()
    await page.getByRole('button', { name: `Undo the merge of ${name.toUpperCase()}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the merge' }).click()
    await toasts(page).getByText(`${name.toUpperCase()} is back`).waitFor()
    expect([(await read(into))['genre'], (await read(from))['id']]).toEqual(['Choral', from])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('lists the pairs, keeps two apart and takes that back, free of axe violations', async () => {
    const name = `Yarrow${++last}`
    const [one, other] = [await performer(name), await performer(name.toUpperCase())]
    await server.runJob('find-duplicates')
    const { page } = await product.enter('admin', '/performers/list')
    await page.getByRole('button', { name: 'Duplicates', exact: true }).click()
    const apart = page.getByRole('button', { name: `${name} and ${name.toUpperCase()} are not the same` })
    await apart.scrollIntoViewIfNeeded()
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await faultsOf(page), `${width} ${colorScheme}`).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await apart.click()
    await toasts(page).getByText(`${name} and ${name.toUpperCase()} are kept apart`).waitFor()
    await expect.poll(async () => (await read(one))['duplicateCount']).toBe(0)
    await page.goto(`${new URL(page.url()).origin}/performers/update/${other}`)
    const back = page.getByRole('button', { name: `Undo “different” for ${name}` })
    await back.scrollIntoViewIfNeeded()
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await faultsOf(page), `${width} ${colorScheme}`).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await back.click()
    await page.getByRole('button', { name: `Preview merge of ${name}` }).waitFor()
    await page.context().close()
  })

  it('merges what is selected in the list into one of it', async () => {
    const name = `Melilot${++last}`
    const ids = [await performer(`${name} one`), await performer(`${name} two`), await performer(`${name} three`)]
    const { page } = await product.enter('admin', `/performers/list?q=${name}`)
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge 3 performers' })
    await dialog.getByRole('radio', { name: new RegExp(`${name} two`) }).check()
    await dialog.getByText('Nothing links to it.').first().waitFor()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await toasts(page).getByText(`2 merged into ${name} two`).waitFor()
    for (const id of ids) expect((await read(id))['id']).toBe(ids[1])
    await page.context().close()
  })
})
