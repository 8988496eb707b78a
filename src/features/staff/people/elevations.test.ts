import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeStaff } from './testing/staff.server.ts'
import { verifyAudit } from '../../../core/audit/chain.server.ts'
import {
  type Own,
  admin,
  as,
  asked,
  db,
  mayList,
  own,
  path,
  reason,
  serveElevations,
  temporary,
} from './testing/elevated-people.server.ts'

serveElevations()

const stateOf = async (id: number) => ((await admin.get(`${path}/${id}`)).body as { state: string }).state
async function mailsTo(email: string) {
  const { rows } = await sql<{
    subject: string
  }>`select subject from messages where recipient = ${email} order by id`.execute(db())
  return rows.map(({ subject }) => subject)
}

describe('asking for a role for a time', () => {
  it('gives nothing by itself, notifies the admins, and shows what was requested', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person)
    expect(await mayList(person)).toBe(403)
    expect((await as(person).get(own)).body).toMatchObject({
      elevations: [{ id, role: 'finance', state: 'open', minutes: 60, reason, endsAt: null }],
    })
    expect(await mailsTo('ingrid.solheim@demo.marquee.example')).toContain(
      `${person.name} asks for the permissions of Finance`,
    )
    expect((await admin.get(path, { filter: { state: 'open', staffId: person.id } })).body).toMatchObject([
      { id, reason, staff: { title: person.name } },
    ])
  })

  it('granted, it lasts as long as agreed from then on, in addition to the person’s own role', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person, 'coupon-lookers', 45)
    const { body } = await admin.post(`${path}/${id}/grant`, { answer: 'Thanks for helping out' })
    expect(body).toMatchObject({ state: 'active', decidedBy: 'Ingrid Solheim', answer: 'Thanks for helping out' })
    const minutes = (Date.parse((body as { endsAt: string }).endsAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(44.5)
    expect(minutes).toBeLessThanOrEqual(45)
    expect([await mayList(person), await mayList(person, 'purchases')]).toEqual([200, 200])
    expect((await as(person).get('/rest/data/rbac/whoami')).body).toMatchObject({
      user: { role: 'helpers' },
      session: { own_role: 'helpers', elevations: [{ id, role: 'coupon-lookers', reason }] },
      permissions: expect.arrayContaining([
        { action: 'ui', object: 'coupons' },
        { action: 'ui', object: 'purchases' },
      ]),
    })
    expect(await mailsTo(person.email)).toEqual(['You have the permissions of Coupon lookers for 45 minutes'])
  })

  it('ends by its own date, on the next call, with nothing that has to run for it', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await temporary(person)
    expect(await mayList(person)).toBe(200)
    // The guard prevents moving the end, so the test bypasses it.
    await sql`alter table elevations disable trigger elevations_guard`.execute(db())
    await sql`update elevations set decided_at = now() - interval '31 minutes', ends_at = now() - interval '1 minute' where id = ${id}`.execute(
      db(),
    )
    await sql`alter table elevations enable trigger elevations_guard`.execute(db())
    expect(await mayList(person)).toBe(403)
    expect(await stateOf(id)).toBe('expired')
    expect((await admin.post(`${path}/${id}/end`, {})).status).toBe(409)
  })

  it('replaces a request that is still open, and can be withdrawn', async () => {
    const person = await makeStaff(db(), 'helpers')
    const first = await asked(person)
    const second = await asked(person, 'coupon-lookers')
    expect([await stateOf(first), await stateOf(second)]).toEqual(['ended', 'open'])
    expect((await as(person).post(`${own}/${second}/end`)).status).toBe(200)
    expect((await admin.post(`${path}/${second}/grant`, {})).status).toBe(409)
    expect(await mayList(person)).toBe(403)
  })

  it('is written about in English, whatever language a colleague answers in', async () => {
    const person = await makeStaff(db(), 'helpers')
    const given = await admin.post(
      path,
      { staffId: person.id, role: 'finance', minutes: 30, reason },
      { 'accept-language': 'es' },
    )
    expect(given.status).toBe(201)
    expect(await mailsTo(person.email)).toEqual(['You have the permissions of Finance for 30 minutes'])
  })

  it('lapses unanswered', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person)
    await sql`update elevations set lapses_at = now() - interval '1 second' where id = ${id}`.execute(db())
    expect(await stateOf(id)).toBe('lapsed')
    expect((await admin.post(`${path}/${id}/grant`, {})).status).toBe(409)
  })

  it('refused, it says why', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person)
    await admin.post(`${path}/${id}/refuse`, { answer: 'Ask Hiroshi himself' })
    expect((await as(person).get(own)).body).toMatchObject({
      elevations: [{ state: 'refused', answer: 'Ask Hiroshi himself', decidedBy: 'Ingrid Solheim' }],
    })
    expect(await mayList(person)).toBe(403)
  })

  it.each([
    [{ minutes: 4 }, 'minutes'],
    [{ minutes: 481 }, 'minutes'],
    [{ minutes: 30.5 }, 'minutes'],
    [{ minutes: '60' }, 'minutes'],
    [{ reason: 'because' }, 'reason'],
    [{ reason: '          ' }, 'reason'],
    [{ role: 'no-such-role' }, 'role'],
    [{ role: 7 }, 'role'],
    [{ staffId: 1 }, 'staffId'],
  ])('refuses %o', async (body, field) => {
    const person = await makeStaff(db(), 'helpers')
    expect(await as(person).post(own, { role: 'finance', minutes: 60, reason, ...body })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  it('offers only roles that add something', async () => {
    const person = await makeStaff(db(), 'people')
    const { roles } = (await as(person).get(own)).body as Own
    expect(roles.map(({ name }) => name)).toContain('finance')
    expect(roles.map(({ name }) => name)).not.toContain('coupon-lookers')
    expect((await as(person).post(own, { role: 'people', minutes: 30, reason })).status).toBe(409)
    expect((await admin.post(own, { role: 'finance', minutes: 30, reason })).status).toBe(409)
  })
})

describe('the audit', () => {
  it('has every step with its reason, and shows whose rights were used', async () => {
    const person = await makeStaff(db(), 'helpers')
    const id = await asked(person, 'people', 30)
    await admin.post(`${path}/${id}/grant`, {})
    const invitation = await as(person).post('/rest/data/users/admins/suspend', {
      ids: [(await makeStaff(db(), 'no-access')).id],
      reason: 'Under elevation',
    })
    expect(invitation.status).toBe(200)
    await as(person).post(`${own}/${id}/end`)
    const { rows } = await sql<{
      action: string
      actor_name: string
      actor_role: string
      elevated_from: string | null
      reason: string | null
    }>`
      select action, actor_name, actor_role, elevated_from, reason from audit_log
      where (object = 'elevations' and record_id = ${String(id)}) or (actor_id = ${person.id} and action = 'suspend') order by id`.execute(
      db(),
    )
    expect(rows).toEqual([
      { action: 'request-elevation', actor_name: person.name, actor_role: 'helpers', elevated_from: null, reason },
      { action: 'grant-elevation', actor_name: 'Ingrid Solheim', actor_role: 'admin', elevated_from: null, reason },
      {
        action: 'suspend',
        actor_name: person.name,
        actor_role: 'people',
        elevated_from: 'helpers',
        reason: 'Under elevation',
      },
      {
        action: 'give-back-elevation',
        actor_name: person.name,
        actor_role: 'people',
        elevated_from: 'helpers',
        reason: null,
      },
    ])
    expect(await verifyAudit(db())).toMatchObject({ broken: null })
  })
})
