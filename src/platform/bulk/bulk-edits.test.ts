import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import { grant } from '../../app/testing/grant.server.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'
import type { BulkEdit } from './bulk-edits.ts'
import {
  admin,
  agent,
  done,
  idsOf,
  path,
  read,
  rename,
  rows,
  select,
  serveBulkEdits,
  server,
  start,
} from './testing/edited-coupons.server.ts'

serveBulkEdits()

describe('a selection', () => {
  it('is of what a list shows at that moment, filter and search included, and counts what lists stop counting', async () => {
    const { total } = await select({ filter: '{"status":["paused"]}', q: 'Bulk 1' })
    const found = sql`searchable(code, name, campaign)`
    expect(total).toBe((await idsOf(sql`status = 'paused' and ${found} like '%bulk%' and ${found} like '%1%'`)).length)
    expect((await select()).total).toBe(rows)
    expect((await admin.post('/rest/data/coupons/selections', { filter: '{"nobodyKnows":1}' })).status).toBe(422)
    expect((await admin.post('/rest/data/coupons/selections', { q: 'none of them' })).status).toBe(409)
  })

  it('belongs to one person and one list, and is forgotten', async () => {
    const { id } = await select()
    expect((await start({ selection: id, ...rename }, agent)).status).toBe(404)
    expect((await start({ selection: id, change: { riskNotes: { set: 'x' } } }, admin, 'users/user')).status).toBe(404)
    await sql`update bulk_selections set expires_at = now() - interval '1 second'`.execute(server.database.kysely)
    expect((await start({ selection: id, ...rename })).status).toBe(404)
    await server.runJob('forget-bulk-edits')
    expect((await sql`select 1 from bulk_selections`.execute(server.database.kysely)).rows).toEqual([])
  })
})

describe('a change of up to 100 records', () => {
  it('sets and clears several fields at once', async () => {
    const ids = (await idsOf(sql`status = 'active'`)).slice(0, 10)
    const edit = await done(
      start({ ids: ids.toReversed(), change: { campaign: { set: 'Spring' }, percent: { set: 2_000 } } }),
    )
    expect(edit).toMatchObject({ state: 'done', changed: 10, refused: 0, action: 'update' })
    expect(await idsOf(sql`campaign = 'Spring' and percent = 2000 and version = 2`)).toEqual(ids)
    expect(await done(start({ ids, change: { campaign: { set: null } } }))).toMatchObject({ changed: 10 })
    expect(await idsOf(sql`campaign = 'Spring'`)).toEqual([])
  })

  it('adds to, removes from and replaces references and words', async () => {
    const { make } = maker(server.database.kysely, resources, examples)
    const [rome, oslo] = [await make('cities'), await make('cities')]
    const ids = (await idsOf()).slice(0, 3)
    const cities = async () =>
      (
        await sql<{
          city_ids: number[]
        }>`select city_ids from coupons where id = any(${ids}::bigint[]) order by id`.execute(server.database.kysely)
      ).rows.map((row) => row.city_ids)
    await sql`update coupons set city_ids = ${[oslo]}::bigint[] where id = ${ids[0]}`.execute(server.database.kysely)
    expect(
      await done(start({ ids, change: { cityIds: { add: [rome] }, emailDomains: { add: ['Example.com'] } } })),
    ).toMatchObject({ changed: 3 })
    expect(await cities()).toEqual([[oslo, rome], [rome], [rome]])
    expect(await done(start({ ids, change: { cityIds: { remove: [oslo] } } }))).toMatchObject({
      changed: 1,
      unchanged: 2,
    })
    expect(await done(start({ ids, change: { cityIds: { set: [oslo] } } }))).toMatchObject({ changed: 3 })
    expect(await cities()).toEqual([[oslo], [oslo], [oslo]])
    const nowhere = await done(start({ ids, change: { cityIds: { set: [999_999_999] } } }))
    expect(nowhere.results.map(({ reason }) => reason)).toEqual(
      Array(3).fill('Cities refers to a record that does not exist.'),
    )
    expect(await cities()).toEqual([[oslo], [oslo], [oslo]])
  })

  it('refuses single records by the rules of one, in the words of one, and changes the rest', async () => {
    const ids = (await idsOf()).slice(0, 40)
    await sql`update coupons set times_used = 3 where id = ${ids[4]}`.execute(server.database.kysely)
    const edit = await done(start({ ids, change: { percent: { set: 5_000 }, totalLimit: { set: 2 } } }))
    expect(edit).toMatchObject({ changed: 39, refused: 1 })
    expect(edit.results[4]).toMatchObject({
      outcome: 'refused',
      title: 'B00005',
      reason: 'Used 3 times, so the discount is locked. Duplicate it instead.',
    })
    expect(await idsOf(sql`percent = 5000`)).toEqual(ids.filter((id) => id !== ids[4]))
  })

  it('does what an action of the resource says, under its name, with the steps between states kept', async () => {
    const ids = (await idsOf()).slice(0, 20)
    const reply = await start({ ids, action: 'pause' })
    const edit = await done(Promise.resolve(reply))
    expect(edit).toMatchObject({ action: 'pause', changed: 18, unchanged: 2, refused: 0, change: null })
    const traces = await tracesOf(server.database.kysely, reply)
    expect(traces).toHaveLength(18)
    expect(traces.filter(({ action }) => action !== 'pause')).toEqual([])
    const drafts = await done(start({ ids, change: { status: { set: 'draft' } } }))
    expect(drafts).toMatchObject({ changed: 0, refused: 20 })
    expect((await start({ ids, action: 'explode' })).status).toBe(422)
  })

  it('deletes what nothing points at, and brings it back', async () => {
    const ids = (await idsOf()).slice(0, 3)
    const { make } = maker(server.database.kysely, resources, examples)
    const purchase = await make('purchases', { couponId: ids[1] })
    const edit = await done(start({ ids, action: 'delete' }))
    expect(edit.results.map(({ outcome }) => outcome)).toEqual(['changed', 'refused', 'changed'])
    expect(edit.results[1]?.reason).toBe('Purchases use this coupon, so it can’t be deleted. Archive it instead.')
    expect(await idsOf(sql`id = any(${ids}::bigint[])`)).toEqual([ids[1]])
    expect(await done(admin.post(`${path}/${edit.id}/undo`))).toMatchObject({ changed: 2, refused: 0 })
    expect(await idsOf(sql`id = any(${ids}::bigint[])`)).toEqual(ids)
    // It is in the books, so it stays.
    await sql`update purchases set coupon_id = null where id = ${purchase}`.execute(server.database.kysely)
  })

  it.each([
    ['ids', { ...rename }],
    ['ids', { ids: [], ...rename }],
    ['ids', { ids: [1], selection: 1, ...rename }],
    ['change', { ids: [1] }],
    ['change', { ids: [1], change: {} }],
    ['change', { ids: [1], ...rename, action: 'pause' }],
    ['code', { ids: [1], change: { code: { set: 'X' } } }],
    ['percent', { ids: [1], change: { percent: { set: 'much' } } }],
    ['ids', { ids: [0.5], ...rename }],
    ['nobodyKnows', { ids: [1], ...rename, nobodyKnows: 1 }],
  ])('is refused by the name of what is wrong: %s of %j', async (field, body) => {
    const { status, body: answer } = await start(body)
    expect(
      [status, Object.keys((answer as { fields?: object }).fields ?? {})[0]?.split('.')[0]],
      JSON.stringify(answer),
    ).toEqual([422, field])
  })
})

describe('what is taken back', () => {
  it('is only of what has not changed since, and only by the person who did it', async () => {
    const ids = (await idsOf(sql`status = 'active'`)).slice(0, 5)
    const edit = await done(start({ ids, action: 'pause' }))
    await admin.patch(`/rest/data/coupons/${ids[2]}`, { name: 'Meanwhile' })
    expect((await agent.post(`${path}/${edit.id}/undo`)).status).toBe(404)
    const undone = await done(admin.post(`${path}/${edit.id}/undo`))
    expect(undone).toMatchObject({ action: 'undo', changed: 4, refused: 1, canUndo: false })
    expect(undone.results[2]?.reason).toMatch(/changed since then/)
    expect(await idsOf(sql`status = 'active' and id = any(${ids}::bigint[])`)).toEqual(
      ids.filter((id) => id !== ids[2]),
    )
    expect((await read(edit.id)).canUndo).toBe(false)
  })

  it('can be what another command did to many, in one call', async () => {
    const ids = (await idsOf(sql`status = 'active'`)).slice(0, 6)
    await admin.post('/rest/data/coupons/archive', { ids })
    expect(await done(start({ ids, undo: 'pause' }))).toMatchObject({ changed: 0, refused: 6 })
    expect(await done(start({ ids, undo: 'archive' }))).toMatchObject({ changed: 6, refused: 0 })
    expect(await idsOf(sql`status = 'active' and id = any(${ids}::bigint[])`)).toEqual(ids)
  })
})

describe('the list of bulk edits', () => {
  it('is one’s own; others see one by its address only if they can read the audit', async () => {
    const edit = await done(start({ ids: (await idsOf()).slice(0, 2), ...rename }, agent))
    expect(((await agent.get(path)).body as BulkEdit[]).map(({ id }) => id)).toEqual([edit.id])
    expect((await admin.get(path)).body).toEqual([])
    expect(await read(edit.id)).toMatchObject({ id: edit.id, canUndo: false })
    const found = await done(start({ selection: (await select({ q: 'Bulk 12' }, agent)).id, ...rename }, agent))
    expect([(await read(found.id, agent)).q, (await read(found.id)).q]).toEqual(['Bulk 12', '•••'])
    const other = await server.signIn('finance')
    for (const call of ['', '/results', '/file'])
      expect((await other.get(`${path}/${edit.id}${call}`)).status).toBe(404)
    expect((await other.post(`${path}/${edit.id}/cancel`)).status).toBe(404)
  })

  it('has its results for as long as one can see the records, also as a file', async () => {
    const edit = await done(start({ ids: (await idsOf()).slice(0, 2), ...rename }, agent))
    const statuses = async () =>
      Promise.all(['/results', '/file', ''].map(async (call) => (await agent.get(`${path}/${edit.id}${call}`)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    const { kysely } = server.database
    await sql`
      delete from role_permissions p using roles r
      where r.id = p.role_id and r.name = 'sales-agent' and p.object = 'coupons' and p.action = 'ui'`.execute(kysely)
    expect(await statuses()).toEqual([403, 403, 200])
    await grant(server.database, 'sales-agent', 'coupons', 'ui')
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it('has the results by outcome and page by page, and is swept after a month', async () => {
    const edit = await done(start({ ids: [...(await idsOf()).slice(0, 2), 999_999_999], ...rename }))
    const refused = (await admin.get(`${path}/${edit.id}/results`, { outcome: 'refused' })).body as {
      results: unknown[]
      next: number | null
    }
    expect(refused).toEqual({
      results: [{ recordId: 999_999_999, title: 'Coupon 999999999', outcome: 'refused', reason: 'Coupon not found.' }],
      next: null,
    })
    expect(
      ((await admin.get(`${path}/${edit.id}/results`, { after: 1 })).body as { results: unknown[] }).results,
    ).toHaveLength(2)
    await sql`update bulk_edits set expires_at = now() - interval '1 second'`.execute(server.database.kysely)
    await server.runJob('forget-bulk-edits')
    for (const table of ['bulk_edits', 'bulk_edit_results'])
      expect((await sql`select 1 from ${sql.table(table)}`.execute(server.database.kysely)).rows).toEqual([])
  })
})
