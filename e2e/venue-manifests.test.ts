import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { photo, upload } from '../src/platform/media/testing/image.server.ts'
import { makes, mapOf, openBullring, publish, section } from './testing/bullring.ts'
import { admin, ids, patiently, product, server, startPlaces, toast } from './testing/place-flows.ts'
import { mappedVenue } from '../src/features/places/venues/testing/mapped-venue.server.ts'

describe.skipIf(inject('chromiumPath') === null)('places', () => {
  startPlaces()

  it('takes a manifest from a file, shows it as a map, and refuses what does not fit', async () => {
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

    const map = mapOf(page, 'Plaza')
    await map.waitFor()
    expect(await map.locator('path[data-kind=section]').count()).toBe(3)
    await page.context().close()
  })

  it('moves the map of a manifest by keys, and shows the section that is asked for', async () => {
    const { page, map } = await openBullring()
    await map.focus()
    await page.keyboard.press('+')
    await expect.poll(() => map.getAttribute('data-scale'), patiently).toBe('1.40')
    const before = await map.locator('g[transform]').getAttribute('transform')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => map.locator('g[transform]').getAttribute('transform'), patiently).not.toBe(before)
    await page.keyboard.press('0')
    await expect.poll(() => map.locator('text[data-name=c]').textContent(), patiently).toBe('Sol 1')
    await page.keyboard.press('0')
    await expect.poll(() => map.getAttribute('data-scale'), patiently).toBe('1.00')
    await page.getByRole('button', { name: 'Show Sol 1 on the map' }).click()
    await expect.poll(() => map.locator('[data-selected=true]').getAttribute('data-section'), patiently).toBe('c')
    await page.context().close()
  })

  it('lights the sections that a search finds, and selects them by Enter', async () => {
    const { page, map } = await openBullring()
    const search = page.getByRole('searchbox', { name: 'Find a section of Bullring' })
    await search.fill('sombra')
    await expect.poll(() => map.locator('[data-dimmed=true]').getAttribute('data-section'), patiently).toBe('c')
    await search.press('Enter')
    await search.press('Enter')
    await expect.poll(() => map.locator('[data-selected=true]').getAttribute('data-section'), patiently).toBe('b')
    await search.fill('nowhere')
    await page.getByRole('status').getByText('No section found').waitFor()
    await search.press('Escape')
    await page.context().close()
  })

  it('has boxes for sections that a finger meets', async () => {
    const { page } = await openBullring()
    await page.setViewportSize({ width: 390, height: 844 })
    const sizes = await page
      .getByRole('checkbox', { name: /^Select / })
      .evaluateAll((boxes) => boxes.map((box) => [box.clientWidth, box.clientHeight]))
    expect(sizes).toEqual([0, 1, 2, 3].map(() => [24, 24]))
    await page.context().close()
  })

  it('selects several sections with Ctrl, by a zone, by their boxes and by a frame', async () => {
    const { page, map } = await openBullring()
    await page.getByRole('button', { name: 'Show Sombra 2 on the map' }).click()
    const bar = page.getByRole('group', { name: 'Selected sections' })
    // The middle of the box around a half ring is beside it.
    const half = await map.locator('path[data-section=a]').boundingBox()
    if (!half) throw new Error('The section is not on the map.')
    await page.keyboard.down('Control')
    await page.mouse.click(half.x + half.width * 0.75, half.y + half.height / 2)
    await page.keyboard.up('Control')
    await bar.getByText('2 sections selected').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Select Sombra 1' }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'Select Sol 1' }).press('Space')
    await bar.getByText('3 sections selected').waitFor()
    await page
      .getByRole('list', { name: 'Zones' })
      .getByRole('button', { name: /^Sombra/ })
      .click()
    await bar.getByText('2 sections selected').waitFor()
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await bar.waitFor({ state: 'detached' })
    const corner = await map.boundingBox()
    if (!corner) throw new Error('The map is not on the page.')
    await page.keyboard.down('Shift')
    await page.mouse.move(corner.x + 2, corner.y + 2)
    await page.mouse.down()
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
    await page.mouse.move(corner.x + corner.width - 2, corner.y + corner.height - 2)
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await bar.getByText('3 sections selected').waitFor()
    await bar.getByRole('button', { name: 'Delete…' }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete 3 sections' })
    expect(await deleting.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await deleting.getByRole('button', { name: 'Cancel' }).click()
    await page.context().close()
  })

  it('changes the sections that are selected at once', async () => {
    const { page, stored } = await openBullring()
    const bar = page.getByRole('group', { name: 'Selected sections' })
    await page
      .getByRole('list', { name: 'Zones' })
      .getByRole('button', { name: /^Sombra/ })
      .click()
    await bar.getByRole('button', { name: 'Change…' }).click()
    const change = page.getByRole('dialog', { name: 'Change 2 sections' })
    await change.getByRole('button', { name: 'Publish' }).click()
    await change.getByRole('alert').getByText('Fill in at least one field.').waitFor()
    await change.getByLabel('Rank').fill('7')
    expect(await faultsOf(page)).toEqual([])
    await change.getByRole('button', { name: 'Publish' }).click()
    await change.waitFor({ state: 'detached' })
    expect(await stored({ zone: 'Sombra' })).toMatchObject([{ rank: 7 }, { rank: 7 }])
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  it('changes a section, but not to the name of another', async () => {
    const { page, stored } = await openBullring()
    await page.getByRole('button', { name: 'Edit Sol 1' }).click()
    const edit = page.getByRole('dialog', { name: 'Section Sol 1' })
    await edit.getByLabel('Name').fill('Sombra 2')
    await edit.getByRole('button', { name: 'Publish' }).click()
    await edit.getByRole('alert').getByText('Two sections are called Sombra 2.').waitFor()
    await edit.getByLabel('Name').fill('Sol y sombra')
    await edit.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Show Sol y sombra on the map' }).waitFor()
    expect(await stored({ code: 'c' })).toMatchObject([
      { name: 'Sol y sombra', zone: 'Sol', rows: expect.arrayContaining(['1', '20']) as unknown },
    ])
    await page.context().close()
  })

  it('shows the view from a section, a picture of the library, below the map', async () => {
    const { page, stored } = await openBullring()
    const { id: imageId } = (await upload(admin, await photo(600, 400))).body as { id: number }
    await page.getByRole('button', { name: 'Edit Sol 1' }).click()
    const view = page.getByRole('dialog', { name: 'Section Sol 1' })
    await view.getByLabel('View at another URL').fill('https://example.com/view.jpg')
    await view.getByRole('button', { name: 'Choose from the library' }).click()
    await page
      .getByRole('dialog', { name: 'Choose an image' })
      .getByRole('group', { name: 'Images' })
      .getByRole('button')
      .first()
      .click()
    await view.getByLabel('View at another URL').waitFor({ state: 'detached' })
    expect(await faultsOf(page)).toEqual([])
    await view.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Show Sol 1 on the map' }).click()
    await expect
      .poll(
        async () =>
          await page
            .getByRole('img', { name: 'View from Sol 1' })
            .evaluate((image) => (image as HTMLImageElement).naturalWidth),
        patiently,
      )
      .toBeGreaterThan(0)
    expect(await stored({ code: 'c' })).toMatchObject([{ viewImageId: imageId, viewImageUrl: null }])
    await page.context().close()
  })

  it('tells which of what is offered lies on the map of its venue, and what is at stake where it does not', async () => {
    const { venueId, venueConfigurationId, performanceId, providerId } = await mappedVenue(
      { db: server.database.kysely, records: makes() },
      [],
      { venue: { imageIds: [] } },
    )
    await publish(venueConfigurationId, [section('a', 'Block 12')])
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
    await mapping.getByRole('alert').getByText('Choose the section.').waitFor()
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
})
