import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { mask } from '../../platform/outbound/call-log.server.ts'
import type { LoggedCall } from '../../platform/outbound/logged-call.ts'
import type { CodePreview } from './importing/code-preview.ts'
import { startImportStage } from './testing/import-stage.server.ts'

const suppliers = [
  ['viator', 'product-codes', '300004P5'],
  ['tiqets', 'product-codes-tiqets', '970100'],
  ['globick', 'product-codes-globick', '58200'],
  ['tourcms', 'product-codes-tourcms', '3930-40'],
] as const

let server: TestServer
let admin: Client
beforeAll(async () => {
  const stage = await startImportStage('supplier_calls', inject('postgresUrl'))
  ;({ server, admin } = stage)
  for (const [, base, code] of suppliers) await stage.paste(base, code, stage.place)
  await stage.run()
})
afterAll(() => server?.stop())

const db = () => server.database.kysely

async function codeOf(base: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.id(base.replaceAll('-', '_'))}`.execute(db())
  return rows[0]?.id ?? 0
}

async function logged(target: string, call: { method: string; path: string; subject: string; request?: string }) {
  const { rows } = await sql<{ id: number }>`
    insert into outbound_calls (target, subject, method, url, request, attempt, status, answer, milliseconds)
    select ${target}, ${call.subject}, ${call.method}, split_part(url, '/', 1) || '//' || split_part(url, '/', 3) || ${call.path}, ${call.request ?? null}, 1, 500, 'Oops', 9
    from outbound_calls where target = ${target} limit 1 returning id`.execute(db())
  return rows[0]?.id ?? 0
}

describe.each(suppliers)('a call to %s', (key, base, code) => {
  it('is listed with its code, and sent again with the keys of today: answered, logged masked and in the audit', async () => {
    const id = await codeOf(base)
    const { calls } = (await admin.get(`/rest/data/${base}/${id}/preview`)).body as CodePreview
    const line = calls.find(({ method }) => method === 'GET')
    const path = `/rest/data/${base}/${id}/calls/${line?.id}`
    expect((await admin.get(path)).body).toMatchObject({ id: line?.id, status: 200, refusal: null })
    const { status, body } = await admin.post(`${path}/send-again`)
    const again = body as LoggedCall
    expect([status, again.status, again.url]).toEqual([200, 200, line?.url])
    const { rows } = await sql<{ headers: Record<string, string> }>`
      select headers from outbound_calls where id = ${again.id}`.execute(db())
    expect(Object.values(rows[0]?.headers ?? {})).toContain(mask)
    const { rows: audit } = await sql`
      select record_id::integer as id, title, after from audit_log where object = ${base} and action = 'send-again'`.execute(
      db(),
    )
    const title = `${code} · GET ${new URL(again.url).pathname}`
    expect(audit).toEqual([{ id, title, after: { call: line?.id, sentAs: again.id, status: 200, problem: null } }])
  })

  it('that writes is refused with the reason, before the press and after it', async () => {
    const id = await codeOf(base)
    const call = await logged(key, { method: 'POST', path: '/bookings/book', subject: `${base} ${id}`, request: '{}' })
    const path = `/rest/data/${base}/${id}/calls/${call}`
    const reason = expect.stringContaining('changes something there, so it is not sent again')
    expect((await admin.get(path)).body).toMatchObject({ refusal: reason })
    expect(await admin.post(`${path}/send-again`)).toMatchObject({ status: 409, body: { message: reason } })
  })
})

describe('a call to a supplier', () => {
  it('by POST that only reads is sent again, unless the log has only part of it', async () => {
    const id = await codeOf('product-codes')
    const request =
      '{"searchTerm":"Colosseum","currency":"EUR","searchTypes":[{"searchType":"PRODUCTS","pagination":{"start":1,"count":20}}]}'
    const call = await logged('viator', {
      method: 'POST',
      path: '/partner/search/freetext',
      subject: `product-codes ${id}`,
      request,
    })
    const { status, body } = await admin.post(`/rest/data/product-codes/${id}/calls/${call}/send-again`)
    expect([status, body]).toMatchObject([200, { method: 'POST', status: 200, request }])
    const cut = await logged('viator', {
      method: 'POST',
      path: '/partner/search/freetext',
      subject: `product-codes ${id}`,
      request: 'x'.repeat(2_000),
    })
    expect((await admin.get(`/rest/data/product-codes/${id}/calls/${cut}`)).body).toMatchObject({
      refusal: 'The log has only part of what was sent, so we no longer know what it asked.',
    })
  })

  it('is found with its own code only, and sent only by those who can change codes', async () => {
    const [viator, tiqets] = [await codeOf('product-codes'), await codeOf('product-codes-tiqets')]
    const call = await logged('viator', { method: 'GET', path: '/products/1', subject: `product-codes ${viator}` })
    const booking = await logged('viator', { method: 'GET', path: '/bookings/1', subject: 'booking 7.1' })
    expect((await admin.get(`/rest/data/product-codes-tiqets/${tiqets}/calls/${call}`)).status).toBe(404)
    expect((await admin.get(`/rest/data/product-codes/${viator}/calls/${booking}`)).status).toBe(404)
    const reader = await server.signIn('read-only')
    expect((await reader.get(`/rest/data/product-codes/${viator}/calls/${call}`)).status).toBe(200)
    expect((await reader.post(`/rest/data/product-codes/${viator}/calls/${call}/send-again`)).status).toBe(403)
  })
})
