import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { faultsOf } from './axe.ts'
import {
  admin,
  category,
  last,
  next,
  product,
  server,
  startCategories,
  toasts,
  translate,
} from './testing/category-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('categories, subcategories and authors', () => {
  startCategories()

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
    const record = await category({ name: `Placeholders ${next()}`, description: 'From {price} on.' })
    const { page } = await product.enter('admin', `/categories/update?id=${record.id}&locale=es`)
    await page.getByRole('textbox', { name: 'Description in Spanish', exact: true }).fill('Desde ahora.')
    await page.getByRole('button', { name: 'Save translation' }).click()
    await page.getByText('Missing here but in the source: {price}.').waitFor()
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
    const record = await category({ name: `Two at once ${next()}`, description: 'What is in it.' })
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
    const record = await category({ name: `Kept ${next()}` })
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
})
