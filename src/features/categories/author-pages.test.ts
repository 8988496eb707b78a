import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { admin, category, db, made, records, serveSections } from './testing/section-records.server.ts'

serveSections()

describe('links and languages of an author', () => {
  const links = [
    'javascript:alert(1)',
    'http://example.com/ana',
    'https://',
    'https://bank.example@evil.example',
    'data:text/html,x',
    ' https://a b.c',
    'HTTPS//x.y',
  ]
  it.each(links)('%s is no profile', async (link) => {
    const refused = await admin.post('/rest/data/authors', {
      name: 'Links',
      profiles: ['https://example.com/ana', link],
    })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { profiles: `${link.trim()} is not a URL that starts with https://.` },
    ])
    await expect(
      sql`insert into authors (name, slug, profiles) values ('Links', 'links', array[${link}])`.execute(db()),
    ).rejects.toThrow('authors_profiles_check')
  })
  it.each(['klingonese!!', 'english', 'pt_BR', 'EN', 'pt-br'])('%s is no language', async (tag) => {
    const refused = await admin.post('/rest/data/authors', { name: 'Speaks', languages: ['en', tag] })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { languages: `${tag} is not a BCP 47 tag, such as es or pt-BR.` },
    ])
    await expect(
      sql`insert into authors (name, slug, languages) values ('Speaks', 'speaks', array[${tag}])`.execute(db()),
    ).rejects.toThrow('authors_languages_check')
  })
  it('are taken as they should be', async () => {
    const values = {
      profiles: ['https://video.example/@ana', 'https://example.org/p?q=1#x'],
      languages: ['es', 'pt-BR', 'zh-Hant', 'es-419'],
    }
    expect(await made('authors', { name: 'Fine', ...values })).toMatchObject(values)
  })
})

describe('an author', () => {
  const published = async (name: string) => {
    const author = await made('authors', { name, reviewDays: 30, biography: 'Knows the city.' })
    expect((await admin.post(`/rest/data/authors/${author.id}/publish`, {})).status).toBe(200)
    return author
  }

  it('has pages that become due, and is archived only once another author signs them', async () => {
    const author = await published('Signs a lot')
    const replacement = await made('authors', { name: 'Takes over' })
    const [old, fresh] = [
      await category({ authorId: author.id, reviewedOn: '2020-01-01' }),
      await category({ authorId: author.id }),
    ]
    await sql`update categories set publication = 'published' where id = ${old.id}`.execute(db())
    expect((await admin.get(`/rest/data/authors/${author.id}`)).body).toMatchObject({ pageCount: 2, dueCount: 1 })
    const { pages } = (await admin.get(`/rest/data/authors/${author.id}/pages`)).body as {
      pages: { id: number; daysOver: number | null }[]
    }
    expect(pages.map(({ id }) => id)).toEqual([old.id, fresh.id])
    expect(pages[0]?.daysOver).toBeGreaterThan(1_000)
    const refused = await admin.post(`/rest/data/authors/${author.id}/unpublish`, { successorId: null })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      'A published page carries this name. Choose a successor who signs what refers to this author from now on, or move the bylines to another author first.',
    ])
    await expect(
      sql`update authors set publication = 'unpublished' where id = ${author.id}`.execute(db()),
    ).rejects.toThrow('published pages are signed')
    expect((await admin.post(`/rest/data/authors/${author.id}/reassign`, { toId: replacement.id })).status).toBe(422)
    await sql`update authors set publication = 'published', biography = 'Knows more.' where id = ${replacement.id}`.execute(
      db(),
    )
    expect((await admin.post(`/rest/data/authors/${author.id}/reassign`, { toId: replacement.id })).body).toEqual({
      moved: 2,
    })
    expect((await admin.post(`/rest/data/authors/${author.id}/unpublish`, { successorId: null })).status).toBe(200)
    expect((await admin.post(`/rest/data/authors/${author.id}/review`, { to: 'archived' })).status).toBe(200)
    expect((await admin.get(`/rest/data/categories/${old.id}`)).body).toMatchObject({
      authorId: replacement.id,
      version: 2,
    })
    expect((await admin.get('/rest/data/authors/999999/pages')).status).toBe(404)
  })

  it('has to be published before a page is that they sign, and before they sign one that is', async () => {
    const draft = await made('authors', { name: 'Author without a page' })
    const page = await category({ authorId: draft.id, description: 'What is in it.' })
    await admin.put(`/rest/data/categories/${page.id}/translations/es`, {
      texts: { name: { text: `Firmado ${page.id}`, status: 'approved' } },
    })
    const refused = await admin.post(`/rest/data/categories/${page.id}/publish`, {})
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      409,
      { authorId: 'It cannot be published yet: its author is not published.' },
    ])
    expect(
      (await admin.patch(`/rest/data/categories/${page.id}`, { authorId: (await published('Has a page')).id })).status,
    ).toBe(200)
    expect((await admin.post(`/rest/data/categories/${page.id}/publish`, {})).status).toBe(200)
    const changed = await admin.patch(`/rest/data/categories/${page.id}`, { authorId: draft.id })
    expect([changed.status, Object.keys((changed.body as { fields: object }).fields)]).toEqual([409, ['authorId']])
    await expect(
      sql`update categories set author_id = ${draft.id} where id = ${page.id}`.execute(db()),
    ).rejects.toThrow('is not published')
  })

  it('who is unpublished gives what refers to them to a successor, each page with its trace', async () => {
    const [author, replacement] = [await published('Goes'), await published('Stays')]
    const page = await category({ authorId: author.id })
    expect(
      (await admin.post(`/rest/data/authors/${author.id}/unpublish`, { successorId: null, reassignReferences: true }))
        .status,
    ).toBe(422)
    expect(
      (
        await admin.post(`/rest/data/authors/${author.id}/unpublish`, {
          successorId: replacement.id,
          reassignReferences: true,
        })
      ).status,
    ).toBe(200)
    expect((await admin.get(`/rest/data/categories/${page.id}`)).body).toMatchObject({
      authorId: replacement.id,
      version: 2,
    })
    const { rows } =
      await sql`select action from audit_log where object = 'categories' and record_id = ${String(page.id)} and action = 'given-a-successor'`.execute(
        db(),
      )
    expect(rows).toHaveLength(1)
  })

  it('that is unpublished is no longer named by link markers where its successor takes over what refers to it', async () => {
    const [going, replacement] = [await published('Stays put'), await published('Takes over')]
    const [page, other] = [
      await category({ authorId: going.id, description: 'What is in it.' }),
      await category({ authorId: replacement.id, description: 'What is in it.' }),
    ]
    for (const { id } of [page, other]) {
      await admin.put(`/rest/data/categories/${id}/translations/es`, {
        texts: { name: { text: `Página ${id}`, status: 'approved' } },
      })
      expect((await admin.post(`/rest/data/categories/${id}/publish`, {})).status).toBe(200)
    }
    const marker = (id: number) => `<p>See :::link|text=this|element=ca-${id}:::</p>`
    const city = await records.make('cities', { description: marker(page.id) })
    const description = async () =>
      ((await admin.get(`/rest/data/cities/${city}`)).body as { description: string }).description
    expect((await admin.post(`/rest/data/categories/${page.id}/unpublish`, { successorId: other.id })).status).toBe(200)
    expect(await description()).toBe(marker(page.id))
    expect((await admin.post(`/rest/data/categories/${page.id}/publish`, {})).status).toBe(200)
    expect(
      (
        await admin.post(`/rest/data/categories/${page.id}/unpublish`, {
          successorId: other.id,
          reassignReferences: true,
        })
      ).status,
    ).toBe(200)
    expect(await description()).toBe(marker(other.id))
  })
})
