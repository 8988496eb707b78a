import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import type { Goods } from '../src/features/orders/testing/goods.server.ts'
import { makeGoods } from '../src/features/orders/testing/goods.server.ts'
import { faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

const address = '/providers/event/view?id=xs2event'

describe.skipIf(inject('chromiumPath') === null)('event providers', () => {
  let product: Product
  let goods: Goods

  beforeAll(async () => {
    product = await startProduct({ name: 'provider flows' })
    const { kysely: db } = product.server.database
    goods = await makeGoods(db, maker(db, resources, examples))
    await sql`insert into providers (code, name, kind, currency, commission, priority)
      values ('xs2event', 'XS2Event', 'marketplace', 'EUR', 0, 60)`.execute(db)
    // The simulator has no answer about events of such numbers.
    await sql`
      update performances set provider_codes = '[{"provider": "xs2event", "code": "90503274_spp"}]' where id = ${goods.performanceId}`.execute(
      db,
    )
    await sql`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      select ${goods.performanceId}, id, 'X1', '101', 2, 'EUR', 4000 from providers where code = 'xs2event'`.execute(db)
  })
  afterAll(() => product?.stop())

  it('are paused by their rule once enough calls fail, which the home page says until someone resumes them', async () => {
    const { page, refused } = await product.enter('admin', address)
    const terms = page.getByRole('region', { name: 'Terms' })
    await terms.getByRole('button', { name: 'Edit terms…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Terms' })
    await dialog.getByLabel('Pause from').fill('30')
    await dialog.getByLabel('Minimum calls').fill('1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter 2 or more.').waitFor()
    await dialog.getByLabel('Minimum calls').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await terms.getByText('When 30% of 2 calls or more fail within an hour. Now no calls.').waitFor()

    await page.goto(`${product.server.url}/provider/tickets-availability?performance=${goods.performanceId}&ask=1`)
    const answer = page.getByRole('region', { name: 'XS2Event' })
    await answer.getByText('XS2Event didn’t answer', { exact: false }).waitFor()
    await product.server.runJob('pause-event-providers')
    await page.getByRole('button', { name: 'Ask again' }).click()
    const count = () =>
      sql<{
        calls: number
      }>`select count(*)::integer as calls from outbound_calls where target = 'xs2event' and attempt = 3`
        .execute(product.server.database.kysely)
        .then(({ rows }) => rows[0]?.calls)
    await expect.poll(count, { timeout: 15_000 }).toBe(2)
    await product.server.runJob('pause-event-providers')

    await page.goto(product.server.url)
    await page.getByRole('link', { name: 'XS2Event was paused by its rule' }).click()
    await page.getByText('Paused by its rule', { exact: false }).first().waitFor()
    await page.getByText('1 listing withheld').waitFor()
    const incidents = page.getByRole('region', { name: 'Incidents' })
    await incidents.getByText('100% of 2 calls within an hour failed.').waitFor()
    expect(await faultsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'Resume' }).click()
    await incidents.getByText('Resumed by Ingrid Solheim', { exact: false }).waitFor()
    await product.server.runJob('pause-event-providers')
    await page.reload()
    await terms.getByText('Now no calls.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Pause…' }).waitFor()
    await page.goto(product.server.url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'XS2Event was paused by its rule' }).count()).toBe(0)
    expect(refused.filter((call) => !call.startsWith('422'))).toEqual([])
  })
})
