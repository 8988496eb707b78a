import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { grant } from '../../../app/testing/grant.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { demoService } from '../../../platform/demo-services/demo-services.server.ts'
import { mask } from '../../../platform/outbound/call-log.server.ts'
import { makeProvider, provider } from '../testing/scripted-feed.server.ts'
import type { LoggedCall } from '../../../platform/outbound/logged-call.ts'

let server: TestServer
let admin: Client
let token = ''
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'provider_calls' })
  admin = await server.signIn('admin')
  await makeProvider(db())
  token = String((await demoService(provider))['token'])
})
afterAll(() => server?.stop())

const db = () => server.database.kysely
const pathOf = (id: number, of = provider) => `/rest/data/event-providers/${of}/calls/${id}`

/** Writes a call into the log, made to another address than today's. */
async function logged(
  path: string,
  values: { readonly method?: string; readonly target?: string; readonly subject?: string } = {},
) {
  const { method = 'GET', target = provider, subject = null } = values
  const { rows } = await sql<{ id: number }>`
    insert into outbound_calls (target, subject, method, url, attempt, status, answer, milliseconds)
    values (${target}, ${subject}, ${method}, ${`https://api.ticketevolution.com${path}`}, 1, 500, 'Oops', 900) returning id`.execute(
    db(),
  )
  return rows[0]?.id ?? 0
}
const calls = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from outbound_calls`.execute(db())).rows[0]?.n ?? 0

describe('a logged call', () => {
  it('that reads is sent again through the adapter: the new answer is logged, masked and in the audit', async () => {
    const id = await logged('/v9/ticket_groups?event_id=7100002&page=1&per_page=500')
    expect((await admin.get(pathOf(id))).body).toMatchObject({ status: 500, answer: 'Oops', refusal: null })
    const { status, body } = await admin.post(`${pathOf(id)}/send-again`)
    const again = body as LoggedCall
    expect([status, again.status, again.id === id]).toEqual([200, 200, false])
    expect(again.answer).toContain('ticket_groups')
    expect(again.url).toContain('/ticket_groups?event_id=7100002')
    const { rows } = await sql<{ text: string; headers: Record<string, string> }>`
      select c::text as text, c.headers from outbound_calls c where id = ${again.id}`.execute(db())
    expect(token).not.toBe('')
    expect(rows[0]?.text).not.toContain(token)
    expect(rows[0]?.headers['x-token']).toBe(mask)
    const { rows: audit } = await sql`select after from audit_log where action = 'send-again'`.execute(db())
    expect(audit).toEqual([{ after: { call: id, sentAs: again.id, status: 200, problem: null } }])
  })

  it('answers with what the provider says now, an error too', async () => {
    const id = await logged('/v9/ticket_groups?event_id=9040402&page=1&per_page=500')
    const { status, body } = await admin.post(`${pathOf(id)}/send-again`)
    expect([status, (body as LoggedCall).status]).toEqual([200, 404])
  })

  it.each([
    ['POST', '/v9/orders', provider, 'Sending it again could do that twice'],
    ['DELETE', '/v9/ticket_holds/1', provider, 'Sending it again could do that twice'],
    ['GET', `/v9/orders?external_notes=${encodeURIComponent(mask)}`, provider, 'masked'],
    ['GET', '/v9/events', 'unheard-of', 'no adapter'],
    ['GET', '/v8/events', 'ticket-evolution', 'another URL now'],
  ])('%s %s of %s is not sent again, and says why', async (method, path, target, reason) => {
    await sql`insert into providers (code, name, kind, currency, commission, priority) values ('unheard-of', 'Unheard of', 'marketplace', 'EUR', 0, 50)
      on conflict do nothing`.execute(db())
    const id = await logged(path, { method, target })
    const before = await calls()
    const { status, body } = await admin.post(`${pathOf(id, target)}/send-again`)
    expect([status, body]).toMatchObject([409, { message: expect.stringContaining(reason) }])
    expect(await calls()).toBe(before)
  })

  it('of an order is found with its order alone', async () => {
    const id = await logged('/v9/orders?external_notes=M-1042', { subject: 'booking 7.1' })
    const before = await calls()
    expect((await admin.get(pathOf(id))).status).toBe(404)
    expect((await admin.post(`${pathOf(id)}/send-again`)).status).toBe(404)
    expect(await calls()).toBe(before)
    const { body } = await admin.get(`/rest/data/event-providers/${provider}`)
    const shown = (body as { lastCalls: { id: number }[] }).lastCalls.map((call) => call.id)
    expect(shown).not.toContain(id)
    expect(shown.length).toBeGreaterThan(0)
  })

  it('has no bodies for people who can’t see raw payloads, and neither has the one that they send', async () => {
    const id = await logged('/v9/ticket_groups?event_id=7100002&page=1&per_page=500')
    await sql`update outbound_calls set request = '{"secret": 1}' where id = ${id}`.execute(db())
    const open = (await admin.get(pathOf(id))).body
    expect(open).toMatchObject({ status: 500, request: '{"secret": 1}', answer: 'Oops' })
    await grant(server.database, 'sales-agent', 'providers', 'write')
    const agent = await server.signIn('sales-agent')
    const closed = { request: null, answer: null }
    expect((await agent.get(pathOf(id))).body).toEqual({ ...(open as object), ...closed })
    const again = await agent.post(`${pathOf(id)}/send-again`)
    expect([again.status, again.body]).toMatchObject([200, { status: 200, ...closed }])
    await grant(server.database, 'sales-agent', 'providers', 'payload')
    expect((await agent.get(pathOf(id))).body).toEqual(open)
  })

  it('says before the press why it is not sent again', async () => {
    const id = await logged('/v9/orders', { method: 'POST' })
    expect((await admin.get(pathOf(id))).body).toMatchObject({ refusal: expect.stringContaining('do that twice') })
  })

  it('is found only with its own provider, and sent only by those who can change providers', async () => {
    const id = await logged('/v9/events')
    expect((await admin.get(pathOf(id, 'xs2event'))).status).toBe(404)
    const reader = await server.signIn('read-only')
    expect((await reader.get(pathOf(id))).status).toBe(200)
    expect((await reader.post(`${pathOf(id)}/send-again`)).status).toBe(403)
  })
})
