import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { resources } from '../../src/app/registry.server.ts'
import { examples } from '../../src/app/testing/examples.server.ts'
import { type Maker, maker } from '../../src/core/testing/make.server.ts'
import { admin, ids, product, server } from './place-flows.ts'

/** A section as a manifest has it. */
export const section = (code: string, name: string, values: object = {}) => ({
  code,
  name,
  zone: null,
  rank: 1,
  isGeneralAdmission: false,
  rows: [] as string[],
  capacity: null,
  viewImageUrl: null,
  ...values,
})
const rowsTo = (last: number) => Array.from({ length: last }, (_, n) => String(n + 1))
let records: Maker | undefined
/** Makes records beside those of the file: one for all tests, so that it repeats no name. */
export const makes = () => (records ??= maker(server.database.kysely, resources, examples))
export const mapOf = (page: Page, venue: string) =>
  page.getByRole('group', { name: new RegExp(`^Map of ${venue}, Bullring`) })

/** Replaces the sections of a configuration. */
export async function publish(configurationId: number, sections: readonly object[]): Promise<void> {
  const at = `/rest/data/venue-configurations/${configurationId}`
  const { version } = (await admin.get(at)).body as { version: number }
  expect((await admin.put(`${at}/manifest`, { version, sections })).status).toBe(200)
}

let bullrings = 0

/** The page of a venue of its own, with a map of two sections in the shade and one in the sun. */
export async function openBullring() {
  const venue = `Arena ${++bullrings}`
  const venueId = await makes().make('venues', { name: venue, cityId: ids.cityId, imageIds: [] })
  const configurationId = await makes().make('venue-configurations', {
    venueId,
    name: 'Bullring',
    layout: 'in_the_round',
    capacity: 12_000,
  })
  await publish(configurationId, [
    section('a', 'Sombra 1', { zone: 'Sombra', rows: rowsTo(12) }),
    section('b', 'Sombra 2', { zone: 'Sombra', rows: rowsTo(12) }),
    section('c', 'Sol 1', { zone: 'Sol', rank: 40, rows: rowsTo(20) }),
  ])
  const { page } = await product.enter('admin', `/venues/update?id=${venueId}`)
  const map = mapOf(page, venue)
  await map.waitFor()
  const stored = async (filter: object) =>
    (await admin.get('/rest/data/venue-sections', { filter: { venueConfigurationId: configurationId, ...filter } }))
      .body
  return { page, map, stored }
}
