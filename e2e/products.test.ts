import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { takeSupplierValues } from '../src/features/products/drifts.server.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { band, db, made, product, records, startProducts } from './testing/product-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('products, their options and age bands', () => {
  startProducts()

  it('keeps a field of the supplier read-only until it is overridden, shows both values, and takes the override back', async () => {
    const { id, title } = await made()
    const { page } = await product.enter('admin', `/products/update?id=${id}`)
    const input = page.getByRole('textbox', { name: 'Title', exact: true })
    await input.waitFor()
    expect(await input.getAttribute('readonly')).not.toBeNull()
    await page.getByRole('button', { name: 'Override Title', exact: true }).click()
    await input.fill(`${title}, ours`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const whose = page.getByRole('group', { name: 'Source of Title', exact: true })
    await whose.getByText(`Supplier value: ${title}`).waitFor()
    await whose.getByText('Overridden', { exact: true }).waitFor()
    await db()
      .transaction()
      .execute((trx) => takeSupplierValues(trx, id, { title: `${title}, theirs` }))
    await page.reload()
    await whose.getByText(`The supplier changed it to ${title}, theirs`).waitFor()
    await whose.getByRole('button', { name: 'Keep ours: Title' }).click()
    await whose.getByText(`Supplier value: ${title}, theirs`).waitFor()
    await whose.getByRole('button', { name: 'Reset to supplier: Title' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('No unsaved changes').waitFor()
    expect(await input.inputValue()).toBe(`${title}, theirs`)
    await page.context().close()
  })

  it('accepts changes of suppliers in bulk in the drift inbox', async () => {
    const some = [await made(), await made()]
    for (const { id } of some)
      await db()
        .transaction()
        .execute((trx) => takeSupplierValues(trx, id, { netFrom: 1_234 }))
    const { page } = await product.enter(
      'admin',
      `/products/drift-inbox?filter=${encodeURIComponent(JSON.stringify({ productId: some.map(({ id }) => id) }))}`,
    )
    await page.getByRole('link', { name: some[0]?.title ?? '' }).waitFor()
    await page
      .getByRole('cell', { name: /€12\.34/ })
      .first()
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('2 changes accepted').waitFor()
    const { rows } = await sql<{
      net: number
    }>`select net_from as net from products where id = any(${some.map(({ id }) => id)}::bigint[])`.execute(db())
    expect(rows.map(({ net }) => net)).toEqual([1_234, 1_234])
    await page.keyboard.press('z')
    await page.getByRole('region', { name: 'Notifications' }).getByText('2 decisions undone').waitFor()
    const { rows: again } = await sql`select id from products where net_from = 1234
      and id = any(${some.map(({ id }) => id)}::bigint[])`.execute(db())
    expect(again).toEqual([])
    await page.context().close()
  })

  it('suspends what is selected, saying why', async () => {
    const { id, title } = await made()
    const { page } = await product.enter('admin', `/products/list?q=${encodeURIComponent(title)}`)
    await page.getByText(title).waitFor()
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await page.getByRole('button', { name: 'Suspend…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend this product' })
    await dialog.getByRole('combobox', { name: 'Why' }).selectOption({ label: 'Quality' })
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 product suspended').waitFor()
    const { rows } = await sql`select status, suspended_because from products where id = ${id}`.execute(db())
    expect(rows).toEqual([{ status: 'suspended', suspended_because: 'quality' }])
    await page.context().close()
  })

  it('asks suppliers again, attaches products to an alias and shows both on the product, with what its feed changed', async () => {
    const { id, title } = await made()
    const alias = await records.make('aliases', { title: `Alias of ${title}` })
    await db()
      .transaction()
      .execute((trx) => takeSupplierValues(trx, id, { netFrom: 4_321 }))
    const { page } = await product.enter('admin', `/products/list?q=${encodeURIComponent(title)}`)
    await page.getByText(title).waitFor()
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await page.getByRole('button', { name: 'Resync', exact: true }).click()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText('The suppliers of 1 product are asked again')
      .waitFor()
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await page.getByRole('button', { name: 'Attach to alias…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach this product to an alias' })
    await dialog.getByRole('combobox', { name: 'Alias' }).fill(`Alias of ${title}`)
    await page.getByRole('option', { name: `Alias of ${title}` }).click()
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 product attached').waitFor()
    await page.goto(`${product.server.url}/products/update?id=${id}`)
    const log = page.getByRole('region', { name: 'Sync log' })
    await log.scrollIntoViewIfNeeded()
    await log.getByText('Asking the supplier again.').waitFor()
    expect(
      await log.getByRole('rowheader').evaluateAll((all) => all.map((one) => one.querySelector('small')?.textContent)),
    ).toEqual(['Ingrid Solheim', 'Sync'])
    await log.getByRole('row', { name: /Net from .*43\.21 In the drift inbox/ }).waitFor()
    const pages = page.getByRole('region', { name: 'Aliases' })
    expect(await pages.getByRole('link', { name: `Alias of ${title}` }).getAttribute('href')).toBe(
      `/aliases/update?id=${alias}`,
    )
    await page.context().close()
  })

  it('shows how a product is rated, what was said last and what waits for a decision', async () => {
    const { id } = await made()
    const review = (rating: number, status: string, body: string) =>
      sql`
    insert into product_reviews (product_id, title, body, language, original_rating, source, author_name, status) values (${id}, ${body}, ${body}, 'en', ${rating}, 'import', 'Nora', ${status})`.execute(
        db(),
      )
    await review(5, 'approved', `Worth it, says ${id}`)
    await review(2, 'approved', `Too long, says ${id}`)
    await review(1, 'pending', `Unseen, says ${id}`)
    const { page } = await product.enter('admin', `/products/update?id=${id}`)
    const panel = page.getByRole('region', { name: 'Reviews', exact: true })
    await panel.scrollIntoViewIfNeeded()
    await panel.getByText('of 5 from 2 approved reviews').waitFor()
    await panel.getByRole('link', { name: `Too long, says ${id}` }).waitFor()
    expect(await panel.getByText(`Unseen, says ${id}`).count()).toBe(0)
    await panel.getByRole('link', { name: '1 review to decide' }).click()
    await page.getByText(`Unseen, says ${id}`).first().waitFor()
    expect(await page.getByText(`Worth it, says ${id}`).count()).toBe(0)
    await page.context().close()
  })

  it('has no fault and scrolls in one direction in each look', async () => {
    const { id } = await made()
    await records.make('product-options', { productId: id })
    await band(id, 'ADULT', 18, 120)
    const { page } = await product.enter('admin', '/products/list')
    for (const path of ['/products/list', `/products/update?id=${id}`]) {
      if (!page.url().endsWith(path)) await page.goto(`${product.server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await faultsInEachLook(page)]).toEqual([path, []])
    }
    await page.context().close()
  })
})
