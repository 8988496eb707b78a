import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { madrid } from './testing/places.server.ts'
import { kilometres } from './distance.ts'
import { kilometresSql } from './distance.server.ts'
import type { CitySurroundings } from './city-surroundings.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import {
  admin,
  catalogue,
  data,
  fieldsOf,
  idOf,
  run,
  servePlaces,
  server,
  spain,
} from './testing/place-records.server.ts'

servePlaces()

describe('a city', () => {
  it.each([
    ['Europe/Paris', { timeZone: 'These coordinates are in Europe/Madrid, not in Europe/Paris.' }],
    ['Atlantic/Canary', { timeZone: 'These coordinates are in Europe/Madrid, not in Atlantic/Canary.' }],
  ])('is refused in %s when its coordinates are elsewhere', async (timeZone, fields) => {
    const reply = await admin.post(`${data}/cities`, { ...madrid(), countryId: await spain(), timeZone })
    expect([reply.status, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('keeps either zone beside a border, and any at sea, whatever a zone is called', async () => {
    const countryId = await spain()
    const places = [
      { latitude: 50.775, longitude: 6.084, timeZone: 'Europe/Brussels' },
      { latitude: 22.5726, longitude: 88.3639, timeZone: 'Asia/Calcutta' },
      { latitude: 41.9, longitude: -180, timeZone: 'Pacific/Auckland' },
    ]
    for (const place of places)
      expect(idOf(await admin.post(`${data}/cities`, { ...madrid(), ...place, countryId }))).toBeGreaterThan(0)
  })

  it('is refused at zero and zero, and with codes of another form, past the server too', async () => {
    const countryId = await spain()
    expect(
      Object.keys(fieldsOf(await admin.post(`${data}/cities`, { ...madrid(), countryId, latitude: 0, longitude: 0 }))),
    ).toEqual(['latitude'])
    const wrong = { unLocode: 'ES1AD', metropolitanCode: 'M4D', subdivision: 'MADRID' }
    expect(
      Object.keys(fieldsOf(await admin.post(`${data}/cities`, { ...madrid(), countryId, ...wrong }))).sort(),
    ).toEqual(Object.keys(wrong).sort())
    await expect(
      run(sql`update cities set latitude = 0, longitude = 0 where id = ${catalogue.cityId}`),
    ).rejects.toThrow('no_city_is_at_zero_and_zero')
    await expect(run(sql`update cities set un_locode = 'IT1AD' where id = ${catalogue.cityId}`)).rejects.toThrow(
      'cities_codes_have_their_form',
    )
  })

  it('has codes of its own country alone, past the server too, and keeps what contradicts it from before until it is touched', async () => {
    const countryId = await spain()
    const id = idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId, subdivision: 'ES-AN' }))
    const of = {
      subdivision: 'PT-11 is not of Spain, whose codes begin with ES.',
      unLocode: 'PTLIS is not of Spain, whose codes begin with ES.',
    }
    const wrong = await admin.patch(`${data}/cities/${id}`, { subdivision: 'PT-11', unLocode: 'PTLIS' })
    expect([wrong.status, fieldsOf(wrong)]).toEqual([422, of])
    expect(fieldsOf(await admin.patch(`${data}/cities/${id}`, { unLocode: 'PTLIS' }))).toEqual({
      unLocode: 'PTLIS and ES-AN are of two countries.',
    })
    const {
      rows: [italy],
    } = await run(sql<{ id: number }>`select id from countries where code = 'IT'`)
    expect(fieldsOf(await admin.patch(`${data}/cities/${id}`, { countryId: italy?.id }))).toEqual({
      subdivision: 'ES-AN is not of Italy, whose codes begin with IT.',
    })
    await expect(run(sql`update cities set un_locode = 'PTLIS' where id = ${id}`)).rejects.toThrow('begin with ES')
    await expect(run(sql`update cities set country_id = ${italy?.id} where id = ${id}`)).rejects.toThrow(
      'begin with IT',
    )
    await run(sql`alter table cities disable trigger cities_codes`)
    await run(sql`update cities set subdivision = 'PT-11' where id = ${id}`)
    await run(sql`alter table cities enable trigger cities_codes`)
    expect((await admin.patch(`${data}/cities/${id}`, { popularity: 3 })).status).toBe(200)
    expect((await admin.patch(`${data}/cities/${id}`, { subdivision: 'ES-MD', unLocode: 'ESXYZ' })).status).toBe(200)
  })

  it('is part of no city that is part of it', async () => {
    const countryId = await spain()
    const [outer, inner] = [
      idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId })),
      idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId })),
    ]
    expect((await admin.patch(`${data}/cities/${inner}`, { parentId: outer })).status).toBe(200)
    expect(fieldsOf(await admin.patch(`${data}/cities/${outer}`, { parentId: inner }))).toEqual({
      parentId: 'That city is part of this one.',
    })
  })
})

describe('what lies around a city', () => {
  it('is as far in the database as it is beside it', async () => {
    for (const [a, b] of [
      [
        [40.4168, -3.7038],
        [41.3874, 2.1686],
      ],
      [
        [-41.29, 174.78],
        [64.15, -21.94],
      ],
      [
        [0.001, 179.999],
        [0, -179.999],
      ],
    ] as const) {
      const km = kilometres({ latitude: a[0], longitude: a[1] }, { latitude: b[0], longitude: b[1] })
      const {
        rows: [row],
      } = await run(
        sql<{
          km: number
        }>`select ${sql.raw(kilometresSql({ latitude: String(a[0]), longitude: `(${a[1]})` }, { latitude: String(b[0]), longitude: `(${b[1]})` }))} as km`,
      )
      expect(row?.km).toBeCloseTo(km, 6)
    }
  })

  it('is shown by distance, with a namesake, and with what looks wrong about its location', async () => {
    const countryId = await spain()
    const make = async (name: string, latitude: number, longitude: number) =>
      idOf(await admin.post(`${data}/cities`, { ...madrid(), name, countryId, latitude, longitude }))
    const [own, twin] = [await make('Alcarria', 40.62, -2.72), await make('alcarria', 40.63, -2.7)]
    const around = async (id: number) => (await admin.get(`${data}/cities/${id}/surroundings`)).body as CitySurroundings
    const told = await around(own)
    expect(told).toMatchObject({ twins: [{ id: twin }], isZoneOfCountry: true, country: { id: countryId } })
    expect(told.nearby[0]).toMatchObject({ id: twin, km: 2 })
    expect(told.nearby.map(({ km }) => km)).toEqual(told.nearby.map(({ km }) => km).toSorted((a, b) => a - b))
    expect(told.compatriots.map(({ id }) => id)).not.toContain(own)
    await run(sql`update countries set time_zones = '{Atlantic/Canary}' where id = ${countryId}`)
    expect((await around(own)).isZoneOfCountry).toBe(false)
    expect((await admin.get(`${data}/cities/${own}`)).body).toMatchObject({ isZoneOfCountry: false, isTwin: true })
    await run(sql`update countries set time_zones = '{}' where id = ${countryId}`)
    expect((await admin.get(`${data}/cities/x/surroundings`)).status).toBe(404)
  })

  it('has its pages with subcategories as live, thin or missing, counted in the list too', async () => {
    const countryId = await spain()
    const id = idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId }))
    await run(sql`update products set city_id = ${id}, status = 'live' where id = ${catalogue.productId}`)
    const {
      rows: [section],
    } = await run(sql<{ id: number }>`
      with kind as (insert into categories (name, slug, publication, published_at) values ('Tours', ${`tours-${id}`}, 'published', now()) returning id)
      insert into subcategories (category_id, name, slug, publication, published_at) select id, 'Walks', ${`walks-${id}`}, 'published', now() from kind returning id`)
    await run(
      sql`update products set subcategory_ids = array[${section?.id}::bigint] where id = ${catalogue.productId}`,
    )
    const pages = async () => [
      (await admin.get(`${data}/cities/${id}/pages`)).body,
      (await admin.get(`${data}/cities/${id}`)).body,
    ]
    const page = {
      subcategoryId: section?.id,
      name: 'Walks',
      categoryName: 'Tours',
      products: 1,
      events: 0,
      aliases: 0,
    }
    expect(await pages()).toMatchObject([
      { pages: [{ ...page, coverage: 'missing' }] },
      { livePageCount: 0, thinPageCount: 0, aliasCount: 0 },
    ])
    await run(sql`update cities set publication = 'published', published_at = now() where id = ${id}`)
    expect(await pages()).toMatchObject([
      { pages: [{ ...page, coverage: 'thin' }] },
      { livePageCount: 0, thinPageCount: 1 },
    ])

    // Events count like products, an alias of both counts as their page, and the page yield agrees on each.
    const inYield = async () =>
      (
        (await admin.get(`${data}/subcategories/page-yield`)).body as {
          cells: { cityId: number; subcategoryId: number; coverage: string }[]
        }
      ).cells.find((cell) => cell.cityId === id && cell.subcategoryId === section?.id)?.coverage
    expect(await inYield()).toBe('thin')
    const {
      rows: [venue],
    } = await run(sql<{ id: number }>`
      insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity) values ('Corral', ${`corral-${id}`}, ${id}, 40.4, -3.7, 'Europe/Madrid', 500) returning id`)
    for (const name of ['Walk', 'Run']) {
      await run(sql`
        with event as (
          insert into events (name, slug, type, venue_id, city_id, provider_id, locale, publication, category_id, subcategory_id)
          select ${name}, ${`${name.toLowerCase()}-${id}`}, 'other', ${venue?.id}, ${id}, (select min(id) from providers), 'es', 'published', category_id, id from subcategories where id = ${section?.id} returning id
        ) insert into performances (event_id, venue_id, city_id, local_date, local_time, time_zone, starts_at, duration_minutes, capacity, available, status, currency)
        select id, ${venue?.id}, ${id}, now()::date + 10, '20:00', 'Europe/Madrid', (now()::date + 10 + time '20:00') at time zone 'Europe/Madrid', 120, 500, 500, 'onsale', 'EUR' from event`)
    }
    expect([await pages(), await inYield()]).toMatchObject([
      [{ pages: [{ ...page, events: 2, coverage: 'live' }] }, { livePageCount: 1, thinPageCount: 0 }],
      'live',
    ])
    await run(sql`update subcategories set publication = 'unpublished' where id = ${section?.id}`)
    expect([await pages(), await inYield()]).toMatchObject([
      [{ pages: [{ ...page, events: 2, coverage: 'missing' }] }, { livePageCount: 0 }],
      'missing',
    ])
    const alias = await maker(server.database.kysely, resources, examples).make('aliases', {
      cityId: id,
      subcategoryIds: [section?.id],
      publication: 'published',
      publishedAt: '2026-01-01T00:00:00.000Z',
    })
    expect([await pages(), await inYield()]).toMatchObject([
      [{ pages: [{ ...page, events: 2, aliases: 1, coverage: 'live' }] }, { livePageCount: 1 }],
      'live',
    ])
    await run(sql`update aliases set city_id = ${catalogue.cityId}, publication = 'unpublished' where id = ${alias}`)
    await run(
      sql`update products set subcategory_ids = '{}', city_id = ${catalogue.cityId}, status = 'imported' where id = ${catalogue.productId}`,
    )
  })
})

describe('the gazetteer', () => {
  it('finds cities whatever their accents, with their zone, and says which are there already', async () => {
    const countryId = await spain()
    await admin.post(`${data}/cities`, { ...madrid(), countryId })
    const { places } = (await admin.get(`${data}/cities/gazetteer`, { q: 'madrid' })).body as {
      places: { name: string; countryCode: string; timeZone: string; known: unknown }[]
    }
    expect(places[0]).toMatchObject({
      name: 'Madrid',
      countryCode: 'ES',
      timeZone: 'Europe/Madrid',
      countryId,
      known: { name: 'Madrid' },
    })
    const {
      places: [cordoba],
    } = (await admin.get(`${data}/cities/gazetteer`, { q: 'CORDOBA' })).body as { places: { name: string }[] }
    expect(cordoba?.name).toMatch(/^C[oó]rdoba$/)
  })
})
