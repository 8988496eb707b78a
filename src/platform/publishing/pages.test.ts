import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { pagePathOf } from '../../core/resource/page.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { PublicationState } from './publication.endpoints.ts'
import { slugOf } from './addresses/slugs.server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
let server: TestServer
let admin: Client
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'pages' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())

const authors = '/rest/data/authors'
const url = ({ id }: Row, more = '') => `${authors}/${id}${more}`

async function author(values: object = {}): Promise<Row> {
  const reply = await admin.post(authors, { name: `Somebody ${++last}`, biography: 'Writes.', ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
async function published(values: object = {}): Promise<Row> {
  const record = await author(values)
  const reply = await admin.post(url(record, '/publish'), {})
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Row
}
const stateOf = async (record: Row) => (await admin.get(url(record, '/publication'))).body as PublicationState
const formerOf = async (record: Row) =>
  (await stateOf(record)).redirects
    .map(({ path, reason, targetId }) => ({ path, reason, targetId }))
    .toSorted((a, b) => a.path.localeCompare(b.path))

describe('a slug', () => {
  it('is made out of a title in any script that can be written in Latin letters', () => {
    expect(slugOf('Museos y galerías')).toBe('museos-y-galerias')
    expect(slugOf('Straße & Öl')).toBe('strasse-oel')
    expect(slugOf("L’Hôtel d'Été")).toBe('lhotel-dete')
    expect(slugOf('Москва')).toBe('moskva')
    expect(slugOf('   ')).toBe('')
    expect(slugOf('x'.repeat(300))).toHaveLength(110)
  })

  it('is made where none is given, with a number where the word is taken, reserved or cannot be written', async () => {
    expect(await author({ name: 'Zoë Müller' })).toMatchObject({ slug: 'zoe-mueller' })
    expect(await author({ name: 'Zoë Müller' })).toMatchObject({ slug: 'zoe-mueller-2' })
    expect(await author({ name: 'Login' })).toMatchObject({ slug: 'login-2' })
    expect(await author({ name: '東京 ★' })).toMatchObject({ slug: expect.stringMatching(/^[a-z0-9-]+$/) as unknown })
  })

  it('is refused where it is reserved, the name of a language, or another record’s in any language', async () => {
    const one = await author({ slug: 'taken-here' })
    for (const slug of ['login', 'es', 'v1']) expect((await admin.post(authors, { name: 'X', slug })).status).toBe(422)
    expect((await admin.put(url(one, '/translations/es'), { texts: { slug: { text: 'ocupado' } } })).status).toBe(200)
    const other = await author()
    for (const slug of ['taken-here', 'ocupado']) {
      expect((await admin.patch(url(other), { slug })).status).toBe(409)
      expect((await admin.put(url(other, '/translations/es'), { texts: { slug: { text: slug } } })).status).toBe(409)
    }
    expect((await admin.put(url(one, '/translations/es'), { texts: { slug: { text: 'Ocupado Ya' } } })).status).toBe(
      422,
    )
  })

  it('is found free by one alone of many who save at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => author({ name: 'At Once' })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(6)
  })

  it('is unique within its parent record, and moves with a record to another parent', async () => {
    const category = async (name: string) => (await admin.post('/rest/data/categories', { name })).body as Row
    const [first, second] = [await category('Above one'), await category('Above two')]
    const sub = (categoryId: number) =>
      admin.post('/rest/data/subcategories', { name: 'Museums here', categoryId, slug: 'museums-here' })
    const [one, other] = [await sub(first.id), await sub(second.id)]
    expect([one.status, other.status, (await sub(first.id)).status]).toEqual([201, 201, 409])
    const reply = await admin.patch(`/rest/data/subcategories/${(other.body as Row).id}`, { categoryId: first.id })
    expect([reply.status, (reply.body as { fields: object }).fields]).toEqual([
      409,
      { slug: 'Slug is in use by another subcategory.' },
    ])
  })
})

describe('an address', () => {
  it('is derived from the definition alone', () => {
    const page = { path: '/{slug}/ca-{id}' } as const
    expect(pagePathOf(page, { id: 7, slug: 'museums' }, null)).toBe('/museums/ca-7')
    expect(pagePathOf(page, { id: 7, slug: 'museos' }, 'es-MX')).toBe('/es-mx/museos/ca-7')
  })

  it('that changes leads on, in every language that had it, however often it changes and without a chain', async () => {
    const record = await published({ slug: 'first-address' })
    await admin.patch(url(record), { slug: 'second-address' })
    await admin.patch(url(record), { slug: 'third-address' })
    const moved = (path: string) => ({ path, reason: 'moved', targetId: record.id })
    expect(await formerOf(record)).toEqual([
      moved('/authors/first-address'),
      moved('/authors/second-address'),
      moved('/es/authors/first-address'),
      moved('/es/authors/second-address'),
    ])
    await admin.patch(url(record), { slug: 'first-address' })
    expect((await formerOf(record)).map(({ path }) => path)).toEqual([
      '/authors/second-address',
      '/authors/third-address',
      '/es/authors/second-address',
      '/es/authors/third-address',
    ])
    await admin.post(url(record, '/undo'), { action: 'update' })
    expect((await formerOf(record)).map(({ path }) => path)).toContain('/authors/first-address')
  })

  it('in one language moves with the slug of that language', async () => {
    const record = await published({ slug: 'english-word' })
    expect((await stateOf(record)).addresses).toEqual([
      { locale: 'en', path: '/authors/english-word', isFallback: false },
      { locale: 'es', path: '/es/authors/english-word', isFallback: true },
    ])
    // A draft is no address and moves no reader.
    for (const status of ['draft', 'in_review']) {
      await admin.put(url(record, '/translations/es'), { texts: { slug: { text: 'palabra-espanola', status } } })
      expect([(await stateOf(record)).addresses[1], await formerOf(record)]).toEqual([
        { locale: 'es', path: '/es/authors/english-word', isFallback: true },
        [],
      ])
    }
    await admin.put(url(record, '/translations/es'), {
      texts: { slug: { text: 'palabra-espanola', status: 'approved' } },
    })
    expect((await stateOf(record)).addresses[1]).toMatchObject({ path: '/es/authors/palabra-espanola' })
    expect(await formerOf(record)).toEqual([{ path: '/es/authors/english-word', reason: 'moved', targetId: record.id }])
  })

  it('in one language comes with its title, and moves once that is approved among other texts', async () => {
    const name = `For approval ${++last}`
    const made = await admin.post('/rest/data/categories', { name, description: 'Text' })
    const { id } = made.body as Row
    const at = `/rest/data/categories/${id}`
    const write = async (text: string, status: string) =>
      expect((await admin.put(`${at}/translations/es`, { texts: { name: { text, status } } })).status).toBe(200)
    const spanish = async () =>
      ((await admin.get(`${at}/publication`)).body as PublicationState).addresses.find(({ locale }) => locale === 'es')
    await write(`Para aprobar ${last}`, 'in_review')
    expect(await spanish()).toEqual({ locale: 'es', path: `/es/for-approval-${last}/ca-${id}`, isFallback: true })
    // The page must have been public, for its addresses to be followed.
    await sql`update categories set published_at = now() where id = ${id}`.execute(server.database.kysely)
    const {
      rows: [stored],
    } = await sql<{ id: number }>`
      select id from translations where resource = 'categories' and record_id = ${id} and field = 'name'`.execute(
      server.database.kysely,
    )
    const reply = await admin.post('/rest/data/translations/approve', { ids: [stored?.id] })
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200, body: { approved: 1 } })
    expect(await spanish()).toEqual({ locale: 'es', path: `/es/para-aprobar-${last}/ca-${id}`, isFallback: false })
    const { redirects } = (await admin.get(`${at}/publication`)).body as PublicationState
    expect(redirects.map(({ path }) => path)).toEqual([`/es/for-approval-${last}/ca-${id}`])
  })

  it('of a draft that was never public leaves nothing behind', async () => {
    const record = await author({ slug: 'never-seen' })
    await admin.patch(url(record), { slug: 'never-seen-either' })
    expect(await formerOf(record)).toEqual([])
  })

  it('that still leads somewhere is given to another page only once it is released', async () => {
    const slug = `loved-address-${++last}`
    const record = await published({ slug })
    await admin.patch(url(record), { slug: `new-address-${++last}` })
    const refused = await admin.post(authors, { name: 'Another', slug })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      `/authors/${slug} is a former URL of another page and still redirects there. Release it there first.`,
    ])
    for (const path of [`/authors/${slug}`, `/es/authors/${slug}`]) {
      expect((await admin.post(url(record, '/release-address'), { path })).status).toBe(200)
    }
    expect((await admin.post(url(record, '/release-address'), { path: `/authors/${slug}` })).status).toBe(404)
    expect((await admin.post(authors, { name: 'Another', slug })).status).toBe(201)
  })

  it('of an unpublished page leads to its successor, and to the successor’s own when that is replaced too', async () => {
    const [first, second, third] = [
      await published({ slug: 'chain-one' }),
      await published({ slug: 'chain-two' }),
      await published({ slug: 'chain-three' }),
    ]
    const draft = await author()
    expect((await admin.post(url(first, '/unpublish'), { successorId: draft.id })).status).toBe(422)
    expect((await admin.post(url(first, '/unpublish'), { successorId: 999_999 })).status).toBe(422)
    expect((await admin.post(url(first, '/unpublish'), { successorId: second.id })).status).toBe(200)
    expect((await admin.post(url(second, '/unpublish'), { successorId: third.id })).status).toBe(200)
    expect((await formerOf(first)).map(({ targetId }) => targetId)).toEqual([third.id, third.id])
    const itself = await admin.post(url(third, '/unpublish'), { successorId: third.id })
    expect([itself.status, (itself.body as { fields: object }).fields]).toEqual([
      422,
      { successorId: 'A page cannot take its own place.' },
    ])
    // It would lead to itself: the second is no page, so it cannot be the successor of the third.
    expect((await admin.post(url(third, '/unpublish'), { successorId: second.id })).status).toBe(422)
    await admin.post(url(second, '/publish'), {})
    expect(await formerOf(second)).toEqual([])
    expect((await formerOf(first)).map(({ targetId }) => targetId)).toEqual([third.id, third.id])
  })
})

describe('a published page', () => {
  it('cannot lose by a save what it needed, and can keep lacking what it lacked', async () => {
    const record = await published()
    const refused = await admin.patch(url(record), { biography: null })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      409,
      { biography: 'Required on published pages: Biography.' },
    ])
    await sql`update authors set biography = null where id = ${record.id}`.execute(server.database.kysely)
    expect((await admin.patch(url(record), { name: 'Renamed all the same' })).status).toBe(200)
  })

  it('needs its title in every language that has to have it', async () => {
    const category = (await admin.post('/rest/data/categories', { name: 'Only in English', description: 'Text' }))
      .body as Row
    const at = `/rest/data/categories/${category.id}`
    const refused = await admin.post(`${at}/publish`, {})
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      'This category is not ready: Name is missing in Spanish.',
    ])
    // A draft is there for those who write it, and for no reader.
    await admin.put(`${at}/translations/es`, { texts: { name: { text: 'Solo en inglés', status: 'in_review' } } })
    expect((await admin.post(`${at}/publish`, {})).body).toMatchObject({
      message: 'This category is not ready: Name isn’t approved in Spanish.',
    })
    await admin.put(`${at}/translations/es`, { texts: { name: { text: null }, slug: { text: null } } })
    const name = { text: 'Solo en inglés', status: 'approved' }
    const translated = await admin.put(`${at}/translations/es`, { texts: { name } })
    // A slug of its own comes with the first translation of the title.
    expect(
      (translated.body as { texts: { field: string; text: string | null }[] }).texts.find(
        ({ field }) => field === 'slug',
      )?.text,
    ).toBe('solo-en-ingles')
    expect((await admin.post(`${at}/publish`, {})).status).toBe(200)
  })

  it('is not planned before it is ready', async () => {
    const record = await author({ biography: null })
    const refused = await admin.post(url(record, '/publish'), { at: '2099-01-01T00:00:00Z' })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'NotReady', fields: { biography: expect.anything() } },
    })
    expect((await admin.get(url(record))).body).toMatchObject({ publication: 'draft', publishAt: null })
  })

  it('is planned by people who can publish, and the plan is dropped in words when something is missing at its moment', async () => {
    const record = await author()
    expect((await admin.post(url(record, '/publish'), { at: '2099-01-01T00:00:00Z' })).status).toBe(200)
    await sql`update authors set publish_at = now() - interval '1 minute', biography = null where id = ${record.id}`.execute(
      server.database.kysely,
    )
    await server.runJob('carry-out-publication-plans')
    expect((await admin.get(url(record))).body).toMatchObject({ publication: 'draft', publishAt: null })
    const {
      versions: [version],
    } = (await admin.get(url(record, '/history'))).body as { versions: { action: string; reason: string }[] }
    expect(version).toMatchObject({
      action: 'publication-not-carried-out',
      reason: 'This author is not ready: Biography missing.',
    })
    const editor = await server.signIn('read-only')
    expect((await editor.post(url(record, '/publish'), {})).status).toBe(403)
  })
})

describe('an image', () => {
  it('has to say in words what it shows before the page that has it is published', async () => {
    const db = server.database.kysely
    const photoId = await maker(db, resources, examples).make('images', { altText: null })
    const record = await author({ photoId })
    expect((await stateOf(record)).findings.find(({ key }) => key === 'images')).toMatchObject({
      isBlocking: true,
      isMet: false,
      field: 'photoId',
    })
    expect((await admin.post(url(record, '/publish'), {})).status).toBe(409)
    await sql`update images set alt_text = 'A person at a desk' where id = ${photoId}`.execute(db)
    expect((await admin.post(url(record, '/publish'), {})).status).toBe(200)
  })
})
