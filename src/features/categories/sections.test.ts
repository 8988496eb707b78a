import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type Row,
  admin,
  below,
  category,
  db,
  records,
  serveSections,
  server,
  subcategory,
  treeOf,
} from './testing/section-records.server.ts'

serveSections()

describe('the tree', () => {
  it('has new ones at the end and takes another order, which every reader sees', async () => {
    const [one, two, three] = [await category(), await category(), await category()]
    const before = (await treeOf()).categories.map(({ id }) => id)
    expect(before.slice(-3)).toEqual([one.id, two.id, three.id])
    const ids = [...before.slice(0, -3), three.id, one.id, two.id]
    expect((await admin.post('/rest/data/categories/order', { ids, was: before })).body).toEqual({ moved: 3 })
    expect((await treeOf()).categories.map(({ id }) => id)).toEqual(ids)
    expect((await admin.post('/rest/data/categories/order', { ids, was: ids })).body).toEqual({ moved: 0 })
    expect((await admin.get(`/rest/data/categories/${ids[0]}`)).body).toMatchObject({ position: 1 })
    expect((await subcategory(one.id))['position']).toBe(1)
  })

  it('refuses an order made on a tree that is no more, one with strangers in it, and one that says a place twice', async () => {
    const all = (await treeOf()).categories.map(({ id }) => id)
    const added = await category()
    const refused = await admin.post('/rest/data/categories/order', { ids: all, was: all })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      `${added.name} is not in this order: the tree changed. Check it again.`,
    ])
    expect(
      (await admin.post('/rest/data/categories/order', { ids: [...all, added.id, 999_999], was: [...all, added.id] }))
        .status,
    ).toBe(422)
    expect(
      (await admin.post('/rest/data/categories/order', { ids: [...all, added.id, added.id], was: [...all, added.id] }))
        .status,
    ).toBe(422)
  })

  it('keeps the order that a colleague has made in the meantime', async () => {
    const home = await category()
    const [one, two, three] = [await subcategory(home.id), await subcategory(home.id), await subcategory(home.id)]
    const [top, was] = [(await treeOf()).categories.map(({ id }) => id), [one.id, two.id, three.id]]
    const order = (ids: number[], from = was) =>
      admin.post('/rest/data/subcategories/order', { categoryId: home.id, ids, was: from })
    expect((await order([three.id, one.id, two.id])).status).toBe(200)
    const stale = await order([two.id, one.id, three.id])
    expect([stale.status, (stale.body as { message: string }).message]).toEqual([
      409,
      'The order changed. Check it, and move your items again.',
    ])
    expect(await below(home.id)).toEqual([three.id, one.id, two.id])
    expect((await order([two.id, one.id, three.id], [three.id, one.id, two.id])).status).toBe(200)
    const [last, ...rest] = top.toReversed()
    expect(
      (await admin.post('/rest/data/categories/order', { ids: [last, ...rest.toReversed()], was: top })).status,
    ).toBe(200)
    expect((await admin.post('/rest/data/categories/order', { ids: top, was: top })).status).toBe(409)
    const {
      rows: [trace],
    } =
      await sql`select before, after from audit_log where action = 'reordered' and record_id = ${String(home.id)} order by id desc limit 1`.execute(
        db(),
      )
    expect(trace).toEqual({
      before: { order: [three.name, one.name, two.name] },
      after: { order: [two.name, one.name, three.name] },
    })
  })

  it('moves a subcategory into another category with its slugs in every language, unless one is in the way', async () => {
    const [from, to] = [await category(), await category()]
    const [moving, there] = [await subcategory(from.id, { slug: 'moving-on' }), await subcategory(to.id)]
    await admin.put(`/rest/data/subcategories/${moving.id}/translations/es`, { texts: { slug: { text: 'mudanza' } } })
    const order = { categoryId: to.id, ids: [moving.id, there.id], was: [there.id] }
    expect((await admin.post('/rest/data/subcategories/order', order)).status).toBe(200)
    expect([await below(from.id), await below(to.id)]).toEqual([[], [moving.id, there.id]])
    const { rows } =
      await sql`select scope from translations where resource = 'subcategories' and record_id = ${moving.id}`.execute(
        db(),
      )
    expect(rows).toEqual([{ scope: to.id }])
    const same = await subcategory(from.id, { slug: 'moving-on' })
    const refused = await admin.post('/rest/data/subcategories/order', {
      categoryId: to.id,
      ids: [moving.id, there.id, same.id],
      was: [moving.id, there.id],
    })
    expect(refused.status).toBe(409)
    expect(await below(from.id)).toEqual([same.id])
    const trail = (await admin.get(`/rest/data/subcategories/${moving.id}/history`)).body as {
      versions: { action: string }[]
    }
    expect(trail.versions[0]?.action).toBe('moved')
  })

  it('says which slug in which language is in the way where it goes', async () => {
    const [from, to] = [await category(), await category()]
    const [moving, there] = [await subcategory(from.id), await subcategory(to.id)]
    for (const { id } of [moving, there])
      await admin.put(`/rest/data/subcategories/${id}/translations/es`, { texts: { slug: { text: 'misma' } } })
    const message = `${there.name} in Spanish already has the slug misma of ${moving.name} in Spanish there. Change one of them first.`
    for (const [reply, key] of [
      [
        await admin.post('/rest/data/subcategories/order', {
          categoryId: to.id,
          ids: [there.id, moving.id],
          was: [there.id],
        }),
        'categoryId',
      ],
      [await admin.post(`/rest/data/categories/${from.id}/reassign`, { toId: to.id }), 'toId'],
      [await admin.patch(`/rest/data/subcategories/${moving.id}`, { categoryId: to.id }), 'categoryId'],
      [
        await admin.patch(`/rest/data/subcategories/${moving.id}`, { categoryId: to.id, slug: 'another-one' }),
        'categoryId',
      ],
    ] as const)
      expect([reply.status, reply.body]).toMatchObject([409, { message, fields: { [key]: message } }])
    // A page without a Spanish slug uses its own slug there.
    await admin.put(`/rest/data/subcategories/${moving.id}/translations/es`, {
      texts: { slug: { text: String(there['slug']) } },
    })
    expect((await admin.patch(`/rest/data/subcategories/${moving.id}`, { categoryId: to.id })).body).toMatchObject({
      message: `${there.name} already has the slug ${String(there['slug'])} of ${moving.name} in Spanish there. Change one of them first.`,
    })
    expect(await below(from.id)).toEqual([moving.id])
  })

  it('takes the events of a subcategory along, each with its trace, however it is moved and when that is undone', async () => {
    const [from, to] = [await category(), await category()]
    const { id } = await subcategory(from.id)
    const event = await records.make('events', { categoryId: from.id, subcategoryId: id })
    const read = async () => (await admin.get(`/rest/data/events/${event}`)).body as Row
    const last = async () =>
      (
        await sql`select action, before, after from audit_log where object = 'events' and record_id = ${String(event)} order by id desc limit 1`.execute(
          db(),
        )
      ).rows[0]
    expect((await admin.patch(`/rest/data/subcategories/${id}`, { categoryId: to.id })).status).toBe(200)
    expect([await read(), await last()]).toMatchObject([
      { categoryId: to.id, version: 2 },
      { action: 'moved', before: { categoryId: from.id }, after: { categoryId: to.id } },
    ])
    await admin.put(`/rest/data/subcategories/${id}/translations/es`, { texts: { slug: { text: 'de-vuelta' } } })
    await admin.patch(`/rest/data/subcategories/${id}`, { categoryId: from.id })
    expect((await admin.post(`/rest/data/subcategories/${id}/undo`, { action: 'update' })).status).toBe(200)
    expect([await read(), await last()]).toMatchObject([
      { categoryId: to.id, version: 4 },
      { action: 'moved', before: { categoryId: from.id }, after: { categoryId: to.id } },
    ])
    const { rows } =
      await sql`select scope from translations where resource = 'subcategories' and record_id = ${id}`.execute(db())
    expect(rows).toEqual([{ scope: to.id }])
    expect(
      (await admin.post('/rest/data/subcategories/order', { categoryId: from.id, ids: [id], was: [] })).status,
    ).toBe(200)
    expect([await read(), await last()]).toMatchObject([{ categoryId: from.id, version: 5 }, { action: 'moved' }])
    expect((await admin.post(`/rest/data/categories/${from.id}/reassign`, { toId: to.id })).status).toBe(200)
    expect([await read(), await last()]).toMatchObject([{ categoryId: to.id, version: 6 }, { action: 'moved' }])
  })

  it('can be put in order only with write', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.get('/rest/data/categories/tree')).status).toBe(200)
    expect((await reader.post('/rest/data/categories/order', { ids: [], was: [] })).status).toBe(403)
    expect((await reader.post('/rest/data/subcategories/order', { categoryId: 1, ids: [], was: [] })).status).toBe(403)
  })
})
