import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import { answerLocale } from './discovery-locales.server.ts'
import { photo, upload } from '../../platform/media/testing/image.server.ts'
import { type Row, get, number, read, run, serveDiscovery, server, worlds } from './testing/discovery-reader.server.ts'

serveDiscovery()

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
