import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import type { SectionPlacement } from '../section-mapping/placement.ts'
import type { OrderDesk } from './testing/order-desk.server.ts'
import { openOrderDesk } from './testing/order-desk.server.ts'
import { makeMap } from '../places/venues/testing/mapped-venue.server.ts'

let desk: OrderDesk
let admin: Client
let ruleId: number
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'line placement')
  admin = await desk.server.signIn('admin')
  const { db, records, goods } = desk
  const { rows } = await sql<{ venueId: number }>`
    select venue_id as "venueId" from performances where id = ${goods.performanceId}`.execute(db)
  const venueId = rows[0]?.venueId ?? 0
  const sections = ['Orchestra', 'Balcony'].map((name) => ({ name, rows: ['E', 'F'] }))
  const configurationId = await makeMap({ db, records }, sections, { venueId })
  await sql`update performances set venue_configuration_id = ${configurationId} where id = ${goods.performanceId}`.execute(
    db,
  )
  await sql`update ticket_listings set note = 'Restricted view' where id = ${goods.listingId}`.execute(db)
  const rule = { scope: 'venue', venueId, match: 'exact', action: 'replace', isEnabled: true }
  const made = await admin.post('/rest/data/rewrite-rules', {
    ...rule,
    field: 'section',
    pattern: 'Stalls',
    replacement: 'Orchestra',
  })
  expect([made.status, made.body]).toMatchObject([201, { id: expect.any(Number) }])
  ruleId = (made.body as { id: number }).id
  const noted = await admin.post('/rest/data/rewrite-rules', {
    ...rule,
    field: 'note',
    pattern: 'Restricted view',
    replacement: 'obstructed',
  })
  expect(noted.status).toBe(201)
  await desk.server.runJob(placeListingsJob)
})
afterAll(() => desk?.server.stop())

const placementOf = async (reference: string, position = 1) => {
  const { id } = await desk.rowOf(reference)
  return await admin.get(`/rest/data/purchases/${String(id)}/lines/${position}/placement`)
}

describe('an order line', () => {
  it('keeps the rule that placed its tickets, with its author, after the rule was changed', async () => {
    const { reference } = await desk.placed()
    expect((await placementOf(reference)).body).toMatchObject({
      section: 'Stalls',
      row: 'F',
      note: 'Restricted view',
      placed: 'Orchestra',
      method: 'rule',
      ruleId,
      now: null,
      labels: ['obstructed'],
      rules: [
        { id: ruleId, pattern: 'Stalls', replacement: 'Orchestra', isEnabled: true, author: expect.any(String) },
        { field: 'note', replacement: 'obstructed' },
      ],
    })
    const { version } = (await admin.get(`/rest/data/rewrite-rules/${ruleId}`)).body as { version: number }
    const off = await admin.put(`/rest/data/rewrite-rules/${ruleId}`, { version, isEnabled: false })
    expect(off.status, JSON.stringify(off.body)).toBe(200)
    const after = (await placementOf(reference)).body as SectionPlacement
    expect(after).toMatchObject({
      placed: 'Orchestra',
      method: 'rule',
      ruleId,
      now: { placed: null, row: null },
      rules: [{ id: ruleId, isEnabled: false }, { field: 'note' }],
    })
    expect(after.trace.at(-1)).toBe('No section matches well enough.')
  })

  it('and the offer of its tickets say what the seller notes of the seats', async () => {
    const { lines } = await desk.placed()
    expect(lines[0]?.seatNotes).toEqual(['obstructed'])
    const { key } = await keyWith(desk.db, ['catalogue:read', 'prices:read', 'availability:read'])
    const { body } = await desk.server.anonymous.get(
      `/v1/performances/${desk.goods.performanceId}/offers`,
      {},
      { authorization: `Bearer ${key}` },
    )
    const { data } = body as { data: { id: number; seatNotes: string[] }[] }
    expect(data.map(({ id, seatNotes }) => [id, seatNotes])).toEqual([
      [desk.goods.listingId, ['obstructed']],
      [desk.goods.otherListingId, []],
    ])
  })

  it('without seats has no section to explain', async () => {
    const { reference } = await desk.placed({ lines: [desk.visit()] })
    expect(await placementOf(reference)).toMatchObject({ status: 404, body: { message: 'Order line not found.' } })
    expect((await placementOf(reference, 99)).status).toBe(404)
  })
})
