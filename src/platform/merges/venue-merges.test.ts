import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { done, mergesAt } from './testing/merges.server.ts'
import {
  admin,
  catalogue,
  city,
  data,
  manyVenues,
  merge,
  next,
  run,
  serveMerges,
  server,
  undo,
  venue,
} from './testing/merged-places.server.ts'

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

const {
  preview,
  merge: mergeCities,
  undo: undoCities,
} = mergesAt(`${data}/cities`, {
  get: (...call) => admin.get(...call),
  post: (...call) => admin.post(...call),
})

describe('what only the duplicate has', () => {
  it('is taken over by a city, and goes back', async () => {
    const [into, from] = [await city(), await city()]
    const own = {
      viatorDestination: `${next()}11`,
      tiqetsCity: `${next()}22`,
      tourcmsLocation: 'Rome',
      unLocode: 'ITROM',
    }
    const given = { ...own, description: '<p>All of it.</p>', seoTitle: 'Rome', radiusKm: 30 }
    expect((await admin.patch(`${data}/cities/${from}`, given)).status).toBe(200)
    await run(sql`update cities set radius_km = 20 where id = ${into}`)
    expect((await preview(into, from)).choices).toEqual([
      { key: 'radiusKm', label: 'Radius in km', into: '20', from: '30' },
    ])
    const made = done(await mergeCities(into, from))
    expect((await admin.get(`${data}/cities/${into}`)).body).toMatchObject({ ...given, radiusKm: 20 })
    done(await undoCities(into, made))
    expect((await admin.get(`${data}/cities/${from}`)).body).toMatchObject(given)
    expect((await admin.get(`${data}/cities/${into}`)).body).toMatchObject({
      viatorDestination: null,
      description: null,
    })
  })

  it('is taken over by a venue, with what both list', async () => {
    const [into, from] = [await venue(catalogue.cityId, 'Scala'), await venue(catalogue.cityId, 'La Scala')]
    const given = {
      description: '<p>Opera.</p>',
      website: 'https://scala.example.com',
      address: 'Via Uno 1',
      capacity: 2000,
    }
    const lists = { accessibility: ['step_free', 'hearing_loop'], entrances: [{ name: 'Stage door' }] }
    expect((await admin.patch(`${data}/venues/${from}`, { ...given, ...lists })).status).toBe(200)
    expect((await admin.patch(`${data}/venues/${into}`, { accessibility: ['quiet_room', 'step_free'] })).status).toBe(
      200,
    )
    const told = (await admin.get(`${data}/venues/${into}/merge-preview`, { from: String(from) })).body
    expect(told).toMatchObject({ choices: [{ key: 'capacity' }] })
    expect((told as { mergedFields: { added: string[] }[] }).mergedFields.map(({ added }) => added)).toEqual([
      ['La Scala'],
      ['Hearing loop'],
      ['Stage door'],
    ])
    done(await merge('venues', into, from))
    expect((await admin.get(`${data}/venues/${into}`)).body).toMatchObject({
      ...given,
      capacity: 500,
      accessibility: ['quiet_room', 'step_free', 'hearing_loop'],
      entrances: [{ name: 'Stage door' }],
    })
  })
})

describe('a merge that would take a public page down', () => {
  it.each(['cities', 'venues'])('is refused for %s', async (resource) => {
    const make = () => (resource === 'cities' ? city() : venue(catalogue.cityId))
    const [draft, live] = [await make(), await make()]
    await run(sql`update ${sql.table(resource)} set publication = 'published', published_at = now() where id = ${live}`)
    expect(await merge(resource, draft, live)).toMatchObject({
      status: 409,
      body: {
        message: 'The other one is published and this one isn’t. Publish this one first, or merge the other way round.',
      },
    })
    done(await merge(resource, live, draft))
  })
})

describe('a merge that is left to the job', () => {
  const unfinished = (name: string) => `${name} is in another merge that isn’t finished. Try again in a few minutes.`

  it('keeps both of its records, and what was merged into them, from other merges until it is done', async () => {
    const [one, two, three, before] = [await city('Uno'), await city('Due'), await city('Tre'), await city('Prima')]
    const earlier = done(await mergeCities(two, before))
    await manyVenues(one)
    expect(done(await mergeCities(two, one)).status).toBe('moving')
    expect((await preview(three, two)).obstacles).toEqual([unfinished('Due')])
    for (const [into, from, name] of [
      [three, two, 'Due'],
      [two, three, 'Due'],
      [three, one, 'Uno'],
      [one, three, 'Uno'],
    ] as const)
      expect(await mergeCities(into, from)).toMatchObject({ status: 409, body: { message: unfinished(name) } })
    expect(await undoCities(two, earlier)).toMatchObject({ status: 409, body: { message: unfinished('Due') } })
    await server.runJob('move-merges')
    done(await undoCities(two, earlier))
    expect(done(await mergeCities(three, two)).status).toBe('moving')
    await server.runJob('move-merges')
  })

  it('keeps none that come after it from their end where it fails', async () => {
    const [gone, one, into, two] = [await city(), await city(), await city(), await city()]
    await manyVenues(one)
    await manyVenues(two)
    const failing = done(await mergeCities(gone, one))
    const next = done(await mergeCities(into, two))
    await run(sql`delete from cities where id = ${gone}`)
    await expect(server.runJob('move-merges')).rejects.toThrow(/venues_city_id_fkey/)
    const { rows } = await run(sql`select id, status from merges where id in (${failing.id}, ${next.id}) order by id`)
    expect(rows).toEqual([
      { id: failing.id, status: 'moving' },
      { id: next.id, status: 'merged' },
    ])
    await run(sql`delete from merges where id = ${failing.id}`)
  })

  it('of an earlier release goes on into what its record has become', async () => {
    const [gone, one, into] = [await city(), await city(), await city('Nuova')]
    await manyVenues(one)
    const made = done(await mergeCities(gone, one))
    await run(sql`insert into merges (resource, survivor_id, duplicate_id, survivor_title, duplicate_title, status, duplicate, merged_by)
      values ('cities', ${into}, ${gone}, 'Nuova', 'Roma', 'merged', '{}', 'Ann')`)
    await run(sql`delete from cities where id = ${gone}`)
    for (const statement of readFileSync('src/db/migrations/0532_merges_into_merged_records.sql', 'utf8')
      .split(';\n')
      .slice(0, -1))
      await run(sql.raw(statement))
    await server.runJob('move-merges')
    expect((await admin.get(`${data}/cities/${into}/merges`)).body).toMatchObject({
      merges: [{ duplicateId: gone }, { id: made.id, status: 'merged', duplicateId: one }],
    })
  })

  it('keeps what is changed on the duplicate before it is gone', async () => {
    const [into, from] = [await city(), await city()]
    await manyVenues(from)
    const made = done(await mergeCities(into, from))
    expect((await admin.patch(`${data}/cities/${from}`, { name: 'Roma Antica', metropolitanCode: 'ROM' })).status).toBe(
      200,
    )
    await server.runJob('move-merges')
    expect((await admin.get(`${data}/cities/${into}`)).body).toMatchObject({ name: 'Roma', metropolitanCode: 'ROM' })
    done(await undoCities(into, made))
    await server.runJob('move-merges')
    expect((await admin.get(`${data}/cities/${from}`)).body).toMatchObject({
      name: 'Roma Antica',
      metropolitanCode: 'ROM',
    })
    expect((await admin.get(`${data}/cities/${into}`)).body).toMatchObject({ metropolitanCode: null })
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
