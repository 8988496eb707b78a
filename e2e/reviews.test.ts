import { describe, expect, inject, it } from 'vitest'
import { chooseAction } from './actions.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import {
  type Row,
  admin,
  last,
  next,
  product,
  queue,
  records,
  server,
  startReviews,
  statusOf,
  toasts,
  waiting,
} from './testing/review-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('reviews', () => {
  startReviews()

  it('have passages redacted, with what readers will see beforehand and the original for a reason', async () => {
    const productId = await records.make('products', { status: 'live', suspendedBecause: null })
    const { body } = await admin.post('/rest/data/product-reviews', {
      productId,
      source: 'import',
      originalRating: 8,
      originalScale: 10,
      body: 'Call Laura on 600 123 456 for a better price.',
      language: 'en',
      authorName: 'Anna M.',
    })
    const { page, refused } = await product.enter('admin', `/products/reviews/update?id=${(body as Row).id}`)
    await chooseAction(page, 'Redact')
    const dialog = page.getByRole('dialog', { name: 'Redact a passage' })
    const text = dialog.getByRole('textbox', { name: 'Text' })
    await text.evaluate((element: HTMLTextAreaElement) => {
      element.focus()
      element.setSelectionRange(element.value.indexOf('Laura'), element.value.indexOf(' for a'))
    })
    await dialog.getByText('What readers will see:').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A private number')
    await dialog.getByRole('button', { name: 'Redact' }).click()
    const shown = page.getByRole('region', { name: 'Shown publicly' })
    await shown.getByText('redacted', { exact: true }).waitFor()
    expect(await shown.getByText('600 123').count()).toBe(0)
    await shown.getByText('Given as 8 of 10, shown as 4 stars.').waitFor()
    await chooseAction(page, 'Original text')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The author asks')
    await page.getByRole('button', { name: 'Show the original' }).click()
    await page.getByRole('dialog').getByText('600 123 456').waitFor()
    await page.keyboard.press('Escape')
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('say what speaks for them and what they have in common with others', async () => {
    const productId = await records.make('products', {
      status: 'live',
      suspendedBecause: null,
      title: `Copied ${next()}`,
    })
    const body = `The very same story told twice, number ${last}, about a tour that was the best of all tours.`
    const [one, two] = [0, 1].map(() => ({
      productId,
      source: 'import',
      originalRating: 5,
      body,
      language: 'en',
      authorName: 'Anna M.',
      travelDate: '2026-05-20',
      submittedAt: '2026-05-12T10:00:00.000Z',
    }))
    await admin.post('/rest/data/product-reviews', one)
    const second = (await admin.post('/rest/data/product-reviews', two)).body as Row
    for (const look of looks) {
      const { page, refused } = await product.enter('admin', `/products/reviews/update?id=${second.id}`, look)
      const forensics = page.getByRole('region', { name: 'Forensics' })
      await forensics.getByText('One other review has the very same text.').waitFor()
      await forensics.getByText('55').first().waitFor()
      await page
        .getByRole('region', { name: 'Evidence' })
        .getByText('It was written on 12 May 2026, before the visit on 20 May 2026.')
        .waitFor()
      expect([await faultsOf(page), await scrollsSideways(page), refused]).toEqual([[], false, []])
      await page.context().close()
    }
  })

  it('are rejected together for one reason: copies from the forensics of one, a selection in the list, and both taken back', async () => {
    await waiting(0)
    const productId = await records.make('products', {
      status: 'live',
      suspendedBecause: null,
      title: `Flooded ${next()}`,
    })
    const body = `Everybody tells this one story word by word, number ${last}, and says that the tour was perfect.`
    const made: Row[] = []
    for (let n = 0; n < 3; n++) {
      made.push(
        (
          await admin.post('/rest/data/product-reviews', {
            productId,
            source: 'import',
            originalRating: 5,
            title: `Copy ${n} of ${last}`,
            body,
            language: 'en',
            authorName: 'Anna M.',
            submittedAt: `2026-03-1${n}T10:00:00.000Z`,
          })
        ).body as Row,
      )
    }
    const states = async () => await Promise.all(made.map(statusOf))
    const [waits, spam] = [
      ['pending', null, false],
      ['rejected', 'spam', false],
    ]
    const { page, refused } = await product.enter('admin', queue)
    await page
      .getByRole('region', { name: 'Forensics' })
      .getByRole('button', { name: 'Reject these 3…' })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Why are these 3 rejected?' }).waitFor()
    await page.keyboard.press('1')
    await toasts(page).getByText('3 reviews rejected').waitFor()
    await page.getByText('Every review has its decision.').waitFor()
    expect(await states()).toEqual([spam, spam, spam])
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(states).toEqual([waits, waits, waits])
    await page.goto(
      `${server.url}/products/reviews/list?filter=${encodeURIComponent(JSON.stringify({ productId: [productId] }))}`,
    )
    await page.getByRole('checkbox', { name: 'Select row' }).first().check()
    await page.getByRole('button', { name: 'Reject this one…' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Reject these 3…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
    await toasts(page).getByText('3 reviews rejected').first().waitFor()
    expect((await states()).map(([status, reason]) => [status, reason])).toEqual(
      made.map(() => ['rejected', 'duplicate']),
    )
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('are taken in by hand with their own scale, and listed with stars', async () => {
    const title = `Product to review ${next()}`
    await records.make('products', { status: 'live', suspendedBecause: null, title })
    const { page, refused } = await product.enter('admin', '/products/reviews/create')
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Nice and short.')
    await page.getByRole('textbox', { name: 'Original rating' }).fill('7')
    await page.getByRole('textbox', { name: 'Best grade of its scale' }).fill('10')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('en')
    await page.getByRole('textbox', { name: 'Author', exact: true }).fill('Ben T.')
    await page.getByRole('combobox', { name: 'Source' }).selectOption('import')
    await page.getByRole('combobox', { name: 'Product' }).fill(title)
    await page.getByRole('option', { name: title }).click()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { level: 2, name: 'Moderation' }).waitFor()
    await page.goto(`${server.url}/products/reviews/list`)
    await page.getByRole('table').getByText('Nice and short.').first().waitFor()
    await page.getByRole('img', { name: '4 stars of 5' }).first().waitFor()
    expect([await faultsOf(page), refused]).toEqual([[], []])
    await page.context().close()
  })

  it('are asked for in another language from the list, and translated on their page with the original in view', async () => {
    const [one, two] = (await waiting(2)) as [Row, Row]
    const { page, refused } = await product.enter(
      'admin',
      `/products/reviews/list?filter=${encodeURIComponent('{"status":["pending"]}')}`,
    )
    await page.getByRole('table').getByText(two.headline).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Translate…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for 2 reviews in another language' })
    await dialog.getByRole('button', { name: 'Ask for it' }).click()
    await dialog.getByText('Choose a language.').waitFor()
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('es')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Ask for it' }).click()
    await toasts(page).getByText('2 translations requested.').waitFor()
    await page.goto(`${server.url}/products/reviews/update?id=${one.id}`)
    const panel = page.getByRole('region', { name: 'In other languages' })
    await panel.getByRole('button', { name: 'Translate into Spanish' }).click()
    await panel.getByRole('blockquote', { name: 'As written by the author' }).getByText(one.headline).waitFor()
    await panel.getByRole('textbox', { name: 'Text' }).fill('Estuvo bien.')
    await panel.getByRole('button', { name: 'Save the translation' }).click()
    await panel.getByText('Translate the author’s title too.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await panel.getByRole('textbox', { name: 'Title' }).fill('Una historia')
    await panel.getByRole('button', { name: 'Save the translation' }).click()
    await toasts(page).getByText('Saved in Spanish').waitFor()
    await panel.getByText('Estuvo bien.').waitFor()
    expect((await admin.get(`/rest/data/product-reviews/${one.id}`)).body).toMatchObject({
      headline: one.headline,
      translatedLocales: ['es'],
      waitingLocales: [],
    })
    // Nothing but the title that was missing at first.
    expect(refused).toEqual([expect.stringMatching(/^422 .*\/translations\/es$/)])
    await page.context().close()
  })
})
