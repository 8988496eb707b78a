import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
let server: TestServer
let admin: Client
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'past-ends' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())

const authors = '/rest/data/authors'
const [begin, end] = ['2099-01-01T00:00:00.000Z', '2099-02-01T00:00:00.000Z']

async function author(): Promise<Row> {
  const reply = await admin.post(authors, { name: `Author ${++last} of a past end`, biography: 'Writes.' })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
async function take({ id }: Row, step: 'publish' | 'review', body: object): Promise<void> {
  const reply = await admin.post(`${authors}/${id}/${step}`, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
const now = async ({ id }: Row) => (await admin.get(`${authors}/${id}`)).body as Row
/** What happens when an hour goes by, and with it a stored moment. */
const passed = ({ id }: Row, column: 'publish_at' | 'unpublish_at') =>
  sql`update authors set ${sql.ref(column)} = now() - interval '1 hour' where id = ${id}`.execute(
    server.database.kysely,
  )
const carryOut = () => server.runJob('carry-out-publication-plans')

describe('an end that has passed', () => {
  it('is dropped when the page is published, one by one and in bulk', async () => {
    const [one, other] = [await author(), await author()]
    for (const record of [one, other]) await passed(record, 'unpublish_at')
    await take(one, 'publish', {})
    const bulk = await admin.post(`${authors}/bulk-edits`, { ids: [other.id], action: 'publish' })
    expect([bulk.status, (bulk.body as { changed: number }).changed]).toEqual([201, 1])
    await carryOut()
    for (const record of [one, other])
      expect(await now(record)).toMatchObject({ publication: 'published', unpublishAt: null })
  })

  it('is dropped when a publication is planned without one', async () => {
    const record = await author()
    await passed(record, 'unpublish_at')
    await take(record, 'publish', { at: begin })
    expect(await now(record)).toMatchObject({ publishAt: begin, unpublishAt: null })
    await passed(record, 'publish_at')
    await carryOut()
    expect(await now(record)).toMatchObject({ publication: 'published', unpublishAt: null })
  })

  it('is dropped with a plan that was made later', async () => {
    const record = await author()
    await sql`update authors set publish_at = now() - interval '1 minute', unpublish_at = now() - interval '1 hour'
      where id = ${record.id}`.execute(server.database.kysely)
    await carryOut()
    expect(await now(record)).toMatchObject({ publication: 'published', publishAt: null, unpublishAt: null })
  })

  it('is no reason to refuse a plan for many pages', async () => {
    const record = await author()
    await passed(record, 'unpublish_at')
    const reply = await admin.post(`${authors}/bulk-edits`, { ids: [record.id], plan: { at: begin } })
    expect(reply.body).toMatchObject({ changed: 1, refused: 0 })
    expect(await now(record)).toMatchObject({ publishAt: begin, unpublishAt: null })
  })

  it('keeps a page that was planned for a time before it from being published late', async () => {
    const record = await author()
    await take(record, 'publish', { at: begin, until: end })
    await sql`update authors set publish_at = now() - interval '2 hours', unpublish_at = now() - interval '1 hour'
      where id = ${record.id}`.execute(server.database.kysely)
    await carryOut()
    expect(await now(record)).toMatchObject({ publication: 'draft', publishAt: null, unpublishAt: null })
    const { versions } = (await admin.get(`${authors}/${record.id}/history`)).body as { versions: object[] }
    expect(versions[0]).toMatchObject({
      action: 'publication-not-carried-out',
      reason: 'Its unpublish time passed before it could be published.',
    })
  })
})

describe('the end of a planned page', () => {
  it('is kept when the page is published earlier, and while it is in review', async () => {
    const record = await author()
    await take(record, 'publish', { at: begin, until: end })
    await take(record, 'review', { to: 'in_review' })
    expect(await now(record)).toMatchObject({ publishAt: begin, unpublishAt: end })
    await take(record, 'publish', {})
    expect(await now(record)).toMatchObject({ publication: 'published', publishAt: null, unpublishAt: end })
  })

  it.each([
    ['the plan is taken back', (record: Row) => take(record, 'publish', { at: null })],
    ['the page goes back to draft', (record: Row) => take(record, 'review', { to: 'draft' })],
    ['the page is archived', (record: Row) => take(record, 'review', { to: 'archived' })],
  ])('is forgotten when %s', async (_case, step) => {
    const record = await author()
    await take(record, 'review', { to: 'in_review' })
    await take(record, 'publish', { at: begin, until: end })
    await step(record)
    expect(await now(record)).toMatchObject({ publishAt: null, unpublishAt: null })
  })

  it('is forgotten when the plan can’t be carried out', async () => {
    const record = await author()
    await take(record, 'publish', { at: begin, until: end })
    await passed(record, 'publish_at')
    await sql`update authors set biography = null where id = ${record.id}`.execute(server.database.kysely)
    await carryOut()
    expect(await now(record)).toMatchObject({ publication: 'draft', publishAt: null, unpublishAt: null })
  })

  it('can’t be before a later beginning', async () => {
    const record = await author()
    await take(record, 'publish', { at: begin, until: end })
    const refused = await admin.post(`${authors}/${record.id}/publish`, { at: '2099-03-01T00:00:00.000Z' })
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { until: 'The unpublish time is before the publish time.' } },
    })
  })
})
