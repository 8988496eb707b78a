import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { chooseAction } from './actions.ts'
import { faultsInEachLook, faultsOf, looks, scrollsSideways, settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Row {
  readonly id: number
  readonly name: string
}

describe.skipIf(inject('chromiumPath') === null)('categories, subcategories and authors', () => {
  let product: Product
  let server: TestServer
  let admin: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'category flows' })
    server = product.server
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })

  async function made(resource: string, values: object): Promise<Row> {
    const reply = await admin.post(`/rest/data/${resource}`, values)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as Row
  }
  const category = (values: object = {}) =>
    made('categories', { name: `Flow ${++last}`, description: 'What is in it.', ...values })
  const subcategory = (categoryId: number, values: object = {}) =>
    made('subcategories', { name: `Flow ${++last}`, categoryId, description: 'What is in it.', ...values })
  const translate = async (resource: string, { id }: Row, texts: object) => {
    expect((await admin.put(`/rest/data/${resource}/${id}/translations/es`, { texts })).status).toBe(200)
  }
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
  const panel = (page: Page) => page.getByRole('region', { name: 'Publication' })
  const namesBelow = (page: Page, name: string) =>
    page
      .getByRole('list', { name: `Subcategories of ${name}` })
      .getByRole('link')
      .allInnerTexts()

  it('publishes a category once its checklist is met, and leads from the checklist to the missing translation', async () => {
    const record = await category({ name: `To be published ${++last}` })
    const { page, refused } = await product.enter('admin', `/categories/update?id=${record.id}`)
    await panel(page).getByText('One thing is needed before it is published').waitFor()
    expect(await panel(page).getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
    await panel(page).getByRole('button', { name: 'Name is there in Spanish' }).click()
    const input = page.getByRole('textbox', { name: 'Name in Spanish', exact: true })
    await input.fill('Para publicar')
    await page.getByLabel('Status of Name').selectOption('approved')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save translation' }).click()
    await toasts(page).getByText(`Spanish texts of ${record.name} saved`).waitFor()
    await page
      .getByRole('group', { name: 'Language of the texts' })
      .getByRole('button', { name: /English/ })
      .click()
    await panel(page).getByText('All checks pass').waitFor()
    await panel(page).getByText(`/es/para-publicar/ca-${record.id}`).waitFor()
    await panel(page).getByRole('button', { name: 'Publish', exact: true }).click()
    await toasts(page).getByText(`${record.name} is published`).waitFor()
    await panel(page).getByText('Published', { exact: true }).waitFor()
    expect(refused).toEqual([])
    await chooseAction(page, 'History')
    await page.getByRole('dialog').getByText('Published', { exact: true }).first().waitFor()
    await page.context().close()
  })

  it('marks a translation whose source changed, shows what changed, and takes it as good when it is approved', async () => {
    const record = await category({ name: 'Changing', description: 'Tickets for the big sights.' })
    await translate('categories', record, {
      name: { text: 'Cambiante', status: 'approved' },
      description: { text: 'Entradas para lo grande.', status: 'approved' },
    })
    const { page } = await product.enter('admin', `/categories/update?id=${record.id}`)
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Tickets for the small sights.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const spanish = page.getByRole('group', { name: 'Language of the texts' }).getByRole('button', { name: /Spanish/ })
    await spanish.getByText('1 outdated').waitFor()
    await spanish.click()
    const text = page.getByRole('region', { name: 'Description', exact: true })
    await text.getByText('Outdated', { exact: true }).waitFor()
    expect([await text.locator('del').allInnerTexts(), await text.locator('ins').allInnerTexts()]).toEqual([
      ['big'],
      ['small'],
    ])
    await page.getByRole('textbox', { name: 'Description in Spanish', exact: true }).fill('Entradas para lo pequeño.')
    await page.getByRole('button', { name: 'Approve all' }).click()
    await text.getByText('Approved', { exact: true }).first().waitFor()
    expect(await text.getByText('The source has changed since:').count()).toBe(0)
    await page.context().close()
  })

  it('keeps what was typed when the source has changed, and shows a broken placeholder on its field', async () => {
    const record = await category({ name: `Placeholders ${++last}`, description: 'From {price} on.' })
    const { page } = await product.enter('admin', `/categories/update?id=${record.id}&locale=es`)
    await page.getByRole('textbox', { name: 'Description in Spanish', exact: true }).fill('Desde ahora.')
    await page.getByRole('button', { name: 'Save translation' }).click()
    await page.getByText('It lacks {price}, which the source has.').waitFor()
    await sql`update categories set description = 'Only {price}.' where id = ${record.id}`.execute(
      server.database.kysely,
    )
    await page.getByRole('textbox', { name: 'Description in Spanish', exact: true }).fill('Desde {price}.')
    await page.getByRole('button', { name: 'Save translation' }).click()
    const changed = page.getByRole('group', { name: 'Description changed since you opened it' })
    await changed.getByText('The source has changed while you were typing:').waitFor()
    expect(await page.getByRole('textbox', { name: 'Description in Spanish', exact: true }).inputValue()).toBe(
      'Desde {price}.',
    )
    expect(await faultsOf(page)).toEqual([])
    await changed.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save translation' }).click()
    await toasts(page).getByText(`Spanish texts of ${record.name} saved`).waitFor()
    await page.context().close()
  })

  it('saves beside a colleague who translates other texts of the record, and asks only about the one that both changed', async () => {
    const record = await category({ name: `Two at once ${++last}`, description: 'What is in it.' })
    await translate('categories', record, {
      name: { text: 'Antes', status: 'approved' },
      description: { text: 'Antes.', status: 'approved' },
    })
    const { page } = await product.enter('admin', `/categories/update?id=${record.id}&locale=es`)
    const field = (name: string) => page.getByRole('textbox', { name: `${name} in Spanish`, exact: true })
    await field('Name').fill('Mío')
    await translate('categories', record, { description: { text: 'Lo suyo.' } })
    await page.getByRole('button', { name: 'Save translation' }).click()
    await toasts(page).getByText(`Spanish texts of ${record.name} saved`).waitFor()
    expect([await field('Name').inputValue(), await field('Description').inputValue()]).toEqual(['Mío', 'Lo suyo.'])

    await field('Name').fill('Mío otra vez')
    await field('Description').fill('Lo mío.')
    await translate('categories', record, { description: { text: 'Lo suyo otra vez.' } })
    await page.getByRole('button', { name: 'Save translation' }).click()
    const changed = page.getByRole('group', { name: 'Description changed since you opened it' })
    await changed.getByText('Lo suyo otra vez.').waitFor()
    await page.getByText('1 text changed').waitFor()
    const stored = async () =>
      Object.fromEntries(
        (
          (await admin.get(`/rest/data/categories/${record.id}/translations/es`)).body as {
            texts: { field: string; text: string }[]
          }
        ).texts.map(({ field: key, text }) => [key, text]),
      )
    expect(await stored()).toMatchObject({ name: 'Mío otra vez', description: 'Lo suyo otra vez.' })
    await changed.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save translation' }).click()
    await page.getByRole('form', { name: 'Texts in Spanish' }).getByText('No unsaved changes').waitFor()
    expect(await stored()).toMatchObject({ name: 'Mío otra vez', description: 'Lo mío.' })
    await page.context().close()
  })

  it('keeps typed translations through newer versions of the record and a look at its source', async () => {
    const record = await category({ name: `Kept ${++last}` })
    const { page } = await product.enter('admin', `/categories/update?id=${record.id}&locale=es`)
    const input = page.getByRole('textbox', { name: 'Name in Spanish', exact: true })
    await input.fill('Guardado')
    expect((await admin.patch(`/rest/data/categories/${record.id}`, { name: `Kept and renamed ${last}` })).status).toBe(
      200,
    )
    await page.getByText('The source has changed while you were typing:').waitFor()
    expect(await input.inputValue()).toBe('Guardado')
    const tabs = page.getByRole('group', { name: 'Language of the texts' })
    await tabs.getByRole('button', { name: /English/ }).click()
    await tabs.getByText('not saved').waitFor()
    await tabs.getByRole('button', { name: /Spanish/ }).click()
    expect(await input.inputValue()).toBe('Guardado')
    await page.context().close()
  })

  it('asks where the address leads before a page is unpublished', async () => {
    const [going, heir] = [
      await category({ name: `Going away ${++last}` }),
      await category({ name: `Heir of all ${++last}` }),
    ]
    for (const record of [going, heir]) {
      await translate('categories', record, { name: { text: `Es ${record.name}`, status: 'approved' } })
      expect((await admin.post(`/rest/data/categories/${record.id}/publish`, {})).status).toBe(200)
    }
    await subcategory(going.id)
    const { page } = await product.enter('admin', `/categories/update?id=${going.id}`)
    await panel(page).getByRole('button', { name: 'Take down…' }).click()
    const dialog = page.getByRole('dialog', { name: `Take ${going.name} down?` })
    await dialog.getByText(/Used by 1 subcategory/).waitFor()
    await dialog.getByRole('button', { name: 'Take down' }).click()
    await dialog.getByText('Choose the page that takes its place, or say that none does.').waitFor()
    await dialog.getByRole('combobox', { name: 'Successor' }).fill(heir.name)
    await page.getByRole('option', { name: heir.name }).click()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Take down' }).click()
    await toasts(page).getByText(`${going.name} is taken down`).waitFor()
    await panel(page).getByText('leads to its successor').first().waitFor()
    await page.context().close()
  })

  it('lets what refers to a page refer to its successor once it is unpublished, where that is wanted', async () => {
    const [going, heir] = [
      await made('authors', { name: `Retires ${++last}`, biography: 'Wrote.' }),
      await made('authors', { name: `Goes on ${++last}`, biography: 'Writes.' }),
    ]
    await sql`update authors set publication = 'published', published_at = now() where id in (${going.id}, ${heir.id})`.execute(
      server.database.kysely,
    )
    const signed = await category({ authorId: going.id })
    const { page, refused } = await product.enter('admin', `/authors/update?id=${going.id}`)
    await panel(page).getByRole('button', { name: 'Take down…' }).click()
    const dialog = page.getByRole('dialog', { name: `Take ${going.name} down?` })
    await dialog.getByRole('combobox', { name: 'Successor' }).fill(heir.name)
    await page.getByRole('option', { name: heir.name }).click()
    await dialog.getByRole('checkbox', { name: 'Pages that refer to it refer to the successor from now on' }).check()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Take down' }).click()
    await toasts(page).getByText(`${going.name} is taken down`).waitFor()
    expect((await admin.get(`/rest/data/categories/${signed.id}`)).body).toMatchObject({ authorId: heir.id })
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('asks who takes the place of an author who is deleted, by keyboard, and says what undoing brings back', async () => {
    for (const look of looks) {
      const [going, heir] = [
        await made('authors', { name: `Leaves ${++last}` }),
        await made('authors', { name: `Takes over ${++last}` }),
      ]
      const signed = await category({ authorId: going.id })
      const { page, refused } = await product.enter('admin', `/authors/update?id=${going.id}`, look)
      await page.getByRole('button', { name: 'More actions' }).focus()
      await page.keyboard.press('Enter')
      const isAt = (name: string) =>
        page.getByRole('menuitem', { name, exact: true }).evaluate((element) => element === document.activeElement)
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await expect.poll(() => isAt('Delete')).toBe(true)
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: `Delete author ${going.name}?` })
      await dialog.getByText('Used by 1 category.').waitFor()
      await dialog.getByText(/^Without a successor it cannot be deleted\./).waitFor()
      const isFocused = (name: string, role: 'button' | 'combobox') =>
        dialog.getByRole(role, { name, exact: true }).evaluate((element) => element === document.activeElement)
      const tabTo = async (name: string, role: 'button' | 'combobox') => {
        for (let presses = 0; presses < 12 && !(await isFocused(name, role)); presses++)
          await page.keyboard.press('Tab')
        expect([name, await isFocused(name, role)]).toEqual([name, true])
      }
      // Nothing chosen: the form asks for it, and nothing is deleted.
      await tabTo('Delete', 'button')
      await page.keyboard.press('Enter')
      await dialog.getByText('Choose the author that takes its place.').waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await tabTo('Successor', 'combobox')
      await page.keyboard.type(going.name)
      // The author isn't offered as its own successor; a new one could take over.
      await page.getByRole('option', { name: `Create author “${going.name}”` }).waitFor()
      expect(await page.getByRole('option', { name: going.name, exact: true }).count()).toBe(0)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(heir.name)
      await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([heir.name])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog.getByText(`To ${heir.name} go 1 category.`).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await tabTo('Delete', 'button')
      await page.keyboard.press('Enter')
      await toasts(page).getByText(`Author ${going.name} deleted. ${heir.name} takes its place`).waitFor()
      await page.waitForURL(/authors\/list/)
      expect((await admin.get(`/rest/data/categories/${signed.id}`)).body).toMatchObject({
        authorId: heir.id,
        version: 2,
      })
      // Keys typed while a list is loading are no command.
      await settled(page)
      await page.keyboard.press('z')
      await toasts(page)
        .getByText(`Author ${going.name} is back. What referred to it stays with ${heir.name}`)
        .waitFor()
      await page.waitForURL(`${server.url}/authors/update?id=${going.id}`)
      expect((await admin.get(`/rest/data/categories/${signed.id}`)).body).toMatchObject({ authorId: heir.id })
      expect(refused.filter((answer) => !answer.includes(`/authors/${going.id}`))).toEqual([])
      await page.context().close()
    }
  })

  it('orders the tree with the keyboard, says what happened, and keeps the focus where it was', async () => {
    const [one, two] = [await category({ name: `Keys one ${++last}` }), await category({ name: `Keys two ${++last}` })]
    const [a, b] = [
      await subcategory(one.id, { name: `Leaf a ${++last}` }),
      await subcategory(one.id, { name: `Leaf b ${++last}` }),
    ]
    const { page } = await product.enter('admin', '/categories/list?show=tree')
    await page.getByRole('button', { name: `Move ${a.name} down` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`${a.name} is at place 2 of 2 in ${one.name}.`).waitFor()
    await expect.poll(() => namesBelow(page, one.name)).toEqual([b.name, a.name])
    await page.getByRole('button', { name: `Move ${a.name} to the next category` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`${a.name} is at place 1 of 1 in ${two.name}.`).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toContain(a.name)
    await expect
      .poll(async () => (await admin.get(`/rest/data/subcategories/${a.id}`)).body)
      .toMatchObject({ categoryId: two.id })
    await page.context().close()
  })

  it('opens as the tree, remembers the choice of the table, and opens addresses of rows as the table', async () => {
    const record = await category({ name: `Opened ${++last}` })
    const { page } = await product.enter('admin', '/categories/list')
    const tree = page.getByRole('list', { name: 'Categories in the order of the menu' })
    await tree.getByRole('link', { name: record.name }).waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('table', { name: 'Categories' }).waitFor()
    await page.goto(`${server.url}/categories/list`)
    await page.getByRole('table', { name: 'Categories' }).waitFor()
    await page.getByRole('button', { name: 'Tree', exact: true }).click()
    await tree.waitFor()
    await page.goto(`${server.url}/categories/list?q=${encodeURIComponent(record.name)}`)
    await page.getByRole('table', { name: 'Categories' }).getByText(record.name).waitFor()
    await page.context().close()
  })

  it('shows what a colleague does to the tree while it is open', async () => {
    const home = await category({ name: `Shared ${++last}` })
    const [a, b] = [
      await subcategory(home.id, { name: `Shared a ${++last}` }),
      await subcategory(home.id, { name: `Shared b ${++last}` }),
    ]
    const { page } = await product.enter('admin', '/categories/list?show=tree')
    await expect.poll(() => namesBelow(page, home.name)).toEqual([a.name, b.name])
    expect(
      (
        await admin.post('/rest/data/subcategories/order', {
          categoryId: home.id,
          ids: [b.id, a.id],
          was: [a.id, b.id],
        })
      ).status,
    ).toBe(200)
    await expect.poll(() => namesBelow(page, home.name), { timeout: 8_000 }).toEqual([b.name, a.name])
    await page.context().close()
  })

  it('orders the tree by dragging', async () => {
    const one = await category({ name: `Drag one ${++last}` })
    const [a, b] = [
      await subcategory(one.id, { name: `Drag a ${++last}` }),
      await subcategory(one.id, { name: `Drag b ${++last}` }),
    ]
    const { page, refused } = await product.enter('admin', '/categories/list?show=tree')
    const row = (name: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .last()
    await row(a.name).scrollIntoViewIfNeeded()
    await row(b.name).scrollIntoViewIfNeeded()
    const handle = await row(b.name).locator('span[aria-hidden]').first().boundingBox()
    const target = await row(a.name).boundingBox()
    if (!handle || !target) throw new Error('The rows are not there.')
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(handle.x + 10, handle.y - 10, { steps: 4 })
    await page.mouse.move(target.x + 30, target.y + 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => namesBelow(page, one.name)).toEqual([b.name, a.name])
    await expect
      .poll(async () => ((await admin.get(`/rest/data/subcategories/${b.id}`)).body as { position: number }).position)
      .toBe(1)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('deletes no category that has subcategories, and moves them out of it first', async () => {
    const [full, other] = [
      await category({ name: `Full one ${++last}` }),
      await category({ name: `Other one ${++last}` }),
    ]
    await subcategory(full.id)
    const { page } = await product.enter('admin', `/categories/update?id=${full.id}`)
    await chooseAction(page, 'Delete')
    await page
      .getByRole('alertdialog')
      .getByText(/A subcategory is in this category/)
      .waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await chooseAction(page, 'Move subcategories…')
    const dialog = page.getByRole('dialog', { name: 'Move subcategories' })
    await dialog.getByLabel('Category').fill(other.name)
    await page.getByRole('option', { name: other.name }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await toasts(page).getByText('1 subcategory moved').waitFor()
    await page.context().close()
  })

  it('shows an author what is due, and passes axe', async () => {
    const author = await made('authors', { name: 'Due Tomorrow', biography: 'Writes.', reviewDays: 30 })
    const signed = await category({ name: `Signed page ${++last}`, authorId: author.id, reviewedOn: '2020-01-01' })
    await sql`update authors set publication = 'published' where id = ${author.id}`.execute(server.database.kysely)
    await sql`update categories set publication = 'published' where id = ${signed.id}`.execute(server.database.kysely)
    const { page } = await product.enter('admin', `/authors/update?id=${author.id}`)
    await page
      .getByRole('region', { name: 'Bylines' })
      .getByText(/days over/)
      .waitFor()
    await page.context().close()
    const { page: looking } = await product.enter('read-only', `/categories/update?id=${signed.id}&locale=es`)
    await looking.getByText('To change them you need permission to write translations.').waitFor()
    expect(await looking.getByRole('button', { name: 'Save translation' }).count()).toBe(0)
    await looking.context().close()
  })

  it('is free of faults in each look', async () => {
    const record = await category({ name: `Looked at ${++last}` })
    await subcategory(record.id)
    const { page, refused } = await product.enter('admin', '/categories/list')
    for (const path of [
      '/categories/list?show=table',
      '/categories/list?show=tree',
      `/categories/update?id=${record.id}`,
      `/categories/update?id=${record.id}&locale=es`,
      '/categories/create',
      '/subcategories/list',
      '/subcategories/list?show=yield',
      '/authors/list',
      '/authors/create',
    ]) {
      await page.goto(`${server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await faultsInEachLook(page)]).toEqual([path, []])
    }
    expect(refused).toEqual([])
    await page.context().close()
  })
})
