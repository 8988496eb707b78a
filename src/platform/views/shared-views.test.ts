import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { type DefaultView, type SavedView, savedViewsPath as path } from '../../core/list/saved-views.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'
import {
  admin,
  agent,
  answer,
  coupons,
  editor,
  fields,
  finance,
  make,
  newName,
  paused,
  serveViews,
  server,
} from './testing/coupon-views.server.ts'

serveViews()

const idsFor = async (caller: Client, filter: object = coupons) =>
  ((await caller.get(path, { filter })).body as SavedView[]).map(({ id }) => id)
const defaultFor = async (caller: Client, list = coupons.list, headers = {}) =>
  ((await caller.get(`${path}/defaults`, undefined, headers)).body as DefaultView[]).find(
    (choice) => choice.list === list,
  )

describe('sharing', () => {
  it('shows a view to each person who can see its list, and a personal one to no one else, admins included', async () => {
    const [shared, personal] = [await make(agent, { isShared: true }), await make(agent)]
    expect(await idsFor(finance)).toEqual(expect.arrayContaining([shared.id]))
    for (const caller of [finance, admin]) {
      expect(await idsFor(caller)).not.toContain(personal.id)
      expect((await caller.get(`${path}/${personal.id}`)).status).toBe(404)
      expect((await caller.patch(`${path}/${personal.id}`, { name: newName() })).status).toBe(404)
    }
    // The catalogue's editors see no coupons, and so none of their views, by whatever way they ask.
    for (const filter of [coupons, {}, { id: shared.id }]) expect(await idsFor(editor, filter)).not.toContain(shared.id)
    expect([
      (await editor.get(`${path}/${shared.id}`)).status,
      (await editor.delete(`${path}/${shared.id}`)).status,
    ]).toEqual([404, 404])
    expect(fields(await editor.post(path, { ...coupons, name: newName(), query: '' }))).toEqual(['resource'])
  })

  it('lets its maker and people who manage roles change a view, and other people save a copy', async () => {
    const view = await make(agent, { isShared: true })
    expect((await finance.get(`${path}/${view.id}`)).body).toMatchObject({ isMine: false, mayChange: false })
    const refused = [
      await finance.patch(`${path}/${view.id}`, { name: newName() }),
      await finance.delete(`${path}/${view.id}`),
    ]
    expect(refused.map(answer)).toEqual(['403 Forbidden', '403 Forbidden'])
    expect(refused[0]?.body).toMatchObject({ message: expect.stringContaining('Amara Okonkwo') as string })
    await make(finance, { name: view.name, query: view.query })
    expect((await admin.patch(`${path}/${view.id}`, { query: '' })).body).toMatchObject({
      isMine: false,
      mayChange: true,
      query: '',
      owner: { name: 'Amara Okonkwo' },
    })
    expect((await agent.patch(`${path}/${view.id}`, { isShared: false })).body).toMatchObject({ isShared: false })
    expect((await admin.get(`${path}/${view.id}`)).status).toBe(404)
  })

  it('takes a permission on what is in the list: those who only look keep their views to themselves', async () => {
    const reader = await server.signIn('read-only')
    const draft = { ...coupons, name: newName(), query: '' }
    const refused = await reader.post(path, { ...draft, isShared: true })
    expect([answer(refused), JSON.stringify(refused.body)]).toEqual([
      '403 Forbidden',
      expect.stringContaining('“Coupons · Share views”'),
    ])
    const own = await reader.post(path, draft)
    expect(own.status).toBe(201)
    const { id } = own.body as { id: number }
    expect(answer(await reader.patch(`${path}/${id}`, { isShared: true }))).toBe('403 Forbidden')
    expect((await reader.patch(`${path}/${id}`, { name: newName() })).status).toBe(200)
    // Its owner has lost the permission since: they can stop sharing it, but no longer change it.
    await sql`update saved_views set is_shared = true where id = ${id}`.execute(server.database.kysely)
    expect(answer(await reader.patch(`${path}/${id}`, { name: newName() }))).toBe('403 Forbidden')
    expect((await reader.patch(`${path}/${id}`, { isShared: false })).status).toBe(200)
  })

  it('ends with the list’s own permission', async () => {
    const view = await make(agent, { isShared: true })
    await sql`delete from role_permissions where action = 'ui' and object = 'coupons' and role_id = (select id from roles where name = 'read-only')`.execute(
      server.database.kysely,
    )
    const reader = await server.signIn('read-only')
    expect(await idsFor(reader, {})).not.toContain(view.id)
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'coupons' from roles where name = 'read-only'`.execute(
      server.database.kysely,
    )
    expect(await idsFor(reader, {})).toContain(view.id)
  })

  it('outlives its maker, whose personal views go with them', async () => {
    const {
      rows: [left],
    } = await sql<{ id: number }>`
      insert into staff (email, role_id) select 'leaver@example.com', id from roles where name = 'finance' returning id`.execute(
      server.database.kysely,
    )
    await sql`
      insert into saved_views (resource, list, owner_id, name, query, is_shared)
      values ('coupons', 'coupons/list', ${left?.id}, 'Left behind', '', true), ('coupons', 'coupons/list', ${left?.id}, 'Own', '', false)`.execute(
      server.database.kysely,
    )
    await sql`delete from staff where id = ${left?.id}`.execute(server.database.kysely)
    const { body } = await admin.get(path, { filter: { name: ['Left behind', 'Own'] } })
    expect(body).toMatchObject([{ name: 'Left behind', owner: null, mayChange: true }])
    const [view] = body as SavedView[]
    expect(answer(await admin.patch(`${path}/${view?.id}`, { isShared: false }))).toBe('409 Conflict')
    expect(answer(await finance.patch(`${path}/${view?.id}`, { name: 'Mine' }))).toBe('403 Forbidden')
  })
})

describe('what a list opens with', () => {
  const put = (caller: Client, id: number, roles: string[], headers = {}) =>
    caller.put(`${path}/${id}/roles`, { roles }, headers)
  const choose = (caller: Client, view: number | string | null, list = coupons.list) =>
    caller.put(`${path}/own-default`, { ...coupons, list, view })

  it('is the view of one’s role, unless one has chosen another or none at all', async () => {
    const [ofRole, own] = [await make(agent, { isShared: true }), await make(finance)]
    expect(await defaultFor(finance)).toBeUndefined()
    const given = await put(admin, ofRole.id, ['finance', 'read-only'])
    expect(given.body).toMatchObject({ defaultOfRoles: ['finance', 'read-only'], version: 2 })
    expect(await tracesOf(server.database.kysely, given)).toMatchObject([
      {
        action: 'update',
        object: 'saved-views',
        before: { defaultOfRoles: [] },
        after: { defaultOfRoles: ['finance', 'read-only'] },
      },
    ])
    expect(await defaultFor(finance)).toMatchObject({ origin: 'role', view: { id: ofRole.id, query: paused } })
    expect(await defaultFor(agent)).toBeUndefined()
    const chosen = await choose(finance, own.id)
    expect(await defaultFor(finance)).toMatchObject({ origin: 'own', view: { id: own.id } })
    expect(await tracesOf(server.database.kysely, chosen)).toMatchObject([
      { action: 'choose-default', object: 'saved-views', record_id: String(own.id), after: { ownDefault: own.name } },
    ])
    await choose(finance, 'all')
    expect(await defaultFor(finance)).toMatchObject({ origin: 'own', view: null })
    await choose(finance, null)
    expect(await defaultFor(finance)).toMatchObject({ origin: 'role' })
    expect((await put(admin, ofRole.id, [])).body).toMatchObject({ defaultOfRoles: [] })
    expect(await defaultFor(finance)).toBeUndefined()
  })

  it('is one view for a role and a list, and the audit names the one that it replaces', async () => {
    const [first, second] = [await make(admin, { isShared: true }), await make(admin, { isShared: true })]
    await put(admin, first.id, ['finance', 'sales-agent'])
    const given = await put(admin, second.id, ['finance'])
    expect((await admin.get(`${path}/${first.id}`)).body).toMatchObject({ defaultOfRoles: ['sales-agent'] })
    expect(await tracesOf(server.database.kysely, given)).toMatchObject([
      {
        record_id: String(first.id),
        before: { defaultOfRoles: ['finance', 'sales-agent'] },
        after: { defaultOfRoles: ['sales-agent'] },
      },
      { record_id: String(second.id) },
    ])
    const roles = (await admin.get(`${path}/${second.id}/roles`)).body as { role: string }[]
    expect(roles.find(({ role }) => role === 'finance')).toMatchObject({ view: { id: second.id } })
    expect(roles.find(({ role }) => role === 'sales-agent')).toMatchObject({ view: { id: first.id } })
    // They could not open the list at all.
    expect(roles.map(({ role }) => role)).not.toContain('catalogue-editor')
    await Promise.all([first, second].map(({ id }) => admin.delete(`${path}/${id}`)))
    expect(await defaultFor(finance)).toBeUndefined()
  })

  it('is set for roles by people who manage roles alone, and with shared views of known roles alone', async () => {
    const [shared, personal] = [await make(agent, { isShared: true }), await make(admin)]
    expect(answer(await put(agent, shared.id, ['finance']))).toBe('403 Forbidden')
    expect(answer(await agent.get(`${path}/${shared.id}/roles`))).toBe('403 Forbidden')
    expect(answer(await put(admin, personal.id, ['finance']))).toBe('409 Conflict')
    expect(fields(await put(admin, shared.id, ['nobody']))).toEqual(['roles'])
    expect(answer(await put(admin, shared.id, ['finance'], { 'If-Match': '"9"' }))).toBe('412 StaleVersion')
  })

  it('ends for other people when the view is no longer shared', async () => {
    const view = await make(agent, { isShared: true })
    await put(admin, view.id, ['sales-agent', 'finance'])
    await choose(agent, view.id)
    expect(await defaultFor(finance)).toMatchObject({ view: { id: view.id } })
    const taken = await agent.patch(`${path}/${view.id}`, { isShared: false })
    expect(await tracesOf(server.database.kysely, taken)).toMatchObject([
      {
        before: { defaultOfRoles: ['finance', 'sales-agent'], isShared: true },
        after: { defaultOfRoles: [], isShared: false },
      },
    ])
    expect(await defaultFor(finance)).toBeUndefined()
    expect(await defaultFor(agent)).toMatchObject({ origin: 'own', view: { id: view.id } })
    await agent.delete(`${path}/${view.id}`)
    expect(await defaultFor(agent)).toBeUndefined()
  })

  it('is never a view of another list, a personal view of someone else, or of a list that the person cannot see', async () => {
    const view = await make(agent)
    expect((await choose(finance, view.id)).status).toBe(404)
    expect(fields(await choose(agent, view.id, 'coupons/archive'))).toEqual(['view'])
    expect(fields(await editor.put(`${path}/own-default`, { ...coupons, view: 'all' }))).toEqual(['resource'])
  })

  it('is, while you view the console as a role, what the role opens with', async () => {
    const view = await make(agent, { isShared: true })
    await put(admin, view.id, ['finance'])
    await choose(admin, 'all')
    expect(await defaultFor(admin, coupons.list, { 'X-View-As': 'finance' })).toMatchObject({
      origin: 'role',
      view: { id: view.id },
    })
    expect(await defaultFor(admin)).toMatchObject({ origin: 'own', view: null })
    await choose(admin, null)
    await admin.delete(`${path}/${view.id}`)
  })
})
