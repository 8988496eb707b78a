import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import { resources } from '../../app/registry.server.ts'
import { tags } from '../../features/tags/tags.ts'
import { makeStaff } from '../../features/staff/people/testing/staff.server.ts'
import type { Note } from './notes.ts'
import { hasNotes } from './notes.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let agent: Client
let finance: Client
const data = '/rest/data'

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'notes' })
  agent = await testContext.server.signIn('sales-agent')
  finance = await testContext.server.signIn('finance')
})
afterAll(() => testContext.close())

const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(testContext.db)
const customersAt = (id: number) => `${data}/users/user/${id}/notes`
async function write(who: Pick<Client, 'get' | 'post'>, path: string, body: string): Promise<Note> {
  const reply = await who.post(path, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Note
}
const bodiesOf = async (who: Pick<Client, 'get' | 'post'>, path: string) =>
  ((await who.get(path)).body as { notes: Note[] }).notes.map(({ body }) => body)

describe('notes', () => {
  it('are of every resource whose records are read one by one, the audit apart', () => {
    const without = resources.filter((resource) => !hasNotes(resource)).map(({ name }) => name)
    expect(without).toContain('audit')
    expect(resources.filter(({ form }) => form !== undefined).filter((resource) => !hasNotes(resource))).toEqual([])
  })

  it('are read by every colleague, changed by their author alone, and taken back by them or an admin', async () => {
    const path = `${data}/purchases/${await testContext.maker.make('purchases')}/notes`
    const [first, second] = [await write(agent, path, 'First'), await write(finance, path, 'Second')]
    expect([first.author, first.isOwn, second.author]).toEqual(['Amara Okonkwo', true, 'Hiroshi Tanabe'])
    expect(await bodiesOf(agent, path)).toEqual(['Second', 'First'])
    const theirs = `${path}/${second.id}`
    for (const who of [agent, testContext.admin]) expect((await who.put(theirs, { body: 'Mine now' })).status).toBe(403)
    expect((await agent.delete(theirs)).status).toBe(403)
    expect((await finance.put(theirs, { body: 'Second, better' })).body).toMatchObject({
      body: 'Second, better',
      editedAt: expect.any(String) as string,
    })
    await run(sql`update record_notes set author_id = null where id = ${second.id}`)
    expect((await finance.delete(theirs)).status).toBe(403)
    expect((await finance.get(path)).body).toMatchObject({
      notes: [
        { author: null, isOwn: false },
        { author: 'Amara Okonkwo', isOwn: false },
      ],
    })
    expect((await testContext.admin.delete(theirs)).status).toBe(200)
    expect(await bodiesOf(agent, path)).toEqual(['First'])
  })

  it('notify those whom they mention, once, and no one who cannot see the record', async () => {
    const path = `${data}/purchases/${await testContext.maker.make('purchases')}/notes`
    const inboxOf = async (who: Pick<Client, 'get'>) =>
      (
        (await who.get(`${data}/inbox`)).body as { items: { title: string; kind: string; path: string }[] }
      ).items.filter(({ kind }) => kind === 'mention')
    const before = (await inboxOf(finance)).length
    const note = await write(agent, path, 'Look at this, @Hiroshi Tanabe. @Amara Okonkwo has called. @Mateo Vidal')
    const items = await inboxOf(finance)
    expect(items).toHaveLength(before + 1)
    expect(items[0]?.title).toMatch(/^Amara Okonkwo mentioned you on /)
    expect(items[0]?.path).toBe(`#note-${note.id}`)
    expect(await inboxOf(agent)).toEqual([])
    await agent.put(`${path}/${note.id}`, { body: 'Look at this again, @Hiroshi Tanabe.' })
    expect(await inboxOf(finance)).toHaveLength(before + 1)
    const offered = (await agent.get(`${data}/purchases/mentionable`)).body as { name: string }[]
    const editor = await testContext.server.signIn('catalogue-editor')
    expect(offered.map(({ name }) => name)).toContain('Hiroshi Tanabe')
    expect(await inboxOf(editor)).toEqual([])
    expect((await editor.get(`${data}/purchases/mentionable`)).status).toBe(403)
  })

  it('mention colleagues who can see the record by a role for a time', async () => {
    const person = await makeStaff(testContext.db, 'no-access')
    const cover = { staffId: person.id, role: 'finance', minutes: 30, reason: 'Covers for Hiroshi at the month-end' }
    expect((await testContext.admin.post(`${data}/users/elevations`, cover)).status).toBe(201)
    const path = `${data}/purchases/${await testContext.maker.make('purchases')}/notes`
    await write(agent, path, `Look at this, @${person.name}.`)
    expect(
      (await run(sql`select from inbox_items where staff_id = ${person.id} and kind = 'mention'`)).rows,
    ).toHaveLength(1)
  })

  it('belong to one record: no other address leads to them', async () => {
    const [one, other] = [await testContext.maker.make('purchases'), await testContext.maker.make('purchases')]
    const note = await write(agent, `${data}/purchases/${one}/notes`, 'Of the one')
    expect((await agent.delete(`${data}/purchases/${other}/notes/${note.id}`)).status).toBe(404)
    expect(
      (await testContext.admin.delete(`${data}/coupons/${await testContext.maker.make('coupons')}/notes/${note.id}`))
        .status,
    ).toBe(404)
  })

  it('say what is wrong with a text', async () => {
    const path = `${data}/purchases/${await testContext.maker.make('purchases')}/notes`
    for (const body of ['', '   ', 'x'.repeat(5_001), 'a\u202eb', 5])
      expect(Object.keys(problemsIn(await agent.post(path, { body })))).toEqual(['body'])
    expect(problemsIn(await agent.post(path, {}))).toEqual({ body: 'Write the note.' })
  })

  it('keep to the cities that a person’s permission is limited to', async () => {
    const [near, far] = [await testContext.maker.make('cities'), await testContext.maker.make('cities')]
    const [here, there] = [
      await testContext.maker.make('venues', { cityId: near }),
      await testContext.maker.make('venues', { cityId: far }),
    ]
    const limited = await testContext.server.signIn('read-only')
    await run(
      sql`insert into role_permissions (role_id, action, object, city_ids) select id, 'write', 'places', array[${near}::bigint] from roles where name = 'read-only'`,
    )
    expect((await limited.post(`${data}/venues/${here}/notes`, { body: 'Mine' })).status).toBe(201)
    expect((await limited.post(`${data}/venues/${there}/notes`, { body: 'Not mine' })).status).toBe(403)
    await run(sql`delete from role_permissions where city_ids is not null`)
  })

  it('go with what is known of a customer, those of their purchases too, and stay with every other customer', async () => {
    const [gone, stays] = [await testContext.maker.make('customers'), await testContext.maker.make('customers')]
    const bought = await testContext.maker.make('purchases', { customerId: gone })
    const other = await testContext.maker.make('purchases', { customerId: stays })
    const paths = [
      customersAt(gone),
      `${data}/purchases/${bought}/notes`,
      customersAt(stays),
      `${data}/purchases/${other}/notes`,
    ]
    for (const path of paths) await write(testContext.admin, path, 'Lives in Oslo')
    await run(sql`update customers set status = 'anonymised' where id = ${gone}`)
    expect(await Promise.all(paths.map((path) => bodiesOf(agent, path)))).toEqual([
      [],
      [],
      ['Lives in Oslo'],
      ['Lives in Oslo'],
    ])
  })

  it('stay while a record is deleted, and are there when it is brought back', async () => {
    const { body } = await testContext.admin.post(`${data}/tags`, await testContext.maker.draft(tags))
    const { id, version } = body as { id: number; version: number }
    await write(testContext.admin, `${data}/tags/${id}/notes`, 'Ask before deleting')
    expect((await testContext.admin.delete(`${data}/tags/${id}`, { 'if-match': `"${version}"` })).status).toBe(200)
    expect((await testContext.admin.get(`${data}/tags/${id}/notes`)).status).toBe(404)
    expect((await testContext.admin.post(`${data}/tags/${id}/undo`, { action: 'delete' })).status).toBe(200)
    expect(await bodiesOf(testContext.admin, `${data}/tags/${id}/notes`)).toEqual(['Ask before deleting'])
  })

  it('follow what is merged away, and come back with it', async () => {
    const cityId = await testContext.maker.make('cities')
    const [into, from] = [
      await testContext.maker.make('venues', { cityId, publication: 'draft' }),
      await testContext.maker.make('venues', { cityId, publication: 'draft' }),
    ]
    const at = (id: number) => `${data}/venues/${id}/notes`
    await write(testContext.admin, at(into), 'Of the one that stays')
    await write(testContext.admin, at(from), 'Of the other')
    const merged = await testContext.admin.post(`${data}/venues/${into}/merge`, { from })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect(await bodiesOf(testContext.admin, at(into))).toEqual(['Of the other', 'Of the one that stays'])
    expect(
      (await testContext.admin.post(`${data}/venues/${into}/merges/${(merged.body as { id: number }).id}/undo`, {}))
        .status,
    ).toBe(200)
    expect(await bodiesOf(testContext.admin, at(into))).toEqual(['Of the one that stays'])
    expect(await bodiesOf(testContext.admin, at(from))).toEqual(['Of the other'])
  })
})
