import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { photo, upload } from '../src/platform/media/testing/image.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'

/** A loaded machine takes longer than the second that a poll has by itself. */
const patiently = { timeout: 15_000 }

describe.skipIf(inject('chromiumPath') === null)('places', () => {
  let product: Product
  let server: TestServer
  let admin: Client
  let ids: { countryId: number; cityId: number; venueId: number }

  beforeAll(async () => {
    product = await startProduct({ name: 'places flows' })
    server = product.server
    admin = await server.signIn('admin')
    const {
      rows: [made],
    } = await sql<typeof ids>`
      with country as (
        insert into countries (code, alpha3, numeric_code, name, slug, continent_id, calling_code, currency)
        values ('ES', 'ESP', '724', 'Spain', 'spain', (select id from continents where code = 'EU'), '+34', 'EUR') returning id
      ), city as (
        insert into cities (name, slug, country_id, latitude, longitude, time_zone, un_locode, viator_destination)
        select 'Seville', 'seville', id, 37.3891, -5.9845, 'Europe/Madrid', 'ESSVQ', '556' from country returning id
      ), venue as (
        insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity)
        select 'Plaza', 'plaza', id, 37.3861, -5.9925, 'Europe/Madrid', 12000 from city returning id
      )
      select country.id as "countryId", city.id as "cityId", venue.id as "venueId" from country, city, venue`.execute(
      server.database.kysely,
    )
    if (!made) throw new Error('The places were not made.')
    ids = made
  })
  afterAll(async () => {
    await product?.stop()
  })

  const toast = (page: Page, text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).waitFor()

  it('switches a market off and on, and says first what that stops', async () => {
    const { page } = await product.enter('admin', `/countries/update?id=${ids.countryId}`)
    const market = page.getByRole('region', { name: 'Market' })
    await market.getByText('Sales are open').waitFor()
    await market.getByRole('button', { name: 'Block sales' }).click()
    const dialog = page.getByRole('dialog', { name: 'Block sales' })
    await dialog.getByText('Live products').waitFor()
    await dialog.getByRole('button', { name: 'Block sales' }).click()
    await dialog.getByText('Say why sales are blocked.').waitFor()
    await dialog.getByLabel('Why').selectOption('tax')
    await dialog.getByLabel('Note').fill('VAT number pending')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Block sales' }).click()
    await toast(page, 'Sales blocked in one country')
    await market.getByText('Sales are blocked').waitFor()
    await market.getByText('VAT number pending').waitFor()
    await market.getByRole('button', { name: 'Open sales' }).click()
    await page.getByRole('dialog', { name: 'Open sales' }).getByRole('button', { name: 'Open sales' }).click()
    await market.getByText('Sales are open').waitFor()
    await page.context().close()
  })

  it('makes a city of what the gazetteer knows, and says on the launch board what it lacks', async () => {
    const { page } = await product.enter('admin', '/cities/create')
    await page.getByLabel('Name', { exact: false }).first().fill('Malaga')
    await page.getByRole('list', { name: 'Cities of that name' }).getByRole('button', { name: /Spain/ }).first().click()
    await expect.poll(() => page.getByLabel('Time zone').inputValue(), patiently).toBe('Europe/Madrid')
    await page.getByLabel('Time zone').fill('Europe/Paris')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('These coordinates are in Europe/Madrid, not in Europe/Paris.').waitFor()
    await page.getByLabel('Time zone').fill('Europe/Madrid')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/cities\/update\?id=\d+/)

    await page.goto(`${server.url}/cities/launch-board`)
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await row('Málaga').getByText('Not mapped').waitFor()
    await row('Málaga').getByText('1 / 9').waitFor()
    await row('Seville').getByText('Mapped', { exact: true }).waitFor()
    await row('Seville').getByRole('link', { name: 'Seville' }).click()
    await page.waitForURL(new RegExp(`/cities/update\\?id=${ids.cityId}$`))
    await page.context().close()
  })

  it('takes a manifest from a file, shows it as a map to move by keys, and refuses what does not fit', async () => {
    const { page } = await product.enter('admin', `/venues/update?id=${ids.venueId}`)
    const configurations = page.getByRole('region', { name: 'Configurations' })
    await configurations.getByRole('button', { name: 'New configuration' }).click()
    const fresh = page.getByRole('dialog', { name: 'New configuration' })
    await fresh.getByLabel('Name').fill('Bullring')
    await fresh.getByLabel('Layout').selectOption('in_the_round')
    await fresh.getByLabel('Capacity').fill('12000')
    await fresh.getByRole('button', { name: 'Create' }).click()
    await configurations.getByText('No manifest has been published.').waitFor()

    await configurations.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import a manifest' })
    const csv = (text: string) => ({ name: 'sections.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page
      .locator('input[type=file][accept*=csv]')
      .setInputFiles(csv('id,name,zone,rank,rows\na,Sombra 1,Sombra,1,1-12\nb,sombra 1,Sombra,1,1-12\n'))
    await dialog.getByText('Two sections are called sombra 1.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    await page
      .locator('input[type=file][accept*=csv]')
      .setInputFiles(
        csv('id,name,zone,rank,rows\na,Sombra 1,Sombra,1,1-12\nb,Sombra 2,Sombra,1,1-12\nc,Sol 1,Sol,40,1-20\n'),
      )
    await dialog.getByText('3 sections with 44 rows, in place of 0.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await toast(page, 'Manifest of Bullring published')

    const map = page.getByRole('group', { name: /^Map of Plaza, Bullring/ })
    await map.waitFor()
    expect(await map.locator('path[data-kind=section]').count()).toBe(3)
    await map.focus()
    await page.keyboard.press('+')
    await expect.poll(() => map.getAttribute('data-scale'), patiently).toBe('1.40')
    const before = await map.locator('g').getAttribute('transform')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => map.locator('g').getAttribute('transform'), patiently).not.toBe(before)
    await page.keyboard.press('0')
    await expect.poll(() => map.getAttribute('data-scale'), patiently).toBe('1.00')
    await page.getByRole('button', { name: 'Show Sol 1 on the map' }).click()
    await expect.poll(() => map.locator('[data-selected=true]').getAttribute('data-section'), patiently).toBe('c')
    await page.getByRole('button', { name: 'Edit Sol 1' }).click()
    const edit = page.getByRole('dialog', { name: 'Section Sol 1' })
    await edit.getByLabel('Name').fill('Sombra 2')
    await edit.getByRole('button', { name: 'Publish' }).click()
    await edit.getByRole('alert').getByText('Two sections are called Sombra 2.').waitFor()
    await edit.getByLabel('Name').fill('Sol y sombra')
    await edit.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Show Sol y sombra on the map' }).waitFor()
    const { body } = await admin.get('/rest/data/venue-sections', { filter: { code: 'c' } })
    expect(body).toMatchObject([
      { name: 'Sol y sombra', zone: 'Sol', rows: expect.arrayContaining(['1', '20']) as unknown },
    ])

    // The view from there is a picture of the library, shown below the map.
    const { id: imageId } = (await upload(admin, await photo(600, 400))).body as { id: number }
    await page.getByRole('button', { name: 'Edit Sol y sombra' }).click()
    const view = page.getByRole('dialog', { name: 'Section Sol y sombra' })
    await view.getByLabel('View at an address elsewhere').fill('https://example.com/view.jpg')
    await view.getByRole('button', { name: 'Choose from the library' }).click()
    await page
      .getByRole('dialog', { name: 'Choose an image' })
      .getByRole('group', { name: 'Images' })
      .getByRole('button')
      .first()
      .click()
    await view.getByLabel('View at an address elsewhere').waitFor({ state: 'detached' })
    expect(await faultsOf(page)).toEqual([])
    await view.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Show Sol y sombra on the map' }).click()
    await expect
      .poll(
        async () =>
          await page
            .getByRole('img', { name: 'View from Sol y sombra' })
            .evaluate((image) => (image as HTMLImageElement).naturalWidth),
        patiently,
      )
      .toBeGreaterThan(0)
    expect((await admin.get('/rest/data/venue-sections', { filter: { code: 'c' } })).body).toMatchObject([
      { viewImageId: imageId, viewImageUrl: null },
    ])
    await page.context().close()
  })

  it('merges a city that is there twice, answers to its old address, and takes it out again', async () => {
    const {
      rows: [twin],
    } = await sql<{ id: number }>`
      with twin as (
        insert into cities (name, slug, country_id, latitude, longitude, time_zone) values ('Sevilla', 'sevilla', ${ids.countryId}, 37.39, -5.98, 'Europe/Madrid'),
          ('Sevilla', 'sevilla-la-otra', ${ids.countryId}, 36.1, -5.9, 'Europe/Madrid'), ('Seville Alta', 'seville-alta', ${ids.countryId}, 36.2, -5.9, 'Europe/Madrid') returning id, slug
      ), house as (
        insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity) select 'Teatro', 'teatro', id, 37.39, -5.98, 'Europe/Madrid', 900 from twin where slug = 'sevilla'
      ) select id from twin where slug = 'sevilla'`.execute(server.database.kysely)
    const { page } = await product.enter('admin', `/cities/update?id=${ids.cityId}`)
    const merges = page.getByRole('region', { name: 'Merges' })
    await merges.getByRole('button', { name: 'Merge another one into this' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge into Seville' })
    // The record isn't offered to itself, and records with the same name can be distinguished.
    await dialog.getByLabel('City').fill('Seville')
    await page.getByRole('option', { name: 'Seville Alta' }).waitFor()
    expect(await page.getByRole('option', { name: 'Seville', exact: true }).count()).toBe(0)
    await dialog.getByLabel('City').fill('Sevilla')
    await page.getByRole('option', { name: `Sevilla Spain, #${twin?.id}` }).click()
    await dialog.getByText('1 reference moves from Sevilla to Seville.').waitFor()
    expect(await dialog.getByRole('table', { name: 'What moves' }).getByRole('row').last().innerText()).toMatch(
      /Venues\s+City\s+1/,
    )
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await toast(page, 'Sevilla merged into Seville')
    await page.goto(`${server.url}/cities/update?id=${twin?.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByLabel('Slug').inputValue(), patiently).toBe('seville')
    await page.goto(`${server.url}/cities/update?id=${ids.cityId}`)
    await merges.getByRole('button', { name: 'Undo the merge of Sevilla' }).click()
    await page
      .getByRole('alertdialog', { name: 'Take Sevilla out again?' })
      .getByRole('button', { name: 'Undo the merge' })
      .click()
    await toast(page, 'Sevilla is back')
    await merges.getByText('was merged and taken out again').waitFor()
    expect((await admin.get('/rest/data/venues', { filter: { cityId: twin?.id } })).body).toMatchObject([
      { name: 'Teatro' },
    ])
    await page.context().close()
  })

  it('tells which of what is offered lies on the map of its venue, and what is at stake where it does not', async () => {
    const records = maker(server.database.kysely, resources, examples)
    const [venueId, providerId] = [await records.make('venues', { imageIds: [] }), await records.make('providers')]
    const configurationId = await records.make('venue-configurations', { venueId })
    const eventId = await records.make('events', { venueId, providerId })
    const performanceId = await records.make('performances', {
      eventId,
      venueId,
      venueConfigurationId: configurationId,
      status: 'onsale',
      isDateTbd: false,
    })
    const { version } = (await admin.get(`/rest/data/venue-configurations/${configurationId}`)).body as {
      version: number
    }
    const section = {
      code: 'a',
      name: 'Block 12',
      zone: null,
      rank: 1,
      isGeneralAdmission: false,
      rows: [],
      capacity: null,
      viewImageUrl: null,
    }
    expect(
      (await admin.put(`/rest/data/venue-configurations/${configurationId}/manifest`, { version, sections: [section] }))
        .status,
    ).toBe(200)
    await sql`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      values (${performanceId}, ${providerId}, 'one', 'Sec. 012', 2, 'EUR', 5000), (${performanceId}, ${providerId}, 'two', 'Skybox', 3, 'EUR', 10000)`.execute(
      server.database.kysely,
    )
    const { page, refused } = await product.enter('admin', `/venues/update?id=${venueId}`)
    const offered = page.getByRole('region', { name: 'Listings on the map' })
    await offered.getByText(/^0 of 2 listings placed, 5 tickets offered\./).waitFor()
    await server.runJob('place-listings')
    await offered.getByRole('button', { name: 'Place again' }).click()
    await toast(page, '2 listings are being placed again')
    await server.runJob('place-listings')
    await offered.getByText(/^1 of 2 listings placed/).waitFor()
    await offered
      .getByRole('row', { name: /Skybox/ })
      .getByText('Not found')
      .waitFor()
    await offered
      .getByRole('row', { name: /Sec\. 012/ })
      .getByText('Block 12')
      .waitFor()
    expect(await offered.getByRole('row', { name: /Skybox/ }).innerText()).toMatch(/300\.00/)

    // What is published below shows above without a reload, once the job has run.
    const configurations = page.getByRole('region', { name: 'Configurations' })
    await configurations.getByRole('button', { name: 'Edit Block 12' }).click()
    const edit = page.getByRole('dialog', { name: 'Section Block 12' })
    await edit.getByLabel('Name').fill('Skybox')
    await edit.getByRole('button', { name: 'Publish' }).click()
    await offered.getByText(/2 are still to be placed\./).waitFor()
    await server.runJob('place-listings')
    await offered
      .getByRole('row', { name: /Sec\. 012/ })
      .getByText('Not found')
      .waitFor()

    // A name that is not found becomes a section, or is mapped to one.
    await offered.getByRole('button', { name: 'Map to… Sec. 012' }).click()
    const mapping = page.getByRole('dialog', { name: 'Map Sec. 012 to a section' })
    await mapping.getByRole('button', { name: 'Map' }).click()
    await mapping.getByRole('alert').getByText('Choose the section that is meant.').waitFor()
    await mapping.getByLabel('Section').selectOption('Skybox')
    expect(await faultsOf(page)).toEqual([])
    await mapping.getByRole('button', { name: 'Map' }).click()
    await toast(page, 'Sec. 012 means Skybox from now on')
    await server.runJob('place-listings')
    await offered.getByText(/^2 of 2 listings placed/).waitFor()
    await sql`delete from rewrite_rules`.execute(server.database.kysely)
    await sql`update ticket_listings set venue_section_id = null, placed_at = null, rewrite_rule_id = null`.execute(
      server.database.kysely,
    )
    await server.runJob('place-listings')
    await page.reload()
    await offered.getByRole('button', { name: 'Add section… Sec. 012' }).click()
    const adding = page.getByRole('dialog', { name: 'New section' })
    expect(await adding.getByLabel('Name').inputValue()).toBe('Sec. 012')
    await adding.getByRole('button', { name: 'Publish' }).click()
    await adding.waitFor({ state: 'hidden' })
    await server.runJob('place-listings')
    await offered.getByText(/^2 of 2 listings placed/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('offers to merge the cities and venues that are selected in their lists', async () => {
    await sql`insert into cities (name, slug, country_id, latitude, longitude, time_zone) values ('Sevilla', 'sevilla-again', ${ids.countryId}, 37.39, -5.98, 'Europe/Madrid')`.execute(
      server.database.kysely,
    )
    const { page } = await product.enter('admin', '/cities/list?q=Sev')
    for (const name of ['Seville', 'Sevilla'])
      await page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .first()
        .getByRole('checkbox')
        .check()
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Merge' }).click()
    await page
      .getByRole('dialog', { name: 'Merge 2 cities' })
      .getByRole('radio', { name: /^Seville \(#/ })
      .check()
    await page.goto(`${server.url}/venues/list`)
    for (const place of [1, 2]) await page.getByRole('row').nth(place).getByRole('checkbox').first().check()
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('dialog', { name: 'Merge 2 venues' }).waitFor()
    await page.context().close()
  })

  it('is without fault for assistive technology in each look', async () => {
    const { page, refused } = await product.enter('admin', '/countries/list')
    for (const path of [
      '/countries/list',
      `/countries/update?id=${ids.countryId}`,
      '/continents/list',
      '/continents/create',
      '/cities/list',
      '/cities/create',
      `/cities/update?id=${ids.cityId}`,
      '/cities/launch-board',
      '/venues/list',
      `/venues/update?id=${ids.venueId}`,
    ]) {
      await page.goto(`${server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await faultsInEachLook(page), path).toEqual([])
    }
    expect(refused).toEqual([])
    await page.context().close()
  })
})
