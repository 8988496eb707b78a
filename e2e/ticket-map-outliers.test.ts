import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { grant } from '../src/app/testing/grant.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { placePage } from '../src/features/section-mapping/place-listings.server.ts'
import { scanConfigurations } from '../src/features/outliers/find-outliers.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'
import { mappedVenue } from '../src/features/places/venues/testing/mapped-venue.server.ts'

describe.skipIf(inject('chromiumPath') === null)('ticket map outliers', () => {
  let product: Product
  let configurationId: number

  const db = () => product.server.database.kysely
  const scan = () =>
    db()
      .transaction()
      .execute(async (trx) => {
        while (await placePage(trx)) {
          /* the next page */
        }
        await scanConfigurations(trx, [configurationId])
      })

  beforeAll(async () => {
    product = await startProduct({ name: 'outlier flows' })
    await grant(product.server.database, 'read-only', 'settings', 'ui')
    const records = maker(db(), resources, examples)
    const { venueConfigurationId, performanceId, providerId } = await mappedVenue(
      { db: db(), records },
      ['Lower 101', 'Lower 102', 'Family Stand'].map((name) => ({
        name,
        zone: 'Bowl',
        rows: ['A', 'B'],
        capacity: 400,
      })),
      { venue: { name: 'Harbour Arena' }, configuration: { name: 'Concert' }, provider: { name: 'Corner Tickets' } },
    )
    configurationId = venueConfigurationId
    const listings = [
      ['Family enclosure', 40_000],
      ['Suite 101', 30_000],
      ['Sky Terrace', 20_000],
      ['Car park P2', 10_000],
    ] as const
    for (const [section, price] of listings)
      await sql`
        insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
        values (${performanceId}, ${providerId}, ${section}, ${section}, 2, 'EUR', ${price})`.execute(db())
    await scan()
  })
  afterAll(() => product?.stop())

  it('are free of faults, list and detail, on a wide screen and on a phone', async () => {
    for (const look of looks) {
      const { page } = await product.enter('admin', '/ticket-map-outliers', look)
      await page.getByText('Family enclosure').first().waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      const { rows } = await sql<{ id: number }>`
        select id from ticket_map_outliers where raw_section = 'Family enclosure'`.execute(db())
      await page.goto(`${product.server.url}/ticket-map-outliers/${rows[0]?.id}`)
      await page.getByRole('img', { name: /^Map of Concert/ }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page
        .getByRole('button', { name: /^Why listing/ })
        .first()
        .click()
      const why = page.getByRole('dialog', { name: 'Why this section' })
      await why.getByText('No section matches well enough.').waitFor()
      expect(await faultsOf(page)).toEqual([])
    }
  })

  it('can be read without a command by those who cannot write settings', async () => {
    const { page, refused } = await product.enter('read-only', '/ticket-map-outliers')
    await page.getByText('Family enclosure').first().click()
    await page.getByText('You can read this page but not change it', { exact: false }).waitFor()
    await page.getByText('Shared words: family').waitFor()
    expect(await page.getByRole('button', { name: 'Accept as rule' }).count()).toBe(0)
    expect(refused).toEqual([])
  })

  it('are decided one after the other by keys, the most money first', async () => {
    const { page } = await product.enter('admin', '/ticket-map-outliers')
    await page.getByText('Family enclosure').first().click()
    const named = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const said = (text: string) => page.getByRole('status').getByText(text, { exact: false }).first().waitFor()
    await named('Family enclosure')
    await page.getByRole('radio', { name: /^Family Stand/ }).waitFor()
    await page.keyboard.press('j')
    await named('Suite 101')
    await page.keyboard.press('k')
    await named('Family enclosure')
    await page.getByRole('radio', { name: /^Family Stand/ }).waitFor()
    await page.keyboard.press('a')
    await said('Rule saved for Family enclosure')
    await named('Suite 101')
    await page.getByRole('radio', { name: /^Lower 101/ }).waitFor()
    await page.keyboard.press('o')
    await said('Suite 101 mapped')
    await named('Sky Terrace')
    await page.keyboard.press('a')
    await page.getByText('Choose the section.').waitFor()
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'New section' })
    await dialog.getByLabel('Name').fill('Lower 101')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText('The map has a section Lower 101 already.').waitFor()
    await dialog.getByLabel('Name').fill('Sky Terrace')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await said('Map extended')
    await named('Car park P2')
    await page.keyboard.press('x')
    await said('Car park P2 marked as extra')
    await scan()
    const { rows } = await sql<{ section: string; placed: string | null }>`
      select section, placed_section as placed from ticket_listings order by price desc`.execute(db())
    expect(rows).toEqual([
      { section: 'Family enclosure', placed: 'Family Stand' },
      { section: 'Suite 101', placed: 'Lower 101' },
      { section: 'Sky Terrace', placed: 'Sky Terrace' },
      { section: 'Car park P2', placed: null },
    ])
  })

  it('are tried as a rule before it is saved', async () => {
    const { page } = await product.enter('admin', '/rewrite-rules')
    await page.getByText('Family enclosure').first().click()
    const tester = page.getByRole('region', { name: 'Try it' })
    await tester.getByText('Reads 1 listing and changes nothing').waitFor()
    await page.getByLabel('Replacement').fill('Lower 102')
    await tester.getByText('Would newly place 0, change 1 and break 0 of 1 listings').waitFor()
    await tester.getByText('Changes manual decisions', { exact: false }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})
