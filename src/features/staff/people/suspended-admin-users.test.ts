import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeSession, makeStaff, makeStale } from './testing/staff.server.ts'
import { verifyAudit } from '../../../core/audit/chain.server.ts'
import {
  admin,
  as,
  auditOf,
  db,
  invite,
  invited,
  mailsTo,
  path,
  read,
  servePeople,
  server,
} from './testing/invited-people.server.ts'

servePeople()

describe('suspending', () => {
  it('ends every session at once: the very next call is refused (403 SessionExpired)', async () => {
    const person = await makeStaff(db(), 'people')
    const second = await makeSession(db(), person.id)
    expect((await as(person).get(path)).status).toBe(200)
    expect((await admin.post(`${path}/suspend`, { ids: [person.id], reason: 'Laptop was stolen' })).status).toBe(200)
    for (const token of [person.token, second]) {
      expect(await as({ token }).get(path)).toMatchObject({ status: 403, body: { error: 'SessionExpired' } })
    }
    expect(await read(person.id)).toMatchObject({
      status: 'suspended',
      suspendedBecause: 'Laptop was stolen',
      sessionCount: 0,
    })
    expect(await auditOf(person.id)).toMatchObject([
      {
        action: 'suspend',
        before: { status: 'active' },
        after: { status: 'suspended', sessionsEnded: 2 },
        reason: 'Laptop was stolen',
      },
    ])
  })

  it('and reactivating: old sessions stay ended, and the person can sign in again', async () => {
    const person = await makeStaff(db(), 'people')
    await admin.post(`${path}/suspend`, { ids: [person.id], reason: 'On leave' })
    await expect(makeSession(db(), person.id)).rejects.toMatchObject({ code: '23514' })
    expect((await admin.post(`${path}/reactivate`, { ids: [person.id], reason: 'Back again' })).status).toBe(200)
    expect(await read(person.id)).toMatchObject({ status: 'active', suspendedBecause: null })
    expect((await as(person).get(path)).status).toBe(403)
    expect((await as({ token: await makeSession(db(), person.id) }).get(path)).status).toBe(200)
  })

  it('ends sessions however it is done, even by a statement in the database', async () => {
    const person = await makeStaff(db(), 'people')
    await sql`update staff set status = 'suspended' where id = ${person.id}`.execute(db())
    expect((await as(person).get(path)).status).toBe(403)
    await sql`update staff set status = 'active' where id = ${person.id}`.execute(db())
    expect((await as(person).get(path)).status).toBe(403)
  })

  it('of an invitation withdraws it; reactivating sends another', async () => {
    const person = await invited()
    await admin.post(`${path}/suspend`, { ids: [person.id], reason: 'Wrong address' })
    expect(await read(person.id)).toMatchObject({ status: 'suspended', invitationEndsAt: null })
    await admin.post(`${path}/reactivate`, { ids: [person.id], reason: 'Right after all' })
    expect(await read(person.id)).toMatchObject({ status: 'invited' })
    expect(await mailsTo(person.email)).toHaveLength(2)
  })

  it('of several says for each what became of it', async () => {
    const [one, gone] = [await makeStaff(db(), 'buyers'), await makeStaff(db(), 'buyers')]
    await admin.post(`${path}/suspend`, { ids: [gone.id], reason: 'Left' })
    const { body } = await admin.post(`${path}/suspend`, { ids: [one.id, gone.id, 999_999], reason: 'Season is over' })
    expect(body).toEqual({
      results: [
        { id: one.id, ok: true },
        { id: gone.id, ok: false, message: expect.stringMatching(/suspended already/) },
        { id: 999_999, ok: false, message: 'Admin user not found.' },
      ],
    })
  })

  it('never hits oneself or the last active admin (409), and wants a reason', async () => {
    const {
      rows: [ingrid],
    } = await sql<{
      id: number
    }>`select p.id from staff p join roles r on r.id = p.role_id where r.name = 'admin' and p.status = 'active'`.execute(
      db(),
    )
    expect((await admin.post(`${path}/suspend`, { ids: [ingrid?.id], reason: 'Tired' })).status).toBe(409)
    expect((await admin.post(`${path}/suspend`, { ids: [1], reason: ' ' })).status).toBe(422)
    expect((await admin.post(`${path}/suspend`, { ids: [], reason: 'None' })).status).toBe(422)
  })
})

describe('write on users', () => {
  it('does every call that the specification names, and no command beyond them', async () => {
    const writer = as(await makeStaff(db(), 'writers'))
    const person = await makeStaff(db(), 'buyers')
    expect((await writer.get(path)).status).toBe(200)
    expect((await writer.get(`${path}/${person.id}`)).status).toBe(200)
    expect((await invite({}, writer)).status).toBe(201)
    expect((await writer.put(`${path}/${person.id}`, { first_name: 'Renamed' })).status).toBe(200)
    const invitation = await invited()
    const ids = { ids: [person.id], reason: 'Lost the laptop' }
    for (const reply of [
      await writer.post(`${path}/${invitation.id}/invitation`),
      await writer.post(`${path}/${person.id}/sessions/end`, {}),
      await writer.post(`${path}/suspend`, ids),
      await writer.post(`${path}/reactivate`, ids),
      await writer.post('/rest/data/users/elevations', {
        staffId: person.id,
        role: 'buyers',
        minutes: 30,
        reason: 'Closing the month',
      }),
    ])
      expect([reply.status, JSON.stringify(reply.body)]).toEqual([403, expect.stringContaining('· Manage staff”')])
    const manager = as(await makeStaff(db(), 'people'))
    expect((await manager.post(`${path}/${invitation.id}/invitation`)).status).toBe(200)
    expect((await manager.post(`${path}/${person.id}/sessions/end`, {})).status).toBe(200)
  })

  it('is not for sales agents, who look customers up', async () => {
    const agent = await server.signIn('sales-agent')
    expect((await agent.get(path)).status).toBe(200)
    expect((await agent.get('/rest/data/users/user')).status).toBe(200)
    const draft = { name: 'Robot', company: 'Acme', email: 'dev@acme.example' }
    for (const reply of [
      await invite({ role: 'sales-agent' }, agent),
      await agent.post('/rest/data/discovery-api-users', draft),
      await agent.post('/rest/data/discovery-api-users/1/rotate', {}),
      await agent.post('/rest/data/users/elevations/1/refuse', {}),
    ])
      expect(reply.status).toBe(403)
  })
})

describe('a fresh sign-in', () => {
  it('is asked for before access is handed out, and for nothing that protects', async () => {
    const boss = await makeStaff(db(), 'admin')
    const person = await makeStaff(db(), 'buyers')
    await makeStale(db(), boss.id)
    const stale = {
      status: 401,
      body: { error: 'FreshSignInRequired', message: expect.stringMatching(/within the last five minutes/) },
    }
    expect(await invite({}, as(boss))).toMatchObject(stale)
    expect(await as(boss).patch(`${path}/${person.id}`, { role: 'people' })).toMatchObject(stale)
    expect(
      await as(boss).post('/rest/data/users/elevations', {
        staffId: person.id,
        role: 'finance',
        minutes: 30,
        reason: 'Closing the month',
      }),
    ).toMatchObject(stale)
    expect(await as(boss).patch(`${path}/${person.id}`, { first_name: 'Harmless' })).toMatchObject({ status: 200 })
    expect(await as(boss).post(`${path}/suspend`, { ids: [person.id], reason: 'Stolen phone' })).toMatchObject({
      status: 200,
    })
    expect(await as(boss).post(`${path}/reactivate`, { ids: [person.id], reason: 'Found it' })).toMatchObject(stale)
    expect(
      (
        await as({ token: await makeSession(db(), boss.id) }).post(`${path}/reactivate`, {
          ids: [person.id],
          reason: 'Found it',
        })
      ).status,
    ).toBe(200)
    await sql`update staff set role_id = (select id from roles where name = 'buyers') where id = ${boss.id}`.execute(
      db(),
    )
  })

  it('shows in whoami how long it lasts', async () => {
    const person = await makeStaff(db(), 'buyers', { signedInMinutesAgo: 2 })
    const { body } = await as(person).get('/rest/data/rbac/whoami')
    const { fresh_for: left } = (body as { session: { fresh_for: number } }).session
    expect(left).toBeGreaterThan(170)
    expect(left).toBeLessThanOrEqual(180)
    await makeStale(db(), person.id)
    expect((await as(person).get('/rest/data/rbac/whoami')).body).toMatchObject({
      session: { fresh_for: 0, own_role: 'buyers', elevations: [] },
    })
  })
})

describe('all of it', () => {
  it('leaves an audit whose chain is whole', async () => {
    expect(await verifyAudit(db())).toMatchObject({ broken: null })
  })
})
