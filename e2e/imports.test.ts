import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { makeCatalogue } from '../src/features/coupons/testing/coupons.server.ts'
import { faultsInEachLook } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('imports from suppliers', () => {
  let product: Product
  let server: TestServer

  beforeAll(async () => {
    product = await startProduct({ name: 'import flows' })
    server = product.server
    const db = server.database.kysely
    await makeCatalogue(db)
    await maker(db, resources, examples).make('subcategories', { name: 'Walking tours' })
  })
  afterAll(async () => {
    await product?.stop()
  })

  it('go from pasted codes by a mapping to a product', async () => {
    const { page, refused } = await product.enter('admin', '/imports/viator')
    const box = page.getByLabel('Product codes')
    await box.fill('10000P1\nhttps://www.viator.com/tours/Rome/Walk/d511-10036P1\n10000P1, 12345')
    await page.getByText('2 codes · 1 duplicate · 1 not a code').waitFor()
    await page.getByRole('list', { name: 'Not codes' }).getByText('12345').waitFor()
    await page.getByRole('button', { name: 'Import 2 codes' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('2 codes added').waitFor()
    await server.runJob('import-supplier-codes')

    await box.fill('10000P1')
    await page.getByRole('button', { name: 'Import 1 code' }).click()
    const there = page.getByRole('status').filter({ hasText: '1 code was here already' })
    await there.getByRole('link', { name: '10000P1' }).waitFor()
    expect(await box.inputValue(), 'what was pasted').toBe('10000P1')
    await box.fill('')
    await there.waitFor({ state: 'detached' })

    const row = (code: string) =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name: code, exact: true }) })
    await row('10000P1').getByText('Needs mapping').waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    await row('10000P1').getByRole('checkbox', { name: 'Select row' }).click()
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Map…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Map 1 code' })
    await dialog.getByRole('combobox', { name: 'City' }).fill('Rome')
    await page.getByRole('option', { name: 'Rome' }).click()
    await dialog.getByRole('combobox', { name: 'Subcategory', exact: true }).fill('Walking')
    await page.getByRole('option', { name: 'Walking tours' }).click()
    const { rows } = await sql<{ tag: string }>`
      select supplier_tags[1] as tag from product_codes where code = '10000P1'`.execute(server.database.kysely)
    await dialog.getByLabel('Remember subcategory for').selectOption(rows[0]?.tag ?? '')
    await dialog.getByRole('button', { name: 'Map and import' }).click()
    await dialog.waitFor({ state: 'detached' })
    await server.runJob('import-supplier-codes')
    for (const code of ['10000P1', '10036P1']) await row(code).getByText('Imported').waitFor()

    // What is above the list leaves its rows no room in a low window, so the page scrolls.
    await page.setViewportSize({ width: 1440, height: 620 })
    await row('10000P1').getByRole('link', { name: '10000P1', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '10000P1' }).waitFor()
    await page.getByRole('region', { name: 'Storefront preview' }).getByRole('heading', { level: 3 }).waitFor()
    await page.getByRole('region', { name: 'Calls' }).waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    expect(refused).toEqual([])
    const { rows: made } = await sql<{ id: number; title: string }>`
      select id, title from products where supplier_code = '10000P1'`.execute(server.database.kysely)
    await page.goto(`${server.url}/products/update?id=${made[0]?.id}`)
    await page.getByRole('heading', { level: 1, name: made[0]?.title ?? '' }).waitFor()
    await page.context().close()
  })

  it.each([
    { supplier: 'Tiqets', place: 'Rome' },
    { supplier: 'Globick', place: 'Madrid' },
    { supplier: 'TourCMS', place: 'London' },
  ])('go from a search in the catalogue of $supplier by a mapping to a product', async ({ supplier, place }) => {
    const { page, refused } = await product.enter('admin', `/imports/${supplier.toLowerCase()}`)
    await page.getByRole('button', { name: 'Search catalogue' }).click()
    const search = page.getByRole('dialog', { name: `Search ${supplier}` })
    await search.getByRole('textbox', { name: 'City' }).fill(place)
    await search.getByRole('button', { name: 'Search', exact: true }).click()
    await search
      .getByRole('list', { name: 'Products found' })
      .getByRole('checkbox', { disabled: false })
      .first()
      .check()
    await search.getByRole('button', { name: 'Add 1 code' }).click()
    const code = await page.getByLabel('Product codes').inputValue()
    await page.getByRole('button', { name: 'Import 1 code' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 code added').waitFor()
    await server.runJob('import-supplier-codes')

    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: code, exact: true }) })
    await row.getByText('Needs mapping').waitFor()
    await row.getByRole('checkbox', { name: 'Select row' }).click()
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Map…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Map 1 code' })
    const city = dialog.getByRole('combobox', { name: 'City' })
    if (place !== 'Rome') {
      await city.fill('Rome')
      await page.getByRole('option', { name: 'Rome' }).click()
    }
    const message = 'a city of ours that the supplier names is chosen'
    await expect.poll(() => city.inputValue(), { message }).toBe('Rome')
    await dialog.getByRole('combobox', { name: 'Subcategory', exact: true }).fill('Walking')
    await page.getByRole('option', { name: 'Walking tours' }).click()
    await dialog.getByRole('button', { name: 'Map and import' }).click()
    await dialog.waitFor({ state: 'detached' })
    await server.runJob('import-supplier-codes')
    await row.getByText('Imported').waitFor()
    await row.getByRole('link').last().click()
    const { rows } = await sql<{ title: string }>`
        select p.title from products p join providers v on v.id = p.provider_id
        where v.code = ${supplier.toLowerCase()} and p.supplier_code = ${code}`.execute(server.database.kysely)
    await page.getByRole('heading', { level: 1, name: rows[0]?.title ?? code, exact: true }).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('begin without a code: by a search of the catalogue, and a dry run that stores nothing', async () => {
    const { page, refused } = await product.enter('admin', '/imports/viator')
    await page.getByRole('button', { name: 'Search catalogue' }).click()
    const search = page.getByRole('dialog', { name: 'Search Viator' })
    await search.getByRole('textbox', { name: 'Words in the title' }).fill('boat')
    await search.getByRole('textbox', { name: 'City' }).fill('rome')
    await search.getByRole('button', { name: 'Search', exact: true }).click()
    const found = search.getByRole('list', { name: 'Products found' }).getByRole('checkbox')
    await found.nth(2).waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await found.nth(0).check()
    await found.nth(2).check()
    await search.getByRole('button', { name: 'Add 2 codes' }).click()
    await search.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Import 2 codes' }).waitFor()

    await page.getByRole('button', { name: 'Dry run' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dry run' })
    await dialog.getByRole('table', { name: 'Dry run' }).getByRole('row').nth(10).waitFor()
    await dialog.getByRole('region', { name: 'Storefront preview' }).waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('2 of 2').waitFor()
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from product_codes`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([{ n: 2 }])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it.each([1440, 390])(
    'have the commands for selected codes in view at %d px, where the page scrolls',
    async (width) => {
      await sql`insert into product_codes (code, status) select '77' || n || 'P1', 'rejected' from generate_series(100, 139) n on conflict do nothing`.execute(
        server.database.kysely,
      )
      const { page } = await product.enter('admin', '/imports/viator', { width })
      const boxes = page.getByRole('table').or(page.getByRole('list')).getByRole('checkbox')
      await boxes.nth(1).check()
      const commands = page.getByRole('button', { name: 'Clear selection' })
      await commands.waitFor()
      const box = await commands.boundingBox()
      const height = page.viewportSize()?.height ?? 0
      expect([(box?.y ?? 0) > 0, (box?.y ?? height) + (box?.height ?? 0) <= height]).toEqual([true, true])
      await sql`delete from product_codes where status = 'rejected'`.execute(server.database.kysely)
      await page.context().close()
    },
  )

  it('leave what staff have overridden, until they accept what the supplier says now', async () => {
    const db = server.database.kysely
    const admin = await server.signIn('admin')
    const { rows: places } = await sql<{ cityId: number; subcategoryId: number }>`
      select (select min(id) from cities) as "cityId", (select min(id) from subcategories) as "subcategoryId"`.execute(
      db,
    )
    // Products of such numbers have another title and other prices each time that the simulator is asked.
    const pasted = { text: '90801P1', ...places[0] }
    await admin.post('/rest/data/product-codes/paste', pasted, { 'idempotency-key': 'changing' })
    await server.runJob('import-supplier-codes')
    const product0 = () =>
      sql<{ id: number; title: string; overrides: string[] }>`
        select id, title, overrides from products where supplier_code = '90801P1'`
        .execute(db)
        .then(({ rows }) => rows[0] ?? { id: 0, title: '', overrides: [] })
    const { id, title } = await product0()

    const { page, refused } = await product.enter('admin', `/products/update?id=${id}`)
    await page.getByRole('button', { name: 'Override Title' }).click()
    await page.getByRole('textbox', { name: /^Title/ }).fill('All day by bus')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'All day by bus' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Resync' }).click()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText('The suppliers of 1 product are asked again')
      .waitFor()
    await server.runJob('sync-viator')
    expect(await product0()).toMatchObject({ title: 'All day by bus', overrides: ['title'] })
    await page.reload()
    const log = page.getByRole('table').filter({ hasText: 'Supplier value' })
    await log.getByText('Refused: overridden').waitFor()

    await page.goto(`${server.url}/products/drift-inbox`)
    const row = page.getByRole('row').filter({ hasText: 'All day by bus' }).filter({ hasText: 'edition 2' })
    await row.getByText(`${title}, edition 2`).waitFor()
    await row.getByRole('checkbox').click()
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 change accepted').waitFor()
    expect(await product0()).toMatchObject({ title: `${title}, edition 2`, overrides: [] })
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('show what was held back, and release it by one press', async () => {
    const db = server.database.kysely
    await server.runJob('sync-viator')
    await sql`
      with delta as (insert into supplier_deltas (supplier, state, products, prices, measured_at) values ('viator', 'quarantined', 2, 1, now()) returning id)
      insert into supplier_changes (delta_id, product_id, code, state, hash, has_price, draft)
      select delta.id, c.product_id, c.code, 'fetched', repeat('0', 64), true, jsonb_set(c.draft, '{title}', '"Renamed tour"')
      from delta, product_codes c where c.code = '10000P1'`.execute(db)
    const { page, refused } = await product.enter('admin', '/imports/viator')
    const held = page.getByRole('region', { name: 'Changes held back' })
    await held.getByRole('button', { name: 'Review changes' }).click()
    await held.getByText('Title “Renamed tour”').waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await held.getByRole('button', { name: 'Release changes' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('Changes released').waitFor()
    await held.waitFor({ state: 'detached' })
    await server.runJob('sync-viator')
    const { rows } = await sql<{ id: number; theirs: string }>`
      select p.id, d.their_value as theirs from product_drifts d join products p on p.id = d.product_id
      where p.supplier_code = '10000P1' and d.field = 'title' and d.state = 'open'`.execute(db)
    expect(rows).toMatchObject([{ theirs: 'Renamed tour' }])
    await page.goto(`${server.url}/products/update?id=${rows[0]?.id}`)
    await page.getByRole('region', { name: 'Supplier sync' }).getByText('Last sync').waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('are connected with a key that is never shown again', async () => {
    const { page } = await product.enter('admin', '/imports/viator')
    await page.getByRole('button', { name: 'Connection settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connection to Viator' })
    await dialog.getByLabel('API URL').fill('http://10.0.0.1/partner')
    await dialog.getByLabel('API key').fill('live-key-0123456789-abcd')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Use https and one of these hosts: api.viator.com, api.sandbox.viator.com.').waitFor()
    await dialog.getByLabel('API URL').fill('https://api.sandbox.viator.com/partner')
    await dialog.getByLabel('Imports on').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Imports off').waitFor()
    await page.getByRole('button', { name: 'Connection settings' }).click()
    await dialog.getByText('Stored, ends in abcd. Blank keeps it.').waitFor()
    expect(await dialog.getByLabel('API key').inputValue()).toBe('')
    expect(await page.content()).not.toContain('0123456789')
    const { rows } = await sql<{ text: string }>`
      select c::text as text from supplier_connections c union all select a::text from audit_log a where a.action = 'connect'`.execute(
      server.database.kysely,
    )
    expect(rows).toHaveLength(2)
    for (const { text } of rows) expect(text).not.toContain('0123456789')
    await page.context().close()
  })
})
