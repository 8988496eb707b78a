import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { YieldMatrix } from './section.endpoints.ts'
import {
  type Row,
  admin,
  below,
  category,
  db,
  records,
  serveSections,
  subcategory,
  treeOf,
} from './testing/section-records.server.ts'

serveSections()

const products = (subcategoryIds: number[], values: object = {}) =>
  records.make('products', { status: 'live', suspendedBecause: null, subcategoryIds, ...values })

describe('what belongs to a section', () => {
  it('goes to another one before it is deleted', async () => {
    const [from, to] = [await category(), await category()]
    const [sub, other] = [await subcategory(from.id), await subcategory(to.id)]
    const product = await products([sub.id, other.id])
    expect((await admin.delete(`/rest/data/categories/${from.id}`)).body).toMatchObject({
      message: 'A subcategory is in this category. Move them to another one first.',
    })
    expect((await admin.delete(`/rest/data/subcategories/${sub.id}`)).body).toMatchObject({
      message: 'A product is in this subcategory. Move them to another one first.',
    })
    expect((await admin.post(`/rest/data/subcategories/${sub.id}/reassign`, { toId: sub.id })).status).toBe(422)
    expect((await admin.post(`/rest/data/subcategories/${sub.id}/reassign`, { toId: other.id })).body).toEqual({
      moved: 1,
    })
    // It was in both, and is in the one that is left once.
    expect((await admin.get(`/rest/data/products/${product}`)).body).toMatchObject({
      subcategoryIds: [other.id],
      version: 2,
    })
    const trail = (await admin.get(`/rest/data/products/${product}/history`)).body as {
      versions: { action: string; changes: unknown }[]
    }
    expect(trail.versions[0]?.action).toBe('given-a-successor')
    const {
      rows: [trace],
    } =
      await sql`select before, after from audit_log where object = 'products' and record_id = ${String(product)} order by id desc limit 1`.execute(
        db(),
      )
    expect(trace).toEqual({ before: { subcategoryIds: [sub.id, other.id] }, after: { subcategoryIds: [other.id] } })
    expect((await admin.post(`/rest/data/categories/${from.id}/reassign`, { toId: to.id })).body).toEqual({ moved: 1 })
    expect(await below(to.id)).toEqual([other.id, sub.id])
    for (const path of [`subcategories/${sub.id}`, `categories/${from.id}`])
      expect((await admin.delete(`/rest/data/${path}`)).status).toBe(200)
  })

  it('is weighed by city: what is on sale, what is bought, and whether the page is public', async () => {
    const { id: categoryId } = await category()
    const { id: subcategoryId } = await subcategory(categoryId)
    const cityId = await records.make('cities', { publication: 'draft' })
    await products([subcategoryId], { cityId })
    await products([subcategoryId], { cityId })
    await products([subcategoryId], { cityId, status: 'retired' })
    const read = async () =>
      ((await admin.get('/rest/data/subcategories/page-yield')).body as YieldMatrix).cells.find(
        (cell) => cell.subcategoryId === subcategoryId,
      )
    expect(await read()).toEqual({
      cityId,
      subcategoryId,
      products: 2,
      events: 0,
      orders: 0,
      pages: 0,
      aliasId: null,
      coverage: 'missing',
      priority: 2,
    })
    await sql`update subcategories set publication = 'published' where id = ${subcategoryId}`.execute(db())
    await sql`update cities set publication = 'published' where id = ${cityId}`.execute(db())
    expect(await read()).toMatchObject({ coverage: 'thin' })
    await products([subcategoryId], { cityId })
    expect(await read()).toMatchObject({ products: 3, coverage: 'live', priority: 0 })
    // An alias is a page too, whatever the city is.
    await sql`update cities set publication = 'unpublished' where id = ${cityId}`.execute(db())
    expect(await read()).toMatchObject({ coverage: 'missing' })
    const aliasId = await records.make('aliases', { cityId, subcategoryIds: [subcategoryId], publication: 'published' })
    expect(await read()).toMatchObject({ pages: 1, aliasId, coverage: 'live', priority: 0 })
  })

  it('counts events as long as they are published and to come, in the tree, the lists and the matrix', async () => {
    const { id: categoryId } = await category()
    const { id } = await subcategory(categoryId)
    const event = await records.make('events', {
      categoryId,
      subcategoryId: id,
      publication: 'published',
      isHidden: false,
      schedule: 'scheduled',
    })
    const without = await records.make('events', {
      categoryId,
      subcategoryId: null,
      publication: 'published',
      isHidden: false,
      schedule: 'scheduled',
    })
    const shown = async () => {
      const [of, above] = [
        (await admin.get(`/rest/data/subcategories/${id}`)).body as Row,
        (await admin.get(`/rest/data/categories/${categoryId}`)).body as Row,
      ]
      const node = (await treeOf()).categories.find((one) => one.id === categoryId)
      expect([node?.eventCount, node?.isThin, node?.subcategories[0]?.eventCount]).toEqual([
        above['eventCount'],
        above['isThin'],
        of['eventCount'],
      ])
      return [of['eventCount'], above['eventCount'], of['cityCount']]
    }
    expect(await shown()).toEqual([0, 0, 0])
    const to = (value: string) => sql`update performances set status = ${value} where event_id = ${event}`.execute(db())
    for (const eventId of [event, event, without]) {
      await records.make('performances', { eventId, status: 'onsale', isDateTbd: false })
    }
    expect(await shown()).toEqual([1, 2, 1])
    await to('cancelled')
    expect(await shown()).toEqual([0, 1, 0])
    await to('postponed')
    for (const [off, on] of [
      ['is_hidden = true', 'is_hidden = false'],
      [`publication = 'unpublished'`, `publication = 'published'`],
      ['subcategory_id = null', `subcategory_id = ${id}`],
    ] as const) {
      await sql`update events set ${sql.raw(off)} where id = ${event}`.execute(db())
      expect((await shown())[0]).toBe(0)
      await sql`update events set ${sql.raw(on)} where id = ${event}`.execute(db())
      expect((await shown())[0]).toBe(1)
    }
    await products([id])
    await products([id])
    const { body } = await admin.get('/rest/data/subcategories', {
      filter: JSON.stringify({ categoryId, isThin: false }),
    })
    expect(body).toMatchObject([{ id, productCount: 2, eventCount: 1, isThin: false }])
    const past =
      await sql`update live_events set live_until = now() - interval '1 hour' where event_id = ${event}`.execute(db())
    expect([past.numAffectedRows, await shown()]).toEqual([1n, [0, 1, 2]])
    await sql`delete from performances where event_id = ${without}`.execute(db())
    expect((await shown())[1]).toBe(0)
  })
})
