import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { faultsInEachLook, faultsOf, looks, scrollsSideways, settled } from './axe.ts'
import { chooseAction } from './actions.ts'
import {
  admin,
  category,
  made,
  next,
  product,
  server,
  startCategories,
  subcategory,
  toasts,
  translate,
} from './testing/category-flows.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Publication' })

describe.skipIf(inject('chromiumPath') === null)('categories, subcategories and authors', () => {
  startCategories()

  it('publishes a category once its checklist is met, and leads from the checklist to the missing translation', async () => {
    const record = await category({ name: `To be published ${next()}` })
    const { page, refused } = await product.enter('admin', `/categories/update?id=${record.id}`)
    await panel(page).getByText('1 item to fix before publishing').waitFor()
    expect(await panel(page).getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
    await panel(page).getByRole('button', { name: 'Name is missing in Spanish' }).click()
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
    await panel(page)
      .getByText(/to improve|All checks pass/)
      .waitFor()
    await panel(page).getByText(`/es/para-publicar/ca-${record.id}`).waitFor()
    await panel(page).getByRole('button', { name: 'Publish', exact: true }).click()
    await toasts(page).getByText(`${record.name} is published`).waitFor()
    await panel(page).getByText('Published', { exact: true }).waitFor()
    expect(refused).toEqual([])
    await chooseAction(page, 'History')
    await page.getByRole('dialog').getByText('Published', { exact: true }).first().waitFor()
    await page.context().close()
  })

  it('asks where the address leads before a page is unpublished', async () => {
    const [going, successor] = [
      await category({ name: `Going away ${next()}` }),
      await category({ name: `Heir of all ${next()}` }),
    ]
    for (const record of [going, successor]) {
      await translate('categories', record, { name: { text: `Es ${record.name}`, status: 'approved' } })
      expect((await admin.post(`/rest/data/categories/${record.id}/publish`, {})).status).toBe(200)
    }
    await subcategory(going.id)
    const { page } = await product.enter('admin', `/categories/update?id=${going.id}`)
    await panel(page).getByRole('button', { name: 'Unpublish…', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Unpublish ${going.name}?` })
    await dialog.getByText(/Used by 1 subcategory/).waitFor()
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await dialog.getByText('Choose a replacement page, or choose none.').waitFor()
    await dialog.getByRole('combobox', { name: 'Successor' }).fill(successor.name)
    await page.getByRole('option', { name: successor.name }).click()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await toasts(page).getByText(`${going.name} unpublished`).waitFor()
    await panel(page).getByText('redirects to its successor').first().waitFor()
    await page.context().close()
  })

  it('lets what refers to a page refer to its successor once it is unpublished, where that is wanted', async () => {
    const [going, successor] = [
      await made('authors', { name: `Retires ${next()}`, biography: 'Wrote.' }),
      await made('authors', { name: `Goes on ${next()}`, biography: 'Writes.' }),
    ]
    await sql`update authors set publication = 'published', published_at = now() where id in (${going.id}, ${successor.id})`.execute(
      server.database.kysely,
    )
    const signed = await category({ authorId: going.id })
    const { page, refused } = await product.enter('admin', `/authors/update?id=${going.id}`)
    await panel(page).getByRole('button', { name: 'Unpublish…', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Unpublish ${going.name}?` })
    await dialog.getByRole('combobox', { name: 'Successor' }).fill(successor.name)
    await page.getByRole('option', { name: successor.name }).click()
    await dialog.getByRole('checkbox', { name: 'Pages that refer to it point to the successor from now on' }).check()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await toasts(page).getByText(`${going.name} unpublished`).waitFor()
    expect((await admin.get(`/rest/data/categories/${signed.id}`)).body).toMatchObject({ authorId: successor.id })
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('asks who takes the place of an author who is deleted, by keyboard, and says what undoing brings back', async () => {
    for (const look of looks) {
      const [going, successor] = [
        await made('authors', { name: `Leaves ${next()}` }),
        await made('authors', { name: `Takes over ${next()}` }),
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
      await dialog.getByText(/^It needs a successor to be deleted\./).waitFor()
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
      await dialog.getByText('Choose a replacement author.').waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await tabTo('Successor', 'combobox')
      await page.keyboard.type(going.name)
      // The author isn't offered as its own successor; a new one could take over.
      await page.getByRole('option', { name: `Create author “${going.name}”` }).waitFor()
      expect(await page.getByRole('option', { name: going.name, exact: true }).count()).toBe(0)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(successor.name)
      await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([successor.name])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog.getByText(`Moves to ${successor.name}: 1 category.`).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await tabTo('Delete', 'button')
      await page.keyboard.press('Enter')
      await toasts(page).getByText(`Author ${going.name} deleted. ${successor.name} replaces it`).waitFor()
      await page.waitForURL(/authors\/list/)
      expect((await admin.get(`/rest/data/categories/${signed.id}`)).body).toMatchObject({
        authorId: successor.id,
        version: 2,
      })
      // Keys typed while a list is loading are no command.
      await settled(page)
      await page.keyboard.press('z')
      await toasts(page).getByText(`Author ${going.name} is back. References stay with ${successor.name}`).waitFor()
      await page.waitForURL(`${server.url}/authors/update?id=${going.id}`)
      expect((await admin.get(`/rest/data/categories/${signed.id}`)).body).toMatchObject({ authorId: successor.id })
      expect(refused.filter((answer) => !answer.includes(`/authors/${going.id}`))).toEqual([])
      await page.context().close()
    }
  })

  it('shows an author what is due, and passes axe', async () => {
    const author = await made('authors', { name: 'Due Tomorrow', biography: 'Writes.', reviewDays: 30 })
    const signed = await category({ name: `Signed page ${next()}`, authorId: author.id, reviewedOn: '2020-01-01' })
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
    const record = await category({ name: `Looked at ${next()}` })
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
