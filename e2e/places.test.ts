import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { admin, ids, patiently, product, server, startPlaces, toast } from './testing/place-flows.ts'

describe.skipIf(inject('chromiumPath') === null)('places', () => {
  startPlaces()

  it('switches a market off and on, and says first what that stops', async () => {
    const { page } = await product.enter('admin', `/countries/update?id=${ids.countryId}`)
    const market = page.getByRole('region', { name: 'Market' })
    await market.getByText('Sales are open').waitFor()
    await market.getByRole('button', { name: 'Block sales' }).click()
    const dialog = page.getByRole('dialog', { name: 'Block sales' })
    await dialog.getByText('Live products').waitFor()
    await dialog.getByRole('button', { name: 'Block sales' }).click()
    await dialog.getByText('Enter a reason for blocking sales.').waitFor()
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
    await merges.getByRole('button', { name: 'Merge another into this' }).click()
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
      .getByRole('alertdialog', { name: 'Unmerge Sevilla?' })
      .getByRole('button', { name: 'Undo the merge' })
      .click()
    await toast(page, 'Sevilla is back')
    await merges.getByText('was merged, then unmerged').waitFor()
    expect((await admin.get('/rest/data/venues', { filter: { cityId: twin?.id } })).body).toMatchObject([
      { name: 'Teatro' },
    ])
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
