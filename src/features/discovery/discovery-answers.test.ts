import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { ApiDocument } from '../../core/testing/api-document.server.ts'
import { callsIn } from '../../core/testing/api-document.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { apiScopes } from '../api-users/api-users.ts'
import { photo, upload } from '../../platform/media/testing/image.server.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import type { Worlds } from './testing/discovery.server.ts'
import { keyWith, makeWorlds } from './testing/discovery.server.ts'
import { answerLocale } from './discovery-locales.server.ts'

let server: TestServer
let worlds: Worlds
let made: Maker
let key = ''

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'discovery answers' })
  const db = server.database.kysely
  await sql`update locales set is_enabled_on_site = true where code = 'es'`.execute(db)
  await sql`insert into locales (code, name, native_name, is_enabled_on_site, publishes_machine_texts, fallback_id) select 'fr', 'French', 'français', true, true, id from locales where code = 'es'
    on conflict (code) do update set is_enabled_on_site = true, publishes_machine_texts = true, fallback_id = excluded.fallback_id`.execute(
    db,
  )
  made = maker(db, resources, examples)
  worlds = await makeWorlds(db, made)
  key = (await keyWith(db, apiScopes)).key
})
afterAll(() => server.stop())

type Row = Readonly<Record<string, unknown>>
const get = async (
  path: string,
  params: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Reply> => await server.anonymous.get(`/v1/${path}`, params, { authorization: `Bearer ${key}`, ...headers })
const read = async (path: string, params: Record<string, string> = {}) => {
  const reply = await get(path, params)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Row
}
const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
const number = (id: string) => Number(id.split('-').at(-1))

async function translate(
  resource: string,
  id: string,
  locale: string,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  await seedTexts(
    server.database.kysely,
    resource,
    locale,
    Object.entries(texts).map(([field, text]) => ({ id: number(id), field, source: 'x', text })),
  )
}

describe('the language of an answer', () => {
  it('is the one asked for, text by text, along its chain to the default, and says which text is in another', async () => {
    const id = await worlds.cities.make('Seville')
    await run(
      sql`update cities set description = '<p>Hot. Stay in :::link|text=Las Vegas|element=c-12::: or :::link|text=Rome|element=c-3:::.</p><img data-image="3" alt="">' where id = ${number(id)}`,
    )
    await translate('cities', id, 'es', { name: 'Sevilla' })
    await translate('cities', id, 'fr', { slug: 'seville-en-francais' })
    const description = '<p>Hot. Stay in Las Vegas or Rome.</p>'
    const { slug, country } = await read(`cities/${id}`)
    expect(await read(`cities/${id}`)).toMatchObject({
      name: 'Seville',
      description,
      locale: 'en',
      fallbackFields: {},
      path: `/${String(slug)}/c-${id}`,
    })
    expect(await read(`cities/${id}`, { locale: 'es' })).toMatchObject({
      name: 'Sevilla',
      description,
      locale: 'es',
      fallbackFields: { 'slug': 'en', 'description': 'en', 'country.name': 'en' },
      path: `/es/${String(slug)}/c-${id}`,
      country,
    })
    expect(await read(`cities/${id}`, { locale: 'fr' })).toMatchObject({
      name: 'Sevilla',
      slug: 'seville-en-francais',
      locale: 'fr',
      fallbackFields: { 'name': 'es', 'description': 'en', 'country.name': 'en' },
    })
    // An empty text is a translator's decision, not a gap.
    await translate('cities', id, 'es', { description: '' })
    expect(await read(`cities/${id}`, { locale: 'es' })).toMatchObject({ description: '' })
    for (const [locale, asked] of [
      ['fr', 'seville-en-francais'],
      ['en', String(slug)],
    ] as const) {
      expect((await read('cities', { locale, slug: asked }))['data']).toMatchObject([{ id: number(id) }])
    }
  })

  it.each(['machine', 'draft', 'in_review'])('leaves out a text that is not approved: %s', async (status) => {
    const admin = await server.signIn('admin')
    const id = await worlds.cities.make('Ronda')
    const write = async (text: string, as: string) =>
      await admin.put(`/rest/data/cities/${id}/translations/es`, { texts: { name: { text, status: as } } })
    const name = async () => {
      const { name, fallbackFields, outdatedFields } = await read(`cities/${id}`, { locale: 'es' })
      return [name, (fallbackFields as Row)['name'] ?? 'es', outdatedFields]
    }
    expect((await write('BORRADOR', status)).status).toBe(200)
    expect(await name()).toEqual(['Ronda', 'en', []])
    expect((await write('Ronda la Vieja', 'approved')).status).toBe(200)
    expect(await name()).toEqual(['Ronda la Vieja', 'es', []])
    // What was approved stays when its source changes, and says so.
    await run(sql`update cities set name = 'Ronda, the new' where id = ${number(id)}`)
    expect(await name()).toEqual(['Ronda la Vieja', 'es', ['name']])
  })

  it.each(['machine', 'draft', 'in_review'])('names no address by a slug that is not approved: %s', async (status) => {
    const admin = await server.signIn('admin')
    const id = await worlds.cities.make('Cuenca')
    const { slug } = await read(`cities/${id}`)
    const write = async (as: string) =>
      await admin.put(`/rest/data/cities/${id}/translations/es`, {
        texts: { slug: { text: `cuenca-es-${status.replace('_', '-')}`, status: as } },
      })
    const told = async () => {
      const { slug: now, path, fallbackFields } = await read(`cities/${id}`, { locale: 'es' })
      const found = (await read('cities', { locale: 'es', slug: `cuenca-es-${status.replace('_', '-')}` }))[
        'data'
      ] as Row[]
      return [now, path, (fallbackFields as Row)['slug'] ?? 'es', found.length]
    }
    expect((await write(status)).status).toBe(200)
    expect(await told()).toEqual([slug, `/es/${String(slug)}/c-${id}`, 'en', 0])
    expect((await write('approved')).status).toBe(200)
    const own = `cuenca-es-${status.replace('_', '-')}`
    expect(await told()).toEqual([own, `/es/${own}/c-${id}`, 'es', 1])
  })

  it('has what a machine translated where the language publishes that', async () => {
    const admin = await server.signIn('admin')
    const id = await worlds.cities.make('Jerez')
    const write = async (locale: string, text: string) =>
      await admin.put(`/rest/data/cities/${id}/translations/${locale}`, {
        texts: { name: { text, status: 'machine' } },
      })
    expect([(await write('es', 'Jerez (m)')).status, (await write('fr', 'Xérès')).status]).toEqual([200, 200])
    expect((await read(`cities/${id}`, { locale: 'es' }))['name']).toBe('Jerez')
    expect((await read(`cities/${id}`, { locale: 'fr' }))['name']).toBe('Xérès')
  })

  it('also applies to related records, and to the products of suppliers, who write one language', async () => {
    const id = await worlds.products.make('Night tour')
    await run(sql`update products set locale = 'es' where id = ${number(id)}`)
    const {
      rows: [row],
    } = await run(
      sql<{
        section: number
        city: number
      }>`select subcategory_ids[1] as section, city_id as city from products where id = ${number(id)}`,
    )
    await translate('subcategories', String(row?.section), 'es', { name: 'De noche' })
    await translate('cities', String(row?.city), 'es', { name: 'Ciudad' })
    expect(await read(`products/${id}`)).toMatchObject({ locale: 'en', fallbackFields: { title: 'es' } })
    const answer = await read(`products/${id}`, { locale: 'es' })
    expect(answer).toMatchObject({
      city: { name: 'Ciudad' },
      categories: [{ id: `s-${row?.section}`, name: 'De noche' }],
    })
    expect(answer['fallbackFields']).toMatchObject({ 'city.slug': 'en', [`categories.s-${row?.section}.slug`]: 'en' })
    expect(answer['fallbackFields']).not.toHaveProperty('title')
    expect(answer['fallbackFields']).not.toHaveProperty('city.name')
  })

  it('is named in the headers, and comes from Accept-Language if the address names none', async () => {
    const language = async (params: Record<string, string>, accepted: string) => {
      const reply = await get('cities', params, { 'accept-language': accepted })
      return [reply.status, reply.headers.get('content-language'), reply.headers.get('vary')]
    }
    expect(await language({}, 'de, es-MX;q=0.8, en;q=0.5')).toEqual([
      200,
      'es',
      'Authorization, Accept-Language, Accept-Encoding',
    ])
    expect(await language({ locale: 'FR' }, 'es')).toEqual([
      200,
      'fr',
      'Authorization, Accept-Language, Accept-Encoding',
    ])
    expect(await language({ locale: 'es-MX' }, 'fr')).toEqual([
      200,
      'es',
      'Authorization, Accept-Language, Accept-Encoding',
    ])
    const id = await worlds.cities.make('Granada')
    await translate('cities', id, 'es', { name: 'Granada, en España' })
    expect(await read(`cities/${id}`, { locale: 'es-419' })).toMatchObject({ name: 'Granada, en España', locale: 'es' })
    expect((await get('cities', { locale: 'sv-SE' })).status).toBe(422)
    expect(await language({}, '*')).toEqual([200, 'en', 'Authorization, Accept-Language, Accept-Encoding'])
  })

  it.each([
    ['es;q=0.1, en;q=0.9', 'en'],
    ['es;q=0, fr', 'fr'],
    ['xx', 'en'],
    ['', 'en'],
    [';;;,=,q', 'en'],
    ['pt-Latn-BR, ES-es', 'es'],
    [`${'x,'.repeat(20)}es`, 'en'],
    ['es; q=1.5', 'es'],
  ])('%j asks for %s', (header, expected) => {
    const locale = (code: string, fallback: string | null) => ({
      code,
      fallback,
      name: code,
      nativeName: code,
      direction: 'ltr' as const,
      isDefault: fallback === null,
      isRequired: false,
      publishesMachineTexts: false,
    })
    expect(
      answerLocale([locale('en', null), locale('es', 'en'), locale('fr', 'es')], undefined, {
        headers: { 'accept-language': header },
      }).code,
    ).toBe(expected)
  })
})

describe('the pictures of a record', () => {
  it('are listed in order, each with its texts, and their addresses serve the files', async () => {
    const admin = await server.signIn('admin')
    const [first, second] = await Promise.all(
      [photo(1000, 500), photo(400, 400)].map(
        async (bytes) => ((await upload(admin, await bytes)).body as { id: number }).id,
      ),
    )
    expect(
      (await admin.patch(`/rest/data/images/${first}`, { altText: 'The square at night', credit: 'Ana', focalX: 0.25 }))
        .status,
    ).toBe(200)
    await translate('images', String(first), 'es', { altText: 'La plaza de noche' })
    const files = new Map(
      (await run(sql<{ id: number; sha256: string }>`select id, sha256 from images`)).rows.map(({ id, sha256 }) => [
        id,
        `/v1/images/${sha256}`,
      ]),
    )
    const [night, plain] = [
      {
        id: first,
        file: files.get(Number(first)),
        altText: 'The square at night',
        credit: 'Ana',
        width: 1000,
        height: 500,
        focalPoint: { x: 0.25, y: 0.5 },
      },
      {
        id: second,
        file: files.get(Number(second)),
        altText: null,
        credit: null,
        width: 400,
        height: 400,
        focalPoint: { x: 0.5, y: 0.5 },
      },
    ]
    for (const name of ['performers', 'events', 'products', 'venues'] as const) {
      const id = await worlds[name].make('In pictures')
      await run(sql`update ${sql.table(name)} set image_ids = ${[second, first]}::bigint[] where id = ${number(id)}`)
      expect((await read(`${name}/${id}`))['images'], name).toEqual([plain, night])
      const inSpanish = await read(`${name}/${id}`, { locale: 'es' })
      expect(inSpanish['images'], name).toEqual([plain, { ...night, altText: 'La plaza de noche' }])
      expect(inSpanish['fallbackFields']).not.toHaveProperty(`images.${first}.altText`)
      await run(sql`update images set alt_text = 'A door' where id = ${second}`)
      expect(await read(`${name}/${id}`, { locale: 'es' })).toMatchObject({
        fallbackFields: { [`images.${second}.altText`]: 'en' },
      })
      await run(sql`update images set alt_text = null where id = ${second}`)
    }
    const city = await worlds.cities.make('In a picture')
    for (const [image, shown] of [
      [null, []],
      [first, [night]],
    ] as const) {
      await run(sql`update cities set hero_image_id = ${image} where id = ${number(city)}`)
      expect((await read(`cities/${city}`))['images']).toEqual(shown)
    }

    const file = (name: string) => fetch(`${server.url}${night.file}/${name}`)
    for (const [name, caching] of [
      ['1280', 'public, max-age=31536000, immutable'],
      ['square', 'public, max-age=3600'],
    ] as const) {
      const { status, headers } = await file(name)
      expect([
        status,
        headers.get('content-type'),
        headers.get('cache-control'),
        headers.get('cross-origin-resource-policy'),
        headers.get('x-content-type-options'),
      ]).toEqual([200, 'image/webp', caching, 'cross-origin', 'nosniff'])
    }
    expect((await file('master')).status).toBe(404)
    for (const guess of [String(first), 'f'.repeat(64), '..%2F..%2Fmaster']) {
      expect((await fetch(`${server.url}/v1/images/${guess}/320`)).status, guess).toBe(404)
    }
  })
})

describe('a start', () => {
  it.each([
    ['2027-10-31', '02:30', 'Europe/Madrid', '2027-10-31T00:30:00.000Z', '2027-10-31T02:30:00+02:00'],
    ['2027-10-31', '02:30', 'Europe/Madrid', '2027-10-31T01:30:00.000Z', '2027-10-31T02:30:00+01:00'],
    ['2027-07-01', '20:00', 'America/St_Johns', '2027-07-01T22:30:00.000Z', '2027-07-01T20:00:00-02:30'],
    ['2027-01-01', '00:15', 'Pacific/Kiritimati', '2026-12-31T10:15:00.000Z', '2027-01-01T00:15:00+14:00'],
    ['2027-05-05', null, 'Europe/Madrid', '2027-05-05T10:00:00.000Z', null],
  ])('on %s at %s in %s is %s, and there %s', async (localDate, localTime, timeZone, utc, local) => {
    const id = await worlds.performances.make(`Matinee ${utc} ${timeZone}`)
    await run(sql`update performances set local_date = ${localDate}::date, local_time = ${localTime}::time, is_time_tba = ${localTime === null}, time_zone = ${timeZone}, starts_at = ${utc}::timestamptz
      where id = ${number(id)}`)
    expect((await read(`performances/${id}`))['start']).toEqual({
      localDate,
      localTime,
      local,
      utc,
      timeZone,
      isDateTbd: false,
      isTimeTba: localTime === null,
    })
  })
})

describe('what is said of performances', () => {
  it('is schema.org’s status of their own or of their event; cancelled ones are listed only when asked for', async () => {
    const id = await worlds.performances.make('Gala')
    const event = String(((await read(`performances/${id}`))['event'] as Row)['id'])
    const listed = async (params: Record<string, string> = {}) =>
      ((await read('performances', { event, ...params }))['data'] as Row[]).map(({ eventStatus }) => eventStatus)
    for (const [status, schedule, expected] of [
      ['onsale', 'scheduled', 'EventScheduled'],
      ['sold_out', 'moved_online', 'EventMovedOnline'],
      ['postponed', 'scheduled', 'EventPostponed'],
      ['rescheduled', 'rescheduled', 'EventRescheduled'],
    ] as const) {
      await run(sql`update performances set status = ${status} where id = ${number(id)}`)
      await run(sql`update events set schedule = ${schedule} where id = ${Number(event)}`)
      expect(await listed(), status).toEqual([expected])
      expect(await listed({ status: expected }), status).toEqual([expected])
    }
    await run(sql`update performances set status = 'cancelled' where id = ${number(id)}`)
    expect([
      await listed(),
      await listed({ status: 'EventCancelled' }),
      await listed({ status: 'EventScheduled,EventCancelled' }),
    ]).toEqual([[], ['EventCancelled'], ['EventCancelled']])
    expect(await read(`performances/${id}`)).toMatchObject({
      eventStatus: 'EventCancelled',
      availability: { status: 'OutOfStock', remaining: 0 },
    })
    await run(sql`update performances set status = 'onsale' where id = ${number(id)}`)
    expect([await listed(), await listed({ status: 'EventCancelled' })]).toEqual([['EventScheduled'], []])
    await run(sql`update events set schedule = 'cancelled' where id = ${Number(event)}`)
    expect([await listed(), await listed({ status: 'EventCancelled' })]).toEqual([[], ['EventCancelled']])
    // One that comes to a cancelled event is called off with it, and one that leaves it is not.
    const other = await made.make('events', {
      schedule: 'scheduled',
      publication: 'published',
      isHidden: false,
      isUnlisted: false,
      providerCode: null,
    })
    await run(sql`update performances set event_id = ${other} where id = ${number(id)}`)
    const calledOff = async (of: string | number) =>
      ((await read('performances', { event: String(of), status: 'EventCancelled' }))['data'] as Row[]).length
    expect([await calledOff(event), await calledOff(other)]).toEqual([0, 0])
    await run(sql`update performances set event_id = ${Number(event)} where id = ${number(id)}`)
    expect(await calledOff(event)).toBe(1)
    await run(sql`update events set schedule = 'scheduled' where id = ${Number(event)}`)
    expect([await listed(), await calledOff(event)]).toEqual([['EventScheduled'], 0])
  })

  it('names no venue or city that is not public', async () => {
    const id = await worlds.performances.make('Recital')
    const [venueId, cityId] = [
      await made.make('venues', { publication: 'draft', publishedAt: null }),
      await made.make('cities', { publication: 'draft', publishedAt: null }),
    ]
    await run(sql`update performances set venue_id = ${venueId}, city_id = ${cityId} where id = ${number(id)}`)
    expect(await read(`performances/${id}`)).toMatchObject({ venue: null, city: null })
  })
})

describe('what is in a country whose market is closed', () => {
  it('stays to be read, and cannot be bought', async () => {
    const [event, performance, product] = [
      await worlds.events.make('Revue'),
      await worlds.performances.make('Ballet'),
      await worlds.products.make('Boat trip'),
    ]
    const market = async (isBlocked: boolean) =>
      await run(sql`update countries set is_blocked = ${isBlocked}, blocked_because = ${isBlocked ? 'tax' : null},
      blocked_at = case when ${isBlocked}::boolean then now() end where code = 'ZZ'`)
    const told = async () => [
      await read(`events/${event}`),
      await read(`performances/${performance}`),
      await read(`products/${product}`),
    ]
    const price = { price: 4500, fees: 0, total: 4500, currency: 'EUR', exponent: 2 }
    const open = [
      { fromPrice: price },
      { fromPrice: price, availability: { status: 'InStock', remaining: 7 } },
      { fromPrice: price, availability: { status: 'InStock' } },
    ]
    expect(await told()).toMatchObject(open)
    await market(true)
    expect(await told()).toMatchObject([
      { name: 'Revue', fromPrice: null },
      { fromPrice: null, toPrice: null, availability: { status: 'OutOfStock', remaining: 0 } },
      { fromPrice: null, availability: { status: 'OutOfStock' } },
    ])
    await market(false)
    expect(await told()).toMatchObject(open)
  })
})

describe('an event that is kept out of lists', () => {
  it('is found by its id alone, with its performances by its id', async () => {
    const id = await worlds.events.make('Private view')
    const listed = async (path: string, params: Record<string, string>) =>
      ((await read(path, params))['data'] as Row[]).length
    expect([await listed('events', { q: 'Private view' }), await listed('performances', { event: id })]).toEqual([1, 1])
    await run(sql`update events set is_unlisted = true where id = ${number(id)}`)
    expect(await read(`events/${id}`)).toMatchObject({ name: 'Private view' })
    expect([await listed('events', { q: 'Private view' }), await listed('performances', { event: id })]).toEqual([0, 1])
    const all = JSON.stringify(await read('performances', { limit: '200' }))
    expect(all).not.toContain('Private view')
    await run(sql`update events set is_hidden = true where id = ${number(id)}`)
    expect([(await get(`events/${id}`)).status, await listed('performances', { event: id })]).toEqual([404, 0])
  })
})

describe('a city that was merged into another', () => {
  it('answers by its old id as the one that it has become, and filters by it', async () => {
    const [from, into] = [await worlds.cities.make('Roma'), await worlds.cities.make('Rome')]
    const venue = await worlds.venues.make('Hall')
    await run(sql`update venues set city_id = ${number(from)} where id = ${number(venue)}`)
    const admin = await server.signIn('admin')
    const merged = await admin.post(`/rest/data/cities/${into}/merge`, { from: number(from) })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const reply = await get(`cities/${from}`)
    expect([reply.status, (reply.body as Row)['id'], reply.headers.get('content-location')]).toEqual([
      200,
      number(into),
      `/v1/cities/${into}`,
    ])
    for (const city of [from, into])
      expect((await read('venues', { city }))['data']).toMatchObject([
        { id: number(venue), city: { id: number(into) } },
      ])
  })
})

describe('the description of the calls', () => {
  it('says how the key is sent, what each parameter is and what is answered besides', async () => {
    const document = (await server.anonymous.get('/v1/openapi.json')).body as ApiDocument & { security: unknown }
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(document.components['securitySchemes']?.['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' })
    const calls = callsIn(document)
    const isPicture = ({ path }: { path: string }) => path.startsWith('/v1/images/')
    const openOf = (some: typeof calls) => some.map(({ operation }) => (operation as { security?: unknown }).security)
    expect(openOf(calls.filter(isPicture))).toEqual([[]])
    const keyed = calls.filter((call) => !isPicture(call))
    expect(openOf(keyed)).toEqual(keyed.map(() => undefined))
    expect(keyed.length).toBeGreaterThan(20)
    for (const { method, path, operation } of keyed) {
      const isOrder = path.startsWith('/v1/orders')
      // Who calls, prices of a moment and orders are never kept.
      const isKept = method === 'get' && path !== '/v1/me' && !isOrder
      // It changes nothing and takes no body.
      const isAsking = path.endsWith('/cancellation-quotes')
      const success = method === 'post' && /^\/v1\/orders$|\/pay$/.test(path) ? '201' : '200'
      expect(Object.keys(operation.responses), path).toEqual(
        expect.arrayContaining([
          success,
          '401',
          '403',
          '429',
          ...(isKept ? ['304'] : []),
          ...(path === '/v1/me' || path === '/v1/orders/{reference}' || isAsking ? [] : ['422']),
          ...(isOrder && method === 'post' ? ['409', ...(isAsking ? [] : ['428'])] : []),
        ]),
      )
      expect(Object.keys(operation.responses).includes('304'), path).toBe(isKept)
      expect(Object.keys(operation.responses[success]?.headers ?? {}), path).toEqual(
        expect.arrayContaining(['X-RateLimit-Remaining', ...(isKept ? ['ETag', 'Content-Language'] : [])]),
      )
      for (const { name, description } of operation.parameters) expect(description, `${path} ${name}`).toMatch(/^.{10}/)
    }
    const page = String((await server.anonymous.get('/api-reference')).body)
    expect(page).toContain('an API key with catalogue:read')
    expect(page).toContain('The venue’s own calendar'.slice(4))
  })
})
