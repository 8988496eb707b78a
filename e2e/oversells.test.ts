import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { keyWith } from '../src/features/discovery/testing/api-key.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsInEachLook } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('an oversell', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ name: 'oversell flows' })
  })
  afterAll(() => product?.stop())

  /** Two confirmed orders of tickets with the same seats, found by the job. */
  async function soldTwice(): Promise<readonly { id: number; reference: string }[]> {
    const db = product.server.database.kysely
    const records = maker(db, resources, examples)
    const goods = await makeGoods(db, records)
    const { key } = await keyWith(db, ['orders'])
    const customerId = await records.make('customers', { status: 'active' })
    const orders: { id: number; reference: string }[] = []
    for (const name of ['first', 'second']) {
      const { status, body } = await product.server.anonymous.post(
        '/v1/orders',
        {
          lines: [{ kind: 'event', listingId: goods.listingId, quantity: 2 }],
          customer: { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' },
        },
        { 'authorization': `Bearer ${key}`, 'idempotency-key': name },
      )
      expect(status, JSON.stringify(body)).toBe(201)
      const { reference } = body as { reference: string }
      const id = await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: number }>`
          update purchases set customer_id = ${customerId}, captured = grand_total, payment_status = 'captured'
          where reference = ${reference} returning id`.execute(trx)
        await sql`
          insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
          select id, 'test', 'card', 'captured', currency, grand_total, grand_total, 0, 'psp-' || id, now()
          from purchases where id = ${rows[0]?.id ?? 0}`.execute(trx)
        return rows[0]?.id ?? 0
      })
      await product.server.runJob('poll-suppliers')
      await sql`update purchase_lines set seats = '{4,5}' where purchase_id = ${id} and kind = 'item'`.execute(db)
      orders.push({ id, reference })
    }
    await product.server.runJob('find-oversells')
    return orders
  }

  it('waits in the inbox, shows its apology before one press, and leaves the places to the other order', async () => {
    const [first, second] = await soldTwice()
    const filter = encodeURIComponent(JSON.stringify({ nextStep: ['resolve_oversell'] }))
    const { page, refused } = await product.enter('admin', `/purchases/list?filter=${filter}`)
    await page.getByRole('link', { name: 'Resolve oversell' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Resolve oversell' }).count()).toBe(2)
    await page.goto(`${product.server.url}/purchases/events/view?id=${second?.id}`)
    const card = page.getByRole('region', { name: 'Oversell' })
    await card.getByText('Stalls · F · 4, 5').waitFor()
    await card.getByRole('link', { name: first?.reference ?? '' }).waitFor()

    await page.goto(`${product.server.url}/purchases/events/update?id=${second?.id}`)
    await page.getByRole('button', { name: 'Resolve oversell…', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${first?.reference} was confirmed first`, { exact: false }).waitFor()
    await dialog.getByRole('radio', { name: 'Refund and cancel' }).press('Space')
    await dialog.getByRole('textbox', { name: 'Goodwill credit' }).fill('15')
    await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
    await dialog.getByText('To make up for it, we have added €15.00', { exact: false }).waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Resolve oversell', exact: true }).press('Enter')
    await page.getByText('Order refunded').first().waitFor()

    await product.server.runJob('find-oversells')
    await page.goto(`${product.server.url}/purchases/events/view?id=${first?.id}`)
    await card.getByText('Keeps the places').waitFor()
    expect(await card.getByText('Refunded').count()).toBe(1)
    expect(refused).toEqual([])
  })
})
