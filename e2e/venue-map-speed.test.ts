import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { examples } from '../src/app/testing/examples.server.ts'
import { maxSections } from '../src/features/places/venues/manifest.ts'
import { admin, patiently, product, server, startPlaces } from './testing/place-flows.ts'

/** Milliseconds of the page's main thread that one action takes at most. */
const most = 50
const times = 9

const sections = Array.from({ length: maxSections }, (_, index) => ({
  code: `s${index}`,
  name: `Block ${index + 1}`,
  zone: `Level ${1 + (index % 20)}`,
  rank: 1 + (index % 20),
  isGeneralAdmission: false,
  rows: ['1', '2', '3'],
  capacity: 40,
  viewImageUrl: null,
}))

/** Main thread of the page so far, in milliseconds of its own processor time, so that a busy machine counts for nothing. */
async function spent(session: CDPSession): Promise<number> {
  const { metrics } = (await session.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] }
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))

describe.skipIf(inject('chromiumPath') === null)('a venue map of 2,000 sections', () => {
  startPlaces()

  it('takes at most 50 ms of the main thread to hover, select, pan, zoom and search', async () => {
    const records = maker(server.database.kysely, resources, examples)
    const venueId = await records.make('venues', { imageIds: [] })
    const id = await records.make('venue-configurations', { venueId, layout: 'football' })
    const { version } = (await admin.get(`/rest/data/venue-configurations/${id}`)).body as { version: number }
    const published = await admin.put(`/rest/data/venue-configurations/${id}/manifest`, { version, sections })
    expect(published.status).toBe(200)

    const { page } = await product.enter('admin', `/venues/update?id=${venueId}`)
    const map = page.getByRole('group', { name: /^Map of / })
    await expect.poll(() => map.locator('path[data-kind=section]').count(), patiently).toBe(maxSections)
    await map.scrollIntoViewIfNeeded()
    const box = await map.boundingBox()
    if (!box) throw new Error('The map is not on the page.')
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })

    /** A ring of outlines around the middle of the map. */
    const at = (turn: number) => {
      const angle = (turn / times) * 2 * Math.PI
      return [box.x + box.width / 2 + 150 * Math.cos(angle), box.y + box.height / 2 + 130 * Math.sin(angle)] as const
    }
    async function median(act: (turn: number) => Promise<void>): Promise<number> {
      const taken: number[] = []
      for (let turn = 0; turn < times; turn++) {
        await painted(page)
        const before = await spent(session)
        await act(turn)
        await painted(page)
        taken.push((await spent(session)) - before)
      }
      return Math.round(taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN)
    }
    const search = page.getByRole('searchbox', { name: /^Find a section of / })
    const figures: Record<string, number> = {}
    for (const slowed of [1, 4]) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
      const measured = {
        hover: await median((turn) => page.mouse.move(...at(turn))),
        select: await median((turn) => page.mouse.click(...at(turn))),
        zoom: await median(async (turn) => {
          await page.mouse.move(...at(0))
          await page.mouse.wheel(0, turn < 5 ? -120 : 120)
        }),
        pan: await median(async (turn) => {
          await map.focus()
          await page.keyboard.press(turn % 2 === 0 ? 'ArrowLeft' : 'ArrowRight')
        }),
        search: await median((turn) => search.fill(`Block ${turn + 1}`)),
      }
      for (const [action, taken] of Object.entries(measured)) figures[`${action} at 1/${slowed}`] = taken
      await search.fill('')
    }
    expect(await page.getByRole('group', { name: 'Selected sections' }).count()).toBe(1)
    for (const action of ['hover', 'select', 'zoom', 'pan', 'search'])
      expect(figures[`${action} at 1/1`], JSON.stringify(figures)).toBeLessThanOrEqual(most)
    await page.context().close()
  })
})
