import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openStage } from '../../app/testing/stage.server.ts'
import { problemsIn } from '../../kit/testing/stage.server.ts'
import { resources } from '../../registry.ts'
import { tags } from '../tags/tags.ts'
import type { Note } from './notes.ts'
import { hasNotes } from './notes.ts'

let stage: Awaited<ReturnType<typeof openStage>>
let agent: Client
let finance: Client
const data = '/rest/data'

beforeAll(async () => {
  stage = await openStage({ postgresUrl: inject('postgresUrl'), name: 'notes' })
  agent = await stage.server.signIn('sales-agent')
  finance = await stage.server.signIn('finance')
})
afterAll(() => stage.close())

const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(stage.db)
const customersAt = (id: number) => `${data}/users/user/${id}/notes`
async function write(who: Pick<Client, 'get' | 'post'>, path: string, body: string): Promise<Note> {
  const reply = await who.post(path, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Note
}
const bodiesOf = async (who: Pick<Client, 'get' | 'post'>, path: string) => ((await who.get(path)).body as { notes: Note[] }).notes.map(({ body }) => body)

describe('notes', () => {
  it('are of every resource whose records are read one by one, the audit apart', () => {
    const without = resources.filter((resource) => !hasNotes(resource)).map(({ name }) => name)
    expect(without).toContain('audit')
    expect(resources.filter(({ form }) => form !== undefined).filter((resource) => !hasNotes(resource))).toEqual([])
  })

  it('are read by every colleague, changed by their author alone, and taken back by them or an admin', async () => {
    const path = `${data}/purchases/${await stage.maker.make('purchases')}/notes`
    const [first, second] = [await write(agent, path, 'First'), await write(finance, path, 'Second')]
    expect([first.author, first.isOwn, second.author]).toEqual(['Amara Okonkwo', true, 'Hiroshi Tanabe'])
    expect(await bodiesOf(agent, path)).toEqual(['Second', 'First'])
    const theirs = `${path}/${second.id}`
    for (const who of [agent, stage.admin]) expect((await who.put(theirs, { body: 'Mine now' })).status).toBe(403)
    expect((await agent.delete(theirs)).status).toBe(403)
    expect((await finance.put(theirs, { body: 'Second, better' })).body).toMatchObject({ body: 'Second, better', editedAt: expect.any(String) as string })
    await run(sql`update record_notes set author_id = null where id = ${second.id}`)
    expect((await finance.delete(theirs)).status).toBe(403)
    expect((await finance.get(path)).body).toMatchObject({ notes: [{ author: null, isOwn: false }, { author: 'Amara Okonkwo', isOwn: false }] })
    expect((await stage.admin.delete(theirs)).status).toBe(200)
    expect(await bodiesOf(agent, path)).toEqual(['First'])
  })

  it('belong to one record: no other address leads to them', async () => {
    const [one, other] = [await stage.maker.make('purchases'), await stage.maker.make('purchases')]
    const note = await write(agent, `${data}/purchases/${one}/notes`, 'Of the one')
    expect((await agent.delete(`${data}/purchases/${other}/notes/${note.id}`)).status).toBe(404)
    expect((await stage.admin.delete(`${data}/coupons/${await stage.maker.make('coupons')}/notes/${note.id}`)).status).toBe(404)
  })

  it('say what is wrong with a text', async () => {
    const path = `${data}/purchases/${await stage.maker.make('purchases')}/notes`
    for (const body of ['', '   ', 'x'.repeat(5_001), 'a\u202eb', 5]) expect(Object.keys(problemsIn(await agent.post(path, { body })))).toEqual(['body'])
    expect(problemsIn(await agent.post(path, {}))).toEqual({ body: 'Write the note.' })
  })

  it('keep to the cities that somebody’s permission is limited to', async () => {
    const [near, far] = [await stage.maker.make('cities'), await stage.maker.make('cities')]
    const [here, there] = [await stage.maker.make('venues', { cityId: near }), await stage.maker.make('venues', { cityId: far })]
    const limited = await stage.server.signIn('read-only')
    await run(sql`insert into role_permissions (role_id, action, object, city_ids) select id, 'write', 'places', array[${near}::bigint] from roles where name = 'read-only'`)
    expect((await limited.post(`${data}/venues/${here}/notes`, { body: 'Mine' })).status).toBe(201)
    expect((await limited.post(`${data}/venues/${there}/notes`, { body: 'Not mine' })).status).toBe(403)
    await run(sql`delete from role_permissions where city_ids is not null`)
  })

  it('go with what is known of a customer, those of their purchases too, and stay with everybody else', async () => {
    const [gone, stays] = [await stage.maker.make('customers'), await stage.maker.make('customers')]
    const bought = await stage.maker.make('purchases', { customerId: gone })
    const other = await stage.maker.make('purchases', { customerId: stays })
    const paths = [customersAt(gone), `${data}/purchases/${bought}/notes`, customersAt(stays), `${data}/purchases/${other}/notes`]
    for (const path of paths) await write(agent, path, 'Lives in Oslo')
    await run(sql`update customers set status = 'anonymised' where id = ${gone}`)
    expect(await Promise.all(paths.map((path) => bodiesOf(agent, path)))).toEqual([[], [], ['Lives in Oslo'], ['Lives in Oslo']])
  })

  it('stay while a record is deleted, and are there when it is brought back', async () => {
    const { body } = await stage.admin.post(`${data}/tags`, await stage.maker.draft(tags))
    const { id, version } = body as { id: number; version: number }
    await write(stage.admin, `${data}/tags/${id}/notes`, 'Ask before deleting')
    expect((await stage.admin.delete(`${data}/tags/${id}`, { 'if-match': `"${version}"` })).status).toBe(200)
    expect((await stage.admin.get(`${data}/tags/${id}/notes`)).status).toBe(404)
    expect((await stage.admin.post(`${data}/tags/${id}/undo`, { action: 'delete' })).status).toBe(200)
    expect(await bodiesOf(stage.admin, `${data}/tags/${id}/notes`)).toEqual(['Ask before deleting'])
  })

  it('follow what is merged away, and come back with it', async () => {
    const cityId = await stage.maker.make('cities')
    const [into, from] = [await stage.maker.make('venues', { cityId }), await stage.maker.make('venues', { cityId })]
    const at = (id: number) => `${data}/venues/${id}/notes`
    await write(stage.admin, at(into), 'Of the one that stays')
    await write(stage.admin, at(from), 'Of the other')
    const merged = await stage.admin.post(`${data}/venues/${into}/merge`, { from })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect(await bodiesOf(stage.admin, at(into))).toEqual(['Of the other', 'Of the one that stays'])
    expect((await stage.admin.post(`${data}/venues/${into}/merges/${(merged.body as { id: number }).id}/undo`, {})).status).toBe(200)
    expect(await bodiesOf(stage.admin, at(into))).toEqual(['Of the one that stays'])
    expect(await bodiesOf(stage.admin, at(from))).toEqual(['Of the other'])
  })

  it('have what stood in a field of events in the release before, of those that were merged too', async () => {
    const make = async (name: string) => await stage.maker.make('events', { name, publication: 'draft', superEventId: null })
    const [into, from, alone] = [await make('Stays'), await make('Goes'), await make('Alone')]
    for (const table of ['events', 'performances', 'matches']) await run(sql`alter table ${sql.table(table)} add column notes text`)
    await run(sql`update events set notes = case id when ${into} then 'Of the one that goes' when ${from} then 'Of the one that goes' else ' Alone ' end where id in (${into}, ${from}, ${alone})`)
    const merged = await stage.admin.post(`${data}/events/${into}/merge`, { from })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const { id } = merged.body as { id: number }
    // The other one's was chosen over its own.
    await run(sql`update merges set winner_before = winner_before || '{"notes":"Of the one that stays"}', winner_after = winner_after || '{"notes":"Of the one that goes"}' where id = ${id}`)
    await run(sql.raw(await readFile(new URL('../../db/migrations/0093_one_place_for_notes.sql', import.meta.url), 'utf8')))
    const at = (event: number) => `${data}/events/${event}/notes`
    expect(await bodiesOf(stage.admin, at(alone))).toEqual(['Alone'])
    expect((await bodiesOf(stage.admin, at(into))).toSorted()).toEqual(['Of the one that goes', 'Of the one that stays'])
    const undone = await stage.admin.post(`${data}/events/${into}/merges/${id}/undo`, {})
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(await bodiesOf(stage.admin, at(from))).toEqual(['Of the one that goes'])
  })
})
