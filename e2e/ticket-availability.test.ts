import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { grant } from '../src/app/testing/grant.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import type { Goods } from '../src/features/orders/testing/goods.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

const address = '/provider/tickets-availability'

describe.skipIf(inject('chromiumPath') === null)('ticket availability', () => {
  let product: Product
  let goods: Goods
  let title = ''

  beforeAll(async () => {
    product = await startProduct({ name: 'availability flows' })
    const { database } = product.server
    await grant(database, 'read-only', 'providers', 'ui')
    goods = await makeGoods(database.kysely, maker(database.kysely, resources, examples))
    await sql`insert into providers (code, name, kind, currency, commission, priority)
      values ('ticket-evolution', 'Ticket Evolution', 'broker_feed', 'USD', 0, 50), ('xs2event', 'XS2Event', 'marketplace', 'EUR', 0, 60)`.execute(
      database.kysely,
    )
    await sql`update performances set provider_codes = '[{"provider": "ticket-evolution", "code": "7100002"}]' where id = ${goods.performanceId}`.execute(
      database.kysely,
    )
    const { rows } = await sql<{ name: string }>`select name from events where id = ${goods.eventId}`.execute(
      database.kysely,
    )
    title = rows[0]?.name ?? ''
  })
  afterAll(() => product?.stop())

  it('is searched, asked of every provider, matched, and read word for word', async () => {
    const { page, refused } = await product.enter('admin', address)
    await page.getByLabel('Day').fill(goods.date)
    await page.keyboard.press('Tab')
    await page.getByRole('list', { name: 'Search results' }).getByRole('button').first().click()

    const broker = page.getByRole('region', { name: 'Ticket Evolution' })
    await broker.getByText('Answered').waitFor()
    const table = broker.getByRole('table', { name: 'Listings of Ticket Evolution' })
    await table
      .getByRole('row', { name: /Sec 101/ })
      .getByText('Not stored yet')
      .waitFor()
    await broker.getByText('Raw payload').click()
    await broker.getByText('"ticket_groups"', { exact: false }).waitFor()

    const market = page.getByRole('region', { name: 'XS2Event' })
    await market.getByText('Possible matches').waitFor()
    await market.getByRole('button', { name: `Match ${title}`, exact: true }).click()
    await page.getByRole('status').getByText('Matched at XS2Event').waitFor()
    await market.getByRole('table', { name: 'Listings of XS2Event' }).waitFor()
    const reloaded = page.url()
    await page.goto(reloaded)
    await market.getByRole('table', { name: 'Listings of XS2Event' }).waitFor()
    expect(refused).toEqual([])
  })

  it('is reached from a performance with the performance chosen, and from a provider', async () => {
    const { page, refused } = await product.enter('admin', `/performances/update?id=${goods.performanceId}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Check availability' }).click()
    await page.getByRole('region', { name: 'Ticket Evolution' }).getByText('Answered').waitFor()
    await page.goto(`${product.server.url}/providers/event/view?id=ticket-evolution`)
    await page.getByRole('region', { name: 'Connection' }).getByText('Simulator').waitFor()
    expect(refused).toEqual([])
  })

  it('tells a reader all but the payload, and has no fault in any look', async () => {
    for (const look of looks) {
      const { page, refused } = await product.enter(
        'read-only',
        `${address}?performance=${goods.performanceId}&ask=1`,
        look,
      )
      const broker = page.getByRole('region', { name: 'Ticket Evolution' })
      await broker.getByText('Answered').waitFor()
      await broker.getByRole('table').waitFor()
      expect(await page.getByText('Raw payload').count()).toBe(0)
      expect(await page.getByRole('button', { name: /^Match / }).count()).toBe(0)
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      expect(refused).toEqual([])
      await product.leave()
    }
  })
})
