import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { chooseAction } from './actions.ts'
import { admin, last, made, nextNumber, product, startPages, toasts } from './testing/page-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('static pages and languages', () => {
  startPages()

  it('leads from the matrix to the queue, from there to the editor, and on to the next text', async () => {
    const records = [
      await made('categories', { name: `Flow a ${nextNumber()}`, description: 'What is in it.' }),
      await made('categories', { name: `Flow b ${nextNumber()}`, description: 'What is in it.' }),
    ]
    const { page, refused } = await product.enter('admin', '/translations/list')
    await page.getByRole('button', { name: 'Show all types' }).click()
    await page.getByRole('button', { name: /, Categories in Spanish$/ }).click()
    await page.getByRole('button', { name: `${String(records[0]?.name)}, Description in Spanish` }).click()
    // At the text that was chosen, wherever it is on the page.
    const isFocused = (label: string) =>
      page.getByRole('textbox', { name: label, exact: true }).evaluate((element) => element === document.activeElement)
    await expect.poll(() => isFocused('Description in Spanish'), { timeout: 10_000 }).toBe(true)
    const name = page.getByRole('textbox', { name: 'Name in Spanish', exact: true })
    await name.fill(`Flujo ${last}`)
    await page.keyboard.press('Control+Enter')
    await toasts(page)
      .getByText(`Spanish texts of ${String(records[0]?.name)} saved`)
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    // To what is missing still of this record, then to the next record of the queue.
    await expect.poll(() => isFocused('Description in Spanish'), { timeout: 10_000 }).toBe(true)
    await page.keyboard.type('Lo que hay dentro.')
    const next = await page.getByRole('button', { name: /^Next: / }).textContent()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('link', { name: next?.replace('Next: ', '') ?? '', exact: true }).waitFor()
    await expect.poll(() => isFocused('Name in Spanish'), { timeout: 10_000 }).toBe(true)
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByRole('button', { name: /^Missing or outdated/ }).click()
    await page.getByRole('option', { name: /^Draft/ }).click()
    await page.getByLabel(`Select Name of ${String(records[0]?.name)} in Spanish`).check()
    await page.getByRole('button', { name: 'Approve 1 text' }).click()
    await toasts(page).getByText('1 text approved').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('gives texts to a translator, whose own queue they are', async () => {
    const record = await made('categories', { name: `Assigned ${nextNumber()}`, description: 'What is in it.' })
    const { page, refused } = await product.enter('admin', '/translations/list?in=es&of=categories&field=name')
    await page.getByLabel(`Select Name of ${record.name} in Spanish`).check()
    const { name } = (
      (await admin.get('/rest/data/translations/translators')).body as { name: string; mayTranslate: boolean }[]
    ).find(({ mayTranslate }) => mayTranslate) ?? { name: '' }
    await page.getByLabel('Assign to', { exact: true }).selectOption({ label: name })
    await page.getByRole('button', { name: 'Assign 1 text' }).click()
    await toasts(page).getByText(`1 text assigned to ${name}`).waitFor()
    await page.getByRole('button', { name: 'Assigned to', exact: true }).click()
    await page.getByRole('dialog', { name: 'Assigned to' }).getByRole('option', { name, exact: true }).click()
    await page.getByRole('button', { name: `${record.name}, Name in Spanish` }).waitFor()
    await page.getByText(`for ${name}`, { exact: true }).first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('shows what becomes visible before languages go on the site together', async () => {
    const code = `q${String.fromCharCode(97 + (nextNumber() % 20))}z`
    const locale = await made('locales', {
      code,
      name: `Together ${code} ${last}`,
      nativeName: 'both',
      direction: 'ltr',
      fallbackId: 1,
      numberStyle: 'point_comma',
      dateStyle: 'day_month_year_dots',
    })
    const { page, refused } = await product.enter('admin', `/locales/list?q=${encodeURIComponent(locale.name)}`)
    await page.getByRole('checkbox', { name: 'Select row' }).first().check()
    await page.getByRole('button', { name: 'Publish…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish languages' })
    await dialog
      .getByRole('region', { name: locale.name })
      .getByText(/published pages have their own title in it\./)
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Publish 1 language' }).click()
    await toasts(page).getByText('1 language published').waitFor()
    expect((await admin.post(`/rest/data/locales/${locale.id}/retire`, { leadsToId: null })).status).toBe(200)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('exports what is filtered, and takes the file in again once every text of it has been looked at', async () => {
    const record = await made('categories', { name: `Travelling ${nextNumber()}`, description: 'From {price} on.' })
    const { page } = await product.enter('admin', '/translations/list?in=es&of=categories&field=description')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export XLIFF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^texts-es-[0-9]+\.xlf$/)
    const text = await readFile(await download.path(), 'utf8')
    const unit = new RegExp(`(<unit id="categories\\.${record.id}\\.description"[^]*?</source>)`)
    expect(text).toMatch(unit)
    const dialog = page.getByRole('dialog', { name: 'Import translations' })
    const send = (target: string) =>
      dialog.getByLabel('XLIFF 2 or CSV, as it was exported here').setInputFiles({
        name: 'texts.xlf',
        mimeType: 'application/xliff+xml',
        buffer: Buffer.from(text.replace(unit, `$1<target>${target}</target>`)),
      })
    await page.getByRole('button', { name: 'Import…' }).click()
    await send('Desde ahora.')
    await dialog.getByText('Missing here but in the source: {price}.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Take over', exact: true }).isDisabled()).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await send('Desde {price}.')
    await dialog.getByRole('button', { name: 'Take over 1 text' }).click()
    await toasts(page).getByText('1 text taken over').waitFor()
    const { texts } = (await admin.get(`/rest/data/categories/${record.id}/translations/es`)).body as {
      texts: { field: string; text: string | null; status: string }[]
    }
    expect(texts.find(({ field }) => field === 'description')).toMatchObject({
      text: 'Desde {price}.',
      status: 'in_review',
    })
    await page.context().close()
  })

  it('asks where the addresses of a language lead before it leaves the site', async () => {
    const code = `q${String.fromCharCode(97 + (nextNumber() % 20))}x`
    const locale = await made('locales', {
      code,
      name: `Flowish ${last}`,
      nativeName: 'flow',
      direction: 'ltr',
      fallbackId: 1,
      numberStyle: 'point_comma',
      dateStyle: 'day_month_year_dots',
    })
    const { page, refused } = await product.enter('admin', `/locales/update?id=${locale.id}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await toasts(page).getByText(`${locale.name} published`).waitFor()
    await chooseAction(page, 'Unpublish…')
    const dialog = page.getByRole('dialog', { name: `Unpublish ${locale.name}?` })
    await dialog.getByLabel('URLs').selectOption('gone')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await toasts(page).getByText(`${locale.name} unpublished`).waitFor()
    await page.getByRole('region', { name: 'Publication' }).getByText('Its URLs return 410 Gone.').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('stays in the language that one writes in from a record to the next one', async () => {
    const locales = (await admin.get('/rest/data/locales')).body as { id: number; code: string }[]
    const fallbackId = locales.find(({ code }) => code === 'en')?.id
    if (!locales.some(({ code }) => code === 'fr'))
      await made('locales', { code: 'fr', name: 'French', nativeName: 'français', fallbackId })
    const mark = `Flow ${crypto.randomUUID()}`
    const [one] = [await made('categories', { name: `${mark} a` }), await made('categories', { name: `${mark} b` })]
    const { page } = await product.enter('admin', '/translations/list')
    for (const language of ['es', 'fr']) {
      await page.goto(
        `${product.server.url}/translations/list?of=categories&q=${encodeURIComponent(mark)}&edit=categories:${one.id}&locale=${language}&at=name`,
      )
      await page.getByRole('button', { name: /^(Next: |Previous record)/ }).click()
      await page.getByRole('link', { name: `${mark} b`, exact: true }).waitFor()
      expect(new URL(page.url()).searchParams.get('locale')).toBe(language)
    }
    await page.context().close()
  })
})
