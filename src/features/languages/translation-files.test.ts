import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  admin,
  category,
  everything,
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

describe('numbers, amounts and dates', () => {
  it('that differ from those of the source are reported in the queue and for a file, and block nothing', async () => {
    const record = await category({ description: 'From 1,234.50 EUR until December 31, 2026.' })
    await translate(record.id, {
      name: { text: `Cifras ${last}` },
      description: { text: 'Desde 1.234,50 € hasta el 30 de diciembre de 2026.' },
    })
    expect((await own(record.id, { status: 'draft' })).map(({ warning }) => warning)).toEqual([
      null,
      'The source has 31, which this doesn’t have. It has 30, which the source doesn’t have.',
    ])
    const file = await exported({ format: 'csv', locale: 'es', status: 'draft' })
    const applied = report(
      await imported('csv', file.replace('el 30 de diciembre', 'el 29 de diciembre'), { apply: true }),
    )
    expect(applied).toMatchObject({
      applied: true,
      counts: { changed: 1 },
      units: [
        {
          verdict: 'changed',
          warning: 'The source has 31, which this doesn’t have. It has 29, which the source doesn’t have.',
        },
      ],
    })
  })
})

describe.each(['xliff', 'csv'])('a file of %s', (format) => {
  const file = (query: Record<string, string> = {}) => exported({ format, locale: 'es', status: everything, ...query })

  it('that is unchanged comes back without a change, markup, line ends and formulas included', async () => {
    const record = await category({
      name: `=Sum ${next()}`,
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
    const record = await category({ name: `Plain ${next()}`, description: 'Nothing special.' })
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
    const record = await category({ name: `Strict ${next()}`, description: 'From {price} on.' })
    const from = `Desde {price}, ${last}.`
    await translate(record.id, { name: { text: `Estricta ${last}` }, description: { text: from } })
    const text = await file({ status: 'draft' })
    const broken = text.replace(from, 'Desde ahora.').replace(`Estricta ${last}`, `Severa ${last}`)
    const refused = await imported(format, broken, { apply: true })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      422,
      'Nothing was written: a text of the file is refused. The first: Missing here but in the source: {price}.',
    ])
    expect((await own(record.id, { status: 'draft' })).map(({ text: words }) => words)).toEqual([
      `Estricta ${last}`,
      from,
    ])
    await admin.patch(`/rest/data/categories/${record.id}`, { description: 'Only {price} today.' })
    const stale = report(await imported(format, text.replace(from, `Por {price}, ${last}.`)))
    expect(stale.units.find(({ recordId, field }) => recordId === record.id && field === 'description')).toMatchObject({
      verdict: 'refused',
      message: 'The source of Description has changed to “Only {price} today.”. Export it again and translate that.',
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

it.each([
  [' encoding="ISO-8859-2"', 'pl', expect.stringContaining('file declares ISO-8859-2. Save the file as UTF-8')],
  // Some words of another alphabet are UTF-8 by chance.
  [" encoding='GBK'", 'zh', expect.stringContaining('declares GBK'), '\xc1\xaa\xcd\xa8'],
  [' encoding="UTF-8"', 'pl', expect.stringContaining('Texts in Polish would be damaged')],
  ['', 'es', undefined],
  [' encoding="iso-8859-1"', 'pl', undefined],
])(
  'a file of XLIFF with%s in %s is read in its alphabet or refused',
  async (declared, locale, problem, letters = '\xf3') => {
    const unit = `<unit id="a.1.name"><segment><source>Main</source><target>${letters}</target></segment></unit>`
    const text = `<?xml version="1.0"${declared}?><xliff version="2.1" trgLang="${locale}">${unit}</xliff>`
    const reply = await imported('xliff', Buffer.from(text, 'latin1').toString('base64'), { textEncoding: 'base64' })
    expect((reply.body as { fields?: { text?: string } }).fields?.text).toEqual(problem)
  },
)

const ofMany = { resource: 'categories', locale: 'es', status: 'missing', q: 'many' }
const manyCategories = async (count: number, description: string | null = null) =>
  await sql`insert into categories (name, slug, description) select 'Many ' || g, 'many-' || g, ${description} from generate_series(1, ${count}) as g`.execute(
    server.database.kysely,
  )

describe('a CSV file that a spreadsheet has saved', () => {
  const head = 'locale,resource,id,field,title,status,source,text'
  const refused = async (...rows: string[]) => {
    const reply = await imported('csv', [head, ...rows, ''].join('\r\n'))
    return [reply.status, (reply.body as { fields?: { text?: string } }).fields?.text]
  }

  it('is read in the alphabet and with the separator that it has', async () => {
    const { id, name } = await category({ name: `Spanish ${next()}` })
    const row = `es;categories;${id};name;;;${name};Españoles ${last}`
    const file = [head.replaceAll(',', ';'), row, ''].join('\r\n')
    for (const bytes of [Buffer.from(file, 'latin1'), Buffer.from(`\ufeff${file}`, 'utf16le'), Buffer.from(file)]) {
      const { units } = report(await imported('csv', bytes.toString('base64'), { textEncoding: 'base64' }))
      expect(units).toMatchObject([{ verdict: 'new', text: `Españoles ${last}` }])
    }
    expect((await imported('csv', '?', { textEncoding: 'base64' })).status).toBe(422)
  })

  it('is refused in an alphabet that is neither UTF-8 nor that of its languages', async () => {
    const rows = (...locales: string[]) => locales.map((locale) => `${locale},categories,1,name,,,Main,G\xb3\xf3wna`)
    const read = async (...locales: string[]) => {
      const bytes = Buffer.from([head, ...rows(...locales), 'pl,categories,2,name,,,Main,', ''].join('\r\n'), 'latin1')
      const reply = await imported('csv', bytes.toString('base64'), { textEncoding: 'base64' })
      return [reply.status, (reply.body as { fields?: { text?: string } }).fields?.text]
    }
    const message = 'Texts in Polish would be damaged. Save the file as UTF-8. In Excel that is “CSV UTF-8”.'
    expect(await read('es', 'pl')).toEqual([422, message])
    expect(await read('pt-BR', 'es')).toEqual([200, undefined])
  })

  it('is refused where a cell is cut by a comma, or a quotation mark swallows the rows below', async () => {
    const { id, name } = await category({ name: `Plain ${next()}` })
    const row = `es,categories,${id},name,,,${name}`
    expect(await refused(`${row},Hola, mundo`)).toEqual([422, expect.stringContaining('Row 2 has more cells')])
    expect(await refused(`${row},"Hola`, `${row},Adiós`)).toEqual([422, expect.stringContaining('is never closed')])
  })
})

describe('a file', () => {
  it('says how many texts there are, and has the first thousand unless it begins at another', async () => {
    await category()
    await manyCategories(1005)
    const part = (more: object) =>
      admin.get('/rest/data/translations/export', { ...ofMany, field: 'name', format: 'csv', ...more })
    const [first, second, third] = [await part({}), await part({ cursor: '1000' }), await part({ cursor: '1005' })]
    expect(
      [first, second].map(({ headers }) => [
        headers.get('x-total-count'),
        headers.get('x-next-cursor'),
        /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1],
      ]),
    ).toEqual([
      ['1005', '1000', 'texts-es-1-to-1000-of-1005.csv'],
      ['1005', null, 'texts-es-1001-to-1005-of-1005.csv'],
    ])
    expect(String(second.body).trim().split('\n')).toHaveLength(6)
    expect([third.status, (third.body as { message: string }).message]).toEqual([
      422,
      'No texts match, so there is nothing to export.',
    ])
    await sql`delete from categories where name like 'Many %'`.execute(server.database.kysely)
  })

  it('that is asked for by part, as it once was, is refused and not the first one again', async () => {
    const { status, body } = await admin.get('/rest/data/translations/export', { ...ofMany, format: 'csv', part: '2' })
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([422, ['part']])
  })

  it.each([
    ['xliff', 'letters that take three bytes', 'a', '\u0e01'],
    ['xliff', 'characters that XML escapes', '&quot;', '&quot;'],
    ['csv', 'quotation marks', '""', '""'],
  ])('of %s ends before it is too large to be imported with its translations: %s', async (format, _, own, other) => {
    const letter = own === 'a' ? 'a' : '"'
    const translated = (source: unknown) => String(source).replaceAll(own, other)
    await manyCategories(100, letter.repeat(4_000))
    let [cursor, texts]: [string | null, number] = ['0', 0]
    while (cursor !== null) {
      const { headers, body } = await admin.get('/rest/data/translations/export', { ...ofMany, format, cursor })
      const file = String(body)
        .replace(
          /(<source [^>]*>)([^]*?)<\/source>/g,
          (all, _, source) => `${all}<target>${translated(source)}</target>`,
        )
        .replace(/,(Many \d+|"[^\r]*"),\r/g, (_, source) => `,${String(source)},${translated(source)}\r`)
      const base64 = Buffer.from(file).toString('base64')
      const reply = await imported(format, base64, { textEncoding: 'base64' })
      expect(reply.status, `${file.length} characters`).toBe(200)
      texts += report(reply).counts.new
      cursor = headers.get('x-next-cursor')
    }
    expect(texts).toBe(200)
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

  it('is for people who can export texts, and the audit has who took what', async () => {
    await category()
    const query = { resource: 'categories', format: 'csv', locale: 'es', status: 'missing' }
    const reader = await server.signIn('read-only')
    expect((await reader.get('/rest/data/translations/export', query)).status).toBe(403)
    await exported(query)
    const { rows } = await sql<{ after: { rows: number; format: string; locales: string[] }; actor: string }>`
      select after from audit_log where action = 'export' and object = 'translations' order by id desc limit 1`.execute(
      server.database.kysely,
    )
    expect(rows[0]?.after).toMatchObject({ format: 'csv', locales: ['es'] })
    expect(rows[0]?.after.rows).toBeGreaterThan(0)
    const refused = await admin.get('/rest/data/translations/export', { ...query, q: 'no such text' })
    expect(refused.status).toBe(422)
  })

  it('stays with roles that translate: the migration gives them the permission', async () => {
    const { kysely } = server.database
    await sql`delete from role_permissions where action = 'export' and object = 'translations'`.execute(kysely)
    await sql
      .raw(readFileSync('src/db/migrations/0530_translations_are_exported_by_permission.sql', 'utf8'))
      .execute(kysely)
    const { rows } = await sql<{ name: string }>`
      select r.name from role_permissions g join roles r on r.id = g.role_id where g.action = 'export' and g.object = 'translations'`.execute(
      kysely,
    )
    expect(rows).toEqual([{ name: 'catalogue-editor' }])
    const editor = await server.signIn('catalogue-editor')
    expect(
      (await editor.get('/rest/data/translations/export', { resource: 'categories', format: 'csv', locale: 'es' }))
        .status,
    ).toBe(200)
  })
})
