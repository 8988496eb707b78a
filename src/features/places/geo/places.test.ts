import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, Reply, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import type { Catalogue } from '../../coupons/testing/coupons.server.ts'
import { makeCatalogue, makePurchases } from '../../coupons/testing/coupons.server.ts'
import { kilometres } from './distance.ts'
import { kilometresSql } from './distance.server.ts'
import type { CitySurroundings } from './city-surroundings.ts'
import type { MarketImpact } from '../markets/markets.ts'
import type { ZoneChange } from './zone-changes.ts'
import { madrid, makeSpain } from './testing/places.server.ts'

let server: TestServer
let admin: Client
let catalogue: Catalogue
const data = '/rest/data'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'places' })
  admin = await server.signIn('admin')
  catalogue = await makeCatalogue(server.database.kysely)
})
afterAll(() => server.stop())

const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
const fieldsOf = (reply: Reply) => (reply.body as { fields?: Record<string, string> }).fields ?? {}
const idOf = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { id: number }).id
}
let last = 0
const spain = () => makeSpain(server.database.kysely)

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
      parentId: 'That city is itself part of this one.',
    })
  })

  it('takes performances to come along into another zone by a job, leaves what its clocks skip, and reports both', async () => {
    const countryId = await spain()
    // London's clocks jump from 1 to 2, Lisbon's at the same moment; Madrid's from 2 to 3.
    const cityId = idOf(
      await admin.post(`${data}/cities`, { ...madrid(), countryId, latitude: 42.2, longitude: -8.72 }),
    )
    await run(sql`update cities set time_zone = 'Europe/Lisbon' where id = ${cityId}`)
    const {
      rows: [venue],
    } = await run(sql<{ id: number }>`
      insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity) values ('Hall', ${`hall-${cityId}`}, ${cityId}, 42.2, -8.72, 'Europe/Lisbon', 500) returning id`)
    const {
      rows: [event],
    } = await run(sql<{ id: number }>`
      insert into events (name, slug, type, venue_id, city_id, provider_id, locale)
      select 'Night', ${`night-${cityId}`}, 'concert', ${venue?.id}, ${cityId}, id, 'es' from providers limit 1 returning id`)
    const performance = (date: string, time: string, startsAt: string) =>
      run(sql`
      insert into performances (event_id, venue_id, city_id, local_date, local_time, time_zone, starts_at, duration_minutes, capacity, available, currency)
      values (${event?.id}, ${venue?.id}, ${cityId}, ${date}, ${time}, 'Europe/Lisbon', ${startsAt}, 90, 500, 500, 'EUR')`)
    await performance('2020-06-01', '20:00', '2020-06-01T19:00:00Z')
    await performance('2099-06-01', '20:00', '2099-06-01T19:00:00Z')
    await performance('2099-03-29', '02:30', '2099-03-29T01:30:00Z')
    expect((await admin.patch(`${data}/cities/${cityId}`, { timeZone: 'Europe/Madrid' })).status).toBe(200)
    await server.runJob('move-zones')

    const { rows } = await run(
      sql`select time_zone, starts_at from performances where event_id = ${event?.id} order by starts_at`,
    )
    expect(rows).toEqual([
      { time_zone: 'Europe/Lisbon', starts_at: '2020-06-01T19:00:00.000Z' },
      { time_zone: 'Europe/Lisbon', starts_at: '2099-03-29T01:30:00.000Z' },
      { time_zone: 'Europe/Madrid', starts_at: '2099-06-01T18:00:00.000Z' },
    ])
    const {
      changes: [report],
    } = (await admin.get(`${data}/cities/${cityId}/zone-changes`)).body as { changes: ZoneChange[] }
    expect(report).toMatchObject({
      from: 'Europe/Lisbon',
      to: 'Europe/Madrid',
      changed: 1,
      venues: 1,
      skipped: [{ event: 'Night', local: '2099-03-29T02:30' }],
    })
    expect(report?.finishedAt).not.toBeNull()
    expect((await admin.get(`${data}/venues/${venue?.id}`)).body).toMatchObject({ timeZone: 'Europe/Madrid' })
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

describe('a country', () => {
  it('has no code of ISO 3166-1 beside one of another country, and can have codes that the standard does not know', async () => {
    const fresh = (codes: object) => ({
      name: 'Albion',
      slug: `albion-${++last}`,
      continentId: 1,
      callingCode: '+44',
      currency: 'GBP',
      ...codes,
    })
    const told = 'In ISO 3166-1, GB, GBR and 826 go together.'
    for (const [codes, fields] of [
      [{ code: 'UK', alpha3: 'GBR', numericCode: '826' }, { code: told }],
      [{ code: 'GB', alpha3: 'GBR', numericCode: '724' }, { numericCode: told }],
      [
        { code: 'GB', alpha3: 'ENG', numericCode: '999' },
        { alpha3: told, numericCode: told },
      ],
    ] as const) {
      const reply = await admin.post(`${data}/countries`, fresh(codes))
      expect([reply.status, fieldsOf(reply)]).toEqual([422, fields])
    }
    const id = idOf(await admin.post(`${data}/countries`, fresh({ code: 'GB', alpha3: 'GBR', numericCode: '826' })))
    expect(fieldsOf(await admin.patch(`${data}/countries/${id}`, { code: 'XB' }))).toEqual({ code: told })
    expect(
      (await admin.patch(`${data}/countries/${id}`, { code: 'XK', alpha3: 'XKX', numericCode: '983' })).status,
    ).toBe(200)
    expect((await admin.delete(`${data}/countries/${id}`)).status).toBe(200)
  })

  it('is on one of the seven continents or a region of our own, past the server too', async () => {
    const wrong = await admin.post(`${data}/continents`, { code: 'EE', name: 'Europa' })
    expect([wrong.status, Object.keys(fieldsOf(wrong))]).toEqual([422, ['code']])
    await expect(run(sql`insert into continents (code, name) values ('EE', 'Europa')`)).rejects.toThrow(
      'There is no continent EE',
    )
    const id = idOf(await admin.post(`${data}/continents`, { code: 'XC', name: 'The Caribbean' }))
    await expect(run(sql`update continents set code = 'CA' where id = ${id}`)).rejects.toThrow(
      'There is no continent CA',
    )
    expect((await admin.delete(`${data}/continents/${id}`)).status).toBe(200)
  })

  it('keeps its codes once something points at it, past the server too', async () => {
    const {
      rows: [italy],
    } = await run(sql<{ id: number }>`select id from countries where code = 'IT'`)
    const reply = await admin.patch(`${data}/countries/${italy?.id}`, { code: 'IX' })
    expect([reply.status, fieldsOf(reply)]).toEqual([
      409,
      { code: 'Cities, customers or purchases point at this country, so its codes stay.' },
    ])
    await expect(run(sql`update countries set alpha3 = 'QQQ' where id = ${italy?.id}`)).rejects.toThrow(
      'Codes of Italy stay',
    )
    const {
      rows: [continent],
    } = await run(sql<{ id: number }>`select continent_id as id from countries where code = 'IT'`)
    expect((await admin.patch(`${data}/continents/${continent?.id}`, { code: 'QQ' })).status).toBe(409)
    await expect(run(sql`update continents set code = 'QQ' where id = ${continent?.id}`)).rejects.toThrow(
      'stays while countries are on it',
    )
  })

  it('and a continent go while nothing refers to them, and stay while anything does, past the server too', async () => {
    const {
      rows: [italy],
    } = await run(sql<{ id: number }>`select id from countries where code = 'IT'`)
    const {
      rows: [asia],
    } = await run(sql<{ id: number }>`select id from continents where code = 'AS'`)
    const fresh = {
      name: 'Utopia',
      slug: 'utopia',
      code: 'XU',
      alpha3: 'XUT',
      numericCode: '901',
      continentId: asia?.id,
      callingCode: '+999',
      currency: 'EUR',
    }
    const wrong = await admin.post(`${data}/countries`, { ...fresh, languages: ['es', 'not a tag!!'] })
    expect([wrong.status, fieldsOf(wrong)]).toEqual([
      422,
      { languages: 'not a tag!! is not a BCP 47 tag, such as es or pt-BR.' },
    ])
    const id = idOf(await admin.post(`${data}/countries`, { ...fresh, languages: ['es', 'pt-BR', 'zh-Hans'] }))
    await expect(run(sql`update countries set languages = '{not a tag!!}' where id = ${id}`)).rejects.toThrow(
      'languages_are_tags',
    )
    expect((await admin.delete(`${data}/continents/${asia?.id}`)).status).toBe(409)
    expect((await admin.delete(`${data}/countries/${italy?.id}`)).status).toBe(409)
    expect((await admin.delete(`${data}/countries/${id}`)).status).toBe(200)
    expect((await admin.get(`${data}/countries/${id}`)).status).toBe(404)
  })

  it('that is blocked stops checkout there and for people from there, and nothing else', async () => {
    const db = server.database.kysely
    const [before] = await makePurchases(db, 1)
    const {
      rows: [italy],
    } = await run(sql<{ id: number }>`select id from countries where code = 'IT'`)
    const id = italy?.id ?? 0
    const impact = (await admin.get(`${data}/countries/market-impact`, { ids: String(id) })).body as MarketImpact
    expect(impact).toMatchObject({ countries: [{ code: 'IT', isBlocked: false }], unpaidPurchases: 1, customers: 0 })
    expect((await admin.post(`${data}/countries/market`, { ids: [id], isBlocked: true })).status).toBe(422)
    expect(
      (
        await admin.post(`${data}/countries/market`, {
          ids: [id],
          isBlocked: true,
          because: 'tax',
          note: 'VAT number pending',
        })
      ).body,
    ).toEqual({ changed: [id] })
    expect(
      (
        await admin.post(`${data}/countries/market`, {
          ids: [id],
          isBlocked: true,
          because: 'tax',
          note: 'VAT number pending',
        })
      ).body,
    ).toEqual({ changed: [] })
    await expect(makePurchases(db, 1)).rejects.toThrow('Sales are blocked in Italy')
    await run(sql`update purchases set risk_score = 5 where id = ${before}`)
    expect((await admin.get(`${data}/countries/${id}`)).body).toMatchObject({
      isBlocked: true,
      blockedBecause: 'tax',
      blockNote: 'VAT number pending',
    })
    expect((await admin.patch(`${data}/countries/${id}`, { isBlocked: false })).status).toBe(422)
    await expect(run(sql`update countries set is_blocked = false where id = ${id}`)).rejects.toThrow(
      'a_block_has_its_reason',
    )
    await admin.post(`${data}/countries/market`, { ids: [id], isBlocked: false })
    expect(await makePurchases(db, 1)).toHaveLength(1)
    const spanish = await spain()
    await admin.post(`${data}/countries/market`, { ids: [spanish], isBlocked: true, because: 'sanctions' })
    // The purchases of the fixture are made by a customer from Spain.
    await expect(makePurchases(db, 1)).rejects.toThrow('Sales are blocked in Spain')
    await admin.post(`${data}/countries/market`, { ids: [spanish], isBlocked: false })
  })
})

describe('a grant that is limited to cities', () => {
  it('keeps people to the cities, venues and configurations there', async () => {
    const countryId = await spain()
    const other = idOf(await admin.post(`${data}/cities`, { ...madrid(), countryId }))
    const {
      rows: [elsewhere],
    } = await run(sql<{ id: number }>`
      insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity) values ('Arena', ${`arena-${other}`}, ${other}, 40.4168, -3.7038, 'Europe/Madrid', 500) returning id`)
    await run(
      sql`delete from role_permissions where object = 'places' and role_id = (select id from roles where name = 'read-only')`,
    )
    await run(sql`
      insert into role_permissions (role_id, action, object, city_ids)
      select id, 'ui', 'places', null::bigint[] from roles where name = 'read-only'
      union all select id, 'write', 'places', array[${catalogue.cityId}::bigint] from roles where name = 'read-only'`)
    const local = await server.signIn('read-only')
    expect((await local.patch(`${data}/cities/${catalogue.cityId}`, { popularity: 7 })).status).toBe(200)
    expect((await local.patch(`${data}/cities/${other}`, { popularity: 7 })).status).toBe(403)
    expect((await local.post(`${data}/cities`, { ...madrid(), countryId })).status).toBe(403)
    expect((await local.patch(`${data}/venues/${catalogue.venueId}`, { capacity: 3000 })).status).toBe(200)
    expect((await local.patch(`${data}/venues/${elsewhere?.id}`, { capacity: 3000 })).status).toBe(403)
    // Nor is a venue moved out of reach, or taken in.
    expect((await local.patch(`${data}/venues/${catalogue.venueId}`, { cityId: other })).status).toBe(403)
    const configuration = { name: 'Concert', layout: 'end_stage', capacity: 100 }
    const own = idOf(await local.post(`${data}/venues/${catalogue.venueId}/configurations`, configuration))
    expect((await local.post(`${data}/venues/${elsewhere?.id}/configurations`, configuration)).status).toBe(403)
    const theirs = idOf(await admin.post(`${data}/venues/${elsewhere?.id}/configurations`, configuration))
    const sections = [
      {
        code: 'a',
        name: 'A',
        zone: null,
        rank: 1,
        isGeneralAdmission: true,
        rows: [],
        capacity: null,
        viewImageUrl: null,
      },
    ]
    expect((await local.put(`${data}/venue-configurations/${own}/manifest`, { version: 1, sections })).status).toBe(200)
    expect((await local.put(`${data}/venue-configurations/${theirs}/manifest`, { version: 1, sections })).status).toBe(
      403,
    )
    expect((await local.post(`${data}/countries/market`, { ids: [countryId], isBlocked: false })).status).toBe(403)
  })
})

describe('a venue', () => {
  it('shows of a section an image of the library or one at an address, never both and none that is not there', async () => {
    const id = idOf(
      await admin.post(`${data}/venues/${catalogue.venueId}/configurations`, {
        name: 'With views',
        layout: 'theatre',
        capacity: 100,
      }),
    )
    const imageId = await maker(server.database.kysely, resources, examples).make('images')
    const path = `${data}/venue-configurations/${id}/manifest`
    const section = {
      code: 'a',
      name: 'A',
      zone: null,
      rank: 1,
      isGeneralAdmission: true,
      rows: [],
      capacity: null,
      viewImageUrl: null,
    }
    const publish = async (views: object, version = 1) =>
      await admin.put(path, { version, sections: [{ ...section, ...views }] })
    expect(fieldsOf(await publish({ viewImageId: 999_999 }))).toEqual({
      sections: 'The view of A is image 999999, which is not there.',
    })
    expect(fieldsOf(await publish({ viewImageId: imageId, viewImageUrl: 'https://example.com/a.jpg' }))).toEqual({
      sections: 'A has two views: leave the image or the address.',
    })
    expect((await publish({ viewImageUrl: 'https://example.com/a.jpg' })).body).toMatchObject({
      sections: [{ viewImageId: null, viewImageUrl: 'https://example.com/a.jpg' }],
    })
    expect((await publish({ viewImageId: imageId }, 2)).body).toMatchObject({
      sections: [{ viewImageId: imageId, viewImageUrl: null }],
    })
    expect(
      (await admin.get(`${data}/venue-sections`, { filter: JSON.stringify({ venueConfigurationId: id }) })).body,
    ).toMatchObject([{ viewImageId: imageId }])
    await expect(
      run(
        sql`update venue_sections set view_image_url = 'https://example.com/a.jpg' where venue_configuration_id = ${id}`,
      ),
    ).rejects.toThrow('a_section_has_one_view')
    // Images on a section's page are in use.
    expect((await admin.delete(`${data}/images/${imageId}`)).status).toBe(409)
    expect((await publish({}, 3)).body).toMatchObject({ sections: [{ viewImageId: null }] })
    expect((await admin.delete(`${data}/images/${imageId}`)).status).toBe(200)
  })

  it('takes its events, performances and configurations into another city', async () => {
    const countryId = await spain()
    const there = idOf(
      await admin.post(`${data}/cities`, {
        ...madrid(),
        countryId,
        latitude: 41.95,
        longitude: 12.6,
        timeZone: 'Europe/Rome',
      }),
    )
    const configuration = idOf(
      await admin.post(`${data}/venues/${catalogue.venueId}/configurations`, {
        name: 'Opera',
        layout: 'theatre',
        capacity: 100,
      }),
    )
    expect((await admin.patch(`${data}/venues/${catalogue.venueId}`, { cityId: there })).status).toBe(200)
    expect((await admin.get(`${data}/venue-configurations/${configuration}`)).body).toMatchObject({ cityId: there })
    expect((await admin.get(`${data}/events/${catalogue.eventId}`)).body).toMatchObject({ cityId: there })
    await admin.patch(`${data}/venues/${catalogue.venueId}`, { cityId: catalogue.cityId })
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
