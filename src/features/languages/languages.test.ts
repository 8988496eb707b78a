import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { writtenDate, writtenNumber } from './written-styles.ts'
import type { Counted } from './queue.endpoints.ts'
import type { Launch } from './launch.endpoints.ts'
import {
  type Row,
  admin,
  category,
  exported,
  imported,
  last,
  next,
  own,
  report,
  serveTranslations,
  server,
  translate,
} from './testing/translated-categories.server.ts'

serveTranslations()

describe('a language', () => {
  const made = async (values: object): Promise<Row> => {
    const reply = await admin.post('/rest/data/locales', {
      direction: 'ltr',
      numberStyle: 'comma_point',
      dateStyle: 'day_month_year',
      nativeName: 'x',
      fallbackId: 1,
      isInPreparation: false,
      ...values,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as Row
  }
  const at = ({ id }: Row, step: string) => `/rest/data/locales/${id}/${step}`

  it('falls back along a chain that ends at the default, however it is written', async () => {
    const [one, two] = [await made({ code: 'qma', name: 'One' }), await made({ code: 'qmb', name: 'Two' })]
    expect((await admin.patch(`/rest/data/locales/${two.id}`, { fallbackId: one.id })).status).toBe(200)
    const circle = await admin.patch(`/rest/data/locales/${one.id}`, { fallbackId: two.id })
    expect([circle.status, (circle.body as { fields: Record<string, string> }).fields['fallbackId']]).toEqual([
      422,
      'Two falls back to this language, so the chain would never end.',
    ])
    expect((await admin.patch(`/rest/data/locales/${one.id}`, { fallbackId: null })).status).toBe(422)
    await expect(
      sql`update locales set fallback_id = ${two.id} where id = ${one.id}`.execute(server.database.kysely),
    ).rejects.toThrow('go in a circle')
  })

  it('is on the site only where its fallback is, and leaves it with a plan for its addresses', async () => {
    const [base, dialect] = [await made({ code: 'qna', name: 'Base' }), await made({ code: 'qnb', name: 'Dialect' })]
    await admin.patch(`/rest/data/locales/${dialect.id}`, { fallbackId: base.id })
    expect((await admin.post(at(dialect, 'enable'), {})).status).toBe(409)
    expect((await admin.post(at(base, 'enable'), {})).status).toBe(200)
    expect((await admin.post(at(dialect, 'enable'), {})).status).toBe(200)
    const codes = async () =>
      ((await server.anonymous.get('/user/locales')).body as { code: string }[]).map(({ code }) => code)
    expect(await codes()).toEqual(['en', 'es', 'qna', 'qnb'])
    const refused = await admin.post(at(base, 'retire'), { leadsToId: 1 })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      'Dialect falls back to it. Choose another fallback first.',
    ])
    expect((await admin.post(at(dialect, 'retire'), {})).status).toBe(422)
    expect((await admin.post(at(dialect, 'retire'), { leadsToId: base.id })).status).toBe(200)
    expect((await admin.post(at(base, 'retire'), { leadsToId: null })).status).toBe(200)
    expect((await server.anonymous.get('/website/retired-locales')).body).toEqual([
      { code: 'qna', leadsTo: null },
      { code: 'qnb', leadsTo: null },
    ])
    expect(await codes()).toEqual(['en', 'es'])
    expect((await admin.post(at({ id: 1, name: 'English' }, 'retire'), { leadsToId: null })).status).toBe(409)
    await expect(
      sql`update locales set is_enabled_on_site = false where id = 1`.execute(server.database.kysely),
    ).rejects.toThrow(/stays_on_the_site|falls? back/)
  })

  it('writes numbers and dates in its own way', () => {
    expect([
      writtenNumber(1_234_567.5, 'comma_point', 2),
      writtenNumber(1_234, 'point_comma'),
      writtenNumber(-9_999_999, 'apostrophe_point'),
      writtenNumber(12, 'space_comma', 3),
    ]).toEqual(['1,234,567.50', '1.234', '−9’999’999', '12,000'])
    expect([writtenDate('2026-12-31', 'day_month_year_dots'), writtenDate('2026-12-31', 'month_day_year')]).toEqual([
      '31.12.2026',
      '12/31/2026',
    ])
  })
})

describe('a language in preparation', () => {
  const put = (id: number, code: string, texts: object) =>
    admin.put(`/rest/data/categories/${id}/translations/${code}`, { texts })
  const prepared = async (code: string, isInPreparation = true): Promise<number> => {
    const reply = await admin.post('/rest/data/locales', {
      code,
      name: `Prepared ${code}`,
      nativeName: code,
      direction: 'ltr',
      fallbackId: 1,
      numberStyle: 'comma_point',
      dateStyle: 'day_month_year',
      isInPreparation,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return (reply.body as Row).id
  }

  it('is translated into as the languages of the site are: texts, queue, counts and files', async () => {
    const id = await prepared('qpa')
    const record = await category({ name: `Prepared ${next()}` })
    expect((await put(record.id, 'qpa', { name: { text: `Qpa ${last}`, status: 'approved' } })).status).toBe(200)
    expect((await own(record.id, { locale: 'qpa' })).map(({ field, status }) => [field, status])).toEqual([
      ['description', 'missing'],
    ])
    const counted = (await admin.get('/rest/data/translations/completeness')).body as Counted
    expect(counted.locales.map(({ code, isOnSite }) => [code, isOnSite])).toEqual(
      expect.arrayContaining([
        ['es', true],
        ['qpa', false],
      ]),
    )
    const { locales } = (await admin.get(`/rest/data/categories/${record.id}/translations`)).body as {
      locales: { code: string; isOnSite: boolean; translated: number }[]
    }
    expect(locales.find(({ code }) => code === 'qpa')).toMatchObject({ isOnSite: false, translated: 2 })
    const file = await exported({ format: 'xliff', locale: 'qpa', status: 'missing,approved' })
    expect(file).toContain('trgLang="qpa"')
    const done = file.replace(
      new RegExp(`(<unit id="categories\\.${record.id}\\.description"[^]*?</source>)`),
      '$1<target>Lo que hay.</target>',
    )
    expect(report(await imported('xliff', done, { apply: true })).counts).toMatchObject({ new: 1, refused: 0 })
    const [unit] = await own(record.id, { locale: 'qpa', status: 'in_review' })
    const [to] = (await admin.get('/rest/data/translations/translators')).body as { id: number }[]
    const give = await admin.post('/rest/data/translations/assign', {
      units: [{ resource: 'categories', recordId: record.id, field: 'description', locale: 'qpa' }],
      assigneeId: to?.id,
    })
    expect([unit?.text, give.body]).toEqual(['Lo que hay.', { assigned: 1 }])
    await admin.patch(`/rest/data/locales/${id}`, { isInPreparation: false })
    const refused = await put(record.id, 'qpa', { name: { text: 'x' } })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      404,
      'Nothing is translated into qpa: it is neither published nor in preparation.',
    ])
  })

  it('is not public: no responses, no addresses, and not required before a page is published', async () => {
    const id = await prepared('qpb')
    await admin.patch(`/rest/data/locales/${id}`, { isRequiredToPublish: true })
    const record = await category({ name: `Unseen ${next()}` })
    await translate(record.id, { name: { text: `Invisible ${last}`, status: 'approved' } })
    await put(record.id, 'qpb', { name: { text: `Nobody sees ${last}`, status: 'approved' } })
    expect(
      ((await server.anonymous.get('/user/locales')).body as { code: string }[]).map(({ code }) => code),
    ).not.toContain('qpb')
    const { findings, addresses } = (await admin.get(`/rest/data/categories/${record.id}/publication`)).body as {
      findings: { locale: string | null }[]
      addresses: { locale: string }[]
    }
    expect([findings.some(({ locale }) => locale === 'qpb'), addresses.map(({ locale }) => locale)]).toEqual([
      false,
      ['en', 'es'],
    ])
    expect((await admin.post(`/rest/data/categories/${record.id}/publish`, {})).status).toBe(200)
    // Renaming a page that was never public leaves no redirect behind.
    await put(record.id, 'qpb', { slug: { text: `moved-${last}` } })
    const { rows } =
      await sql`select from redirects where resource = 'categories' and record_id = ${record.id}`.execute(
        server.database.kysely,
      )
    expect(rows).toEqual([])
    expect((await admin.post(`/rest/data/locales/${id}/enable`, {})).status).toBe(200)
    expect((await admin.get(`/rest/data/locales/${id}`)).body).toMatchObject({
      isEnabledOnSite: true,
      isInPreparation: false,
    })
    expect((await admin.patch(`/rest/data/locales/${id}`, { isInPreparation: true })).status).toBe(422)
    await expect(
      sql`update locales set is_in_preparation = true where id = ${id}`.execute(server.database.kysely),
    ).rejects.toThrow('a_language_of_the_site_is_prepared')
    expect((await admin.post(`/rest/data/locales/${id}/retire`, { leadsToId: null })).status).toBe(200)
  })
})

describe('languages that go on the site together', () => {
  it('are looked at beforehand, and go in the order in which they fall back', async () => {
    const made = async (code: string, fallbackId: number) => {
      const reply = await admin.post('/rest/data/locales', {
        code,
        name: `Launched ${code}`,
        nativeName: code,
        direction: 'ltr',
        fallbackId,
        numberStyle: 'comma_point',
        dateStyle: 'day_month_year',
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      return (reply.body as Row).id
    }
    const language = await made('qaa', 1)
    const variant = await made('qaa-ES', language)
    const look = async (ids: readonly number[]) =>
      ((await admin.get('/rest/data/locales/launch', { ids: ids.join(',') })).body as { languages: Launch[] }).languages
    expect((await look([variant]))[0]?.obstacle).toContain('falls back to Launched qaa, which is not published')
    const together = await look([variant, language])
    expect(together.map(({ id, obstacle }) => [id, obstacle])).toEqual([
      [language, null],
      [variant, null],
    ])
    const record = await category()
    await sql`update categories set publication = 'published' where id = ${record.id}`.execute(server.database.kysely)
    await sql`insert into translations (resource, record_id, locale, field, text, status, source, translator_name) values ('categories', ${record.id}, 'qaa', 'name', 'Launched', 'draft', ${record.name}, 'test')`.execute(
      server.database.kysely,
    )
    const [first] = await look([language])
    expect(first?.pages.find(({ resource }) => resource === 'categories')).toMatchObject({ translated: 0 })
    expect(first?.unapproved).toBe(1)
    await sql`update translations set status = 'approved' where resource = 'categories' and record_id = ${record.id}`.execute(
      server.database.kysely,
    )
    const [approved] = await look([language])
    expect(approved?.pages.find(({ resource }) => resource === 'categories')).toMatchObject({ translated: 1 })
    expect(approved?.unapproved).toBe(0)
    const reply = await admin.post('/rest/data/locales/launch', { ids: [variant, language, 999_999] })
    expect((reply.body as { results: { id: number; ok: boolean }[] }).results.map(({ id, ok }) => [id, ok])).toEqual([
      [999_999, false],
      [language, true],
      [variant, true],
    ])
    for (const id of [variant, language])
      expect((await admin.post(`/rest/data/locales/${id}/retire`, { leadsToId: null })).status).toBe(200)
  })
})

describe('a title that a published page needs', () => {
  it('is not lost, neither by its translator nor by a file', async () => {
    const record = await category({ name: `Needed ${next()}` })
    const name = `Necesario ${last}`
    await translate(record.id, { name: { text: name, status: 'approved' } })
    expect((await admin.post(`/rest/data/categories/${record.id}/publish`, {})).status).toBe(200)
    const needed = 'This page is published, so it needs an approved Name in Spanish.'
    for (const text of [{ text: null }, { text: name }, { text: `${name} b`, status: 'in_review' }])
      expect(await translate(record.id, { name: text })).toMatchObject({
        status: 409,
        body: { message: needed, fields: { name: needed } },
      })
    const csv = (status: string) =>
      `locale,resource,id,field,status,source,text\nes,categories,${record.id},name,${status},${record.name},${name} c\n`
    expect(report(await imported('csv', csv('draft'))).units).toMatchObject([{ verdict: 'refused', message: needed }])
    const written = report(await imported('csv', csv('in_review'), { apply: true, skipRefused: true }))
    expect(written.counts).toMatchObject({ changed: 0, refused: 1 })
    // As it was exported: the file says that it is approved, and the page keeps its title.
    expect(report(await imported('csv', csv('approved'), { apply: true })).counts).toMatchObject({ changed: 1 })
    expect((await translate(record.id, { name: { text: `${name} d`, status: 'approved' } })).status).toBe(200)
    expect((await translate(record.id, { description: { text: null } })).status).toBe(200)
  })
})
