import { describe, expect, it } from 'vitest'
import { verifyAudit } from '../../core/audit/chain.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { system } from '../../core/access/access.ts'
import {
  admin,
  append,
  coupon,
  entriesOf,
  finance,
  find,
  path,
  serveAudit,
  server,
} from './testing/audited-calls.server.ts'

serveAudit()

describe('personal data', () => {
  const email = 'very.private@example.com'

  it('is masked for every reader, because it is shown for a reason only and elsewhere, and not found by searching', async () => {
    const id = await append({
      action: 'update',
      object: 'customers',
      recordId: 7,
      title: 'Very Private',
      before: { email, locale: 'es' },
      after: { email: 'new@example.com', locale: 'pt' },
    })
    // Sealing adds to an entry within about a second: before that, two reads of one can differ.
    await expect
      .poll(async () => (await verifyAudit(server.database.kysely)).unsealed.count, { timeout: 5_000 })
      .toBe(0)
    for (const person of [admin, finance]) {
      const [entry] = await find({ object: 'customers' }, person)
      expect(entry).toMatchObject({
        id,
        title: '•••',
        changes: [
          { key: 'email', before: '"v•••@example.com"', after: '"n•••@example.com"' },
          { key: 'locale', before: '"es"', after: '"pt"' },
        ],
      })
      expect((await person.get(`${path}/${id}`)).body).toEqual(entry)
      for (const query of [
        { q: 'very priv' },
        { filter: { q: 'Very Priv' } },
        { filter: { title: { contains: 'Private' } } },
        { filter: { title: 'Very Private', object: ['customers'] } },
        { filter: { title: { startsWith: 'Very' }, object: { is: 'customers' } } },
      ]) {
        expect([query, (await person.get(path, query)).body]).toEqual([query, []])
      }
      const narrow = await person.get(path, { filter: { object: 'customers' }, fields: ['changes', 'title'] })
      expect(JSON.stringify(narrow.body)).not.toContain('ivate')
      expect(Object.keys(entriesOf(narrow)[0] ?? {}).toSorted()).toEqual(['changes', 'id', 'title'])
    }
  })

  it('leaves records that are called by a number the number', async () => {
    await append({ action: 'reveal', object: 'customers', recordId: 8, title: 'Customer 8', reason: 'They called' })
    expect(await find({ object: 'customers', recordId: '8' })).toMatchObject([
      { title: 'Customer 8', reason: 'They called' },
    ])
  })

  it('is hidden completely from people who cannot see the records', async () => {
    const editor = await server.signIn('catalogue-editor')
    const id = await append({
      action: 'update',
      object: 'purchases',
      recordId: 1,
      title: 'ABCD2345',
      before: { customerEmail: email, tags: ['a'] },
      after: { customerEmail: 'new@example.com', tags: [] },
    })
    expect((await finance.get(`${path}/${id}`)).body).toMatchObject({
      title: 'ABCD2345',
      changes: [{ key: 'customerEmail', before: '"v•••@example.com"' }, { key: 'tags' }],
    })
    expect((await editor.get(`${path}/${id}`)).body).toMatchObject({
      title: 'ABCD2345',
      changes: [
        { key: 'customerEmail', before: '"•••"', after: '"•••"' },
        { key: 'tags', before: '["a"]' },
      ],
    })
    const file = await editor.get(`${path}/export`, { filter: { object: 'purchases' } })
    expect([file.status, String(file.body).includes(email), String(file.body).includes('Email: ••• → •••')]).toEqual([
      200,
      false,
      true,
    ])
  })
})

describe('the export', () => {
  it('has exactly what is filtered, in words, as CSV, and is in the audit itself', async () => {
    const { id, code } = await coupon({
      status: 'draft',
      kind: 'fixed',
      percent: null,
      amounts: [{ currency: 'EUR', amount: 1250 }],
    })
    await admin.patch(`/rest/data/coupons/${id}`, {
      name: '=HYPERLINK("evil")',
      amounts: [{ currency: 'EUR', amount: 2000 }],
      validUntil: '2099-01-31T12:00:00Z',
    })
    const filter = JSON.stringify({ object: 'coupons', recordId: String(id) })
    const reply = await admin.get(`${path}/export`, { filter })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-\d{4}-\d\d-\d\d-\d{4}\.csv"$/,
    )
    const lines = String(reply.body).split('\r\n')
    expect(lines[0]).toMatch(/^Id,When \(UTC\),Outcome,Actor,Email/)
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`Changed,Coupon,${id},${code}`)
    expect(lines[1]).toContain('Amounts: €12.50 → €20.00')
    expect(lines[1]).toContain('31 Jan 2099, 1')
    expect((await find({ action: 'export' }))[0]).toMatchObject({
      object: 'audit',
      actorName: 'Ingrid Solheim',
      changes: [{ key: 'filter', after: JSON.stringify(filter) }],
    })
  })

  it('is remembered without what was searched for, which can be anything that a keyboard or a clipboard gives', async () => {
    expect((await admin.get(`${path}/export`, { q: 'a\u202eb' })).status).toBe(200)
    const [last] = await find({ action: 'export' })
    expect(last?.changes).toMatchObject([{ key: 'search', after: '"•••"' }])
  })

  it('disarms what a spreadsheet would run', async () => {
    await append({ action: 'update', object: 'coupons', recordId: 'formula', title: '=1+1' })
    const reply = await admin.get(`${path}/export`, { filter: { recordId: 'formula' } })
    expect(String(reply.body)).toContain(",formula,'=1+1,")
  })

  it('goes on through any number of pages, each row once', async () => {
    const db = server.database.kysely
    const many = Array.from({ length: 1_234 }, (_, n) => ({ action: 'bulk', object: 'bulk', recordId: n }))
    await db.transaction().execute((transaction) => appendAudit(transaction, many, { actor: system('tests') }))
    const lines = String((await admin.get(`${path}/export`, { filter: { object: 'bulk' } })).body)
      .trimEnd()
      .split('\r\n')
      .slice(1)
    expect(lines).toHaveLength(1_234)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1_234)
  })

  it('refuses what the list refuses', async () => {
    expect((await admin.get(`${path}/export`, { filter: '{' })).status).toBe(422)
    expect((await admin.get(`${path}/export`, { filter: { nobodyKnows: 1 } })).status).toBe(422)
    expect((await admin.get(`${path}/export?page=2`)).status).toBe(200)
  })
})
