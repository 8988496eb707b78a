import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { grant } from '../src/app/testing/grant.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { scanConfigurations } from '../src/features/outliers/find-outliers.server.ts'
import { mineConfiguration } from '../src/features/section-mapping/mine-proposals.server.ts'
import { placePage } from '../src/features/section-mapping/place-listings.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'
import { mappedVenue } from '../src/features/places/venues/testing/mapped-venue.server.ts'

describe.skipIf(inject('chromiumPath') === null)('proposed rules', () => {
  let product: Product
  let configurationId: number

  const db = () => product.server.database.kysely
  const place = () =>
    db()
      .transaction()
      .execute(async (trx) => {
        while (await placePage(trx)) {
          /* the next page */
        }
        await scanConfigurations(trx, [configurationId])
      })
  const placed = async () =>
    (
      await sql<{ name: string | null }>`
        select placed_section as name from ticket_listings where section like 'Skywalk%' order by section`.execute(db())
    ).rows.map(({ name }) => name)

  beforeAll(async () => {
    product = await startProduct({ name: 'proposal flows' })
    await grant(product.server.database, 'read-only', 'settings', 'ui')
    const records = maker(db(), resources, examples)
    const numbers = [101, 102, 103, 104]
    const { venueConfigurationId, performanceId, providerId } = await mappedVenue(
      { db: db(), records },
      [
        ...numbers.map((number) => ({ name: `Lower ${number}`, rows: ['A', 'B'], capacity: 400 })),
        ...numbers.map((number) => ({ name: `Upper ${number}`, rows: ['S', 'T'], capacity: 400 })),
      ],
      { venue: { name: 'Harbour Arena' }, configuration: { name: 'Concert' }, provider: { name: 'Corner Tickets' } },
    )
    configurationId = venueConfigurationId
    for (const [index, number] of numbers.entries())
      await sql`
        insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
        values (${performanceId}, ${providerId}, ${`s${number}`}, ${`Skywalk ${number}`}, ${index % 2 ? 'S' : 'T'}, 2, 'EUR', 9000)`.execute(
        db(),
      )
    await place()
    await mineConfiguration(db(), configurationId)
  })
  afterAll(() => product.stop())

  it('are free of faults, list and record, on a wide screen and on a phone', async () => {
    for (const look of looks) {
      const { page } = await product.enter('admin', '/rewrite-rules/proposals', look)
      await page.getByText('skywalk').first().waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page.getByText('skywalk').first().click()
      await page.getByRole('heading', { level: 1, name: 'skywalk' }).waitFor()
      await page.getByText('4 rows exist there.').waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
    }
  })

  it('are applied by one key and taken back by another', async () => {
    const { page } = await product.enter('admin', '/rewrite-rules')
    await page.getByRole('link', { name: 'Proposed rules' }).click()
    await page.getByText('skywalk').first().click()
    await page.getByRole('row', { name: /Skywalk 101, row T No section Upper 101, row T/ }).waitFor()
    const said = (text: string) => page.getByRole('status').getByText(text, { exact: false }).first().waitFor()
    await page.keyboard.press('a')
    await said('Rule applied: 4 listings placed again')
    await place()
    expect(await placed()).toEqual(['Upper 101', 'Upper 102', 'Upper 103', 'Upper 104'])
    await page.getByRole('link', { name: 'Open rule' }).waitFor()
    await page.keyboard.press('b')
    await said('Rule undone: 4 listings placed again')
    await place()
    expect(await placed()).toEqual([null, null, null, null])
  })

  it('leave single outliers to one decision for several rows, with what came of each', async () => {
    const { page } = await product.enter('admin', '/ticket-map-outliers')
    await page.getByText('Skywalk 101').first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Mark as extra' }).click()
    const dialog = page.getByRole('alertdialog', { name: '4 of 4 decided' })
    await dialog.getByText('Skywalk 104: ', { exact: false }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from section_decisions where section_name is null`.execute(db())
    expect(rows).toEqual([{ count: 4 }])
  })
})
