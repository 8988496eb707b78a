import { createHash } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { photo, upload } from '../src/platform/media/testing/image.server.ts'
import type { Client } from '../src/app/testing/start.server.ts'
import { chooseAction } from './actions.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Image {
  readonly id: number
  readonly version: number
  readonly focalX: number
  readonly focalY: number
  readonly altText: string | null
}

describe.skipIf(inject('chromiumPath') === null)('images', () => {
  let product: Product
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'image flows' })
    admin = await product.server.signIn('admin')
  })
  afterAll(() => product?.stop())

  async function made(name: string, width = 900, height = 600): Promise<Image> {
    const reply = await upload(admin, await photo(width, height), name)
    expect(reply.status).toBe(200)
    return reply.body as Image
  }
  const performer = async (draft: object = {}) => {
    const slug = `flow-${createHash('sha256').update(String(Math.random())).digest('hex').slice(0, 8)}`
    const reply = await admin.post('/rest/data/performers', {
      name: slug,
      sortName: slug,
      slug,
      kind: 'artist',
      ...draft,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as { id: number }
  }
  const read = async (id: number) => (await admin.get(`/rest/data/images/${id}`)).body as Image
  const file = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await photo() })
  const isShown = (image: Locator) =>
    image.evaluate((element) =>
      (element as HTMLImageElement).decode().then(() => (element as HTMLImageElement).naturalWidth > 0),
    )
  const saved = async (page: Page) => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/saved$/)
      .waitFor()
  }

  it('are uploaded to the library, each once, and what is no picture is refused with its reason', async () => {
    const { page, refused } = await product.enter('catalogue-editor', '/images/list')
    await page.getByRole('button', { name: 'Upload images' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload images' })
    const picture = await file('Stalls.jpg')
    await dialog.locator('input[data-upload]').setInputFiles([picture, { ...picture, name: 'The same again.jpg' }])
    await dialog.getByRole('link', { name: 'Stalls.jpg' }).waitFor()
    expect(await dialog.getByRole('list', { name: 'Uploaded' }).getByRole('listitem').count()).toBe(1)
    expect(await isShown(dialog.locator('img'))).toBe(true)
    expect(refused).toEqual([])
    await dialog.locator('input[data-upload]').setInputFiles({
      name: 'logo.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await dialog
      .getByRole('alert')
      .getByText(/^This is an SVG drawing/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const card = page.getByRole('list', { name: 'Images' }).getByRole('listitem').filter({ hasText: 'Stalls.jpg' })
    await card.getByText('No alternative text').waitFor()
    await page.context().close()
  })

  it('are found by what they lack, as pictures and as a list', async () => {
    const [bare, told] = [await made('bare.jpg'), await made('told.jpg')]
    await admin.patch(`/rest/data/images/${told.id}`, { altText: 'A wall in two colours' })
    const { page } = await product.enter('catalogue-editor', '/images/list')
    await page.getByRole('link', { name: 'told.jpg' }).waitFor()
    await page.getByRole('tab', { name: 'Without alternative text' }).click()
    await page.getByRole('link', { name: 'told.jpg' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('link', { name: 'bare.jpg' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Show as a list' }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'bare.jpg' }) })
    await row.getByText(/^\d+ KB$/).waitFor()
    await page.reload()
    await row.waitFor()
    await page.getByRole('tab', { name: 'All images' }).click()
    await page.getByRole('row').filter({ hasText: 'A wall in two colours' }).waitFor()
    expect(bare.altText).toBeNull()
    await page.context().close()
  })

  it('keep what matters in every crop: the focal point is set by keys and by pointer', async () => {
    const { id } = await made('focal.jpg', 1200, 400)
    const { page } = await product.enter('catalogue-editor', `/images/update?id=${id}`)
    const point = page.getByRole('button', { name: 'Focal point: 50% across, 50% down' })
    const square = page.getByRole('group', { name: 'Crops' }).locator('img').first()
    const position = () => square.evaluate((element) => (element as HTMLElement).style.objectPosition)
    expect(await position()).toBe('50% 50%')
    await point.focus()
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Focal point: 29% across, 49% down' }).waitFor()
    await expect.poll(position).toBe('18.5% 50%')
    const canvas = page.getByRole('img', { name: 'focal.jpg' })
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The picture has no place.')
    await page.mouse.click(box.x + box.width * 0.9, box.y + box.height * 0.25)
    await page.getByRole('button', { name: 'Focal point: 90% across, 25% down' }).waitFor()
    await page.getByLabel('Alternative text').fill('A stage seen from the side')
    await saved(page)
    const image = await read(id)
    expect([Math.round(image.focalX * 100), Math.round(image.focalY * 100), image.altText]).toEqual([
      90,
      25,
      'A stage seen from the side',
    ])
    await page.context().close()
  })

  it('are chosen, uploaded, described, put in order and taken out in the form of what shows them', async () => {
    const [first, second] = [await made('first.jpg'), await made('second.jpg')]
    const { id } = await performer()
    const { page, refused } = await product.enter('catalogue-editor', `/performers/update/${id}`)
    const field = page.getByRole('group', { name: 'Images' })
    await field.getByRole('button', { name: 'Choose from the library' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose images' })
    for (const name of ['first.jpg', 'second.jpg']) {
      await dialog.getByRole('searchbox', { name: 'Search images' }).fill(name)
      await dialog.getByRole('button', { name, pressed: false }).click()
    }
    await dialog.getByRole('button', { name: 'Take 2 images' }).click()
    await field.getByRole('textbox', { name: 'Alternative text of second.jpg' }).fill('Two colours')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await read(second.id)).altText).toBe('Two colours')
    await field.getByRole('button', { name: 'Move second.jpg forward' }).click()
    await field.locator('input[data-upload]').setInputFiles(await file('third.jpg'))
    await field.getByRole('button', { name: 'Remove third.jpg' }).waitFor()
    await field.getByRole('button', { name: 'Remove first.jpg' }).click()
    await saved(page)
    const { imageIds } = (await admin.get(`/rest/data/performers/${id}`)).body as { imageIds: number[] }
    expect([imageIds[0], imageIds.length, imageIds.includes(first.id)]).toEqual([second.id, 2, false])
    expect(refused).toEqual([])
    // In use now, so that it cannot be deleted unless another takes its place.
    await page.goto(`${product.server.url}/images/update?id=${second.id}`)
    await chooseAction(page, 'Delete')
    const deletion = page.getByRole('dialog', { name: /^Delete image / })
    await deletion.getByText('Used by 1 performer.').waitFor()
    await deletion.getByText(/^It needs a successor to be deleted\. This image is in use/).waitFor()
    await page.context().close()
  })

  it('are read-only without write permission', async () => {
    const { id } = await made('looked at.jpg')
    const { page, refused } = await product.enter('read-only', `/images/update?id=${id}`)
    expect(await isShown(page.getByRole('img', { name: 'looked at.jpg' }))).toBe(true)
    expect(await page.getByRole('button', { name: /^Focal point/ }).isDisabled()).toBe(true)
    await page.goto(`${product.server.url}/images/list`)
    await page.getByRole('link', { name: 'looked at.jpg' }).waitFor()
    expect(await page.getByRole('button', { name: 'Upload images' }).count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it.each(looks)('have no fault that axe finds at $width px, $colorScheme', async (look) => {
    const image = await made(`axe ${look.width}.jpg`)
    const { id } = await performer({ imageIds: [image.id] })
    const { page } = await product.enter('catalogue-editor', '/images/list', look)
    for (const path of [
      '/images/list',
      '/images/list?layout=list',
      `/images/update?id=${image.id}`,
      `/performers/update/${id}`,
    ]) {
      await page.goto(`${product.server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await faultsOf(page), path).toEqual([])
      expect(await scrollsSideways(page), path).toBe(false)
    }
    await page.getByRole('button', { name: 'Choose from the library' }).click()
    await page.getByRole('dialog', { name: 'Choose images' }).getByRole('button', { name: /axe/ }).first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })
})
