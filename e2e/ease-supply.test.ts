import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { makeCatalogue } from '../src/features/coupons/testing/coupons.server.ts'
import { actsOn, promised } from './acts.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the acts that a job of imports and workers takes', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct({ name: 'ease of supply' })
    const db = product.server.database.kysely
    await makeCatalogue(db)
    await maker(db, resources, examples).make('subcategories', { name: 'Walking tours' })
  })
  afterEach(() => product?.leave())
  afterAll(() => product?.stop())

  async function enter(path: string) {
    const { page } = await product.enter('admin', path)
    const notices = page.getByRole('region', { name: 'Notifications' })
    return { ...actsOn(page), said: (text: string | RegExp) => notices.getByText(text).first().waitFor() }
  }

  it('from a code to a live product', async () => {
    const imports = await enter('/imports/viator')
    const { page } = imports
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: '10000P1', exact: true }) })
    await imports.click(page.getByLabel('Product codes'))
    await imports.type('10000P1')
    await imports.click(page.getByRole('button', { name: 'Import 1 code' }))
    // A job that runs before the code has arrived finds nothing to import.
    await row.getByText('Queued').waitFor()
    await product.server.runJob('import-supplier-codes')
    await row.getByText('Needs mapping').waitFor()
    expect(imports.count()).toBe(promised('Imports', 'Import a code'))

    const mapping = actsOn(page)
    await mapping.click(row.getByRole('checkbox', { name: 'Select row' }))
    await mapping.click(page.getByRole('button', { name: 'Map…' }))
    const dialog = page.getByRole('dialog', { name: 'Map 1 code' })
    await mapping.click(dialog.getByRole('combobox', { name: 'City' }))
    await mapping.type('Rome')
    await mapping.click(page.getByRole('option', { name: 'Rome' }))
    await mapping.click(dialog.getByRole('combobox', { name: 'Subcategory', exact: true }))
    await mapping.type('Walking')
    await mapping.click(page.getByRole('option', { name: 'Walking tours' }))
    await mapping.click(dialog.getByRole('button', { name: 'Map and import' }))
    await dialog.waitFor({ state: 'detached' })
    await product.server.runJob('import-supplier-codes')
    await row.getByText('Imported').waitFor()
    expect(mapping.count()).toBe(promised('Imports', 'Map a code and import it'))

    const launch = actsOn(page)
    await launch.click(row.getByRole('link').last())
    await launch.click(page.getByRole('button', { name: 'Go live' }))
    await imports.said('1 product is live')
    expect(launch.count()).toBe(promised('Imports', 'Put an imported product live'))
  })

  it('to reject ten codes', async () => {
    const { kysely } = product.server.database
    await sql`insert into product_codes (code, status, created_at) select '77' || n || 'P1', 'failed', now() + interval '1 hour' from generate_series(100, 111) n`.execute(
      kysely,
    )
    const { page, click, type, said, count } = await enter('/imports/viator')
    const boxes = page.getByRole('checkbox', { name: 'Select row' })
    await click(boxes.nth(0))
    await page.keyboard.down('Shift')
    await click(boxes.nth(9))
    await page.keyboard.up('Shift')
    await click(page.getByRole('button', { name: 'Reject…' }))
    await type('We sell them directly')
    await click(page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Reject' }))
    await said('10 codes rejected')
    expect(count()).toBe(promised('Imports', 'Reject ten codes'))
    await sql`delete from product_codes where code like '77%'`.execute(kysely)
  })

  it('to run a worker and to pause it', async () => {
    // What a first try has asked for would be in the way of a second.
    await sql`delete from job_runs where name = 'judge-page-links' and state = 'queued'`.execute(
      product.server.database.kysely,
    )
    const running = await enter('/workers/update?id=judge-page-links')
    const { page } = running
    await running.click(page.getByRole('button', { name: 'Run now' }))
    await running.said('Run requested')
    expect(running.count()).toBe(promised('Workers', 'Run one now'))
    const pausing = actsOn(page)
    await pausing.click(page.getByRole('button', { name: 'More actions' }))
    await pausing.click(page.getByRole('menuitem', { name: 'Pause…' }))
    await pausing.type('A rewrite of all links is under way')
    await pausing.click(page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }))
    await running.said(/paused/)
    expect(pausing.count()).toBe(promised('Workers', 'Pause one'))
  })

  it('to retry all that a worker gave up', async () => {
    await sql`
      insert into product_codes (code, status, reason) values ('7720P1', 'failed', 'Viator didn’t answer.'), ('7721P1', 'failed', 'Viator didn’t answer.')`.execute(
      product.server.database.kysely,
    )
    const { page, click, said, count } = await enter('/workers/update?id=import-supplier-codes')
    await click(page.getByRole('button', { name: /^Retry all/ }))
    await said('2 items queued')
    expect(count()).toBe(promised('Workers', 'Retry all that one gave up'))
  })
})
