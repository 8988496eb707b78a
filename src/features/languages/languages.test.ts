import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { progressOf } from './counts.ts'
import type { Launch } from './launch.endpoints.ts'
import type { Counted, ImportReport, Unit } from './queue.endpoints.ts'
import { weighTexts } from './translation-values.server.ts'
import { writtenDate, writtenNumber } from './written-styles.ts'

let server: TestServer
let admin: Client
let last = 0
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'languages' })
  admin = await server.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

interface Row {
  readonly id: number
  readonly name: string
  readonly [key: string]: unknown
}
async function category(values: object = {}): Promise<Row> {
  const reply = await admin.post('/rest/data/categories', {
    name: `Kind ${++last}`,
    description: 'What is in it.',
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
const translate = (id: number, texts: object) => admin.put(`/rest/data/categories/${id}/translations/es`, { texts })
const unitsOf = async (query: Record<string, string> = {}) =>
  ((await admin.get('/rest/data/translations', { resource: 'categories', ...query })).body as { units: Unit[] }).units
const own = async (id: number, query: Record<string, string> = {}) =>
  (await unitsOf(query)).filter(({ recordId }) => recordId === id)
const exported = async (query: Record<string, string>) =>
  String((await admin.get('/rest/data/translations/export', { resource: 'categories', ...query })).body)
const everything = 'missing,machine,draft,in_review,approved,outdated'
const imported = (format: string, text: string, more: object = {}) =>
  admin.post('/rest/data/translations/import', { format, text, apply: false, ...more })
const report = (reply: { body: unknown }) => reply.body as ImportReport

describe('completeness', () => {
  it('counts the texts to translate and the progress of each language, addresses left out', async () => {
    const before = (await admin.get('/rest/data/translations/completeness')).body as Counted
    const of = (counted: Counted) =>
      progressOf(
        counted.fields.filter(({ resource }) => resource === 'categories'),
        'es',
      )
    const record = await category()
    await translate(record.id, { name: { text: `Clase ${last}`, status: 'approved' } })
    const after = (await admin.get('/rest/data/translations/completeness')).body as Counted
    expect(after.locales.map(({ code }) => code)).toEqual(['es'])
    expect([
      of(after).total - of(before).total,
      of(after).byStatus.missing - of(before).byStatus.missing,
      of(after).byStatus.approved - of(before).byStatus.approved,
    ]).toEqual([2, 1, 1])
    expect(after.fields.some(({ field }) => field === 'slug')).toBe(false)
  })

  it('and the queue have only what a person can see', async () => {
    const agent = await server.signIn('sales-agent')
    expect([403, 200]).toContain((await agent.get('/rest/data/translations/completeness')).status)
    const nobody = await server.signIn('no-access')
    expect((await nobody.get('/rest/data/translations')).status).toBe(403)
    expect((await admin.get('/rest/data/translations', { resource: 'purchases' })).status).toBe(422)
    expect((await admin.get('/rest/data/translations', { locale: 'tlh' })).status).toBe(422)
  })
})

describe('the queue', () => {
  it('lists what is missing or outdated, and by its filters everything else', async () => {
    const record = await category()
    expect((await own(record.id)).map(({ field, status }) => [field, status])).toEqual([
      ['name', 'missing'],
      ['description', 'missing'],
    ])
    await translate(record.id, {
      name: { text: `Una ${last}`, status: 'approved' },
      description: { text: 'Lo que hay.' },
    })
    expect(await own(record.id)).toEqual([])
    await admin.patch(`/rest/data/categories/${record.id}`, { description: 'Something else is in it.' })
    expect(await own(record.id)).toMatchObject([
      { field: 'description', status: 'outdated', text: 'Lo que hay.', source: 'Something else is in it.' },
    ])
    expect(await own(record.id, { status: 'approved', field: 'name' })).toMatchObject([
      { text: `Una ${last}`, locale: 'es', title: record.name },
    ])
  })

  it('begins with what sells', async () => {
    const [first, second] = [await category(), await category()]
    await sql`insert into translation_values (resource, record_id, orders) values ('categories', ${second.id}, 40)`.execute(
      server.database.kysely,
    )
    const ids = (await unitsOf({ field: 'name' })).map(({ recordId }) => recordId)
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id))
    expect((await own(second.id))[0]?.orders).toBe(40)
    await server.database.kysely.transaction().execute(weighTexts)
    expect((await own(second.id))[0]?.orders).toBe(0)
  })

  it('is searched in what records are called, in sources and in translations, and narrowed to who wrote a text', async () => {
    const n = ++last
    const record = await category({ name: `Needle ${n}`, description: `A 100 % hay_stack ${n}` })
    await translate(record.id, { name: { text: `Aguja ${n}`, status: 'approved' } })
    const found = async (query: Record<string, string>) =>
      (await own(record.id, { status: everything, ...query })).map(({ field }) => field)
    expect(await found({ q: `aguja ${n}` })).toEqual(['name'])
    expect(await found({ q: `needle ${n}` })).toEqual(['name', 'description'])
    expect(await found({ q: `100 % hay_stack ${n}` })).toEqual(['description'])
    expect(await found({ q: `hayxstack ${n}` })).toEqual([])
    expect(await own(record.id, { translator: 'me' })).toMatchObject([{ field: 'name', status: 'approved' }])
    const people = (await admin.get('/rest/data/translations/translators')).body as {
      id: number
      mayTranslate: boolean
      hasWritten: boolean
    }[]
    const [author] = people.filter(({ hasWritten }) => hasWritten)
    expect(await own(record.id, { translator: String(author?.id) })).toMatchObject([{ field: 'name' }])
    expect(await own(record.id, { translator: '999999' })).toEqual([])
    expect((await admin.get('/rest/data/translations', { translator: 'none' })).status).toBe(422)
  })

  it('approves many at once, and says which are not right and why', async () => {
    const record = await category({ description: 'From {price} on.' })
    await translate(record.id, { name: { text: `Buena ${last}` }, description: { text: 'Desde {price}.' } })
    await sql`update translations set text = 'Desde ahora.' where resource = 'categories' and record_id = ${record.id} and field = 'description'`.execute(
      server.database.kysely,
    )
    const drafts = await own(record.id, { status: 'draft' })
    expect(drafts.map(({ problem }) => problem)).toEqual([null, 'It lacks {price}, which the source has.'])
    const reply = await admin.post('/rest/data/translations/approve', { ids: drafts.map(({ id }) => id) })
    expect(reply.body).toMatchObject({
      approved: 1,
      refused: [{ id: drafts[1]?.id, message: 'It lacks {price}, which the source has.' }],
    })
    expect(
      (await (await server.signIn('read-only')).post('/rest/data/translations/approve', { ids: [1] })).status,
    ).toBe(403)
  })
})

describe('what was translated before', () => {
  interface Memory {
    fields: {
      field: string
      matches: { text: string; likeness: number; source: string }[]
      terms: { source: string; text: string }[]
    }[]
  }
  const helps = async ({ id }: Row, field: string) =>
    (
      (
        await admin.get('/rest/data/translations/memory', {
          resource: 'categories',
          recordId: String(id),
          locale: 'es',
        })
      ).body as Memory
    ).fields.find((one) => one.field === field)

  it('is proposed for a source that is the same or very alike, as long as its own text is missing or outdated', async () => {
    const [done, alike, other] = [
      await category({ description: 'Skip the line at the big museum of modern art.' }),
      await category({ description: 'Skip the line at the great museum of modern art.' }),
      await category({ description: 'Boats.' }),
    ]
    await translate(done.id, {
      description: { text: 'Sin colas en el gran museo de arte moderno.', status: 'approved' },
    })
    const found = await helps(alike, 'description')
    expect(found?.matches).toMatchObject([
      { text: 'Sin colas en el gran museo de arte moderno.', source: 'Skip the line at the big museum of modern art.' },
    ])
    expect(found?.matches[0]?.likeness).toBeGreaterThan(6_000)
    expect(found?.matches[0]?.likeness).toBeLessThan(10_000)
    expect((await helps(other, 'description'))?.matches).toEqual([])
    const same = await category({ description: 'Skip the line at the big museum of modern art.' })
    expect((await helps(same, 'description'))?.matches[0]?.likeness).toBe(10_000)
    await translate(same.id, { description: { text: 'Otra cosa.' } })
    expect((await helps(same, 'description'))?.matches).toEqual([])
    await translate(done.id, { description: { text: 'Sin colas en el gran museo de arte moderno.', status: 'draft' } })
    expect((await helps(alike, 'description'))?.matches).toEqual([])
  })

  it('names the names in a source as they were approved, whole words alone and the longest of them', async () => {
    const n = ++last
    const [short, long] = [await category({ name: `Yorkish ${n}` }), await category({ name: `New Yorkish ${n}` })]
    await translate(short.id, { name: { text: `Yorkí ${n}`, status: 'approved' } })
    await translate(long.id, { name: { text: `Nueva Yorkí ${n}`, status: 'approved' } })
    const record = await category({ description: `Around new yorkish ${n}, and Yorkish ${n}th.` })
    expect((await helps(record, 'description'))?.terms).toEqual([
      { source: `New Yorkish ${n}`, text: `Nueva Yorkí ${n}` },
    ])
    expect(
      (await admin.get('/rest/data/translations/memory', { resource: 'categories', recordId: '999999', locale: 'es' }))
        .status,
    ).toBe(404)
    expect(
      (
        await (
          await server.signIn('no-access')
        ).get('/rest/data/translations/memory', { resource: 'categories', recordId: String(record.id), locale: 'es' })
      ).status,
    ).toBe(403)
  })

  it('is kept: what a text said before it was changed, and by whom', async () => {
    const record = await category()
    for (const text of ['Primero.', 'Segundo.', 'Tercero.']) await translate(record.id, { description: { text } })
    const versions = async (query: object = {}) =>
      await admin.get('/rest/data/translations/versions', {
        resource: 'categories',
        recordId: String(record.id),
        locale: 'es',
        field: 'description',
        ...query,
      })
    expect(
      ((await versions()).body as { versions: { text: string; by: string }[] }).versions.map(({ text }) => text),
    ).toEqual(['Segundo.', 'Primero.'])
    expect((await versions({ field: 'name' })).body).toEqual({ versions: [] })
    expect((await versions({ resource: 'purchases' })).status).toBe(422)
  })
})

describe('numbers, amounts and dates', () => {
  it('that differ from those of the source are reported in the queue and for a file, and block nothing', async () => {
    const record = await category({ description: 'From 1,234.50 EUR until December 31, 2026.' })
    await translate(record.id, {
      name: { text: `Cifras ${last}` },
      description: { text: 'Desde 1.234,50 € hasta el 30 de diciembre de 2026.' },
    })
    expect((await own(record.id, { status: 'draft' })).map(({ warning }) => warning)).toEqual([
      null,
      'The source says 31 and this does not. It says 30 and the source does not.',
    ])
    const file = await exported({ format: 'csv', locale: 'es', status: 'draft' })
    const applied = report(
      await imported('csv', file.replace('el 30 de diciembre', 'el 29 de diciembre'), { apply: true }),
    )
    expect(applied).toMatchObject({
      applied: true,
      counts: { changed: 1 },
      units: [
        { verdict: 'changed', warning: 'The source says 31 and this does not. It says 29 and the source does not.' },
      ],
    })
  })
})

describe.each(['xliff', 'csv'])('a file of %s', (format) => {
  const file = (query: Record<string, string> = {}) => exported({ format, locale: 'es', status: everything, ...query })

  it('that is unchanged comes back without a change, markup, line ends and formulas included', async () => {
    const record = await category({
      name: `=Sum ${++last}`,
      description: 'Two\nlines & <tags>, "quotes", :::link|text=a|element=homepage::: — “ü”',
    })
    await translate(record.id, {
      name: { text: `+Suma ${last}`, status: 'approved' },
      description: { text: 'Dos\nlíneas & <b>, "comillas" :::link|text=b|element=homepage:::', status: 'in_review' },
    })
    const text = await file()
    const same = report(await imported(format, text, { apply: true }))
    expect([same.counts.new, same.counts.changed, same.counts.refused, same.units]).toEqual([0, 0, 0, []])
    expect(same.counts.same).toBeGreaterThan(1)
    expect(await own(record.id, { status: 'approved' })).toMatchObject([{ field: 'name' }])
  })

  it('writes what was translated, as in review, and gives the page its address', async () => {
    const record = await category({ name: `Plain ${++last}`, description: 'Nothing special.' })
    const text = await file({ status: 'missing' })
    const name = `Llana ${last}`
    const done =
      format === 'csv'
        ? text.replace(new RegExp(`(es,categories,${record.id},name,[^\\r]*),\\r`), `$1,${name}\r`)
        : text.replace(
            new RegExp(`(<unit id="categories\\.${record.id}\\.name"[^]*?</source>)`),
            `$1<target>${name}</target>`,
          )
    const looked = report(await imported(format, done))
    expect([
      looked.applied,
      looked.counts.new,
      looked.units.map(({ verdict, text: words }) => [verdict, words]),
    ]).toEqual([false, 1, [['new', name]]])
    expect((await own(record.id)).map(({ field }) => field)).toContain('name')
    expect(report(await imported(format, done, { apply: true })).applied).toBe(true)
    expect(await own(record.id, { status: 'in_review' })).toMatchObject([{ field: 'name', text: name }])
    const { texts } = (await admin.get(`/rest/data/categories/${record.id}/translations/es`)).body as {
      texts: { field: string; text: string | null }[]
    }
    expect(texts.find(({ field }) => field === 'slug')?.text).toBe(`llana-${last}`)
  })

  it('is refused text by text in words, and then nothing of it is written', async () => {
    const record = await category({ name: `Strict ${++last}`, description: 'From {price} on.' })
    const from = `Desde {price}, ${last}.`
    await translate(record.id, { name: { text: `Estricta ${last}` }, description: { text: from } })
    const text = await file({ status: 'draft' })
    const broken = text.replace(from, 'Desde ahora.').replace(`Estricta ${last}`, `Severa ${last}`)
    const refused = await imported(format, broken, { apply: true })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      422,
      'Nothing was written: a text of the file is refused. The first: It lacks {price}, which the source has.',
    ])
    expect((await own(record.id, { status: 'draft' })).map(({ text: words }) => words)).toEqual([
      `Estricta ${last}`,
      from,
    ])
    await admin.patch(`/rest/data/categories/${record.id}`, { description: 'Only {price} today.' })
    const stale = report(await imported(format, text.replace(from, `Por {price}, ${last}.`)))
    expect(stale.units.find(({ recordId, field }) => recordId === record.id && field === 'description')).toMatchObject({
      verdict: 'refused',
      message:
        'The source of Description says something else now: “Only {price} today.”. Export it again and translate that.',
    })
    const rest = report(
      await imported(
        format,
        text.replace(from, `Por {price}, ${last}.`).replace(`Estricta ${last}`, `Severa ${last}`),
        { apply: true, skipRefused: true },
      ),
    )
    expect([rest.applied, rest.counts.changed]).toEqual([true, 1])
    expect(await own(record.id, { status: 'in_review' })).toMatchObject([{ field: 'name', text: `Severa ${last}` }])
  })

  it('that is no such file is refused in words', async () => {
    for (const text of [
      '<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>',
      '<xliff version="1.2"/>',
      '<xliff version="2.1"><file>',
      'a,b\r\n1,2\r\n',
    ]) {
      const reply = await imported(format, text)
      expect([reply.status, Object.keys((reply.body as { fields: object }).fields)]).toEqual([422, ['text']])
    }
  })
})

describe('a file', () => {
  it('says how many texts there are, and has the first thousand unless another part is asked for', async () => {
    await category()
    await sql`insert into categories (name, slug) select 'Many ' || g, 'many-' || g from generate_series(1, 1005) as g`.execute(
      server.database.kysely,
    )
    const part = (more: object) =>
      admin.get('/rest/data/translations/export', {
        resource: 'categories',
        field: 'name',
        format: 'csv',
        locale: 'es',
        status: 'missing',
        q: 'many',
        ...more,
      })
    const [first, second, third] = [await part({}), await part({ part: '2' }), await part({ part: '3' })]
    expect(
      [first, second].map(({ headers }) => [
        headers.get('x-total-count'),
        /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1],
      ]),
    ).toEqual([
      ['1005', 'texts-es-1-to-1000-of-1005.csv'],
      ['1005', 'texts-es-1001-to-1005-of-1005.csv'],
    ])
    expect(String(second.body).trim().split('\n')).toHaveLength(6)
    expect([third.status, (third.body as { message: string }).message]).toEqual([
      422,
      'No text matches, so there is nothing to put into a file.',
    ])
    await sql`delete from categories where name like 'Many %'`.execute(server.database.kysely)
  })

  it('of XLIFF has one language, and names it', async () => {
    expect(
      (
        await admin.get('/rest/data/translations/export', { format: 'xliff', locale: 'es', status: 'missing' })
      ).headers.get('content-type'),
    ).toContain('application/xliff+xml')
    expect(await exported({ format: 'xliff', locale: 'es', status: 'missing' })).toContain('srcLang="en" trgLang="es"')
  })
})

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
      'Dialect falls back to it. Give it another fallback first.',
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
    const record = await category({ name: `Prepared ${++last}` })
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
      'Nothing is translated into qpa: it is neither on the site nor in preparation.',
    ])
  })

  it('is not public: no responses, no addresses, and not required before a page is published', async () => {
    const id = await prepared('qpb')
    await admin.patch(`/rest/data/locales/${id}`, { isRequiredToPublish: true })
    const record = await category({ name: `Unseen ${++last}` })
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

describe('assigned texts', () => {
  const give = (units: readonly Unit[], assigneeId: number | null) =>
    admin.post('/rest/data/translations/assign', {
      units: units.map(({ resource, recordId, field, locale }) => ({ resource, recordId, field, locale })),
      assigneeId,
    })
  const everybody = async () =>
    (await admin.get('/rest/data/translations/translators')).body as {
      id: number
      name: string
      mayTranslate: boolean
    }[]

  it('are a person’s own queue, what is outdated first, whether they are there yet or not', async () => {
    const [missing, outdated] = [await category(), await category()]
    await translate(outdated.id, { name: { text: `Vieja ${last}`, status: 'approved' } })
    expect((await admin.patch(`/rest/data/categories/${outdated.id}`, { name: `Renamed ${++last}` })).status).toBe(200)
    const { id: me } = (
      await sql<{
        id: number
      }>`select s.id from staff s join roles r on r.id = s.role_id where r.name = 'admin' and s.status = 'active' order by s.id limit 1`.execute(
        server.database.kysely,
      )
    ).rows[0] ?? { id: 0 }
    const units = [...(await own(missing.id)), ...(await own(outdated.id))]
    expect((await give(units, me)).body).toEqual({ assigned: units.length })
    // The same again changes nothing.
    expect((await give(units, me)).body).toEqual({ assigned: 0 })
    const mine = (await unitsOf({ assignee: String(me) })).filter(({ recordId }) =>
      [missing.id, outdated.id].includes(recordId),
    )
    expect(mine.map(({ recordId, field, status }) => [recordId, field, status])).toEqual([
      [outdated.id, 'name', 'outdated'],
      [missing.id, 'name', 'missing'],
      [missing.id, 'description', 'missing'],
      [outdated.id, 'description', 'missing'],
    ])
    expect(await own(missing.id, { assignee: 'none' })).toEqual([])
    expect((await everybody()).find(({ id }) => id === me)).toMatchObject(mine[0]?.assignee ?? {})
    expect((await give(units.slice(0, 1), null)).body).toEqual({ assigned: 1 })
    expect((await own(missing.id, { assignee: 'none' })).map(({ field }) => field)).toEqual(['name'])
    const { rows } = await sql<{
      action: string
    }>`select action from audit_log where object = 'categories' and record_id = ${String(missing.id)} and action like 'translation-%' order by id`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ action }) => action)).toEqual(['translation-assigned', 'translation-unassigned'])
  })

  it('go only to people who can write them, and only texts that exist', async () => {
    const record = await category()
    const units = await own(record.id)
    const {
      rows: [reader],
    } = await sql<{
      id: number
    }>`select s.id from staff s join roles r on r.id = s.role_id where r.name = 'no-access' limit 1`.execute(
      server.database.kysely,
    )
    expect((await give(units, reader?.id ?? 0)).status).toBe(422)
    expect((await everybody()).some(({ id }) => id === reader?.id)).toBe(false)
    const to = (await everybody()).find(({ mayTranslate }) => mayTranslate)
    expect(
      (
        await admin.post('/rest/data/translations/assign', {
          units: [{ resource: 'categories', recordId: 999_999, field: 'name', locale: 'es' }],
          assigneeId: to?.id,
        })
      ).body,
    ).toEqual({ assigned: 0 })
    for (const wrong of [
      { resource: 'purchases', recordId: 1, field: 'title', locale: 'es' },
      { resource: 'categories', recordId: record.id, field: 'slug', locale: 'es' },
      { resource: 'categories', recordId: record.id, field: 'name', locale: 'tlh' },
    ]) {
      expect((await admin.post('/rest/data/translations/assign', { units: [wrong], assigneeId: to?.id })).status).toBe(
        422,
      )
    }
    expect((await admin.get('/rest/data/translations', { assignee: 'somebody' })).status).toBe(422)
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
    expect((await look([variant]))[0]?.obstacle).toContain('falls back to Launched qaa, which is not on the site')
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
