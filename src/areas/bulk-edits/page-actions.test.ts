import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { tracesOf } from '../../kit/testing/audit-trail.server.ts'
import { resources } from '../../registry.ts'
import { isPage } from '../publication/publication-calls.ts'
import type { BulkPreview, DoneBulkEdit } from './bulk-edits.ts'
import { pageActionsFor, pageActionsOf } from './page-actions.ts'

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
  const { body } = await admin.post('/rest/data/categories', { name: `Page ${++count}`, ...(isReady && { description: 'What is in it.' }) })
  const { id } = body as { id: number }
  await admin.put(`/rest/data/categories/${id}/translations/es`, { texts: { name: { text: `Página ${id}` } } })
  return id
}
const look = async (body: object, caller = admin) => (await caller.post('/rest/data/categories/bulk-edits/preview', body)).body as BulkPreview
const start = async (body: object, caller = admin) => await caller.post('/rest/data/categories/bulk-edits', body)
const stateOf = async (ids: readonly number[]) => (await sql<{ publication: string }>`
  select publication from categories where id = any(${ids}::bigint[]) order by id`.execute(server.database.kysely)).rows.map(({ publication }) => publication)

describe('many pages at once', () => {
  it('are previewed with those that will be refused and why, and published but for those', async () => {
    const ids = [await category(), await category(false), await category()]
    const preview = await look({ ids, action: 'publish' })
    expect([preview.changed, preview.refused.map(({ reason, count: n }) => [reason, n])]).toEqual([2, [['Needed before it is published: Description is filled in.', 1]]])
    expect(await stateOf(ids)).toEqual(['draft', 'draft', 'draft'])
    const reply = await start({ ids, action: 'publish' })
    const { changed, refused, canUndo } = reply.body as DoneBulkEdit
    expect([reply.status, changed, refused, canUndo]).toEqual([201, 2, 1, false])
    expect(await stateOf(ids)).toEqual(['published', 'draft', 'published'])
    expect((await tracesOf(server.database.kysely, reply)).filter(({ action }) => action === 'published')).toHaveLength(2)
    expect(await look({ ids, action: 'publish' })).toMatchObject({ changed: 0, unchanged: 2 })
  })

  it('are taken down, their addresses gone, and archived', async () => {
    const ids = [await category(), await category()]
    await start({ ids, action: 'publish' })
    expect((await look({ ids, action: 'archive-page' })).refused).toMatchObject([{ reason: 'This category is published, so it does not become archived.', count: 2 }])
    expect((await start({ ids, action: 'unpublish' })).body).toMatchObject({ changed: 2 })
    const { rows } = await sql<{ reason: string }>`select reason from redirects where resource = 'categories' and record_id = any(${ids}::bigint[])`.execute(server.database.kysely)
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['gone']))
    expect((await start({ ids, action: 'archive-page' })).body).toMatchObject({ changed: 2 })
    expect(await stateOf(ids)).toEqual(['archived', 'archived'])
  })

  it('are published by those alone who may publish one, also by the job', async () => {
    const id = await category()
    await sql`delete from role_permissions g using roles r where r.id = g.role_id and r.name = 'catalogue-editor' and g.action = 'publish' and g.object = 'categories'`.execute(server.database.kysely)
    const editor = await server.signIn('catalogue-editor')
    expect((await editor.post('/rest/data/categories/bulk-edits/preview', { ids: [id], action: 'publish' })).status).toBe(403)
    expect((await start({ ids: [id], action: 'publish' }, editor)).status).toBe(403)
    expect((await start({ ids: [id], action: 'archive-page' }, editor)).status).toBe(201)
    expect((await admin.post('/rest/data/coupons/bulk-edits', { ids: [1], action: 'publish' })).status).toBe(422)
  })

  it('are offered the steps that one of them could take', () => {
    const categories = resources.find(({ name }) => name === 'categories')
    if (!categories) throw new Error('There are no categories.')
    const offered = (...states: string[]) => pageActionsFor(categories, states.map((publication) => ({ publication })))
    expect([offered('draft'), offered('published'), offered('published', 'unpublished'), offered('archived')]).toEqual([
      ['publish', 'archive-page'], ['unpublish'], ['publish', 'unpublish', 'archive-page'], [],
    ])
    expect(pageActionsFor(categories, null)).toEqual(['publish', 'unpublish', 'archive-page'])
    expect(pageActionsFor(categories, [{}])).toEqual(['publish', 'unpublish', 'archive-page'])
  })

  it('are what every resource of pages has that can be updated', () => {
    const pages = resources.filter(isPage).filter(({ operations }) => operations.includes('update'))
    expect(pages.length).toBeGreaterThan(5)
    expect(pages.filter((resource) => pageActionsOf(resource).length === 0).map(({ name }) => name)).toEqual([])
  })
})
