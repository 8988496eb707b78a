import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { reservedSlugs } from '../../core/resource/page.ts'
import { requiredPages, staticPages } from './static-pages.ts'
import { readRichText } from '../../platform/rich-text/rich-text.ts'
import type { LinkVerdict } from '../../platform/rich-text/link-verdicts.ts'
import {
  type Row,
  admin,
  at,
  last,
  legal,
  next,
  page,
  problems,
  servePages,
  server,
  version,
} from './testing/page-records.server.ts'

servePages()

/** The classics, those that change when they are read again, clobbered names, and what leads the browser elsewhere. */
const runnable = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form id=attributes><input name=attributes></form>',
  '<img name=body><form name=cookie>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<style>@import url(//evil.example)</style>',
  '<template><img src=x onerror=alert(1)></template>',
  '<details open ontoggle=alert(1)>x</details>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
] as const

async function publish(record: Row): Promise<void> {
  expect(
    (
      await admin.put(at(record, 'translations/es'), {
        texts: { title: { text: `Es ${String(record['title'])}`, status: 'approved' } },
      })
    ).status,
  ).toBe(200)
  expect((await admin.post(at(record, 'publish'), {})).status).toBe(200)
}

describe('the path of a page', () => {
  it('is given to one of twenty who want it at the same moment', async () => {
    const slug = `wanted/${next()}`
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        admin.post('/rest/data/static-pages', { title: `Racer ${n}`, key: `racer-${last}-${n}`, slug }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  it('can have several parts, and belongs to one page in every language', async () => {
    const first = await page({ slug: `guides/first-${next()}` })
    expect(
      problems(await admin.post('/rest/data/static-pages', { title: 'Second', key: 'second-one', slug: first.slug })),
    ).toEqual([409, ['slug']])
    const other = await page()
    expect(problems(await admin.put(at(other, 'translations/es'), { texts: { slug: { text: first.slug } } }))).toEqual([
      409,
      ['slug'],
    ])
  })

  it.each(['login', 'login/again', 'es/terms', 'en', 'rest/data', 'madrid/c-12', 'Terms', 'a//b', '../up', '/terms'])(
    'is not %s',
    async (slug) => {
      expect(
        problems(await admin.post('/rest/data/static-pages', { title: 'Refused', key: `refused-${next()}`, slug })),
      ).toEqual([422, ['slug']])
    },
  )

  it('is refused in a translation and past the server too where the site keeps it', async () => {
    const record = await page()
    expect((await admin.put(at(record, 'translations/es'), { texts: { slug: { text: 'checkout/ya' } } })).status).toBe(
      422,
    )
    await expect(
      sql`update static_pages set slug = 'login/now' where id = ${record.id}`.execute(server.database.kysely),
    ).rejects.toThrow('kept for the site')
  })

  it('keeps the same beginnings in the database as in the code', async () => {
    const { rows } = await sql<{ prefix: string }>`select prefix from reserved_path_prefixes`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ prefix }) => prefix).toSorted()).toEqual([...reservedSlugs].toSorted())
  })
})

describe('a required page', () => {
  it('is neither deleted, nor unpublished, nor made into another, not even past the server', async () => {
    const record = await page({ key: 'contact', slug: 'contact' })
    expect(record['isRequired']).toBe(true)
    await publish(record)
    const said = `Every page of the site links to ${String(record['title'])}, so it can’t be deleted. Edit its text instead.`
    expect(await admin.delete(`/rest/data/static-pages/${record.id}`)).toMatchObject({
      status: 409,
      body: { message: said },
    })
    expect(problems(await admin.post(at(record, 'unpublish'), { successorId: null }))).toEqual([422, ['successorId']])
    const until = { until: '2099-01-01T00:00:00Z' }
    expect(problems(await admin.post(at(record, 'publish'), until))).toEqual([422, ['until']])
    expect(problems(await admin.patch(`/rest/data/static-pages/${record.id}`, { key: 'contact-us' }))).toEqual([
      409,
      ['key'],
    ])
    for (const statement of [
      sql`delete from static_pages where id = ${record.id}`,
      sql`update static_pages set key = 'other' where id = ${record.id}`,
    ]) {
      await expect(statement.execute(server.database.kysely)).rejects.toThrow('the site needs the page contact')
    }
  })
})

describe('a required page’s publication', () => {
  it('says that it stays, so that unpublishing is not offered', async () => {
    const [kept, other] = [await page({ key: 'privacy', slug: 'privacy' }), await page()]
    const staysOf = async (record: Row) =>
      ((await admin.get(at(record, 'publication'))).body as { stays: string | null }).stays
    expect(await staysOf(kept)).toBe('A required page can’t be unpublished.')
    expect(await staysOf(other)).toBeNull()
  })

  it.each([...requiredPages, 'term', 'terms-2', 'private', 'contacts', 'contact-us', 'about'])(
    'of the key %s is refused an end by the database where the definition says that it stays',
    async (key) => {
      const isRefused = staticPages.page?.permanent?.includes({ key })
      for (const end of ["unpublish_at = now() + interval '1 day'", "publication = 'unpublished'"]) {
        const ended = server.database.kysely.transaction().execute(async (trx) => {
          await sql`
            insert into static_pages (key, title, publication) values (${key}, 'Page', 'published')
            on conflict (key) do update set publication = 'published'`.execute(trx)
          await sql`update static_pages set ${sql.raw(end)} where key = ${key}`.execute(trx)
          throw new Error('Nothing refused it.')
        })
        await expect(ended).rejects.toMatchObject(
          isRefused ? { constraint: 'a_required_page_is_never_taken_down' } : { message: 'Nothing refused it.' },
        )
      }
    },
  )
})

describe('a page’s record', () => {
  it('names all languages that it is there in, the one it is written in first, and its path as a path', async () => {
    const slug = `written-${crypto.randomUUID().slice(0, 8)}`
    const record = await page({ slug })
    expect(record['languages']).toEqual(['en'])
    const write = async (status: string) =>
      await admin.put(at(record, 'translations/es'), { texts: { title: { text: 'Escrita', status } } })
    await write('draft')
    expect((await admin.get(`/rest/data/static-pages/${record.id}`)).body).toMatchObject({ languages: ['en'] })
    await write('approved')
    expect((await admin.get(`/rest/data/static-pages/${record.id}`)).body).toMatchObject({ languages: ['en', 'es'] })
    expect(await admin.post('/rest/data/static-pages', { title: 'Second', key: `${slug}-2`, slug })).toMatchObject({
      status: 409,
      body: { fields: { slug: 'Path is in use by another static page.' } },
    })
  })
})

describe('what links to a page', () => {
  it('is found by its address in every language, and shown before the page is deleted', async () => {
    const target = await page({ slug: `target-${next()}` })
    const linking = await page({ body: `<p>See <a href="https://www.example.com/${target.slug}">there</a>.</p>` })
    await page({ body: `<p>See <a href="/${target.slug}-and-more">elsewhere</a>.</p>` })
    const used = (await admin.get(at(target, 'used-by'))).body as { links: unknown[] }
    expect(used.links).toEqual([
      { resource: 'static-pages', recordId: linking.id, title: linking['title'], locales: [null] },
    ])
  })
})

describe('what is written into a page', () => {
  it.each(runnable)(
    'has nothing that runs, neither in its text, nor in a translation, nor in a version: %s',
    async (html) => {
      const record = await legal({ body: `<p>Safe</p>${html}` })
      await admin.put(at(record, 'translations/es'), {
        texts: {
          title: { text: `Es ${record.id}`, status: 'approved' },
          body: { text: `<p>Seguro</p>${html}`, status: 'approved' },
        },
      })
      const { texts } = (await admin.get(at(record, 'translations/es'))).body as {
        texts: { field: string; text: string | null }[]
      }
      const kept = await version(record)
      for (const stored of [
        record['body'],
        kept.body,
        texts.find(({ field }) => field === 'body')?.text ?? '',
        kept.texts['es']?.body ?? '',
      ]) {
        expect(readRichText(String(stored))).not.toBeNull()
        expect(String(stored)).not.toMatch(
          /<(?:script|svg|math|iframe|style|base|meta|form|input|object|embed|template)|\son\w+=|href="(?!https?:|mailto:|tel:|\/[^/])/i,
        )
      }
    },
  )

  it('is kept without anything that runs', async () => {
    const record = await page({
      body: '<p>Hello<script>alert(1)</script><img src=x onerror=alert(1)></p><base href="//evil"><meta http-equiv="refresh" content="0;//evil"><p style="background:url(//evil)">there</p>',
    })
    expect(String(record['body'])).not.toMatch(/script|onerror|base|meta|style|evil/)
  })

  it('shows where its links lead in every language, broken ones first', async () => {
    const body =
      '<p>:::link|text=Nowhere|element=pr-999999999::: and :::link|text=Home|element=homepage::: and :::link|text=Odd|element=zz-1:::</p>'
    const record = await page({ body })
    expect(record['brokenLinkCount']).toBe(2)
    await admin.put(at(record, 'translations/es'), {
      texts: { title: { text: `Enlaces ${last}` }, body: { text: body.replace('Nowhere', 'Ninguna parte') } },
    })
    const { links } = (await admin.get(at(record, 'links'))).body as { links: LinkVerdict[] }
    expect(links.map(({ locale, element, verdict }) => [locale, element, verdict]).slice(0, 4)).toEqual([
      [null, 'zz-1', 'unknown_code'],
      ['es', 'zz-1', 'unknown_code'],
      [null, 'pr-999999999', 'missing'],
      ['es', 'pr-999999999', 'missing'],
    ])
    expect(links.filter(({ element }) => element === 'homepage').map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
    expect(((await admin.get(`/rest/data/static-pages/${record.id}`)).body as Row)['brokenLinkCount']).toBe(4)
  })
})
