import { describe, expect, inject, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { faultsOf } from './axe.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { admin, ids, patiently, product, server, startPlaces, toast } from './testing/place-flows.ts'

const section = (code: string, name: string) => ({
  code,
  name,
  zone: 'Floor',
  rank: 1,
  isGeneralAdmission: true,
  rows: [],
  capacity: null,
  viewImageUrl: null,
})

let records: ReturnType<typeof maker> | undefined
/** One for all flows: each numbers what it makes from the beginning. */
const making = () => (records ??= maker(server.database.kysely, resources, examples))

/** A venue with a configuration of four rooms in two lines. */
async function makeVenue(): Promise<{ venueId: number; id: number; version: number }> {
  const venueId = await making().make('venues', { imageIds: [], cityId: ids.cityId })
  const id = await making().make('venue-configurations', { venueId, layout: 'gallery' })
  const { version } = await manifestOf(id)
  const sections = [section('a', 'Room A'), section('b', 'Room B'), section('c', 'Room C'), section('d', 'Room D')]
  const { status, body } = await admin.put(`/rest/data/venue-configurations/${id}/manifest`, { version, sections })
  expect(status).toBe(200)
  return { venueId, id, version: (body as { version: number }).version }
}

const manifestOf = async (id: number) =>
  (await admin.get(`/rest/data/venue-configurations/${id}/manifest`)).body as {
    version: number
    sections: { code: string; name: string; rank: number }[]
    map: { viewBox: string; shapes: { id: string; d: string }[] } | null
  }

async function edit(page: Page) {
  await page.getByRole('region', { name: 'Configurations' }).getByRole('button', { name: 'Edit map' }).click()
  const map = page.getByRole('group', { name: /in edit mode$/ })
  await map.waitFor()
  const bar = page.getByRole('group', { name: 'Unpublished changes' })
  const said = (text: string) => bar.getByRole('status').getByText(text, { exact: true }).waitFor()
  return { map, bar, said }
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** Draws a section in the corner of a map. */
async function drawPorch(page: Page, map: Locator): Promise<void> {
  // Drawn by clicks: Backspace takes one back, a double click closes, Escape drops.
  const frame = await map.boundingBox()
  if (!frame) throw new Error('The map is not on the page.')
  const points = [
    [0.02, 0.05],
    [0.1, 0.05],
    [0.02, 0.5],
  ].map(([x = 0, y = 0]) => [frame.x + frame.width * x, frame.y + frame.height * y] as const)
  await page.getByRole('button', { name: 'Draw section' }).click()
  for (const point of points) await page.mouse.click(...point)
  await page.keyboard.press('Backspace')
  await expect.poll(() => map.locator('[data-pen] path[class*=corner]').count(), patiently).toBe(2)
  await page.keyboard.press('Escape')
  await expect.poll(() => map.locator('[data-pen]').count(), patiently).toBe(0)
  await page.getByRole('button', { name: 'Draw section' }).click()
  for (const point of points.slice(0, 2)) await page.mouse.click(...point)
  await page.mouse.dblclick(...(points[2] ?? [0, 0]))
  await page.getByRole('form', { name: 'New section' }).getByLabel('Name').fill('Porch')
  await page.keyboard.press('Enter')
}

describe.skipIf(inject('chromiumPath') === null)('a venue map', () => {
  startPlaces()

  it('is edited by keys, step by step, and back', async () => {
    const { venueId, id } = await makeVenue()
    const { page } = await product.enter('admin', `/venues/update?id=${venueId}`)
    const { map, said } = await edit(page)
    const before = (await map.locator('path[data-section=b]').getAttribute('d')) ?? ''
    await said('No changes yet')

    await map.focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Room A, Floor')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page), patiently).toBe('Room B, Floor')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Selected sections' }).getByText('Selected: Room B').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowDown')
    await said('1 section moved')
    expect(await map.locator('path[data-section=b]').getAttribute('d')).toBe('M176 7L324 7L324 115L176 115Z')
    expect(await focused(page)).toBe('Room B, Floor')

    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page), patiently).toBe('Corner 1 of 4 at 176, 7')
    await page.keyboard.press('ArrowLeft')
    await said('1 section reshaped')
    await page.keyboard.press('a')
    await expect.poll(() => focused(page), patiently).toBe('Corner 2 of 5 at 249.5, 7')
    await page.keyboard.press('Delete')
    await expect.poll(() => focused(page), patiently).toBe('Corner 1 of 4 at 175, 7')
    expect(await faultsOf(page)).toEqual([])

    // Five steps back, and forward again.
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+z')
    await said('No changes yet')
    expect(await map.locator('path[data-section=b]').getAttribute('d')).toBe(before)
    await page.getByRole('toolbar', { name: 'Map tools' }).getByRole('button', { name: 'Redo' }).click()
    await page.keyboard.press('Control+Shift+z')
    await said('1 section moved')

    // The outline of a new section, drawn by keys from the middle of the map.
    await map.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('d')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Set at least 3 corners that enclose an area.').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'New section' })
    await form.getByLabel('Name').fill('Room A')
    await form.getByRole('button', { name: 'Add section' }).click()
    await form.getByText('Two sections are called Room A.').waitFor()
    await form.getByLabel('Name').fill('Annexe')
    expect(await faultsOf(page)).toEqual([])
    await form.getByRole('button', { name: 'Add section' }).click()
    await said('1 section added, 1 section moved')
    await page.keyboard.press('F2')
    const renaming = page.getByRole('form', { name: 'Rename Annexe' })
    await renaming.getByLabel('Id on the map').fill('a')
    await renaming.getByRole('button', { name: 'Rename' }).click()
    await renaming.getByText('Annexe has the id a, which another section has already.').waitFor()
    await renaming.getByLabel('Id on the map').fill('annexe-1')
    await renaming.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('group', { name: 'Unpublished changes' }).getByRole('button', { name: 'Publish' }).click()
    await toast(page, /^Manifest of .* published$/)
    await page.getByRole('group', { name: /^Map of .* Arrow keys move it/ }).waitFor()
    const { sections, map: own } = await manifestOf(id)
    expect(sections.map(({ code }) => code)).toEqual(['a', 'b', 'c', 'd', 'annexe-1'])
    expect(own?.shapes.map(({ d }) => d)[1]).toBe('M176 7L324 7L324 115L176 115Z')
    await page.context().close()
  })

  it('is edited by mouse, and loses nothing where the server refuses or someone leaves', async () => {
    const { venueId, id, version } = await makeVenue()
    const { page, refused } = await product.enter('admin', `/venues/update?id=${venueId}`)
    const { map, bar, said } = await edit(page)
    const at = async (code: string, x = 0.5, y = 0.5) => {
      const box = await map.locator(`path[data-section=${code}]`).boundingBox()
      if (!box) throw new Error('The section is not on the map.')
      return [box.x + box.width * x, box.y + box.height * y] as const
    }
    const drag = async (from: readonly [number, number], by: readonly [number, number]) => {
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(from[0] + by[0] / 2, from[1] + by[1] / 2)
      await page.mouse.move(from[0] + by[0], from[1] + by[1])
      await page.mouse.up()
    }
    await map.scrollIntoViewIfNeeded()
    await page.mouse.click(...(await at('a')))
    await page.keyboard.down('Control')
    await page.mouse.click(...(await at('b')))
    await page.keyboard.up('Control')
    const before = await at('a')
    await drag(await at('b', 0.5, 0.8), [12, -8])
    await said('2 sections moved')
    expect((await at('a'))[0] - before[0]).toBeCloseTo(12, 0)

    // A corner that is dragged across the outline.
    await page.mouse.click(...(await at('d', 0.5, 0.2)))
    const corner = await map.locator('[data-corner="0"]:not([data-add])').boundingBox()
    if (!corner) throw new Error('The corner is not on the map.')
    const room = await map.locator('path[data-section=d]').boundingBox()
    await drag(
      [corner.x + corner.width / 2, corner.y + corner.height / 2],
      [(room?.width ?? 0) * 0.4, (room?.height ?? 0) * 1.3],
    )
    await page.getByRole('alert').getByText('The outline of Room D crosses itself.').waitFor()
    await bar.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alert').getByText('Fix these, then publish.').waitFor()
    await said('2 sections moved, 1 section reshaped')
    await page.keyboard.press('Control+z')
    await said('2 sections moved')

    // Several at once, in the draft.
    await page.getByRole('checkbox', { name: 'Select Room C' }).check()
    const selected = page.getByRole('group', { name: 'Selected sections' })
    await selected.getByRole('button', { name: 'Change…' }).click()
    const change = page.getByRole('dialog', { name: 'Change 2 sections' })
    await change.getByLabel('Rank').fill('7')
    await change.getByRole('button', { name: 'Apply' }).click()
    await said('2 sections moved, 2 sections changed')
    await selected.getByRole('button', { name: 'Delete' }).click()
    await said('2 sections moved, 2 sections deleted')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await said('2 sections moved')

    await drawPorch(page, map)
    await said('1 section added, 2 sections moved')

    // Leaving asks, and someone else's manifest comes below what was done here.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Coupons' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    const theirs = await manifestOf(id)
    await admin.put(`/rest/data/venue-configurations/${id}/manifest`, {
      version,
      sections: theirs.sections.map((one) => ({ ...one, rank: one.code === 'c' ? 9 : one.rank })),
    })
    await bar.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('This configuration changed since you opened it.').waitFor()
    await page.getByText('Someone else published this map.').waitFor()
    await said('1 section added, 2 sections moved')
    await bar.getByRole('button', { name: 'Publish' }).click()
    await toast(page, /^Manifest of .* published$/)
    const { sections, map: own } = await manifestOf(id)
    expect(sections.map(({ code, rank }) => `${code} ${rank}`)).toEqual(['a 1', 'b 1', 'c 9', 'd 1', 'porch 50'])
    expect(own?.shapes.map((one) => one.id)).toEqual(['a', 'b', 'c', 'd', 'porch'])
    expect(refused.filter((one) => !one.includes('412'))).toEqual([])
    await page.context().close()
  })

  it('keeps what was changed through a forced sign-in', async () => {
    const { venueId, id } = await makeVenue()
    // Another one comes first, so the draft leads to its own.
    await making().make('venue-configurations', { venueId, layout: 'gallery', name: '0 first' })
    const { page } = await product.enter('admin', `/venues/update?id=${venueId}`)
    const { name } = (await admin.get(`/rest/data/venue-configurations/${id}`)).body as { name: string }
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const { map, bar, said } = await edit(page)
    await map.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await said('1 section moved')
    const moved = await map.locator('path[data-section=a]').getAttribute('d')
    const address = '**/rest/data/venue-configurations/*/manifest'
    await page.route(address, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 403, json: { error: 'SessionExpired', message: 'Your session has ended' } })
        : route.continue(),
    )
    await bar.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog', { name: 'Confirm logout' }).getByRole('button', { name: 'Re-Login' }).click()
    await page.waitForURL('**/login?**')
    await page.unroute(address)
    await page.getByRole('button', { name: /\bAdmin$/ }).click()
    await toast(page, 'Your unsaved changes were put back.')
    await said('1 section moved')
    expect(await map.locator('path[data-section=a]').getAttribute('d')).toBe(moved)
    // It can be taken back, as before.
    await page.getByRole('toolbar', { name: 'Map tools' }).getByRole('button', { name: 'Undo' }).click()
    await said('No changes yet')
    await page.getByRole('toolbar', { name: 'Map tools' }).getByRole('button', { name: 'Redo' }).click()
    await bar.getByRole('button', { name: 'Publish' }).click()
    await toast(page, /^Manifest of .* published$/)
    expect((await manifestOf(id)).map?.shapes[0]?.d).toBe(moved)
    // Once published it is not put back again.
    await page.reload()
    await page.getByRole('region', { name: 'Configurations' }).getByRole('button', { name: 'Draw the map' }).waitFor()
    await page.context().close()
  })

  it('brings the section that keys walk to into sight', async () => {
    const { venueId } = await makeVenue()
    const { page } = await product.enter('admin', `/venues/update?id=${venueId}`)
    const { map } = await edit(page)
    const isInSight = async (code: string) => {
      const [frame, box] = [await map.boundingBox(), await map.locator(`path[data-section=${code}]`).boundingBox()]
      if (!frame || !box) return false
      const middle = box.x + box.width / 2
      return middle > frame.x && middle < frame.x + frame.width
    }
    await map.focus()
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('+')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Room A, Floor')
    await expect.poll(() => isInSight('a'), patiently).toBe(true)
    expect(await isInSight('c')).toBe(false)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page), patiently).toBe('Room C, Floor')
    await expect.poll(() => isInSight('c'), patiently).toBe(true)
    await page.context().close()
  })
})
