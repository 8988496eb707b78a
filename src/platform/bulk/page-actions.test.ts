import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { seedTexts } from '../translations/store/seed-texts.server.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'
import { resources } from '../../app/registry.server.ts'
import { isPage } from '../publishing/publication.endpoints.ts'
import type { BulkPreview, DoneBulkEdit } from './bulk-edits.ts'
import { pageActionsFor } from './page-actions.ts'

let server: TestServer
let admin: Client
let count = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'page actions' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())

/** A category of which nothing is missing, unless `isReady` is false. */
async function category(isReady = true): Promise<number> {
  const { body } = await admin.post('/rest/data/categories', {
    name: `Page ${++count}`,
    ...(isReady && { description: 'What is in it.' }),
  })
  const { id } = body as { id: number }
  await admin.put(`/rest/data/categories/${id}/translations/es`, {
    texts: { name: { text: `Página ${id}`, status: 'approved' } },
  })
  return id
}
const look = async (body: object, caller = admin) =>
  (await caller.post('/rest/data/categories/bulk-edits/preview', body)).body as BulkPreview
const start = async (body: object, caller = admin) => await caller.post('/rest/data/categories/bulk-edits', body)
const stateOf = async (ids: readonly number[]) =>
  (
    await sql<{ publication: string }>`
  select publication from categories where id = any(${ids}::bigint[]) order by id`.execute(server.database.kysely)
  ).rows.map(({ publication }) => publication)

describe('many pages at once', () => {
  it('are previewed with those that will be refused and why, and published but for those', async () => {
    const ids = [await category(), await category(false), await category()]
    const preview = await look({ ids, action: 'publish' })
    expect([preview.changed, preview.refused.map(({ reason, count: n }) => [reason, n])]).toEqual([
      2,
      [['It cannot be published yet: Description missing.', 1]],
    ])
    expect(await stateOf(ids)).toEqual(['draft', 'draft', 'draft'])
    const reply = await start({ ids, action: 'publish' })
    const { changed, refused, canUndo } = reply.body as DoneBulkEdit
    expect([reply.status, changed, refused, canUndo]).toEqual([201, 2, 1, false])
    expect(await stateOf(ids)).toEqual(['published', 'draft', 'published'])
    expect((await tracesOf(server.database.kysely, reply)).filter(({ action }) => action === 'published')).toHaveLength(
      2,
    )
    expect(await look({ ids, action: 'publish' })).toMatchObject({ changed: 0, unchanged: 2 })
  })

  it('are planned: each that is ready, and those that are public only for their end', async () => {
    const [ready, lacking, shown] = [await category(), await category(false), await category()]
    await start({ ids: [shown], action: 'publish' })
    const ids = [ready, lacking, shown]
    const [at, until, later] = ['2099-03-01T10:00:00.000Z', '2099-04-01T10:00:00.000Z', '2099-05-01T10:00:00.000Z']
    const plan = { at, until }
    const preview = await look({ ids, plan })
    expect([preview.changed, preview.refused.map(({ reason, count: n }) => [reason, n])]).toEqual([
      2,
      [['It cannot be published yet: Description missing.', 1]],
    ])
    const reply = await start({ ids, plan })
    expect(reply.body).toMatchObject({ action: 'plan', changed: 2, refused: 1, canUndo: false })
    const planned = async () =>
      (
        await sql`select publish_at as at, unpublish_at as until, publication from categories where id = any(${ids}::bigint[]) order by id`.execute(
          server.database.kysely,
        )
      ).rows
    expect(await planned()).toEqual([
      { at, until, publication: 'draft' },
      { at: null, until: null, publication: 'draft' },
      { at: null, until, publication: 'published' },
    ])
    expect(
      (await tracesOf(server.database.kysely, reply))
        .map(({ action }) => action)
        .filter((action) => action.endsWith('planned'))
        .toSorted(),
    ).toEqual(['end-planned', 'publication-planned'])
    expect(await look({ ids: [ready, shown], plan })).toMatchObject({ changed: 0, unchanged: 2 })
    // Omitted moments stay unchanged; an end alone needs a beginning before it.
    expect(await look({ ids: [ready, lacking], plan: { until: later } })).toMatchObject({
      changed: 1,
      refused: [{ reason: 'Schedule when this category is published too.' }],
    })
    expect((await look({ ids: [ready], plan: { at: later } })).refused).toMatchObject([
      { reason: 'The unpublish time is before the publish time.' },
    ])
    for (const wrong of [{}, { at: '2020-01-01T00:00:00Z' }, { at: until, until: at }, { at: 'soon' }, { from: at }])
      expect([wrong, (await start({ ids, plan: wrong })).status]).toEqual([wrong, 422])
    expect((await start({ ids, plan, action: 'publish' })).status).toBe(422)
    expect((await start({ ids, action: 'plan' })).status).toBe(422)
    expect((await start({ ids, plan }, await server.signIn('read-only'))).status).toBe(403)
  })

  it('are unpublished, their addresses gone, and archived', async () => {
    const ids = [await category(), await category()]
    await start({ ids, action: 'publish' })
    expect((await look({ ids, action: 'archive-page' })).refused).toMatchObject([
      { reason: 'This category is published, so it can’t become archived.', count: 2 },
    ])
    expect((await start({ ids, action: 'unpublish' })).body).toMatchObject({ changed: 2 })
    const { rows } = await sql<{
      reason: string
    }>`select reason from redirects where resource = 'categories' and record_id = any(${ids}::bigint[])`.execute(
      server.database.kysely,
    )
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['gone']))
    expect((await start({ ids, action: 'archive-page' })).body).toMatchObject({ changed: 2 })
    expect(await stateOf(ids)).toEqual(['archived', 'archived'])
  })

  it('show what still refers to them before they are unpublished or deleted, once each and only what the caller can list', async () => {
    const [one, other, third] = [await category(), await category(), await category()]
    const records = maker(server.database.kysely, resources, examples)
    const marker = (id: number | string) => `<p>See :::link|text=this|element=ca-${id}:::</p>`
    await records.make('cities', { description: marker(one) })
    // Twice in one record, once of it in another language; another number that only begins alike.
    const both = await records.make('cities', { description: marker(other) })
    await seedTexts(server.database.kysely, 'cities', 'es', [
      { id: both, field: 'description', source: marker(other), text: marker(one) },
    ])
    await records.make('cities', { description: marker(`${one}00`) })
    const event = await records.make('events', { categoryId: one })
    await admin.post('/rest/data/categories/bulk-edits', { ids: [one, other], action: 'publish' })
    const preview = await look({ ids: [one, other], action: 'unpublish' })
    expect(preview.leftAlone).toEqual({
      uses: [{ resource: 'events', key: 'categoryId', count: 1, isCapped: false }],
      links: 2,
      hasMoreLinks: false,
      hasOtherUses: false,
      hasOtherLinks: false,
    })
    // What they say of each other goes with them.
    const [linked, linking] = [await records.make('cities', {}), await records.make('cities', {})]
    await sql`update cities set description = ${`:::link|text=this|element=c-${linked}-sc-9:::`} where id = ${linking}`.execute(
      server.database.kysely,
    )
    const ofCities = async (ids: number[]) =>
      (await admin.post('/rest/data/cities/bulk-edits/preview', { ids, action: 'unpublish' })).body as BulkPreview
    expect([(await ofCities([linked])).leftAlone?.links, (await ofCities([linked, linking])).leftAlone?.links]).toEqual(
      [1, 0],
    )
    expect((await look({ ids: [one, other], action: 'delete' })).leftAlone).toMatchObject({ links: 2 })
    expect((await look({ ids: [third], action: 'delete' })).leftAlone).toMatchObject({ uses: [], links: 0 })
    expect((await look({ ids: [one, other], action: 'unpublish', from: 1 })).leftAlone).toBe(null)
    expect((await look({ ids: [one, other], action: 'archive-page' })).leftAlone).toBe(null)
    await sql`insert into role_permissions (role_id, action, object) select r.id, a.action, 'categories' from roles r, (values ('ui'), ('write')) as a (action)
      where r.name = 'no-access' on conflict do nothing`.execute(server.database.kysely)
    const narrow = await server.signIn('no-access')
    expect((await look({ ids: [one, other], action: 'delete' }, narrow)).leftAlone).toEqual({
      uses: [],
      links: 0,
      hasMoreLinks: false,
      hasOtherUses: true,
      hasOtherLinks: true,
    })
    await sql`delete from events where id = ${event}`.execute(server.database.kysely)
  })

  it('are published only by people who can publish one, also by the job', async () => {
    const id = await category()
    await sql`delete from role_permissions g using roles r where r.id = g.role_id and r.name = 'catalogue-editor' and g.action = 'publish' and g.object = 'categories'`.execute(
      server.database.kysely,
    )
    const editor = await server.signIn('catalogue-editor')
    expect(
      (await editor.post('/rest/data/categories/bulk-edits/preview', { ids: [id], action: 'publish' })).status,
    ).toBe(403)
    expect((await start({ ids: [id], action: 'publish' }, editor)).status).toBe(403)
    expect((await start({ ids: [id], action: 'archive-page' }, editor)).status).toBe(201)
    expect((await admin.post('/rest/data/coupons/bulk-edits', { ids: [1], action: 'publish' })).status).toBe(422)
  })

  it('are offered the steps that one of them could take', () => {
    const categories = resources.find(({ name }) => name === 'categories')
    if (!categories) throw new Error('There are no categories.')
    const offered = (...states: string[]) =>
      pageActionsFor(
        categories,
        states.map((publication) => ({ publication })),
      )
    expect([offered('draft'), offered('published'), offered('published', 'unpublished'), offered('archived')]).toEqual([
      ['publish', 'plan', 'archive-page'],
      ['plan', 'unpublish'],
      ['publish', 'plan', 'unpublish', 'archive-page'],
      [],
    ])
    expect(pageActionsFor(categories, null)).toEqual(['publish', 'plan', 'unpublish', 'archive-page'])
    expect(pageActionsFor(categories, [{}])).toEqual(['publish', 'plan', 'unpublish', 'archive-page'])
  })

  it('are what every resource of pages has that can be updated', () => {
    const pages = resources.filter(isPage).filter(({ operations }) => operations.includes('update'))
    expect(pages.length).toBeGreaterThan(5)
    expect(pages.filter((resource) => pageActionsFor(resource, null).length === 0).map(({ name }) => name)).toEqual([])
  })
})
