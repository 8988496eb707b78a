import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'
import type { Explanation } from './access-explanation.ts'
import { emails, makeRole, paths, setRole } from './testing/roles.server.ts'
import type { PermissionUsage } from './unused-permissions.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'looking into roles' })
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())

const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
const explain = async (email: string, action: string, object: string) =>
  (await admin.get(`${paths.users}/${email}/access/${action}/${object}`)).body as Explanation

describe('viewing the console as a role', () => {
  const as = (role: string) => ({ 'x-view-as': role })

  it('shows what that role can see and refuses the rest', async () => {
    const who = await admin.get(paths.whoami, {}, as('finance'))
    const own = await (await server.signIn('finance')).get(paths.whoami)
    expect(who.body).toMatchObject({
      user: { role: 'finance', email: emails.admin },
      session: { viewing_as: 'finance' },
    })
    expect((who.body as { permissions: unknown }).permissions).toEqual(
      (own.body as { permissions: unknown }).permissions,
    )
    expect((await admin.get('/rest/data/coupons', {}, as('finance'))).status).toBe(200)
    expect(answer(await admin.get(paths.roles, {}, as('finance')))).toBe('403 Forbidden')
    expect(who.headers.get('x-permissions-version')).not.toBe(
      (await admin.get(paths.whoami)).headers.get('x-permissions-version'),
    )
  })

  it('changes nothing, whatever the role can change', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from coupons`.execute(server.database.kysely)).rows[0]?.n
    const before = await count()
    for (const role of ['sales-agent', 'admin']) {
      const reply = await admin.post('/rest/data/coupons', { code: 'VIEWED', name: 'Viewed', percent: 500 }, as(role))
      expect([answer(reply), (reply.body as { message: string }).message]).toEqual([
        '409 ReadOnlyView',
        `You are viewing the console as another role, which changes nothing. Leave the view first.`,
      ])
    }
    expect(await count()).toBe(before)
  })

  it('shows no one more than they can see themselves', async () => {
    await makeRole(admin, 'watcher', 'ui roles', 'ui coupons')
    await setRole(server, emails['no-access'], 'watcher')
    const watcher = await server.signIn('no-access')
    expect((await watcher.get(paths.whoami, {}, as('finance'))).body).toMatchObject({
      permissions: [{ action: 'ui', object: 'coupons' }],
    })
    expect(answer(await watcher.get('/rest/data/purchases', {}, as('finance')))).toBe('403 Forbidden')
    const everything = await watcher.get(paths.whoami, {}, as('admin'))
    expect((everything.body as { permissions: unknown[] }).permissions).toHaveLength(2)
    await setRole(server, emails['no-access'], 'no-access')
  })

  it('is ignored for people who cannot see roles, and for a role that does not exist', async () => {
    const agent = await server.signIn('sales-agent')
    expect((await agent.get(paths.whoami, {}, as('finance'))).body).toMatchObject({
      user: { role: 'sales-agent' },
      session: { viewing_as: null },
    })
    for (const name of ['nobody', '__proto__', 'finance, admin', '']) {
      expect((await admin.get(paths.whoami, {}, as(name))).body).toMatchObject({
        user: { role: 'admin' },
        session: { viewing_as: null },
      })
    }
  })
})

describe('an open console that asks in the background', () => {
  it('does not keep its session alive by asking', async () => {
    const person = await server.signIn('read-only')
    const seen = async () =>
      (
        await sql<{ at: string }>`
      select max(s.last_seen_at) as at from sessions s join staff p on p.id = s.staff_id where p.email = ${emails['read-only']}`.execute(
          server.database.kysely,
        )
      ).rows[0]?.at
    await sql`update sessions set last_seen_at = now() - interval '10 minutes'
      where staff_id = (select id from staff where email = ${emails['read-only']})`.execute(server.database.kysely)
    const before = await seen()
    expect((await person.get(paths.whoami, {}, { 'x-background': '1' })).status).toBe(200)
    expect(await seen()).toBe(before)
    await person.get(paths.whoami)
    expect(await seen()).not.toBe(before)
  })
})

describe('the access explainer', () => {
  it('names the permission that allows something, since when and by whom', async () => {
    await makeRole(admin, 'explained', 'ui coupons')
    await setRole(server, emails['no-access'], 'explained')
    const answered = await explain(emails['no-access'], 'ui', 'coupons')
    expect(answered).toMatchObject({
      isAllowed: true,
      role: 'explained',
      because: ['The role Explained has “Coupons · See”.'],
      from: { role: 'explained', by: 'Ingrid Solheim' },
    })
    expect(Date.parse(answered.from?.since ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(answered.opens).toContain('List coupons')
  })

  it('says what is lacking, and which roles have it', async () => {
    expect(await explain(emails['no-access'], 'write', 'coupons')).toMatchObject({
      isAllowed: false,
      from: null,
      rolesThatMay: ['admin', 'sales-agent'],
      because: [
        'The role Explained, which Tomasz Zieliński has, lacks “Coupons · Edit”.',
        'The role Sales agent has it, besides Admin.',
      ],
    })
    expect((await explain(emails['no-access'], 'publish', 'settings')).because[1]).toBe(
      'Only the role Admin has it. Add it to the role Explained, or to a new one.',
    )
  })

  it('knows admins, people who have not come yet, and people who are suspended', async () => {
    expect(await explain(emails.admin, 'refund', 'purchases')).toMatchObject({
      isAllowed: true,
      from: null,
      because: ['Ingrid Solheim has the role Admin, with full access.'],
    })
    await admin.post(paths.users, { email: 'invited@example.com', role: 'explained' })
    expect(await explain('invited@example.com', 'ui', 'coupons')).toMatchObject({ isAllowed: false })
    await sql`update staff set status = 'suspended', suspended_at = now() where email = ${emails['no-access']}`.execute(
      server.database.kysely,
    )
    expect((await explain(emails['no-access'], 'ui', 'coupons')).because[0]).toBe(
      'Tomasz Zieliński is suspended, so they have no access, whatever their role.',
    )
    await sql`update staff set status = 'active', suspended_at = null where email = ${emails['no-access']}`.execute(
      server.database.kysely,
    )
  })

  it('knows temporary access', async () => {
    await sql`
      insert into elevations (staff_id, role_id, role_name, minutes, reason, decision, decided_by, decided_at, ends_at)
      select p.id, r.id, r.name, 60, 'Month end is tonight', 'granted', (select id from staff where email = ${emails.admin}), now(), now() + interval '1 hour'
      from staff p, roles r where p.email = ${emails['no-access']} and r.name = 'finance'`.execute(
      server.database.kysely,
    )
    const answered = await explain(emails['no-access'], 'refund', 'purchases')
    expect(answered).toMatchObject({ isAllowed: true, from: { role: 'finance' } })
    expect(answered.because[0]).toMatch(
      /^The role Explained lacks “Purchases · Refund”, but Tomasz Zieliński has the role Finance until /,
    )
    const person = await server.signIn('no-access')
    expect((await person.get('/rest/data/purchases')).status).toBe(200)
    await sql`delete from elevations`.execute(server.database.kysely)
  })

  it('agrees with what the server does, for every demo role and every call that reads a list', async () => {
    const lists = server.implementations
      .map(({ endpoint }) => endpoint)
      .filter(({ method, path, access }) => method === 'GET' && !path.includes(':') && Array.isArray(access))
    expect(lists.length).toBeGreaterThan(15)
    for (const role of ['finance', 'read-only'] as const) {
      const person = await server.signIn(role)
      for (const { path, access, also } of lists) {
        const needed = [access as readonly [string, string], ...(also ?? [])]
        const allowed = (
          await Promise.all(needed.map(([object, action]) => explain(emails[role], action, object)))
        ).every(({ isAllowed }) => isAllowed)
        expect((await person.get(path)).status !== 403, `${role} GET ${path}`).toBe(allowed)
      }
    }
  })

  it.each(['ui/dragons', 'fly/coupons', 'toString/coupons', 'ui/__proto__'])('has no answer about %s', async (what) => {
    expect(answer(await admin.get(`${paths.users}/${emails.admin}/access/${what}`))).toBe('404 NotFound')
    expect(answer(await admin.get(`${paths.users}/nobody@example.com/access/ui/coupons`))).toBe('404 NotFound')
  })
})

describe('unused permissions', () => {
  const usage = async (role: string, days?: number) => {
    const { body } = await admin.get(
      `${paths.roles}/${role}/usage`,
      days === undefined ? undefined : { days: String(days) },
    )
    const { permissions } = body as { permissions: PermissionUsage[] }
    return Object.fromEntries(permissions.map(({ action, object, verdict }) => [`${action} ${object}`, verdict]))
  }

  it('show what changes prove, and do not guess at what was only read', async () => {
    await makeRole(admin, 'idle', 'ui coupons', 'write coupons', 'ui tags', 'write tags', 'refund purchases')
    await setRole(server, emails['sales-agent'], 'idle')
    const idle = await server.signIn('sales-agent')
    expect(await usage('idle')).toEqual({
      'ui coupons': 'unknown',
      'write coupons': 'recent',
      'ui tags': 'unknown',
      'write tags': 'recent',
      'refund purchases': 'recent',
    })
    await sql`update role_permissions set created_at = now() - interval '40 days' where role_id = (select id from roles where name = 'idle')`.execute(
      server.database.kysely,
    )
    expect((await idle.post('/rest/data/coupons', { code: 'USED', name: 'Used', percent: 500 })).status).toBe(201)
    // Being refused is not using.
    await idle.get('/rest/data/products')
    expect(await usage('idle', 30)).toEqual({
      'ui coupons': 'used',
      'write coupons': 'used',
      'ui tags': 'unknown',
      'write tags': 'unused',
      'refund purchases': 'unused',
    })
    expect(await usage('idle', 60)).toMatchObject({ 'write tags': 'recent' })
    await admin.put(paths.roles, { name: 'idle', newName: 'renamed' })
    expect(await usage('renamed', 30)).toMatchObject({ 'write coupons': 'used', 'write tags': 'unused' })
  })

  it.each(['0', '-1', '1000', 'abc', '1.5'])('are refused for %s days', async (days) => {
    expect(answer(await admin.get(`${paths.roles}/finance/usage`, { days }))).toBe('422 InvalidInput')
    expect(answer(await admin.get(`${paths.roles}/nobody/usage`))).toBe('404 NotFound')
  })
})
