import { describe, expect, inject, it } from 'vitest'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { type Row, admin, last, made, nextNumber, product, server, startPages, toasts } from './testing/page-flows.ts'

const legal = () => {
  const n = nextNumber()
  return made('static-pages', {
    title: `Flow page ${n}`,
    key: `flow-page-${n}`,
    template: 'legal',
    body: '<p>You may cancel until the day before.</p><p>See :::link|text=the old offer|element=pr-999999999:::.</p>',
  })
}

describe.skipIf(inject('chromiumPath') === null)('static pages and languages', () => {
  startPages()

  it('shows a page beside its editor, lists its broken links, and makes its text a version that can be compared and restored', async () => {
    const record = await legal()
    const { page, refused } = await product.enter('admin', `/static-pages/${record.id}`)
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('You may cancel until the day before.').waitFor()
    await page.getByRole('region', { name: 'Links of the text' }).getByText('Not there').waitFor()
    const versions = page.getByRole('region', { name: 'Versions', exact: true })
    await versions.getByText('No versions yet, so nothing applies.').waitFor()
    for (const [text, number] of [
      ['until the day before', 1],
      ['until noon of the day before', 2],
    ] as const) {
      if (number === 2) {
        await versions.getByText('The text above is the latest version’s.').waitFor()
        await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`You may cancel ${text}.`)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await versions.getByText('The text above is a draft. The active version applies.').waitFor()
        await page
          .getByRole('region', { name: 'Links of the text' })
          .getByText('The stored text has no link markers.')
          .waitFor()
        await preview.getByText(`You may cancel ${text}.`).waitFor()
      }
      await versions.getByRole('button', { name: 'Make the text a version…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Make the text a version' })
      await dialog.getByRole('button', { name: 'Make it a version' }).click()
      await dialog.getByText('Choose a start date.').waitFor()
      await dialog.getByLabel('Applies from now').check()
      await dialog.getByLabel('What changed').fill(`Change ${number}`)
      expect(await faultsOf(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Make it a version' }).click()
      await toasts(page).getByText(`Version ${number} is active`).waitFor()
    }
    await versions.getByRole('button', { name: 'Compare version 2' }).click()
    const compared = page.getByRole('dialog', { name: 'Compare versions' })
    await compared.getByText('2 paragraphs differ.').waitFor()
    expect(await compared.locator('ins').allInnerTexts()).toEqual(['noon of '])
    await compared.getByRole('button', { name: 'Close' }).click()
    await versions.getByRole('button', { name: 'Restore version 1 as the draft' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await toasts(page).getByText('Version 1 restored as the draft').waitFor()
    await preview.getByText('You may cancel until the day before.').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('plans the publication of the pages that are selected, those that are ready', async () => {
    const mark = `Planned ${nextNumber()}`
    const pages = [
      await made('static-pages', { title: `${mark} ready`, key: `planned-${last}-a`, body: '<p>Here.</p>' }),
      await made('static-pages', { title: `${mark} bare`, key: `planned-${last}-b` }),
    ]
    const [ready] = pages
    for (const { id } of pages)
      await admin.put(`/rest/data/static-pages/${id}/translations/es`, {
        texts: { title: { text: `Prevista ${id}`, status: 'approved' } },
      })
    const { page, refused } = await product.enter('admin', `/static-pages?q=${encodeURIComponent(mark)}`)
    await page.getByRole('table').getByText(`${mark} bare`).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Schedule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule publishing of 2 static pages' })
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('Choose a date and time.').waitFor()
    await dialog.getByLabel('Publish at', { exact: true }).fill('2098-05-01T09:00')
    await dialog.getByLabel('Unpublish at').fill('2098-06-01T09:00')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('1 static page will be scheduled.').waitFor()
    await dialog.getByText('It cannot be published yet: Text missing.').waitFor()
    await dialog.getByRole('button', { name: 'Schedule publishing of 1 static page' }).click()
    await toasts(page).getByText('1 static page scheduled, 1 refused').waitFor()
    expect((await admin.get(`/rest/data/static-pages/${ready?.id}`)).body).toMatchObject({
      publication: 'draft',
      publishAt: expect.stringContaining('2098-05-01'),
      unpublishAt: expect.stringContaining('2098-06-01'),
    })
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('shows what was smuggled into a page without running any of it', async () => {
    const tried = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<svg/onload=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<base href="https://evil.example/">',
      '<meta http-equiv="refresh" content="0;url=https://evil.example">',
      '<style>body{display:none}</style>',
      '<form id=attributes><input name=attributes></form>',
      '<p style="background:url(//evil.example/x)">styled</p>',
    ]
    const n = nextNumber()
    const record = await made('static-pages', {
      title: `Smuggled ${n}`,
      key: `smuggled-${n}`,
      template: 'legal',
      body: `<p>Before.</p>${tried.join('')}<p>After ${n}.</p>`,
    })
    expect(
      (await admin.post(`/rest/data/static-pages/${record.id}/versions`, { effectiveFrom: null, note: null })).status,
    ).toBe(201)
    const { page, refused } = await product.enter('admin', '/static-pages')
    const ran: string[] = []
    page.on('dialog', (dialog) => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) ran.push(message.text())
    })
    await page.goto(`${server.url}/static-pages/${record.id}`)
    await page.getByRole('region', { name: 'Preview' }).getByText(`After ${n}.`).waitFor()
    await page.getByRole('button', { name: 'Compare version 1' }).click()
    await page.getByRole('dialog', { name: 'Compare versions' }).getByText('No differences.').waitFor()
    expect(ran).toEqual([])
    expect(new URL(page.url()).pathname).toBe(`/static-pages/${record.id}`)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('does not offer to delete or unpublish a required page, and says why', async () => {
    const present = (
      (await admin.get('/rest/data/static-pages', { filter: { key: 'contact' } })).body as (Row &
        Record<string, unknown>)[]
    )[0]
    const record =
      present ??
      (await made('static-pages', { title: 'Contact', key: 'contact', slug: 'contact', body: '<p>Write to us.</p>' }))
    if (record['publication'] !== 'published') {
      await admin.put(`/rest/data/static-pages/${record.id}/translations/es`, {
        texts: { title: { text: 'Contacto', status: 'approved' } },
      })
      expect((await admin.post(`/rest/data/static-pages/${record.id}/publish`, {})).status).toBe(200)
    }
    const { page, refused } = await product.enter('admin', `/static-pages/${record.id}`)
    await page.getByRole('region', { name: 'Required page' }).getByText('can’t be deleted or unpublished').waitFor()
    const publication = page.getByRole('region', { name: 'Publication' })
    await publication.getByText('A required page can’t be unpublished.').waitFor()
    await publication.getByText('No end date').waitFor()
    expect(await page.getByRole('button', { name: /^(Delete|Unpublish…|Schedule unpublish…)$/ }).count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('measures the search result of a page while it is written, and shows its texts in the pseudo-language', async () => {
    const record = await legal()
    const { page, refused } = await product.enter('admin', `/static-pages/${record.id}`)
    const result = page.getByRole('region', { name: 'Search result' })
    await page.getByLabel('Search title').fill('W'.repeat(60))
    await result.getByText('Cut off at the end').waitFor()
    await page.getByLabel('Search title').fill('A title that fits into the place for it')
    await result.getByText('Good length').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Pseudo-language' }).click()
    await page
      .getByRole('region', { name: 'Texts in the pseudo-language' })
      .getByText(/^Ýóú ɱáý/)
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('is free of faults in each look', async () => {
    const record = await legal()
    expect(
      (await admin.post(`/rest/data/static-pages/${record.id}/versions`, { effectiveFrom: null, note: 'First' }))
        .status,
    ).toBe(201)
    const { page, refused } = await product.enter('admin', '/static-pages')
    for (const path of [
      '/static-pages',
      `/static-pages/${record.id}`,
      '/static-pages/create',
      '/translations/list',
      '/locales/list',
      '/locales/update?id=2',
      '/locales/create',
    ]) {
      await page.goto(`${server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
      expect([path, await faultsInEachLook(page)]).toEqual([path, []])
    }
    expect(refused).toEqual([])
    await page.context().close()
  })
})
