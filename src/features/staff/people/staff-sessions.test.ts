import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { callerOf } from '../../../core/testing/http-caller.server.ts'
import { makeSession, makeStaff } from './testing/staff.server.ts'
import type { StaffSession } from './staff-sessions.ts'

let server: TestServer
let admin: Client
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'staff sessions' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())

const db = () => server.database.kysely
const as = (token: string) => callerOf(server.url, token)
const path = (id: number) => `/rest/data/users/admins/${id}/sessions`
const own = '/rest/data/users/own-sessions'
const sessionsOf = async (id: number) => (await admin.get(path(id))).body as StaffSession[]
const works = async (token: string) => (await as(token).get('/rest/data/rbac/whoami')).status

describe('the sessions of a member of staff', () => {
  it('show the device, where it was first and last seen, and since when', async () => {
    const person = await makeStaff(db(), 'read-only')
    const token = await makeSession(db(), person.id, { userAgent: firefox })
    await sql`update sessions set address = '2001:db8::7', last_seen_at = now() - interval '3 minutes' where staff_id = ${person.id} and user_agent = ${firefox}`.execute(
      db(),
    )
    await sql`update sessions set last_seen_at = now() - interval '40 minutes' where staff_id = ${person.id} and user_agent <> ${firefox}`.execute(
      db(),
    )
    expect(await sessionsOf(person.id)).toMatchObject([
      {
        device: 'Firefox 144 on Windows',
        deviceKind: 'computer',
        openedFrom: '127.0.0.1',
        lastSeenFrom: '2001:db8::7',
        network: 'public',
        state: 'open',
        isCurrent: false,
        isBound: false,
      },
      {
        device: 'Script (curl 8.5.0)',
        deviceKind: 'program',
        openedFrom: '127.0.0.1',
        network: 'this-machine',
        state: 'idle',
      },
    ])
    expect(JSON.stringify(await sessionsOf(person.id))).not.toContain(token)
  })

  it('end one at a time, or all at once, on the next call', async () => {
    const person = await makeStaff(db(), 'read-only')
    const tokens = [person.token, await makeSession(db(), person.id), await makeSession(db(), person.id)]
    const [first] = (await sessionsOf(person.id)).toSorted((a, b) => a.id - b.id)
    expect((await admin.post(`${path(person.id)}/end`, { ids: [first?.id] })).body).toEqual({ ended: 1 })
    expect(await Promise.all(tokens.map(works))).toEqual([403, 200, 200])
    expect((await admin.post(`${path(person.id)}/end`, {})).body).toEqual({ ended: 2 })
    expect(await Promise.all(tokens.map(works))).toEqual([403, 403, 403])
    expect((await sessionsOf(person.id)).map(({ state }) => state)).toEqual(['revoked', 'revoked', 'revoked'])
    const { rows } = await sql<{
      action: string
    }>`select action from audit_log where object = 'admin-users' and record_id = ${String(person.id)}`.execute(db())
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ action: 'end-session' })))
  })

  it('of others are not ended by naming them beside one’s own (404)', async () => {
    const [one, other] = [await makeStaff(db(), 'read-only'), await makeStaff(db(), 'read-only')]
    const [session] = await sessionsOf(other.id)
    expect((await admin.post(`${path(one.id)}/end`, { ids: [session?.id] })).status).toBe(404)
    expect((await as(one.token).post(`${own}/end`, { ids: [session?.id] })).status).toBe(404)
    expect(await works(other.token)).toBe(200)
  })

  it('are shown with ui on users, and ended with the permission to manage staff', async () => {
    const person = await makeStaff(db(), 'no-access')
    const reader = await server.signIn('read-only')
    expect((await reader.get(path(person.id))).status).toBe(200)
    expect((await reader.post(`${path(person.id)}/end`, {})).status).toBe(403)
    expect((await as(person.token).get(path(person.id))).status).toBe(403)
  })
})

describe('one’s own sessions', () => {
  it('are there for each person, with the one in use marked, and all others can be ended', async () => {
    const person = await makeStaff(db(), 'no-access')
    const other = await makeSession(db(), person.id, { userAgent: firefox })
    const list = (await as(person.token).get(own)).body as StaffSession[]
    expect(list.map(({ isCurrent, device }) => [device, isCurrent]).toSorted()).toEqual([
      ['Firefox 144 on Windows', false],
      ['Script (curl 8.5.0)', true],
    ])
    const current = list.find(({ isCurrent }) => isCurrent)
    expect((await as(person.token).post(`${own}/end`, { ids: [current?.id] })).status).toBe(409)
    expect((await as(person.token).post(`${own}/end`, {})).body).toEqual({ ended: 1 })
    expect([await works(person.token), await works(other)]).toEqual([200, 403])
  })

  it.each([
    [{ ids: [] }],
    [{ ids: ['1'] }],
    [{ ids: 'all' }],
    [{ all: true }],
    [{ ids: Array.from({ length: 501 }, (_, n) => n + 1) }],
  ])('are not ended by %j (422)', async (body) => {
    expect((await admin.post(`${own}/end`, body)).status).toBe(422)
  })
})

describe('signing in again in the same browser', () => {
  it('ends the session before, so that a fresh sign-in leaves nothing behind', async () => {
    const logIn = async (cookie = '') => {
      const { body } = await server.anonymous.post('/demo/token', { email: 'leila.haddad@demo.marquee.example' })
      const response = await fetch(`${server.url}/user/login`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'origin': server.url,
          ...(cookie && { cookie }),
        },
      })
      expect(response.status).toBe(200)
      return response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
    }
    const first = await logIn()
    await logIn(first)
    const { rows } = await sql<{ ended_because: string | null }>`
      select s.ended_because from sessions s join staff p on p.id = s.staff_id where p.email = 'leila.haddad@demo.marquee.example' and s.sid_hash is not null order by s.id`.execute(
      db(),
    )
    expect(rows).toEqual([{ ended_because: 'replaced' }, { ended_because: null }])
  })
})
