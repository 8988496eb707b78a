import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { callerOf } from '../../../core/testing/http-caller.server.ts'
import { rounds } from '../../../core/testing/rounds.ts'
import { openSession } from '../../../platform/auth/sign-in/sessions.server.ts'
import { makeRole, makeStaff } from './testing/staff.server.ts'

const postgresUrl = inject('postgresUrl')
const tries = rounds.races

describe.skipIf(postgresUrl === null)('two people at once, on PostgreSQL', () => {
  let server: TestServer
  const path = '/rest/data/users/admins'

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'admin user races', env: { CALLS_PER_MINUTE: '0' } })
    await makeRole(db(), 'helpers', { purchases: ['ui'] })
    await sql`update staff set status = 'suspended' where role_id = (select id from roles where name = 'admin')`.execute(
      db(),
    )
  })
  afterAll(() => server?.stop())

  const db = () => server.database.kysely
  const as = ({ token }: { token: string }) => callerOf(server.url, token)
  const activeAdmins = async () =>
    (
      await sql<{ count: number }>`
    select count(*)::integer as count from staff p join roles r on r.id = p.role_id where r.name = 'admin' and p.status = 'active'`.execute(
        db(),
      )
    ).rows[0]?.count

  it(`two last admins who suspend or demote each other leave one of them, ${tries} times`, async () => {
    for (let n = 0; n < tries; n++) {
      const [one, other] = [await makeStaff(db(), 'admin'), await makeStaff(db(), 'admin')]
      const oust = (by: typeof one, whom: typeof one, suspends: boolean) =>
        suspends
          ? as(by).post(`${path}/suspend`, { ids: [whom.id], reason: 'A coup' })
          : as(by).patch(`${path}/${whom.id}`, { role: 'helpers' })
      const replies = await Promise.all([oust(one, other, n % 2 === 0), oust(other, one, n % 3 === 0)])
      expect(replies.map(({ status }) => status).toSorted()[0]).toBe(200)
      expect([403, 409]).toContain(replies.map(({ status }) => status).toSorted()[1])
      expect(await activeAdmins()).toBe(1)
      await sql`update staff set status = 'suspended' where id in (${one.id}, ${other.id})`.execute(db())
    }
  })

  it(`a sign-in that races a suspension leaves no session that is open, ${tries} times`, async () => {
    const boss = await makeStaff(db(), 'admin')
    for (let n = 0; n < tries; n++) {
      const person = await makeStaff(db(), 'helpers')
      const signIn = db()
        .transaction()
        .execute((trx) => openSession(trx, { staffId: person.id, isBound: false, address: '127.0.0.1', userAgent: '' }))
      const [signedIn, suspended] = await Promise.allSettled([
        signIn,
        as(boss).post(`${path}/suspend`, { ids: [person.id], reason: 'Right now' }),
      ])
      expect(suspended).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
      const { rows } = await sql`select 1 from sessions where staff_id = ${person.id} and ended_at is null`.execute(
        db(),
      )
      expect(rows, signedIn.status).toEqual([])
    }
    await sql`update staff set status = 'suspended' where id = ${boss.id}`.execute(db())
  })

  it('one request answered by two admins is granted or refused once', async () => {
    const [one, other] = [await makeStaff(db(), 'admin'), await makeStaff(db(), 'admin')]
    for (let n = 0; n < tries; n++) {
      const person = await makeStaff(db(), 'helpers')
      const { body } = await as(person).post('/rest/data/users/own-elevations', {
        role: 'finance',
        minutes: 15,
        reason: 'Asked once, answered twice',
      })
      const id = (body as { elevations: { id: number }[] }).elevations[0]?.id
      const replies = await Promise.all([
        as(one).post(`/rest/data/users/elevations/${id}/grant`, {}),
        as(other).post(`/rest/data/users/elevations/${id}/${n % 2 ? 'grant' : 'refuse'}`, {}),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  it('20 invitations of one address make one account', async () => {
    const boss = await makeStaff(db(), 'admin')
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => as(boss).post(path, { email: 'only.once@marquee.example', role: 'helpers' })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
    const { rows } = await sql`select 1 from messages where recipient = 'only.once@marquee.example'`.execute(db())
    expect(rows).toHaveLength(1)
  })
})
