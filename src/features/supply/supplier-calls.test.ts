import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { mask } from '../../platform/outbound/call-log.server.ts'
import type { CallLine, LoggedCall } from '../../platform/outbound/logged-call.ts'
import { callKinds, callsShown } from './importing/supplier-call.endpoints.ts'
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

const listed = async (base: string, query: Readonly<Record<string, string>> = {}) =>
  (await admin.get(`/rest/data/${base}/calls?${new URLSearchParams(query)}`)).body as CallLine[]
const pathOf = (base: string, call: number | undefined) => `/rest/data/${base}/calls/${call}`

describe.each(suppliers)('a call to %s', (key, base, code) => {
  it('is listed with its code, and sent again with the keys of today: answered, logged masked and in the audit', async () => {
    const id = await codeOf(base)
    const { calls } = (await admin.get(`/rest/data/${base}/${id}/preview`)).body as CodePreview
    const line = calls.find(({ method }) => method === 'GET')
    const path = pathOf(base, line?.id)
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
    // The second call has no code of its own: only the first can be sent once more.
    const refusal = 'It was sent again by hand. Open the first call to send it once more.'
    expect(await admin.post(`${pathOf(base, again.id)}/send-again`)).toMatchObject({
      status: 409,
      body: { message: refusal },
    })
  })

  it('that writes is refused with the reason, before the press and after it', async () => {
    const id = await codeOf(base)
    const call = await logged(key, { method: 'POST', path: '/bookings/book', subject: `${base} ${id}`, request: '{}' })
    const reason = expect.stringContaining('changes something there, so it is not sent again')
    expect((await admin.get(pathOf(base, call))).body).toMatchObject({ refusal: reason })
    expect(await admin.post(`${pathOf(base, call)}/send-again`)).toMatchObject({
      status: 409,
      body: { message: reason },
    })
  })

  it('for a list of changes or a search is listed by what it was for, and sent again', async () => {
    await server.runJob(`sync-${key}`)
    expect((await admin.get(`/rest/data/${base}/catalogue?words=tour`)).status).toBe(200)
    for (const kind of ['changes', 'search'] as const) {
      const calls = await listed(base, { kind })
      expect(calls.map(({ about }) => about)).toEqual(calls.map(() => ({ kind, id: null, name: null })))
      const read = calls.find(({ method, url }) => method === 'GET' || url.endsWith('/search/freetext'))
      const { status, body } = await admin.post(`${pathOf(base, read?.id)}/send-again`)
      expect([status, (body as LoggedCall).status]).toEqual([200, 200])
      const { rows } = await sql<{ title: string }>`
        select title from audit_log where object = ${base} and action = 'send-again' order by id desc limit 1`.execute(
        db(),
      )
      expect(rows[0]?.title).toMatch(/^[A-Z]\w+ · (GET|POST) \//)
    }
    const all = await listed(base)
    expect(new Set(all.map(({ about }) => about?.kind))).toEqual(new Set(callKinds))
    expect(all.map(({ about }) => about)).toContainEqual({ kind: 'import', id: await codeOf(base), name: code })
  })
})

describe('a call to a supplier', () => {
  it('by POST that only reads is sent again, unless the log has only part of it', async () => {
    const id = await codeOf('product-codes')
    const request =
      '{"searchTerm":"Colosseum","currency":"EUR","searchTypes":[{"searchType":"PRODUCTS","pagination":{"start":1,"count":20}}]}'
    const [path, subject] = ['/partner/search/freetext', `product-codes ${id}`]
    const call = await logged('viator', { method: 'POST', path, subject, request })
    const { status, body } = await admin.post(`${pathOf('product-codes', call)}/send-again`)
    expect([status, body]).toMatchObject([200, { method: 'POST', status: 200, request }])
    const cut = await logged('viator', { method: 'POST', path, subject, request: 'x'.repeat(2_000) })
    expect((await admin.get(pathOf('product-codes', cut))).body).toMatchObject({
      refusal: 'The log has only part of the request, so it can’t be sent again.',
    })
  })

  it('is found with its own supplier only, those of orders not at all, and sent only by those who can change codes', async () => {
    const viator = await codeOf('product-codes')
    const call = await logged('viator', { method: 'GET', path: '/products/1', subject: `product-codes ${viator}` })
    const booking = await logged('viator', { method: 'GET', path: '/bookings/1', subject: 'booking 7.1' })
    expect((await admin.get(pathOf('product-codes-tiqets', call))).status).toBe(404)
    expect((await admin.get(pathOf('product-codes', booking))).status).toBe(404)
    expect((await listed('product-codes')).map(({ id }) => id)).not.toContain(booking)
    const reader = await server.signIn('read-only')
    expect((await reader.get(pathOf('product-codes', call))).status).toBe(200)
    expect((await reader.post(`${pathOf('product-codes', call)}/send-again`)).status).toBe(403)
    expect((await (await server.signIn('no-access')).get('/rest/data/product-codes/calls')).status).toBe(403)
  })

  it('is listed on pages, each call once', async () => {
    for (let n = 0; n < callsShown + 5; n += 1)
      await logged('tiqets', { method: 'GET', path: `/products/${n}`, subject: 'supplier_products' })
    const first = await listed('product-codes-tiqets', { kind: 'product' })
    expect(first).toHaveLength(callsShown)
    const next = await listed('product-codes-tiqets', { kind: 'product', before: String(first.at(-1)?.id) })
    const paths = [...first, ...next].map(({ url }) => Number(url.split('/').at(-1)))
    expect(paths.slice(0, callsShown + 5)).toEqual(Array.from({ length: callsShown + 5 }, (_, n) => callsShown + 4 - n))
    expect((await admin.get('/rest/data/product-codes-tiqets/calls?kind=booking')).status).toBe(422)
  })
})
