import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { csvText } from '../../kit/csv.ts'
import { codeAlphabet, generateCode } from './coupon-codes.ts'

const path = '/rest/data/coupons'
const template = { name: 'Spring mailing', kind: 'fixed', amounts: [{ currency: 'EUR', amount: 500 }], totalLimit: 1, status: 'active', locales: ['es', 'pt-BR'] }
interface Batch { id: number; name: string; prefix: string; wanted: number; made: number }

describe('generated codes', () => {
  it('have no glyph that is taken for another, and no vowel', () => {
    expect(codeAlphabet).not.toMatch(/[0O1IL2Z5S8BAEU]/)
    expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length)
    const codes = Array.from({ length: 300 }, () => generateCode('SUN-', (below) => Math.floor(Math.random() * below)))
    for (const code of codes) expect(code).toMatch(/^SUN-[34679CDFGHJKMNPQRTVWXY]{10}$/)
  })
})

describe('CSV', () => {
  it('quotes as RFC 4180 says and disarms formulas', () => {
    expect(csvText([['Code', 'Name'], ['A,B', 'say "hi"'], ['=1+1', '-5'], ['＝cmd', '@x'], ['+1', '\tx'], ['two\nlines', null], ['n', -5]]))
      .toBe('Code,Name\r\n"A,B","say ""hi"""\r\n\'=1+1,\'-5\r\n\'＝cmd,\'@x\r\n\'+1,\'\tx\r\n"two\nlines",\r\nn,-5\r\n')
  })
})

// The embedded engine is the one whose only connection a long transaction would keep from everybody else.
describe.each([['PostgreSQL', inject('postgresUrl')], ['the embedded engine', null]])('generating on %s', (engine, postgresUrl) => {
  const isMissing = engine === 'PostgreSQL' && postgresUrl === null
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    if (isMissing) return
    server = await startTestServer({ postgresUrl, name: 'generate coupons' })
    admin = await server.signIn('admin')
  })
  afterAll(() => (isMissing ? undefined : server.stop()))

  const generate = (body: object): Promise<Reply> => admin.post(`${path}/generate`, { count: 5, prefix: 'SUN-', template, ...body })
  async function generated(body: object): Promise<Batch> {
    const reply = await generate(body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as Batch
  }
  async function codesOf(batch: Batch): Promise<string[]> {
    const { rows } = await sql<{ code: string }>`select code from coupons where batch_id = ${batch.id}`.execute(server.database.kysely)
    return rows.map(({ code }) => code)
  }

  it.skipIf(isMissing)('makes coupons that differ only in their code, with one audit row for all', async () => {
    const batch = await generated({})
    expect(batch).toMatchObject({ name: 'Spring mailing', prefix: 'SUN-', wanted: 5, made: 5 })
    const { body } = await admin.get(path, { filter: { batchId: batch.id } })
    expect(body).toHaveLength(5)
    for (const coupon of body as object[]) {
      expect(coupon).toMatchObject({
        code: expect.stringMatching(/^SUN-/), state: 'active', kind: 'fixed', percent: null, amounts: template.amounts, totalLimit: 1,
        locales: ['es', 'pt-BR'], batch: { id: batch.id, title: 'Spring mailing' }, owner: { title: 'Ingrid Solheim' }, timesUsed: 0,
      })
    }
    const { rows } = await sql<{ action: string; after: object }>`
      select action, after from audit_log where object = 'coupon-batches' and record_id = ${String(batch.id)}`.execute(server.database.kysely)
    expect(rows).toMatchObject([{ action: 'generate', after: { prefix: 'SUN-', wanted: 5, template: { name: 'Spring mailing' } } }])
    const { rows: single } = await sql`select 1 from audit_log where object = 'coupons'`.execute(server.database.kysely)
    expect(single).toEqual([])
  })

  it.skipIf(isMissing)('makes 10,000 different codes while others are being served', async () => {
    let isDone = false
    let served = 0
    const making = generated({ count: 10_000, prefix: 'big-' }).finally(() => { isDone = true })
    while (!isDone) {
      expect((await admin.get(`${path}/1`)).status).toBe(200)
      served++
      await sleep(20)
    }
    const batch = await making
    expect(batch).toMatchObject({ prefix: 'BIG-', made: 10_000 })
    expect(new Set(await codesOf(batch)).size).toBe(10_000)
    // Between any two pages others get their turn; nobody waits for the whole batch.
    expect(served).toBeGreaterThan(10)
  }, 90_000)

  it.skipIf(isMissing)('shows a batch that was interrupted and makes just the rest when it is resumed', async () => {
    // What a database that stops answering in the middle does.
    await sql`create function stop_after_700() returns trigger language plpgsql as $$ begin
      if (select count(*) from coupons where name = 'Interrupted') > 700 then
        raise exception 'stopped' using errcode = 'query_canceled';
      end if; return null; end $$`.execute(server.database.kysely)
    await sql`create trigger stop after insert on coupons for each statement execute function stop_after_700()`.execute(server.database.kysely)
    const reply = await generate({ count: 1200, template: { ...template, name: 'Interrupted' } })
    await sql`drop trigger stop on coupons`.execute(server.database.kysely)
    expect(reply.status).toBe(503)
    expect((reply.body as { message: string }).message).toMatch(/^600 of 1200 codes were made .* Resume batch \d+ for the rest\.$/)

    const { body: [stopped] } = await admin.get('/rest/data/coupon-batches', { sort: ['id', 'DESC'], range: [0, 0] }) as { body: [Batch] }
    expect(stopped).toMatchObject({ name: 'Interrupted', wanted: 1200, made: 600 })
    // Two people resume it at the same moment.
    const both = await Promise.all([1, 2].map(() => admin.post(`${path}/batches/${stopped.id}/resume`)))
    for (const resumed of both) expect(resumed).toMatchObject({ status: 200, body: { made: 1200 } })
    expect(new Set(await codesOf(stopped)).size).toBe(1200)
    expect(await admin.post(`${path}/batches/${stopped.id}/resume`)).toMatchObject({ status: 409, body: { message: 'All 1200 codes of this batch have been made.' } })
  })

  it.skipIf(isMissing)('leaves nothing behind when the template is refused', async () => {
    const before = (await admin.get('/rest/data/coupon-batches')).headers.get('x-total-count')
    const cases = [
      [{ template: { ...template, amounts: [] } }, 'template.amounts'], [{ template: { ...template, code: 'MINE' } }, 'template.code'],
      [{ template: { ...template, eventIds: [999_999] } }, 'template.eventIds'], [{ template: { ...template, timesUsed: 3 } }, 'template.timesUsed'],
      [{ template: { ...template, amounts: [{ currency: 'XQQ', amount: 1 }] } }, 'template.amounts'], [{ template: 'SUN' }, 'template'],
      [{ count: 0 }, 'count'], [{ count: 10_001 }, 'count'], [{ count: 1.5 }, 'count'], [{ prefix: '' }, 'prefix'], [{ prefix: '-X' }, 'prefix'],
      [{ prefix: 'A'.repeat(21) }, 'prefix'], [{ colour: 'red' }, 'colour'],
    ] as const
    for (const [body, field] of cases) {
      const reply = await generate(body)
      expect({ status: reply.status, fields: Object.keys((reply.body as { fields: object }).fields) }).toEqual({ status: 422, fields: [field] })
    }
    expect((await admin.get('/rest/data/coupon-batches')).headers.get('x-total-count')).toBe(before)
  })

  it.skipIf(isMissing)('gives the codes as CSV to those who may export', async () => {
    const batch = await generated({ count: 3, template: { ...template, validUntil: '2099-01-01T00:00:00Z' } })
    const finance = await server.signIn('finance')
    const reply = await finance.get(`${path}/batches/${batch.id}/codes`)
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="coupons-sun--${batch.id}.csv"`)
    const [head, ...lines] = String(reply.body).trimEnd().split('\r\n')
    expect(head).toBe('Code,State,Times used,Valid until')
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual((await codesOf(batch)).sort())
    expect(lines[0]).toMatch(/^SUN-[A-Z0-9]{10},active,0,2099-01-01T00:00:00\.000Z$/)

    for (const role of ['read-only', 'no-access', 'sales-agent']) {
      expect((await (await server.signIn(role)).get(`${path}/batches/${batch.id}/codes`)).status).toBe(403)
    }
    expect((await finance.post(`${path}/generate`, { count: 1, prefix: 'X', template })).status).toBe(403)
    for (const id of ['999999', '0', 'abc', '1e3']) expect((await finance.get(`${path}/batches/${id}/codes`)).status).toBe(404)
  })
})
