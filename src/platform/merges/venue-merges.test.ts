import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { done } from './testing/merges.server.ts'
import { admin, catalogue, data, merge, next, run, serveMerges, undo, venue } from './testing/merged-places.server.ts'

serveMerges()

describe('a merge of two venues', () => {
  it('keeps what providers call them and how they spell them, and gives both back; no id is ever of two', async () => {
    const [into, from] = [await venue(catalogue.cityId, 'Odeon'), await venue(catalogue.cityId, 'Odeon Hall')]
    const at = `${data}/venues`
    // Too short for trigrams alone, and second in its list after the merge.
    const code = { provider: 'seat-harbour', code: `sh-${90 + (next() % 10)}` }
    const own = { provider: 'palco-directo', code: `pd-${next()}` }
    expect((await admin.patch(`${at}/${into}`, { providerCodes: [own], variations: ['The Odeon'] })).status).toBe(200)
    expect(
      (await admin.patch(`${at}/${from}`, { providerCodes: [code], variations: ['the odeon', 'Odeon Roma'] })).status,
    ).toBe(200)
    const refused = await admin.patch(`${at}/${into}`, { providerCodes: [own, code] })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      422,
      'The database refused this venue: no provider code belongs to two venues.',
    ])
    const twice = await admin.patch(`${at}/${into}`, { providerCodes: [own, own] })
    expect([twice.status, (twice.body as { fields: object }).fields]).toEqual([
      422,
      { providerCodes: `${own.code} is listed twice: list each id once.` },
    ])
    expect((await admin.get(at, { q: code.code })).body).toMatchObject([{ id: from }])

    const made = done(await merge('venues', into, from))
    expect((await admin.get(`${at}/${into}`)).body).toMatchObject({
      providerCodes: [own, code],
      variations: ['The Odeon', 'Odeon Roma', 'Odeon Hall'],
    })
    expect((await admin.get(at, { q: code.code })).body).toMatchObject([{ id: into }])
    // As though it had been merged before venues had pictures.
    await run(sql`update merges set duplicate = duplicate - 'image_ids' where id = ${made.id}`)
    done(await undo('venues', into, made))
    expect((await admin.get(`${at}/${from}`)).body).toMatchObject({ imageIds: [] })
    expect((await admin.get(`${at}/${into}`)).body).toMatchObject({ providerCodes: [own], variations: ['The Odeon'] })
    expect((await admin.get(`${at}/${from}`)).body).toMatchObject({
      providerCodes: [code],
      variations: ['the odeon', 'Odeon Roma'],
    })
  })

  it('is refused while both have a configuration or performance of the same name, and moves everything once they have not', async () => {
    const [into, from] = [await venue(catalogue.cityId, 'Auditorium'), await venue(catalogue.cityId, 'Auditorium Rome')]
    const add = async (id: number, name: string) =>
      (
        (await admin.post(`${data}/venues/${id}/configurations`, { name, layout: 'end_stage', capacity: 10 })).body as {
          id: number
        }
      ).id
    await add(into, 'Concert')
    const twin = await add(from, 'concert')
    expect(await merge('venues', into, from)).toMatchObject({
      status: 409,
      body: { message: 'Both have a configuration called concert. Rename one first.' },
    })
    await admin.patch(`${data}/venue-configurations/${twin}`, { name: 'Concert, old' })
    done(await merge('venues', into, from))
    expect((await admin.get(`${data}/venue-configurations`, { filter: { venueId: into } })).body).toHaveLength(2)
  })
})

describe('the columns that a merge moves', () => {
  it('are those by which the registry points at such records, and what the database knows besides', async () => {
    const { rows } = await run(
      sql<{ name: string }>`select table_name || '.' || column_name as name from references_to('cities'::regclass)`,
    )
    const names = rows.map(({ name }) => name)
    for (const name of [
      'venues.city_id',
      'products.city_id',
      'events.city_id',
      'performances.city_id',
      'purchases.city_id',
      'coupons.city_ids',
      'coupons.excluded_city_ids',
      'cities.parent_id',
      'role_permissions.city_ids',
    ]) {
      expect(names).toContain(name)
    }
  })
})
