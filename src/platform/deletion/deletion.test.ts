import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { reassignableReferences } from '../references/replacements.ts'
import { seedTexts } from '../translations/store/seed-texts.server.ts'
import {
  type Row,
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

describe('what goes to a successor', () => {
  const keysOf = (name: string) => {
    const of = resources.find((resource) => resource.name === name)
    return of
      ? reassignableReferences(of, resources)
          .map(({ resource, key }) => `${resource.name}.${key}`)
          .toSorted()
      : []
  }
  it('is what people write, not what was sold, reviewed or filed under it', () => {
    expect(keysOf('coupons')).toEqual([])
    expect(keysOf('categories')).toEqual([
      'coupons.categoryIds',
      'coupons.excludedCategoryIds',
      'events.categoryId',
      'rules.categoryIds',
    ])
    expect(keysOf('subcategories')).toEqual([
      'aliases.subcategoryIds',
      'coupons.excludedSubcategoryIds',
      'coupons.subcategoryIds',
      'events.subcategoryId',
      'products.subcategoryIds',
      'rules.subcategoryIds',
    ])
    expect(keysOf('lineups')).toEqual(['lineups.successorId'])
    expect(keysOf('tags')).toEqual(['events.tagIds', 'lineups.tagIds', 'performers.tagIds', 'products.tagIds'])
    expect(keysOf('authors')).toEqual([
      'aliases.authorId',
      'categories.authorId',
      'lineups.authorId',
      'subcategories.authorId',
    ])
    expect(keysOf('images')).not.toContain('product-reviews.imageIds')
  })
})

describe('a deletion with a successor', () => {
  it('hands over what refers to the record, once each, keeps the order of lists, and leaves a trace of every change', async () => {
    const [going, replacement, other] = [await tag(), await tag(), await tag()]
    const [event, product] = [
      await records.make('events', { tagIds: [other.id, going.id, replacement.id] }),
      await records.make('products', { tagIds: [going.id] }),
    ]
    expect(says(await admin.delete(`/rest/data/tags/${going.id}`))[0]).toBe(409)
    const reply = await remove('tags', going, replacement.id)
    expect([reply.status, (reply.body as Row).id]).toEqual([200, going.id])
    expect([(await read('events', event))['tagIds'], (await read('products', product))['tagIds']]).toEqual([
      [other.id, replacement.id],
      [replacement.id],
    ])
    expect(await read('tags', replacement.id)).toMatchObject({ usageCount: 2, version: replacement.version })
    const [[change], [deletion]] = [await traces('events', event), await traces('tags', going.id)]
    expect(change).toMatchObject({
      action: 'given-a-successor',
      before: { tagIds: [other.id, going.id, replacement.id] },
      after: { tagIds: [other.id, replacement.id] },
    })
    expect(deletion).toMatchObject({
      action: 'delete',
      after: null,
      before: { name: going.name },
      reason: `${replacement.name} takes its place in 2 places that referred to it`,
    })
    expect(deletion?.request_id).toBe(change?.request_id)
  })

  it('makes a rule that goes to another category count again what it affects', async () => {
    const [going, replacement] = [await category(), await category()]
    const rule = await records.make('rules', { categoryIds: [going.id] })
    await sql`update rules set affected_count = 7, counted_at = now() where id = ${rule}`.execute(db())
    expect((await remove('categories', going, replacement.id)).status).toBe(200)
    expect(await read('rules', rule)).toMatchObject({ categoryIds: [replacement.id], affectedCount: null })
  })

  it('without one is what it always was, and leaves what it can be left without', async () => {
    const going = await category()
    const rule = await records.make('rules', { categoryIds: [going.id] })
    expect((await admin.delete(`/rest/data/categories/${going.id}`)).status).toBe(200)
    const {
      rows: [left],
    } = await sql<{
      ids: number[]
      version: number
    }>`select category_ids as ids, version from rules where id = ${rule}`.execute(db())
    expect(left).toEqual({ ids: [going.id], version: 1 })
    expect((await traces('categories', going.id))[0]).toMatchObject({ action: 'delete', reason: null })
  })

  it('is all or nothing: with one record too many, or one out of reach, everything stays', async () => {
    const [going, replacement] = [await tag(), await tag()]
    const [event, product] = [
      await records.make('events', { tagIds: [going.id] }),
      await records.make('products', { tagIds: [going.id] }),
    ]
    await sql`
      insert into role_permissions (role_id, action, object) select r.id, a.action, o.object from roles r,
        (values ('ui'), ('write')) as a (action), (values ('tags'), ('matches')) as o (object) where r.name = 'no-access' on conflict do nothing`.execute(
      db(),
    )
    const narrow = await server.signIn('no-access')
    const refused = await remove('tags', going, replacement.id, narrow)
    expect(says(refused)).toEqual([
      403,
      'Records that you can’t see refer to it. Ask a colleague who can change them, or leave those references as they are.',
    ])
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'products' from roles where name = 'no-access' on conflict do nothing`.execute(
      db(),
    )
    await sql`update events set tag_ids = '{}' where id = ${event}`.execute(db())
    const named = await remove('tags', going, replacement.id, await server.signIn('no-access'))
    expect(says(named)[1]).toMatch(/^The product .* refers to it, and you can’t change that\./)
    expect([(await read('products', product))['tagIds'], (await read('tags', going.id)).id]).toEqual([
      [going.id],
      going.id,
    ])

    await sql`insert into events (name, slug, type, venue_id, city_id, provider_id, locale, tag_ids)
      select 'Many ' || n, 'many-' || n, type, venue_id, city_id, provider_id, locale, array[${going.id}::bigint] from events, generate_series(1, 1001) n where id = ${event}`.execute(
      db(),
    )
    expect(says(await remove('tags', going, replacement.id))).toEqual([
      409,
      'More than 1000 records refer to it, which is too many at once. Change them in their lists first.',
    ])
    expect((await read('products', product))['version']).toBe(1)
    await sql`update events set tag_ids = '{}' where tag_ids @> array[${going.id}::bigint]`.execute(db())
  })

  it('replaces the deleted record in link markers, in every language, and only for people who can change those texts', async () => {
    const [going, replacement] = [await category(), await category()]
    const marker = (id: number | string) => `:::link|text=Shows|element=ca-${id}:::`
    const text = (id: number) => `<p>Of ${marker(id)} and ${marker(`${going.id}1`)}, twice ${marker(id)}.</p>`
    const [before, after] = [text(going.id), text(replacement.id)]
    const [source, translated] = [
      await records.make('cities', { description: before }),
      await records.make('cities', { description: '<p>Plain.</p>' }),
    ]
    for (const [id, of] of [
      [source, before],
      [translated, '<p>Plain.</p>'],
    ] as const) {
      await seedTexts(db(), 'cities', 'es', [{ id, field: 'description', source: of, text: `<p>Es: ${before}</p>` }])
    }
    expect((await usedBy('categories', going)).links.map(({ recordId }) => recordId).toSorted()).toEqual(
      [source, translated].toSorted(),
    )
    // Its page was never public and only texts name it: another record can still take its place.
    expect((await usedBy('categories', going)).asksSuccessor).toBe(true)
    expect(await preview('categories', going)).toEqual({ isPossible: true, why: null })
    await sql`insert into role_permissions (role_id, action, object) select r.id, a.action, 'categories' from roles r, (values ('ui'), ('write')) as a (action)
      where r.name = 'no-access' on conflict do nothing`.execute(db())
    expect(says(await remove('categories', going, replacement.id, await server.signIn('no-access')))[0]).toBe(403)

    const reply = await remove('categories', going, replacement.id)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect([(await read('cities', source))['description'], (await read('cities', translated))['description']]).toEqual([
      after,
      '<p>Plain.</p>',
    ])
    const { rows } =
      await sql`select text, source, outdated_at as outdated from translations where resource = 'cities' and field = 'description' and record_id = any(${[source, translated]}::bigint[]) order by record_id`.execute(
        db(),
      )
    expect(rows).toEqual([
      { text: `<p>Es: ${after}</p>`, source: after, outdated: null },
      { text: `<p>Es: ${after}</p>`, source: '<p>Plain.</p>', outdated: null },
    ])
    const inSpanish = { 'description (es)': `<p>Es: ${before}</p>` }
    expect((await traces('cities', source))[0]).toMatchObject({
      action: 'given-a-successor',
      before: { description: before, ...inSpanish },
      after: { description: after, 'description (es)': `<p>Es: ${after}</p>` },
    })
    expect((await traces('cities', translated))[0]).toMatchObject({
      before: inSpanish,
      after: { 'description (es)': `<p>Es: ${after}</p>` },
    })
    expect((await traces('categories', going.id))[0]?.reason).toBe(
      `${replacement.name} takes its place in 2 places that referred to it`,
    )
  })

  it('heeds the cities that a person’s grants are limited to', async () => {
    const [going, replacement] = [await tag({ kind: 'tour' }), await tag({ kind: 'tour' })]
    const product = await records.make('products', { tagIds: [going.id] })
    const here = Number((await read('products', product))['cityId'])
    const elsewhere = await records.make('cities')
    const limit = (cityId: number) =>
      sql`
      insert into role_permissions (role_id, action, object, city_ids) select id, 'write', 'products', array[${cityId}::bigint] from roles where name = 'finance'
      on conflict (role_id, action, object) do update set city_ids = excluded.city_ids`.execute(db())
    await sql`insert into role_permissions (role_id, action, object) select id, 'write', 'tags' from roles where name = 'finance' on conflict do nothing`.execute(
      db(),
    )
    await limit(elsewhere)
    // A user who can change tags but not view them sees none.
    expect(onSuccessor(await remove('tags', going, replacement.id, await server.signIn('finance')))).toEqual([
      422,
      'Tag not found.',
    ])
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'tags' from roles where name = 'finance' on conflict do nothing`.execute(
      db(),
    )
    expect((await remove('tags', going, replacement.id, await server.signIn('finance'))).status).toBe(403)
    await limit(here)
    expect((await remove('tags', going, replacement.id, await server.signIn('finance'))).status).toBe(200)
    expect((await read('products', product))['tagIds']).toEqual([replacement.id])
  })

  it('is refused on successorId in words: itself, one that is not there, one of another kind, and what is no id', async () => {
    const [going, tour] = [await tag(), await tag({ kind: 'tour' })]
    expect(onSuccessor(await remove('tags', going, going.id))).toEqual([422, 'A tag cannot take its own place.'])
    expect(onSuccessor(await remove('tags', going, 999_999))).toEqual([422, 'Tag not found.'])
    expect(onSuccessor(await remove('tags', going, tour.id))).toEqual([
      422,
      `${tour.name} has a different kind, so it can’t replace this tag.`,
    ])
    for (const wrong of ['', 'abc', '0', '-1', '1.5'])
      expect(onSuccessor(await remove('tags', going, wrong))).toEqual([422, 'Send the successor’s id.'])
    const [above, beside] = [await category(), await category()]
    const [sub, elsewhere] = [await subcategory(above.id), await subcategory(beside.id)]
    expect(onSuccessor(await remove('subcategories', sub, elsewhere.id))[0]).toBe(422)
    const coupon = await made('coupons', { code: `SUCC-${next()}`, name: 'X', percent: 500 })
    expect(onSuccessor(await remove('coupons', coupon, coupon.id))).toEqual([
      422,
      'Texts don’t refer to coupons, so they can’t have a replacement.',
    ])
    expect(await read('tags', going.id)).toMatchObject({ version: going.version })
  })

  it('heeds If-Match, and 404 where there is nothing to delete', async () => {
    const [going, replacement] = [await tag(), await tag()]
    expect((await remove('tags', going, replacement.id, admin, { 'if-match': '"0"' })).status).toBe(412)
    expect((await remove('tags', going, replacement.id, admin, { 'if-match': `"${going.version}"` })).status).toBe(200)
    expect((await remove('tags', going, replacement.id)).status).toBe(404)
  })

  it('leaves a successor that pointed at the one before it pointing at nothing', async () => {
    const unseen = { publication: 'draft', publishedAt: null, publishAt: null, unpublishAt: null }
    const [going, replacement] = [await records.make('lineups', unseen), await records.make('lineups', unseen)]
    await sql`update lineups set successor_id = ${going} where id = ${replacement}`.execute(db())
    expect((await remove('lineups', { id: going }, replacement)).status).toBe(200)
    expect((await read('lineups', replacement))['successorId']).toBeNull()
  })

  it('that is undone brings the record back and leaves with the successor what it was given', async () => {
    const [going, replacement] = [await tag(), await tag()]
    const event = await records.make('events', { tagIds: [going.id] })
    await remove('tags', going, replacement.id)
    expect((await admin.post(`/rest/data/tags/${going.id}/undo`, { action: 'delete' })).status).toBe(200)
    expect([(await read('tags', going.id))['usageCount'], (await read('events', event))['tagIds']]).toEqual([
      0,
      [replacement.id],
    ])
    // Its history leads back to how the event was, list and all.
    const {
      versions: [version],
    } = (await admin.get(`/rest/data/events/${event}/history`)).body as {
      versions: { entry: number; action: string }[]
    }
    expect(version?.action).toBe('given-a-successor')
    expect(
      (await admin.post(`/rest/data/events/${event}/restore`, { entry: version?.entry, side: 'before' })).body,
    ).toMatchObject({ tagIds: [going.id] })
  })
})
