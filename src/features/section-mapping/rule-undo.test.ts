import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'

let server: TestServer
let admin: Client
let venueId: number
const db = () => server.database.kysely
const base = '/rest/data/rewrite-rules'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'rule undo' })
  admin = await server.signIn('admin')
  const records = maker(db(), resources, examples)
  const made = await mappedVenue({ db: db(), records }, ['Stalls', 'Balcony'])
  venueId = made.venueId
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, note)
    values (${made.performanceId}, ${made.providerId}, 'one', 'The gods', 2, 'EUR', 2000, 'Behind the mast')`.execute(
    db(),
  )
})
afterAll(() => server.stop())

const rule = (more: object) =>
  admin.post(base, {
    scope: 'venue',
    venueId,
    field: 'section',
    match: 'exact',
    action: 'replace',
    pattern: 'The gods',
    replacement: 'Balcony',
    isEnabled: true,
    ...more,
  })
const place = async () => {
  await server.runJob(placeListingsJob)
  const { rows } = await sql<{ section: string | null }>`
    select placed_section as section from ticket_listings where code = 'one'`.execute(db())
  return rows[0]?.section
}
const undo = (edit: { body: unknown }) => admin.post(`/rest/data/bulk-edits/${(edit.body as { id: number }).id}/undo`)
const edit = (ids: readonly number[], what: object) => admin.post(`${base}/bulk-edits`, { ids, ...what })

describe('what was done to rules and is undone', () => {
  it('has the listings placed again that the rule can touch, whatever was done', async () => {
    const { id } = (await rule({})).body as { id: number }
    expect(await place()).toBe('Balcony')
    for (const [what, then] of [
      [{ action: 'disable' }, null],
      [{ change: { replacement: { set: 'Stalls' } } }, 'Stalls'],
      [{ action: 'delete' }, null],
    ] as const) {
      const done = await edit([id], what)
      expect([done.status, done.body]).toMatchObject([201, { changed: 1 }])
      expect([what, await place()]).toEqual([what, then])
      expect((await undo(done)).body).toMatchObject({ changed: 1, refused: 0 })
      expect([what, 'undone', await place()]).toEqual([what, 'undone', 'Balcony'])
    }
    await admin.delete(`${base}/${id}`)
  })

  it('is refused where another rule reads the same text by now', async () => {
    for (const action of ['disable', 'delete']) {
      const { id } = (await rule({})).body as { id: number }
      const done = await edit([id], { action })
      const { id: other } = (await rule({ replacement: 'Stalls' })).body as { id: number }
      expect((await undo(done)).body).toMatchObject({
        changed: 0,
        results: [{ outcome: 'refused', reason: `Rule ${other} reads the same text in the same place.` }],
      })
      expect(await place()).toBe('Stalls')
      await admin.delete(`${base}/${other}`)
    }
  })
})
