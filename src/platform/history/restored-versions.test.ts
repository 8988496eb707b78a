import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client, Reply } from '../../app/testing/start.server.ts'
import {
  type Coupon,
  admin,
  agent,
  at,
  create,
  historyOf,
  makeCustomer,
  path,
  reader,
  serveHistory,
  server,
} from './testing/changed-coupons.server.ts'

serveHistory()

const read = async (coupon: Coupon) => (await admin.get(at(coupon))).body as Coupon

const restore = (coupon: Coupon, entry: number, more: object = {}, who: Client = admin) =>
  who.post(`${at(coupon)}/restore`, { entry, ...more }, { 'if-match': `"${coupon.version}"` })
const undo = (coupon: { id: number }, action: string, who: Client = admin) => who.post(`${at(coupon)}/undo`, { action })
const says = ({ status, body }: Reply) => [status, (body as { message?: string }).message]

const lastTrace = async (coupon: Coupon) =>
  (
    await sql<Record<string, unknown>>`
  select action, reason, before, after, actor_name from audit_log where object = 'coupons' and record_id = ${String(coupon.id)} order by id desc limit 1`.execute(
      server.database.kysely,
    )
  ).rows[0]

describe('restoring a version', () => {
  it('says beforehand what would change, and writes it as an update that names the version', async () => {
    const coupon = await create({ campaign: 'Spring' })
    await admin.patch(at(coupon), { name: 'Second', totalLimit: 10 })
    await admin.post(`${path}/pause`, { ids: [coupon.id] })
    const now = await read(coupon)
    const [paused, changed, created] = (await historyOf(coupon)).versions
    const preview = await admin.get(`${at(coupon)}/history/${changed?.entry}`)
    expect(preview.body).toMatchObject({
      values: { status: 'active' },
      changes: [{ key: 'status', before: '"paused"', after: '"active"' }],
      kept: [],
    })
    const reply = await restore(now, created?.entry ?? 0)
    expect(reply.body, JSON.stringify(reply.body)).toMatchObject({
      name: 'First',
      totalLimit: null,
      status: 'active',
      campaign: 'Spring',
      version: now.version + 1,
    })
    expect(reply.headers.get('etag')).toBe(`"${now.version + 1}"`)
    expect(await lastTrace(coupon)).toMatchObject({
      action: 'restore',
      reason: expect.stringMatching(
        new RegExp(`^To how it was after .* UTC \\(entry ${created?.entry}\\)$`),
      ) as unknown,
      before: { name: 'Second', status: 'paused' },
      after: { name: 'First', status: 'active' },
    })
    expect(await read(coupon)).toEqual(reply.body)
    const before = await restore(reply.body as Coupon, paused?.entry ?? 0, { side: 'before' })
    expect(before.body).toMatchObject({ name: 'Second', totalLimit: 10, status: 'active' })
  })

  it('leaves alone what only the server writes', async () => {
    const coupon = await create()
    await sql`update coupons set times_used = 3 where id = ${coupon.id}`.execute(server.database.kysely)
    await admin.patch(at(coupon), { name: 'Second' })
    const reply = await restore(await read(coupon), (await historyOf(coupon)).versions[1]?.entry ?? 0)
    expect(reply.body).toMatchObject({ name: 'First', timesUsed: 3 })
  })

  it('is refused with the present record to those who look at an older one', async () => {
    const coupon = await create()
    await admin.patch(at(coupon), { name: 'Second' })
    const { versions } = await historyOf(coupon)
    await agent.patch(at(coupon), { name: 'Third' })
    const reply = await restore(coupon, versions[1]?.entry ?? 0)
    expect([reply.status, (reply.body as { current: Coupon }).current.name]).toEqual([412, 'Third'])
    expect((await read(coupon))['name']).toBe('Third')
  })

  it('names each field that prevents it', async () => {
    const coupon = await create()
    await admin.patch(at(coupon), { percent: 750 })
    await sql`update coupons set times_used = 1 where id = ${coupon.id}`.execute(server.database.kysely)
    const reply = await restore(await read(coupon), (await historyOf(coupon)).versions[1]?.entry ?? 0)
    expect([reply.status, Object.keys((reply.body as { fields: object }).fields)]).toEqual([409, ['percent']])
    expect((await read(coupon))['percent']).toBe(750)
  })

  it('is refused to people who cannot change the record, and for versions of other records', async () => {
    const [coupon, other] = [await create(), await create()]
    const entry = (await historyOf(coupon)).versions[0]?.entry ?? 0
    expect((await restore(coupon, entry, {}, reader)).status).toBe(403)
    expect(says(await restore(other, entry))).toEqual([404, 'This coupon doesn’t have this version.'])
    expect(says(await restore(coupon, entry, { side: 'before' }))).toEqual([
      409,
      'This coupon didn’t exist before this.',
    ])
    expect((await restore(coupon, entry, { side: 'beside' })).status).toBe(422)
    expect((await admin.get(`${at(coupon)}/history/abc`)).status).toBe(404)
  })

  it('to what it is already changes nothing', async () => {
    const coupon = await create()
    const reply = await restore(coupon, (await historyOf(coupon)).versions[0]?.entry ?? 0)
    expect([reply.status, reply.body]).toEqual([200, coupon])
    expect(await lastTrace(coupon)).toMatchObject({ action: 'create' })
  })
})

describe('undoing', () => {
  it('a deletion brings the record back as what it was, with its id and its creation', async () => {
    const coupon = await create({ locales: ['es'], minSpends: [{ currency: 'EUR', amount: 500 }] })
    await admin.post(`${path}/pause`, { ids: [coupon.id] })
    const was = await read(coupon)
    await admin.delete(at(coupon))
    const reply = await undo(coupon, 'delete')
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).toEqual({ ...was, version: was.version + 1, updatedAt: expect.any(String) as unknown })
    expect(await read(coupon)).toEqual(reply.body)
    expect((await historyOf(coupon)).versions.map(({ action }) => action)).toEqual([
      'undelete',
      'delete',
      'pause',
      'create',
    ])
    // A client that still has the old version open gets a conflict.
    expect((await admin.patch(at(coupon), { name: 'Old' }, { 'if-match': `"${was.version}"` })).status).toBe(412)
    const fresh = await create()
    expect(fresh.id).toBeGreaterThan(coupon.id)
  })

  it('twice is refused in words, also at the same moment', async () => {
    const coupon = await create()
    await admin.delete(at(coupon))
    const replies = await Promise.all([undo(coupon, 'delete'), undo(coupon, 'delete')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(says(await undo(coupon, 'delete'))).toEqual([409, 'This has been undone already: the coupon is back.'])
  })

  it('a deletion is refused by field when its code is taken by then', async () => {
    const coupon = await create()
    await admin.delete(at(coupon))
    await create({ code: coupon.code })
    const reply = await undo(coupon, 'delete')
    expect([...says(reply), (reply.body as { fields: object }).fields]).toEqual([
      409,
      'Code is in use by another coupon.',
      { code: 'Code is in use by another coupon.' },
    ])
  })

  it('is for the person who did it, while it is fresh, and only of the last thing that happened', async () => {
    const coupon = await create()
    expect(says(await undo(coupon, 'archive'))).toEqual([
      409,
      'This coupon changed since then. Restore a version from its history.',
    ])
    await admin.delete(at(coupon))
    expect((await undo(coupon, 'delete', reader)).status).toBe(403)
    expect(says(await undo(coupon, 'delete', agent))).toEqual([
      403,
      'Ingrid Solheim did this, so only they can undo it.',
    ])
    expect((await undo({ id: 999_999_999 }, 'delete')).status).toBe(404)
    expect((await admin.post(`${at(coupon)}/undo`, {})).status).toBe(422)
    const old = await create()
    await server.database.kysely.transaction().execute(async (db) => {
      await sql`delete from coupons where id = ${old.id}`.execute(db)
      await sql`insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, object, record_id, title, before)
        select nextval('audit_log_ids'), now() - interval '11 minutes', 'staff', s.id, s.name, 'delete', 'coupons', ${String(old.id)}, 'x', ${JSON.stringify({ code: old.code })}::jsonb
        from staff s where s.name = 'Ingrid Solheim'`.execute(db)
      // The row lies in the past, so what came after it has to go for it to be the last.
      await sql`alter table audit_log disable trigger audit_log_is_append_only`.execute(db)
      await sql`delete from audit_log where object = 'coupons' and record_id = ${String(old.id)} and action = 'create'`.execute(
        db,
      )
      await sql`alter table audit_log enable trigger audit_log_is_append_only`.execute(db)
    })
    expect(says(await undo(old, 'delete'))).toEqual([
      409,
      'Only the last 10 minutes can be undone. Restore a version from its history.',
    ])
  })

  it('an archiving puts the coupon back to what it was, on sale or not', async () => {
    for (const status of ['active', 'draft'] as const) {
      const coupon = await create({ status })
      await admin.post(`${path}/archive`, { ids: [coupon.id] })
      // The ordinary way back is longer: what was archived can only be set to paused.
      expect((await admin.patch(at(coupon), { status })).status).toBe(409)
      const reply = await undo(coupon, 'archive')
      expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status, version: coupon.version + 2 })
      expect(await lastTrace(coupon)).toMatchObject({
        action: 'undo',
        before: { status: 'archived' },
        after: { status },
      })
      expect((await undo(coupon, 'archive')).status).toBe(409)
    }
  })

  it('an archiving is refused once the record has changed since', async () => {
    const coupon = await create()
    await admin.post(`${path}/archive`, { ids: [coupon.id] })
    await agent.patch(at(coupon), { name: 'Of the archive' })
    expect((await undo(coupon, 'archive')).status).toBe(409)
    expect(await read(coupon)).toMatchObject({ status: 'archived', name: 'Of the archive' })
  })

  it('a change of personal data is refused in words: the audit has only a mask of what it was', async () => {
    const customer = await makeCustomer('gone')
    await admin.patch(`/rest/data/users/user/${customer}`, { email: `gone.by-${customer}@example.com` })
    expect(says(await admin.post(`/rest/data/users/user/${customer}/undo`, { action: 'update' }))).toEqual([
      409,
      'This cannot be undone, because personal data isn’t kept.',
    ])
  })
})
