import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { actsOn, promised } from './acts.ts'
import { admin, made, nextNumber, product, startPages, toasts } from './testing/page-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('the acts that a job of translators takes', () => {
  startPages()

  const focused = (page: Page, name: string) =>
    expect
      .poll(() => page.getByRole('textbox', { name, exact: true }).evaluate((one) => one === document.activeElement), {
        timeout: 10_000,
      })
      .toBe(true)

  it('to translate a text and go on', async () => {
    const record = await made('categories', { name: `Ease ${nextNumber()}`, description: 'What is in it.' })
    const { page } = await product.enter('admin', '/translations/list?in=es&of=categories')
    const { click, press, type, count } = actsOn(page)
    await click(page.getByRole('button', { name: `${record.name}, Name in Spanish` }))
    await focused(page, 'Name in Spanish')
    await type('Facilidad')
    await press('Control+Enter')
    await toasts(page).getByText(`Spanish texts of ${record.name} saved`).waitFor()
    await focused(page, 'Description in Spanish')
    expect(count()).toBe(promised('Translations', 'Translate a text and go on to the next'))
    await page.context().close()
  })

  it('to approve what waits', async () => {
    const record = await made('categories', { name: `Ease ${nextNumber()}`, description: 'What is in it.' })
    await admin.put(`/rest/data/categories/${record.id}/translations/es`, {
      texts: { name: { text: 'Nombre', status: 'draft' }, description: { text: 'Texto', status: 'draft' } },
    })
    const { page } = await product.enter('admin', '/translations/list?in=es&of=categories&status=draft')
    const { click, count } = actsOn(page)
    await page.getByRole('button', { name: `${record.name}, Name in Spanish` }).waitFor()
    await click(page.getByRole('checkbox', { name: 'Select all on this page' }))
    await click(page.getByRole('button', { name: /^Approve \d+ texts$/ }))
    await toasts(page)
      .getByText(/texts approved/)
      .waitFor()
    expect(count()).toBe(promised('Translations', 'Approve all on a page'))
    await page.context().close()
  })

  it('to give a text to a translator', async () => {
    const record = await made('categories', { name: `Ease ${nextNumber()}`, description: 'What is in it.' })
    const { page } = await product.enter('admin', '/translations/list?in=es&of=categories')
    const { click, reach, type, count } = actsOn(page)
    await click(page.getByLabel(`Select Name of ${record.name} in Spanish`))
    await reach(page.getByLabel('Assign to', { exact: true }))
    await type('Mateo')
    await click(page.getByRole('button', { name: 'Assign 1 text' }))
    await toasts(page).getByText('1 text assigned to').waitFor()
    expect(count()).toBe(promised('Translations', 'Give a text to a translator'))
    await page.context().close()
  })
})
