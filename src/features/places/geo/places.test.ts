import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePurchases } from '../../coupons/testing/coupons.server.ts'
import type { MarketImpact } from '../markets/markets.ts'
import { madrid } from './testing/places.server.ts'
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

let last = 0

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
      { code: 'Cities, customers or purchases use this country, so its codes can’t change.' },
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
    expect(impact.sales).toEqual([])
    const editor = await server.signIn('catalogue-editor')
    const hidden = { unpaidPurchases: 1, customers: null, confirmedPurchases: null, sales: null }
    expect((await editor.get(`${data}/countries/market-impact`, { ids: String(id) })).body).toMatchObject(hidden)
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
      sections: 'The view of A is image 999999, which doesn’t exist.',
    })
    expect(fieldsOf(await publish({ viewImageId: imageId, viewImageUrl: 'https://example.com/a.jpg' }))).toEqual({
      sections: 'A has two views. Keep the image or the URL.',
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
