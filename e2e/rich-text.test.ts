import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { photo, upload } from '../src/platform/media/testing/image.server.ts'
import type { Client } from '../src/app/testing/start.server.ts'
import { chooseAction } from './actions.ts'
import { faultsOf, looks } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('rich text', () => {
  let product: Product
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'rich text flows' })
    admin = await product.server.signIn('admin')
  })
  afterAll(() => product?.stop())

  async function made(biography: string | null = null): Promise<number> {
    const slug = `text-${createHash('sha256').update(String(Math.random())).digest('hex').slice(0, 8)}`
    const reply = await admin.post('/rest/data/performers', {
      name: slug,
      sortName: slug,
      slug,
      kind: 'artist',
      biography,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return (reply.body as { id: number }).id
  }
  const stored = async (id: number) =>
    ((await admin.get(`/rest/data/performers/${id}`)).body as { biography: string | null }).biography
  // While the editor is on its way, an input keeps its place.
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Biography' }).and(page.locator('[aria-multiline]'))
  const enter = async (id: number, role = 'catalogue-editor') => {
    const visit = await product.enter(role, `/performers/update/${id}`)
    await textOf(visit.page).waitFor()
    // What the page's own policy refuses is reported only on its console.
    visit.page.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) visit.refused.push(message.text())
    })
    return visit
  }
  async function save(page: Page): Promise<void> {
    await page.keyboard.press('Control+s')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/saved$/)
      .waitFor()
  }
  /** Pastes as the system would, with the contents another program put there. */
  const paste = (page: Page, data: Readonly<Record<string, string>>) =>
    textOf(page).evaluate((element, given) => {
      const clipboard = new DataTransfer()
      for (const [type, content] of Object.entries(given)) clipboard.setData(type, content)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }))
    }, data)

  it('is written by keyboard, kept as canonical HTML, and found unchanged by who opens it again', async () => {
    const id = await made()
    const { page, refused } = await enter(id)
    await textOf(page).focus()
    await page.keyboard.type('## ')
    await page.keyboard.type('Who they are')
    await page.keyboard.press('Enter')
    await page.keyboard.type('A ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('brass')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' band & more <3')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await page.getByText('43 characters').waitFor()
    await save(page)
    const html =
      '<h2>Who they are</h2><p>A <strong>brass</strong> band &amp; more &lt;3</p><ul><li><p>one</p></li><li><p>two</p></li></ul>'
    expect(await stored(id)).toBe(html)
    await page.reload()
    await textOf(page).waitFor()
    await page.getByText('No unsaved changes').waitFor()
    await textOf(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('!')
    await page.getByText('Unsaved: Biography').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('No unsaved changes').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('takes links and images of the library, each with its words', async () => {
    const image = (await upload(admin, await photo(), 'stage.jpg')).body as { id: number }
    await admin.patch(`/rest/data/images/${image.id}`, { altText: 'The stage' })
    const id = await made('<p>See the map</p>')
    const { page, refused } = await enter(id)
    await textOf(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+Shift+k')
    const box = page.getByRole('dialog', { name: 'Link' })
    await box.getByRole('textbox').fill('javascript:alert(1)')
    await box.getByRole('button', { name: 'Set link' }).click()
    await box.getByText('A text can’t link to this URL.').waitFor()
    await box.getByRole('textbox').fill('example.com/map')
    await box.getByRole('button', { name: 'Set link' }).click()
    await page.keyboard.press('End')
    await page.getByRole('toolbar').getByRole('button', { name: 'Image' }).click()
    await page.getByRole('dialog', { name: 'Choose an image' }).getByRole('button', { name: 'The stage' }).click()
    const picture = textOf(page).getByRole('img', { name: 'The stage' })
    expect(
      await picture.evaluate((element) =>
        (element as HTMLImageElement).decode().then(() => (element as HTMLImageElement).naturalWidth),
      ),
    ).toBe(640)
    await save(page)
    expect(await stored(id)).toBe(
      `<p><a href="https://example.com/map">See the map</a></p><img data-image="${image.id}" alt="The stage">`,
    )
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('has link markers as pieces that know where they lead, and says which lead nowhere', async () => {
    const target = await made()
    const { name } = (await admin.get(`/rest/data/performers/${target}`)).body as { name: string }
    const id = await made(
      '<p>With :::link|text=a stranger|element=per-999999::: and :::link|text=what|element=zz-1:::.</p>',
    )
    const { page } = await enter(id)
    const notes = page.getByRole('status', { name: 'Broken link markers' })
    await notes.getByText('“a stranger” is a broken link: per-999999 not found.').waitFor()
    await notes.getByText('“what” is a broken link: zz-1 is not a known link.').waitFor()
    await textOf(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+Shift+l')
    const dialog = page.getByRole('dialog', { name: 'Link marker' })
    await dialog.getByLabel('Link to').fill(name)
    await dialog.getByRole('button', { name }).click()
    expect(await dialog.getByLabel('Text').inputValue()).toBe(name)
    await dialog.getByLabel('Text').fill('their friends')
    await dialog.getByRole('button', { name: 'Insert' }).click()
    await expect
      .poll(() => textOf(page).locator(`[data-marker="per-${target}"]`).getAttribute('title'))
      .toBe(`${name} · per-${target}`)
    await save(page)
    expect(await stored(id)).toBe(
      `<p>With :::link|text=a stranger|element=per-999999::: and :::link|text=what|element=zz-1:::.:::link|text=their friends|element=per-${target}:::</p>`,
    )
    await page.context().close()
  })

  it('makes a link marker of a record that is named after an @, by keyboard alone', async () => {
    const target = await made()
    const { name } = (await admin.get(`/rest/data/performers/${target}`)).body as { name: string }
    const id = await made()
    const { page, refused } = await enter(id)
    const options = page.getByRole('listbox', { name: 'Records to link to' }).getByRole('option')
    await textOf(page).focus()
    await page.keyboard.type('Write to us@example.com. See @')
    await page.getByText('Type the name of a city, event, performer, product …').waitFor()
    await page.keyboard.type(name)
    await options.filter({ hasText: name }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await textOf(page).getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'))
    await page.keyboard.press('Enter')
    await options.first().waitFor({ state: 'detached' })

    // What Escape leaves is a text like any other.
    await page.keyboard.type('and @nothing')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Bye')
    await save(page)
    expect(await stored(id)).toBe(
      `<p>Write to us@example.com. See :::link|text=${name}|element=per-${target}::: and @nothing</p><p>Bye</p>`,
    )
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('takes from other programs what a text can have, and nothing that could run', async () => {
    const id = await made()
    const { page, refused } = await enter(id)
    await textOf(page).focus()
    await paste(page, {
      'text/plain': 'x',
      'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment-->
        <p class=MsoNormal style='margin:0'>Seats <b>in front</b><o:p></o:p></p>
        <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>One</p>
        <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>Two</p>
        <p><img src="file:///C:/x.png" onerror="document.title='run'"><span style="font-weight:700">bold</span><a href="javascript:document.title='run'">here</a></p>
        <script>document.title='run'</script><svg onload="document.title='run'"></svg><!--EndFragment--></body></html>`,
    })
    await save(page)
    expect(await stored(id)).toBe(
      '<p>Seats <strong>in front</strong></p><ul><li><p>One</p></li><li><p>Two</p></li></ul><p><strong>bold</strong>here</p>',
    )
    await page.keyboard.press('Control+End')
    await paste(page, { 'text/plain': ' see :::link|text=Bilbao|element=c-1:::' })
    await textOf(page).locator('[data-marker="c-1"]').waitFor()
    expect(await page.title()).not.toContain('run')
    expect(refused.filter((line) => !line.startsWith('4'))).toEqual([])
    await page.context().close()
  })

  it('is compared in words that show its form, and read without write permission', async () => {
    const id = await made('<p>It was <strong>plain</strong>.</p>')
    await admin.patch(`/rest/data/performers/${id}`, { biography: '<h2>It is</h2><ul><li><p>other</p></li></ul>' })
    const { page } = await enter(id)
    await chooseAction(page, 'History')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('It was **plain**.').first().waitFor()
    expect(await drawer.getByText(/## It is\s+• other/).count()).toBeGreaterThan(0)
    await page.context().close()
    const visit = await enter(id, 'read-only')
    expect(await textOf(visit.page).getAttribute('aria-readonly')).toBe('true')
    expect(await textOf(visit.page).getAttribute('contenteditable')).toBe('false')
    expect(await visit.page.getByRole('toolbar').count()).toBe(0)
    await visit.page.context().close()
  })

  it('is no burden to a list: neither the editor nor the library of images comes with one', async () => {
    await made('<p>Plain <strong>words</strong></p>')
    const { page } = await product.enter('catalogue-editor', '/performers/list')
    await page.getByRole('row').nth(1).waitFor()
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(scripts.filter((name) => /rich-text-with|image-inputs|image-picker/.test(name))).toEqual([])
    await page.context().close()
  })

  it.each(looks)('has no fault that axe finds at $width px, $colorScheme', async (look) => {
    const id = await made(
      '<h2>Heading</h2><p>With <a href="https://example.com">a link</a>, :::link|text=a marker|element=homepage::: and :::link|text=a broken one|element=zz-1:::.</p><blockquote><p>Said</p></blockquote>',
    )
    const { page } = await product.enter('catalogue-editor', `/performers/update/${id}`, look)
    await textOf(page).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Link marker' }).click()
    await page.getByRole('dialog', { name: 'Link marker' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })
})
