import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  admin,
  category,
  db,
  made,
  next,
  onSuccessor,
  preview,
  read,
  records,
  remove,
  says,
  serveDeletions,
  server,
  subcategory,
  tag,
  traces,
  usedBy,
} from './testing/deleted-records.server.ts'

serveDeletions()

const redirectsOf = async (id: number) =>
  (
    await sql<{ path: string; reason: string; target: number | null }>`
  select path, reason, target_id as target from redirects where resource = 'authors' and record_id = ${id} order by path`.execute(
      db(),
    )
  ).rows
const author = async (publish = true) => {
  const record = await made('authors', { name: `Author ${next()}`, biography: 'Writes.' })
  if (publish) expect((await admin.post(`/rest/data/authors/${record.id}/publish`, {})).status).toBe(200)
  return record
}

describe('the page of a record that is deleted', () => {
  it('leads to the page of its successor, and so does every former address', async () => {
    const [going, replacement, earlier] = [await author(), await author(), await author()]
    await admin.patch(`/rest/data/authors/${going.id}`, { slug: `moved-${next()}` })
    await admin.post(`/rest/data/authors/${earlier.id}/unpublish`, { successorId: going.id })
    const page = await category({ authorId: going.id })
    await sql`update categories set publication = 'published', published_at = now() where id = ${page.id}`.execute(db())
    const reply = await remove('authors', going, replacement.id)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const led = await redirectsOf(going.id)
    expect(led.length).toBe(4)
    expect(
      [...led, ...(await redirectsOf(earlier.id))].every(
        ({ reason, target }) => reason === 'replaced' && target === replacement.id,
      ),
    ).toBe(true)
    expect((await read('categories', page.id))['authorId']).toBe(replacement.id)
    expect((await traces('authors', going.id)).slice(0, 2).map(({ action }) => action)).toEqual([
      'delete',
      'unpublished',
    ])
    // Back, it is a page that was taken down, and has its address again once it is published.
    expect((await admin.post(`/rest/data/authors/${going.id}/undo`, { action: 'delete' })).body).toMatchObject({
      publication: 'unpublished',
    })
    expect((await admin.post(`/rest/data/authors/${going.id}/publish`, {})).status).toBe(200)
    expect((await redirectsOf(going.id)).every(({ reason }) => reason === 'moved')).toBe(true)
  })

  it('leads to a published page alone, and is unpublished only by people who can publish', async () => {
    const [going, replacement, draft] = [await author(), await author(), await author(false)]
    expect(onSuccessor(await remove('authors', going, draft.id))).toEqual([
      422,
      `${draft.name} is not published, so its page cannot take over.`,
    ])
    await sql`
      insert into role_permissions (role_id, action, object) select r.id, a.action, 'authors' from roles r, (values ('ui'), ('write')) as a (action)
      where r.name = 'no-access' on conflict do nothing`.execute(db())
    await sql`delete from role_permissions p using roles r where r.id = p.role_id and r.name = 'no-access' and p.action = 'publish'`.execute(
      db(),
    )
    expect((await remove('authors', going, replacement.id, await server.signIn('no-access'))).status).toBe(403)
    expect(says(await admin.delete(`/rest/data/authors/${going.id}`))[0]).toBe(409)
    expect(await read('authors', going.id)).toMatchObject({ publication: 'published' })
  })

  it('whose page was never public can have a draft as its successor, and no address leads anywhere', async () => {
    const [going, replacement] = [await author(false), await author(false)]
    expect((await remove('authors', going, replacement.id)).status).toBe(200)
    expect(await redirectsOf(going.id)).toEqual([])
  })

  it('without a successor says that it is gone, at the addresses that it moved from too', async () => {
    const going = await author()
    await admin.post(`/rest/data/authors/${going.id}/unpublish`, { successorId: null })
    await admin.patch(`/rest/data/authors/${going.id}`, { slug: `late-${next()}` })
    expect((await redirectsOf(going.id)).some(({ reason }) => reason === 'moved')).toBe(true)
    expect((await admin.delete(`/rest/data/authors/${going.id}`)).status).toBe(200)
    expect((await redirectsOf(going.id)).every(({ reason, target }) => reason === 'gone' && target === null)).toBe(true)
  })
})

describe('what is said before', () => {
  it('is who would lose what, whether a successor helps, and what it would mean with one', async () => {
    const [going, replacement, tour] = [await tag(), await tag(), await tag({ kind: 'tour' })]
    const event = await records.make('events', { tagIds: [going.id] })
    expect(await usedBy('tags', going)).toMatchObject({
      uses: [{ resource: 'events', key: 'tagIds', count: 1, isReassigned: true }],
      asksSuccessor: true,
    })
    expect((await preview('tags', going)).isPossible).toBe(false)
    expect(await preview('tags', going, replacement.id)).toEqual({ isPossible: true, why: null })
    expect(await preview('tags', going, tour.id)).toEqual({
      isPossible: false,
      why: expect.stringContaining('has a different kind') as unknown,
    })
    expect((await usedBy('tags', replacement)).asksSuccessor).toBe(false)
    expect(await preview('tags', replacement)).toEqual({ isPossible: true, why: null })
    // Looking has changed nothing.
    expect([(await read('events', event))['tagIds'], (await read('tags', going.id)).version]).toEqual([[going.id], 1])
    expect((await traces('events', event)).filter(({ action }) => action === 'given-a-successor')).toEqual([])
  })

  it('asks for no successor where something else blocks it that none could take over', async () => {
    const above = await category()
    await records.make('rules', { categoryIds: [above.id] })
    await subcategory(above.id)
    expect((await usedBy('categories', above)).asksSuccessor).toBe(false)
    expect(await preview('categories', above)).toEqual({
      isPossible: false,
      why: expect.stringContaining('Move them') as unknown,
    })
  })

  it('is said in the language of the caller, including why a page can never be unpublished', async () => {
    const {
      rows: [kept],
    } = await sql<{ id: number }>`select id from static_pages where key = 'terms'`.execute(db())
    const page = kept?.id ?? (await records.make('static-pages', { key: 'terms' }))
    const stays = async (language: string) =>
      (
        (await admin.get(`/rest/data/static-pages/${page}/publication`, {}, { 'accept-language': language })).body as {
          stays: string
        }
      ).stays
    expect(await stays('en')).toBe('A required page can’t be unpublished.')
    expect(await stays('es')).toBe('Una página obligatoria no se puede retirar.')
  })
})
