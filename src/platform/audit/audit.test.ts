import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { system } from '../../core/access/access.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { verifyAudit } from '../../core/audit/chain.server.ts'
import type { Reply } from '../../core/testing/test-context.server.ts'

interface Entry {
  id: number
  action: string
  object: string
  recordId: string | null
  title: string | null
  outcome: string
  changes: { key: string; before: string | null; after: string | null }[]
}

let server: TestServer
let admin: Client
let finance: Client
const path = '/rest/data/audit'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'audit' })
  // An auditor who sees coupons but no purchase.
  await sql`
    insert into role_permissions (role_id, action, object)
    select id, action, 'audit' from roles, unnest(array['ui', 'export']) as given (action) where name = 'catalogue-editor'
    union all select id, 'ui', 'audit' from roles where name = 'finance'`.execute(server.database.kysely)
  admin = await server.signIn('admin')
  finance = await server.signIn('finance')
})
afterAll(() => server.stop())

const entriesOf = (reply: Reply) => reply.body as Entry[]
const find = async (filter: object, by = admin) => entriesOf(await by.get(path, { filter }))

async function coupon(values: object = {}): Promise<{ id: number; code: string }> {
  const reply = await admin.post('/rest/data/coupons', {
    code: `AUDIT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
    name: 'Audited',
    percent: 500,
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as { id: number; code: string }
}

async function append(entry: AuditEntry, origin: Partial<Parameters<typeof appendAudit>[2]> = {}): Promise<number> {
  const db = server.database.kysely
  await db
    .transaction()
    .execute((transaction) => appendAudit(transaction, [entry], { actor: system('tests'), ...origin }))
  const {
    rows: [head],
  } = await sql<{ id: number }>`select max(id) as id from audit_log`.execute(db)
  return head?.id ?? 0
}

describe('the audit', () => {
  it('shows who created, changed and deleted a record, newest first, with the fields that differ', async () => {
    const { id, code } = await coupon({ status: 'draft' })
    await admin.patch(`/rest/data/coupons/${id}`, { percent: 750, name: 'Dearer' })
    await admin.delete(`/rest/data/coupons/${id}`)
    const [deleted, changed, created, ...others] = await find({ object: 'coupons', recordId: String(id) })
    expect(others).toEqual([])
    expect([deleted?.action, changed?.action, created?.action]).toEqual(['delete', 'update', 'create'])
    expect(changed).toMatchObject({
      outcome: 'done',
      actorName: 'Ingrid Solheim',
      actorRole: 'admin',
      title: code,
      address: '127.0.0.1',
      realActorName: null,
      elevatedFrom: null,
      changes: [
        { key: 'name', before: '"Audited"', after: '"Dearer"' },
        { key: 'percent', before: '500', after: '750' },
      ],
    })
    expect(created?.changes.find(({ key }) => key === 'percent')).toEqual({
      key: 'percent',
      before: null,
      after: '500',
    })
    expect(deleted?.changes.find(({ key }) => key === 'percent')).toEqual({
      key: 'percent',
      before: '750',
      after: null,
    })
  })

  it('narrows to a person, an object, a record, an action, a stretch of time, an address and a request', async () => {
    const { id } = await coupon()
    const [made] = await find({ object: 'coupons', recordId: String(id) })
    expect(made).toBeDefined()
    const one = made as Entry & { at: string; personId: number; requestId: string; address: string }
    for (const filter of [
      { personId: one.personId },
      { object: 'coupons' },
      { action: 'create' },
      { at: { gte: one.at, lte: one.at } },
      { address: one.address },
      { outcome: 'done' },
    ]) {
      const found = await find(filter)
      expect([filter, found.some((entry) => entry.id === one.id)]).toEqual([filter, true])
    }
    expect((await find({ requestId: one.requestId })).map((entry) => entry.id)).toEqual([one.id])
    expect(await find({ object: 'coupons', recordId: String(id), at: { lt: one.at } })).toEqual([])
    expect(await find({ object: 'coupons', recordId: String(id), outcome: 'refused' })).toEqual([])
    expect(entriesOf(await admin.get(path, { q: one.title ?? '' })).map((entry) => entry.id)).toEqual([one.id])
  })

  it('has what was refused, marked: calls without a grant and sign-ins that failed', async () => {
    const stranger = await server.signIn('no-access')
    const refused = await stranger.get('/rest/data/coupons')
    expect(refused.status).toBe(403)
    expect(await find({ outcome: 'refused', object: 'coupons' })).toMatchObject([
      {
        action: 'refused',
        outcome: 'refused',
        actorName: 'Tomasz Zieliński',
        title: 'GET /rest/data/coupons',
        changes: [],
        reason: 'You need “ui” on coupons for this. Ask your access manager.',
        requestId: (refused.body as { requestId: string }).requestId,
      },
    ])
    expect((await server.anonymous.post('/user/login', { googleToken: 'a.b.c' })).status).toBe(401)
    expect(await find({ action: 'sign-in-refused' })).toMatchObject([
      { outcome: 'refused', actorKind: 'system', reason: 'The ID token could not be confirmed.' },
    ])
  })

  it('names the real actor of what was done as another person, and finds it by that person', async () => {
    const id = await append(
      { action: 'update', object: 'coupons' },
      {
        actor: { ...system('Customer 7'), behind: { id: 4711, name: 'Really Her', email: 'her@example.com' } },
      },
    )
    expect(await find({ personId: 4711 })).toMatchObject([
      {
        id,
        actorName: 'Customer 7',
        realActorId: 4711,
        realActorName: 'Really Her',
        realActorEmail: 'her@example.com',
        personId: 4711,
      },
    ])
    expect((await verifyAudit(server.database.kysely)).broken).toBeNull()
  })

  it('says what the base role was during temporary access', async () => {
    const actor = {
      kind: 'staff',
      id: 99,
      name: 'Lent',
      email: 'lent@example.com',
      role: 'read-only',
      elevation: { from: 'read-only', to: ['finance'], reason: 'Covers for Hiroshi', until: '2099-01-01T00:00:00Z' },
      grants: { isSuperUser: false, objects: {} },
    } as const
    const id = await append({ action: 'update', object: 'coupons' }, { actor })
    expect(await find({ personId: 99 })).toMatchObject([{ id, elevatedFrom: 'read-only', actorRole: 'finance' }])
  })

  it('covers by the chain who was really behind something: a changed name shows', async () => {
    const db = server.database.kysely
    const id = await append(
      { action: 'update', object: 'coupons' },
      { actor: { ...system('x'), behind: { id: 1, name: 'Who', email: 'who@example.com' } } },
    )
    await expect.poll(async () => (await verifyAudit(db)).unsealed.count, { timeout: 5_000 }).toBe(0)
    const verdict = await db
      .transaction()
      .execute(async (transaction) => {
        await sql`alter table audit_log disable trigger all`.execute(transaction)
        await sql`update audit_log set real_actor_name = 'Somebody else' where id = ${id}`.execute(transaction)
        const found = await verifyAudit(transaction)
        throw Object.assign(new Error('undo'), { found })
      })
      .catch((error: { found: Awaited<ReturnType<typeof verifyAudit>> }) => error.found)
    expect(verdict.broken).toMatchObject({ id })
  })

  it('is closed without its permission, and always open to admins', async () => {
    const sales = await server.signIn('sales-agent')
    for (const call of ['', '/1', '/choices', '/chain', '/chain/check', '/export', '/1/names']) {
      expect([call, (await sales.get(path + call)).status]).toEqual([call, 403])
      expect([call, (await admin.get(path + call)).status]).toEqual([call, 200])
    }
    // Seeing is not taking out.
    expect((await finance.get(path)).status).toBe(200)
    expect((await finance.get(`${path}/export`)).status).toBe(403)
  })

  it('cannot be written to', async () => {
    for (const call of [
      admin.post(path, {}),
      admin.put(`${path}/1`, {}),
      admin.patch(`${path}/1`, {}),
      admin.delete(`${path}/1`),
    ]) {
      expect([404, 405]).toContain((await call).status)
    }
    const db = server.database.kysely
    await expect(sql`update audit set title = 'x' where id = 1`.execute(db)).rejects.toMatchObject({
      message: 'audit_log is append-only',
    })
    await expect(sql`delete from audit where id = 1`.execute(db)).rejects.toMatchObject({
      message: 'audit_log is append-only',
    })
    // What is put into the view comes to stand at the end of the chain.
    await sql`insert into audit (actor_kind, actor_name, action, object) values ('system', 'somebody', 'x', 'y')`.execute(
      db,
    )
    expect((await verifyAudit(db)).broken).toBeNull()
  })
})

describe('choices', () => {
  it('are the people, objects and actions that occur', async () => {
    const { body } = await admin.get(`${path}/choices`)
    const { people, objects, actions } = body as {
      people: { name: string; email: string }[]
      objects: string[]
      actions: string[]
    }
    expect(people).toContainEqual(
      expect.objectContaining({ name: 'Ingrid Solheim', email: 'ingrid.solheim@demo.marquee.example' }),
    )
    expect(people.map(({ name }) => name)).toContain('Really Her')
    expect(objects).toEqual(expect.arrayContaining(['coupons', 'sessions']))
    expect(actions).toEqual(expect.arrayContaining(['create', 'sign-in', 'refused']))
    expect([objects, actions]).toEqual([[...new Set(objects)].toSorted(), [...new Set(actions)].toSorted()])
  })
})

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
    expect([file.status, String(file.body).includes(email), String(file.body).includes('E-mail: ••• → •••')]).toEqual([
      200,
      false,
      true,
    ])
  })
})

describe('the names of what an entry refers to', () => {
  it('are shown to people who can see the records, and to no one else', async () => {
    const db = server.database.kysely
    const {
      rows: [continent],
    } = await sql<{
      id: number
    }>`insert into continents (name, code) values ('Europe', 'EU') on conflict (code) do update set name = excluded.name returning id`.execute(
      db,
    )
    const id = await append({
      action: 'update',
      object: 'countries',
      before: { continentId: null },
      after: { continentId: continent?.id ?? 0 },
    })
    expect((await admin.get(`${path}/${id}/names`)).body).toEqual({ continents: { [String(continent?.id)]: 'Europe' } })
    await sql`delete from role_permissions where object = 'places' and role_id = (select id from roles where name = 'finance')`.execute(
      db,
    )
    expect((await finance.get(`${path}/${id}/names`)).body).toEqual({})
    expect((await admin.get(`${path}/0/names`)).status).toBe(404)
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
    expect(lines[0]).toMatch(/^Id,When \(UTC\),Outcome,Actor,E-mail/)
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`Changed,Coupon,${id},${code}`)
    expect(lines[1]).toContain('Amounts: EUR 12.50 → EUR 20.00')
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
