import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../places/venues/manifest.ts'
import { placeListingsJob } from '../places/venues/map-coverage.server.ts'
import type { OutlierEvidence } from './outlier.endpoints.ts'
import { admin, base, db, find, list, serveOutliers, server, venue } from './testing/outlier-records.server.ts'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'

serveOutliers()

const decide = (outlier: Pick<TicketMapOutlier, 'id' | 'version'>, command: string, more: object = {}) =>
  admin.post(`${base}/${outlier.id}/decide`, { version: outlier.version, command, ...more })
const evidenceOf = async ({ id }: TicketMapOutlier) =>
  (await admin.get(`${base}/${id}/evidence`)).body as OutlierEvidence
const only = (outliers: readonly TicketMapOutlier[], kind: string): TicketMapOutlier => {
  const found = outliers.filter((one) => one.kind === kind)
  expect(found.map(({ rawSection }) => rawSection)).toHaveLength(1)
  return found[0] as TicketMapOutlier
}
const statusOf = async ({ id }: TicketMapOutlier) => (await admin.get(`${base}/${id}`)).body as TicketMapOutlier

describe('outliers', () => {
  it('are found by kind, grouped by wording, with the most money first', async () => {
    const at = await venue()
    await list(at, 'Family enclosure', { price: 1_000 })
    await list(at, 'FAMILY ENCLOSURE', { price: 2_000, quantity: 3 })
    await list(at, 'Lower', { price: 90_000 })
    await list(at, 'Lower 101', { row: 'Q' })
    await list(at, 'Parking P1', { price: 100 })
    await list(at, 'Lower 102', { row: 'B', quantity: 14 })
    await list(at, 'Upper 201', { row: 'A', quantity: 4, provider: 0 })
    await list(at, 'Sec 201', { row: 'A', quantity: 4, provider: 1 })
    const found = await find(at)
    expect(found.map(({ kind, rawSection, listingCount, stake }) => [kind, rawSection, listingCount, stake])).toEqual(
      expect.arrayContaining([
        ['row_out_of_range', 'Lower 101', 1, 10_000],
        ['too_many_tickets', 'Lower 102', 1, 70_000],
        ['listed_twice', 'Upper 201', 1, 20_000],
        ['listed_twice', 'Sec 201', 1, 20_000],
        ['parking_or_extra', 'Parking P1', 1, 200],
      ]),
    )
    expect(found[0]).toMatchObject({ rawSection: 'Lower', stake: 180_000 })
    expect(found.find(({ rawSection }) => /family/i.test(rawSection))).toMatchObject({
      listingCount: 2,
      ticketCount: 5,
      stake: 8_000,
    })
    const twice = found.find(({ rawSection }) => rawSection === 'Sec 201') as TicketMapOutlier
    expect((await evidenceOf(twice)).listings).toMatchObject([{ remark: expect.stringContaining('Also from') }])
  })

  it('are prices far from those of their zone, once there are enough of them', async () => {
    const [few, many] = [await venue(), await venue()]
    const prices = [5_000, 5_100, 5_200, 5_300, 5_400, 5_500, 5_600]
    for (const [place, price] of prices.entries()) {
      await list(many, 'Lower 101', { price, quantity: 1, row: ['A', 'B', 'C', 'D'][place % 4] ?? null })
      if (place < 5) await list(few, 'Lower 101', { price, quantity: 1 })
    }
    for (const at of [few, many]) await list(at, 'Lower 102', { price: 54_000, quantity: 1, row: 'A' })
    expect((await find(few)).filter(({ kind }) => kind === 'price_outlier')).toEqual([])
    const outlier = only(await find(many), 'price_outlier')
    expect(outlier).toMatchObject({ rawSection: 'Lower 102', stake: 54_000, suggestion: null })
    const { listings, section } = await evidenceOf(outlier)
    expect([section, listings]).toMatchObject(['Lower 102', [{ remark: expect.stringMatching(/z-score \d/) }]])
    const { status, body } = await decide(outlier, 'once', { target: 'Lower 101' })
    expect([status, body]).toMatchObject([409, { error: 'NotPossible' }])
  })

  it('are suggested a section with reasons, and accepted as a rule that later listings obey', async () => {
    const at = await venue()
    await list(at, 'Family enclosure')
    const outlier = only(await find(at), 'unknown_section')
    expect(outlier.suggestion).toBe('Family Stand')
    const { candidates, trace, listings } = await evidenceOf(outlier)
    expect(candidates[0]).toMatchObject({ name: 'Family Stand', reasons: ['Shared words: family'] })
    expect([trace.length > 0, listings]).toMatchObject([true, [{ section: 'Family enclosure' }]])
    const { status, body } = await decide(outlier, 'rule', { target: 'Family Stand' })
    expect([status, body]).toMatchObject([200, { status: 'resolved', resolution: 'rule', listings: 1 }])
    await list(at, 'FAMILY ENCLOSURE')
    const [after] = await find(at)
    expect(after).toMatchObject({ status: 'resolved', resolution: 'rule', listingCount: 0, urgency: 0 })
    const { rows } = await sql<{ name: string }>`
      select distinct placed_section as name from ticket_listings where performance_id = ${at.performanceId}`.execute(
      db(),
    )
    expect(rows).toEqual([{ name: 'Family Stand' }])
  })

  it('that were decided are golden cases, which no later rule changes without saying so', async () => {
    const at = await venue()
    await list(at, 'Family enclosure')
    const outlier = only(await find(at), 'unknown_section')
    expect((await decide(outlier, 'rule', { target: 'Family Stand' })).status).toBe(200)
    const rule = {
      scope: 'performance',
      performanceId: at.performanceId,
      field: 'section',
      match: 'exact',
      pattern: 'Family Enclosure',
      action: 'replace',
      replacement: 'Upper 201',
      isEnabled: true,
    }
    const refused = await admin.post('/rest/data/rewrite-rules', rule)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { fields: { overridesDecisions: expect.stringContaining('Family enclosure') } },
    ])
    expect((await admin.post('/rest/data/rewrite-rules', { ...rule, overridesDecisions: true })).status).toBe(201)
  })

  it('become a rule of the whole venue where someone says so', async () => {
    const at = await venue()
    await list(at, 'Family enclosure')
    const outlier = only(await find(at), 'unknown_section')
    const { body } = await decide(outlier, 'rule', { target: 'Family Stand', isForVenue: true })
    const { ruleId } = body as { ruleId: number }
    expect((await admin.get(`/rest/data/rewrite-rules/${ruleId}`)).body).toMatchObject({
      scope: 'venue',
      venueId: at.venueId,
      venueConfigurationId: null,
      isEnabled: true,
    })
    expect((await decide(await statusOf(outlier), 'reopen')).status).toBe(200)
    expect((await admin.get(`/rest/data/rewrite-rules/${ruleId}`)).body).toMatchObject({ isEnabled: false })
  })

  it('are mapped once, marked as extra, ignored and reopened, each of it in the audit', async () => {
    const at = await venue()
    await list(at, 'Family enclosure', { price: 9_000 })
    await list(at, 'Parking P1')
    const found = await find(at)
    const [unknown, parking] = [only(found, 'unknown_section'), only(found, 'parking_or_extra')]
    expect((await decide(unknown, 'once', { target: 'Nowhere' })).body).toMatchObject({
      fields: { target: 'The map has no section Nowhere.' },
    })
    expect((await decide(unknown, 'once', { target: 'Family Stand' })).body).toMatchObject({ resolution: 'once' })
    expect((await decide(parking, 'extra')).body).toMatchObject({ resolution: 'extra' })
    expect((await find(at)).map(({ status, listingCount }) => [status, listingCount])).toEqual([
      ['resolved', 0],
      ['resolved', 0],
    ])
    const { decisions } = await evidenceOf(await statusOf(unknown))
    expect(decisions[0]).toMatchObject({
      section: 'Family enclosure',
      sectionName: 'Family Stand',
      isSameWording: true,
    })
    for (const one of [unknown, parking])
      expect((await decide(await statusOf(one), 'reopen')).body).toMatchObject({ status: 'reopened' })
    const again = await find(at)
    expect(again.map(({ status, listingCount }) => [status, listingCount])).toEqual([
      ['reopened', 1],
      ['reopened', 1],
    ])
    const open = again[0] as TicketMapOutlier
    for (const [until, says] of [
      ['2020-01-01', 'Choose a later day.'],
      ['2999-01-01', 'At most a year ahead.'],
      ['soon', 'Enter a date.'],
      [null, 'Enter a date.'],
      [`${new Date().getFullYear() + 1}-02-31`, 'Enter a date.'],
    ])
      expect((await decide(open, 'ignore', { until })).body).toMatchObject({ fields: { until: says } })
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    expect((await decide(open, 'ignore', { until })).body).toMatchObject({ status: 'ignored' })
    await sql`update ticket_map_outliers set ignored_until = now()::date where id = ${open.id}`.execute(db())
    await sql`update ticket_listings set placed_at = now() where performance_id = ${at.performanceId}`.execute(db())
    expect((await find(at)).find(({ id }) => id === open.id)).toMatchObject({ status: 'reopened', ignoredUntil: null })
    const { rows } = await sql<{ action: string }>`
      select action from audit where object = 'ticket-map-outliers' and record_id = ${String(unknown.id)} order by id`.execute(
      db(),
    )
    expect(rows.map(({ action }) => action)).toEqual(['outlier-once', 'outlier-reopen', 'outlier-ignore'])
  })

  it('become a section or a row of the map', async () => {
    const at = await venue()
    await list(at, 'Sky Terrace', { price: 9_000 })
    await list(at, 'Lower 101', { row: 'E' })
    const found = await find(at)
    const [unknown, row] = [only(found, 'unknown_section'), only(found, 'row_out_of_range')]
    expect((await decide(unknown, 'section', { target: 'Lower 102' })).status).toBe(422)
    expect((await decide(unknown, 'section', { target: 'Sky Terrace', zone: 'Upper' })).status).toBe(200)
    expect((await decide(row, 'section')).status).toBe(200)
    await server.runJob(placeListingsJob)
    const { rows } = await sql<{ name: string; row: string | null }>`
      select placed_section as name, placed_row as row from ticket_listings where performance_id = ${at.performanceId} order by price desc`.execute(
      db(),
    )
    expect(rows).toEqual([
      { name: 'Sky Terrace', row: null },
      { name: 'Lower 101', row: 'E' },
    ])
  })

  it('become no section of a map that has its own outlines, and no section too many', async () => {
    const at = await venue()
    await list(at, 'Sky Terrace')
    const outlier = only(await find(at), 'unknown_section')
    const path = `/rest/data/venue-configurations/${at.venueConfigurationId}/manifest`
    const before = (await admin.get(path)).body as Manifest
    const shapes = before.sections.map(({ code }) => ({ id: code, d: 'M0 0h4v4Z' }))
    const publish = async ({ version, sections: published }: Manifest, map: Manifest['map']) =>
      (await admin.put(path, { version, sections: published, map })).status
    expect(await publish(before, { viewBox: '0 0 9 9', shapes })).toBe(200)
    expect((await decide(outlier, 'section', { target: 'Sky Terrace' })).body).toMatchObject({
      error: 'NotPossible',
      message: 'This map has its own outlines. Draw Sky Terrace in the map editor, or choose a section.',
    })
    const after = (await admin.get(path)).body as Manifest
    expect(await publish(after, after.map)).toBe(200)
    expect(await publish({ ...after, version: after.version + 1 }, null)).toBe(200)
    await sql`
      insert into venue_sections (venue_configuration_id, position, code, name)
      select ${at.venueConfigurationId}, n, 'x' || n, 'Extra ' || n from generate_series(5, 2000) n`.execute(db())
    expect((await decide(outlier, 'section', { target: 'Sky Terrace' })).body).toMatchObject({
      error: 'NotPossible',
      message: 'The map has the maximum number of sections.',
    })
  })

  it('add no row to a section that has as many as it can have', async () => {
    const at = await venue()
    await list(at, 'Lower 101', { row: 'ZZZ' })
    await sql`
      update venue_sections set rows = array(select 'R' || n from generate_series(1, 300) n)
      where venue_configuration_id = ${at.venueConfigurationId} and name = 'Lower 101'`.execute(db())
    expect((await decide(only(await find(at), 'row_out_of_range'), 'section')).status).toBe(409)
  })

  it('are decided by those who can write settings, and only as they were seen', async () => {
    const at = await venue()
    await list(at, 'Family enclosure')
    const outlier = only(await find(at), 'unknown_section')
    expect((await decide({ ...outlier, version: outlier.version + 1 }, 'extra')).status).toBe(412)
    expect((await admin.get(`${base}/999999/evidence`)).status).toBe(404)
    const reader = await server.signIn('read-only')
    expect(
      (await reader.post(`${base}/${outlier.id}/decide`, { version: outlier.version, command: 'extra' })).status,
    ).toBe(403)
  })

  it('are gone once their listings are', async () => {
    const at = await venue()
    await list(at, 'Family enclosure')
    const outlier = only(await find(at), 'unknown_section')
    await sql`update ticket_listings set is_open = false where performance_id = ${at.performanceId}`.execute(db())
    await sql`update outlier_scans set scanned_at = now() - interval '1 hour'`.execute(db())
    expect(only(await find(at), 'unknown_section')).toMatchObject({
      id: outlier.id,
      status: 'resolved',
      resolution: 'gone',
    })
  })
})
