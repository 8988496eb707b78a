import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { takeSupplierValues } from '../src/features/products/drifts.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import type { Client } from '../src/app/testing/start.server.ts'
import { type Maker, maker } from '../src/core/testing/make.server.ts'
import { actsOn, promised } from './acts.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the acts that a job of the catalogue takes', () => {
  let product: Product
  let admin: Client
  let records: Maker
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'ease of the catalogue' })
    admin = await product.server.signIn('admin')
    records = maker(product.server.database.kysely, resources, examples)
  })
  afterEach(() => product?.leave())
  afterAll(() => product?.stop())

  async function enter(path: string) {
    const { page } = await product.enter('admin', path)
    const notices = page.getByRole('region', { name: 'Notifications' })
    return { ...actsOn(page), said: (text: string | RegExp) => notices.getByText(text).first().waitFor() }
  }
  const made = async (resource: string, values: object) => {
    const reply = await admin.post(`/rest/data/${resource}`, values)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return (reply.body as { id: number }).id
  }
  const live = async (values: object = {}) => {
    const title = `Ease product ${++last}`
    const id = await records.make('products', {
      status: 'live',
      suspendedBecause: null,
      overrides: [],
      currency: 'EUR',
      netFrom: 4_000,
      retailFrom: 5_000,
      title,
      ...values,
    })
    return { id, title }
  }
  const alias = async (productIds: readonly number[] = []) => {
    const title = `Ease page ${++last}`
    const id = await made('aliases', { title, shortText: 'What it is.', cityId: await records.make('cities') })
    if (productIds.length > 0)
      await admin.put(`/rest/data/aliases/${id}/members`, {
        seen: [],
        members: productIds.map((productId) => ({ productId })),
      })
    return { id, title }
  }
  const event = async () => {
    const name = `Ease night ${++last}`
    const venueId = await records.make('venues', { name: `Ease hall ${last}`, timeZone: 'Europe/Madrid' })
    const id = await made('events', { name, type: 'concert', venueId, providerId: await records.make('providers') })
    const reply = await admin.post(`/rest/data/events/${id}/performances`, {
      venueId,
      venueConfigurationId: null,
      starts: [{ localDate: '2031-06-01', localTime: '20:00' }],
      durationMinutes: 120,
      doorsMinutes: 60,
      capacity: null,
      status: 'onsale',
    })
    return { id, name, performanceId: (reply.body as { created: number[] }).created[0] ?? 0 }
  }

  it('to add a product to a page', async () => {
    const [{ id }, { title }] = [await alias(), await live()]
    const { page, click, type, count } = await enter(`/aliases/update?id=${id}`)
    const panel = page.getByRole('region', { name: 'Products', exact: true })
    await click(panel.getByLabel('Add a product'))
    await type(title)
    await click(page.getByRole('option', { name: title }))
    await panel.getByRole('listitem').filter({ hasText: title }).waitFor()
    expect(count()).toBe(promised('Aliases', 'Add a product to a page'))
  })

  it('to pin a product on a page', async () => {
    const [dear, cheap] = [await live(), await live({ retailFrom: 3_000, netFrom: 2_000 })]
    const { id } = await alias([dear.id, cheap.id])
    const { page, click, said, count } = await enter(`/aliases/update?id=${id}`)
    await click(page.getByRole('button', { name: `Pin ${dear.title}` }))
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Pin and sell it' }))
    await said(/pinned/)
    expect(count()).toBe(promised('Aliases', 'Pin a product and sell it'))
  })

  it('to publish a page that is ready', async () => {
    const { id } = await alias([(await live()).id])
    await admin.put(`/rest/data/aliases/${id}/translations/es`, {
      texts: { title: { text: `Página ${id}`, status: 'approved' } },
    })
    const { page, click, said, count } = await enter(`/aliases/update?id=${id}`)
    await click(page.getByRole('region', { name: 'Publication' }).getByRole('button', { name: 'Publish', exact: true }))
    await said(/is published/)
    expect(count()).toBe(promised('Aliases', 'Publish a page that is ready'))
  })

  it('to override a title', async () => {
    const { id, title } = await live()
    const { page, click, press, said, count } = await enter(`/products/update?id=${id}`)
    await click(page.getByRole('button', { name: 'Override Title', exact: true }))
    await click(page.getByRole('textbox', { name: 'Title', exact: true }))
    await page.keyboard.type(' ours')
    await press('Control+s')
    await said(/saved/)
    await page.getByText(`Supplier value: ${title}`).waitFor()
    expect(count()).toBe(promised('Products', 'Override a title'))
  })

  it('to suspend a product', async () => {
    const { id } = await live()
    const { page, click, reach, said, count } = await enter(`/products/update?id=${id}`)
    await click(page.getByRole('button', { name: 'More actions', exact: true }))
    await click(page.getByRole('menuitem', { name: 'Suspend…' }))
    await reach(page.getByRole('dialog').getByRole('combobox', { name: 'Why' }))
    await page.keyboard.type('Quality')
    await click(page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }))
    await said(/suspended/)
    expect(count()).toBe(promised('Products', 'Suspend one, saying why'))
  })

  it('to decide on three changes of suppliers', async () => {
    for (const { id } of [await live(), await live(), await live()])
      await product.server.database.kysely
        .transaction()
        .execute((trx) => takeSupplierValues(trx, id, { netFrom: 4_100 }))
    const { page, press, said, count } = await enter('/products/drift-inbox')
    const rows = page.locator('main tbody tr[data-row-id]')
    await expect.poll(() => rows.count()).toBe(3)
    await press('j')
    for (let left = 2; left >= 0; left--) {
      await press('y')
      await expect.poll(() => rows.count()).toBe(left)
    }
    await said(/accepted/)
    expect(count()).toBe(promised('Products', 'Decide on three changes of suppliers'))
  })

  it('to open an event by its name', async () => {
    const { name } = await event()
    const { page, press, type, count } = await enter('/dashboard')
    await press('Control+k')
    await type(name)
    await page.getByRole('option', { name }).first().waitFor()
    await press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(count()).toBe(promised('Events', 'Open one by its name'))
  })

  it('to hide two events', async () => {
    const [one] = [await event(), await event()]
    const { page, click, press, said, count } = await enter('/events/list?q=Ease%20night&sort=-id')
    await page.getByRole('link', { name: one.name }).waitFor()
    await press('j')
    await press('Shift+ArrowDown')
    const commands = page.getByRole('group', { name: 'Selected rows' })
    await commands.getByText('2 selected').waitFor()
    await click(commands.getByRole('button', { name: 'Hide', exact: true }))
    const preview = page.getByRole('dialog', { name: 'Hide 2 events' })
    await preview.getByText('2 events will be hidden.').waitFor()
    await click(preview.getByRole('button', { name: 'Hide 2 events' }))
    await said('2 events hidden')
    expect(count()).toBe(promised('Events', 'Hide two'))
  })

  it('to call off an event that is sold', async () => {
    const { id, name, performanceId } = await event()
    await records.make('purchases', {
      kind: 'event',
      productId: null,
      productOptionId: null,
      eventId: id,
      performanceId,
      bookingStatus: 'confirmed',
      paymentStatus: 'captured',
      fulfilmentStatus: 'not_due',
      refundState: 'none',
      captured: 10_500,
      refunded: 0,
      refundPending: 0,
      chargedBack: 0,
    })
    const { page, click, said, count } = await enter(`/events/update?id=${id}`)
    await click(page.getByRole('button', { name: 'More actions', exact: true }))
    await click(page.getByRole('menuitem', { name: 'Cancel or postpone…' }))
    const dialog = page.getByRole('dialog', { name: `Cancel or postpone ${name}` })
    await dialog.getByText(/is sold/).waitFor()
    await click(dialog.getByLabel(/^Reason/))
    await page.keyboard.type('The promoter is bankrupt')
    await click(dialog.getByRole('button', { name: 'Cancel event' }))
    await said(/Event cancelled/)
    expect(count()).toBe(promised('Events', 'Cancel or postpone one that is sold'))
  })
})
