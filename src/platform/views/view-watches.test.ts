import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client } from '../../app/testing/start.server.ts'
import type { SavedView } from '../../core/list/saved-views.ts'
import { savedViewsPath as path, viewText } from '../../core/list/saved-views.ts'
import { maker } from '../../core/testing/make.server.ts'
import { agent, answer, editor, fields, finance, make, serveViews, server } from './testing/coupon-views.server.ts'

serveViews()

const db = () => server.database.kysely
const sample = viewText({ filter: '{"createdAt":{"gte":"2020-01-01T00:00:00.000Z"}}' })
let samples: ReturnType<typeof maker>
beforeAll(() => {
  samples = maker(db(), resources, examples)
})
const addCoupons = async (count: number) => {
  for (let made = 0; made < count; made++) await samples.make('coupons')
}
const watch = async (who: Client, view: SavedView, input: object = {}) =>
  (await who.put(`${path}/${view.id}/watch`, input)).body as SavedView
/** Runs the job as if its ten minutes were over; answers what the inbox has then. */
async function news(who: Client): Promise<[title: string, path: string][]> {
  await sql`update view_watches set checked_at = now() - interval '1 hour'`.execute(db())
  await server.runJob('watch-saved-views')
  const { items } = (await who.get('/rest/data/inbox')).body as { items: { title: string; path: string }[] }
  return items.map(({ title, path: to }) => [title, to])
}
const titles = async (who: Client) => (await news(who)).map(([title]) => title)

beforeEach(async () => {
  await sql`delete from inbox_items`.execute(db())
  await sql`delete from view_watches`.execute(db())
})

describe('a view that is watched for new rows', () => {
  it('is news when it has some, counted since the person last read of it, and leads to the view', async () => {
    const view = await make(agent, { query: sample })
    expect((await watch(agent, view)).watch).toEqual({ threshold: null })
    expect(await news(agent)).toEqual([])
    await addCoupons(2)
    const address = `/coupons/list?${sample}&view=${view.id}`
    expect(await news(agent)).toEqual([[`2 new rows in ${view.name}`, address]])
    await addCoupons(1)
    expect(await titles(agent)).toEqual([`3 new rows in ${view.name}`])
    expect(await titles(agent)).toEqual([`3 new rows in ${view.name}`])
    const { items } = (await agent.get('/rest/data/inbox')).body as { items: { id: number }[] }
    await agent.post('/rest/data/inbox/read', { upTo: items[0]?.id })
    await addCoupons(1)
    expect((await titles(agent))[0]).toBe(`1 new row in ${view.name}`)
  })

  it('counts from its change on when its filter becomes wider, and what it shows then is no news', async () => {
    const view = await make(agent, { query: viewText({ filter: '{"state":["paused"]}' }) })
    await watch(agent, view)
    await addCoupons(2)
    await agent.patch(`${path}/${view.id}`, { query: sample })
    expect(await titles(agent)).toEqual([])
    await addCoupons(1)
    expect(await titles(agent)).toEqual([`1 new row in ${view.name}`])
  })

  it('is news for no one else, and stays unknown to them', async () => {
    const view = await make(agent, { query: sample, isShared: true })
    await watch(finance, view)
    await addCoupons(1)
    expect(await titles(finance)).toHaveLength(1)
    expect(await titles(agent)).toEqual([])
    expect(((await agent.get(`${path}/${view.id}`)).body as SavedView).watch).toBeNull()
    expect(answer(await editor.put(`${path}/${view.id}/watch`, {}))).toBe('404 NotFound')
  })

  it('is quiet for a person whose role no longer shows the list, and when it is no longer watched', async () => {
    const view = await make(agent, { query: sample })
    await watch(agent, view)
    await addCoupons(1)
    expect(await titles(agent)).toHaveLength(1)
    await addCoupons(1)
    const giveRole = (role: string) =>
      sql`update staff set role_id = (select id from roles where name = ${role}) where id = (select staff_id from view_watches)`.execute(
        db(),
      )
    await giveRole('catalogue-editor')
    await sql`update view_watches set checked_at = now() - interval '1 hour'`.execute(db())
    await server.runJob('watch-saved-views')
    const { items } = (await agent.get('/rest/data/inbox')).body as { items: object[] }
    expect(items).toEqual([])
    await giveRole('sales-agent')
    expect(((await agent.delete(`${path}/${view.id}/watch`)).body as SavedView).watch).toBeNull()
    expect(await titles(agent)).toEqual([`1 new row in ${view.name}`])
  })
})

describe('a view that is watched for more rows than a number', () => {
  it('is news each time that it passes it, and not while it stays above', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from coupons`.execute(db())
    const threshold = (rows[0]?.n ?? 0) + 1
    const view = await make(agent, { query: sample })
    await watch(agent, view, { threshold })
    await addCoupons(1)
    expect(await titles(agent)).toEqual([])
    await addCoupons(1)
    expect(await titles(agent)).toEqual([`${view.name} has ${threshold + 1} rows, more than ${threshold}`])
    await sql`delete from inbox_items`.execute(db())
    await addCoupons(1)
    expect(await titles(agent)).toEqual([])
    await sql`update view_watches set is_over = false`.execute(db())
    expect(await titles(agent)).toEqual([`${view.name} has ${threshold + 2} rows, more than ${threshold}`])
  })

  it('is narrowed only by what the list reads as a filter', async () => {
    const view = await make(agent, { query: sample })
    for (const within of ['ana', 'null', '[]', '1', '"x"']) {
      const reply = await agent.put(`${path}/${view.id}/watch`, { threshold: 5, within })
      expect([within, answer(reply), fields(reply)]).toEqual([within, '422 InvalidInput', ['within']])
    }
    expect(answer(await agent.put(`${path}/${view.id}/watch`, { within: '{"nothing":1}' }))).toBe('422 InvalidInput')
    expect((await watch(agent, view, { within: '{"state":["paused"]}' })).watch).toEqual({ threshold: null })
  })

  it('takes a number up to what lists count', async () => {
    const view = await make(agent, { query: sample })
    expect(fields(await agent.put(`${path}/${view.id}/watch`, { threshold: 1_001 }))).toEqual(['threshold'])
    expect(fields(await agent.put(`${path}/${view.id}/watch`, { threshold: 'ten' }))).toEqual(['threshold'])
  })
})
