import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { columnOf } from '../resource/fields.ts'
import { maskedKeys } from '../resource/personal.ts'
import type { AnyResource } from '../resource/resource.ts'
import { tableOf } from '../resource/resource.ts'
import { tracesOf } from './audit-trail.server.ts'
import type { Row, TestContext } from './test-context.server.ts'
import { inShort, pathTo, problemsIn } from './test-context.server.ts'

/** The promises of a resource with personal addresses and numbers to the people they belong to. */
export function maskContract(resource: AnyResource, testContext: () => TestContext): void {
  const keys = maskedKeys(resource)

  /** A record with every masked field filled, and what is stored in those. */
  async function filled(): Promise<{ id: number; stored: Row }> {
    const { db, maker } = testContext()
    const id = await maker.make(resource)
    const columns = sql.join(keys.map((key) => sql`${sql.ref(columnOf(key))} as ${sql.ref(key)}`))
    const {
      rows: [stored],
    } = await sql<Row>`select ${columns} from ${sql.table(tableOf(resource))} where id = ${id}`.execute(db)
    if (!stored) throw new Error('What was made is there.')
    return { id, stored }
  }

  const without = (text: unknown, stored: Row) => {
    for (const key of keys) if (stored[key] !== null) expect(JSON.stringify(text)).not.toContain(stored[key])
  }

  it('shows no personal address or number in lists and reads, even to people with every permission', async () => {
    const { admin } = testContext()
    const { id, stored } = await filled()
    const replies = [
      await admin.get(pathTo(resource), { filter: { id } }),
      await admin.get(pathTo(resource, id)),
      await admin.get(pathTo(resource), { filter: { id }, fields: keys }),
    ]
    // PostgreSQL masks lists, the server masks records.
    const [listed, read] = replies.map(({ body }) => (Array.isArray(body) ? body[0] : body) as Row)
    for (const key of keys) expect(listed?.[key]).toEqual(read?.[key])
    for (const reply of replies) {
      expect(reply.status, inShort(reply)).toBe(200)
      without(reply.body, stored)
      const record = (Array.isArray(reply.body) ? reply.body[0] : reply.body) as Row
      for (const key of keys)
        expect(record[key] === null ? null : String(record[key])).toEqual(
          stored[key] === null ? null : expect.stringContaining('•••'),
        )
    }
  })

  it('cannot be made to give them away by sorting, filtering or a cursor', async () => {
    const { admin } = testContext()
    for (const key of keys) {
      expect(problemsIn(await admin.get(pathTo(resource), { sort: [key, 'ASC'] }))).toHaveProperty('sort')
      expect(problemsIn(await admin.get(pathTo(resource), { filter: { [key]: { startsWith: 'a' } } }))).toHaveProperty(
        key,
      )
    }
  })

  it('are found by the whole of them and by no part of them', async () => {
    const { admin, db } = testContext()
    for (const key of keys.filter((one) => resource.list.search.includes(one))) {
      const column = sql.ref(columnOf(key))
      const {
        rows: [row],
      } = await sql<{ id: number; whole: string }>`
        select id, ${column} as whole from ${sql.table(tableOf(resource))} where ${column} is not null order by id limit 1`.execute(
        db,
      )
      if (!row) throw new Error(`No sample has a ${key}.`)
      const { id, whole } = row
      const found = async (q: string) =>
        ((await admin.get(pathTo(resource), { q, filter: { id } })).body as Row[]).map((record) => record['id'])
      expect([key, await found(whole), await found(whole.toUpperCase())]).toEqual([key, [id], [id]])
      // Fragments of a name can be in an address; nothing else of the record says these.
      for (const part of [whole.slice(0, -1), whole.slice(1), whole.slice(-6), whole.replace(/.$/, '%'), `${whole}x`])
        expect([key, part, await found(part)]).toEqual([key, part, []])
    }
  })

  it('leave a trace when a person searches by them: who, where and how many, and no address', async () => {
    const { admin, reader, db, routes } = testContext()
    const palette = '/rest/data/search'
    for (const key of keys.filter((one) => resource.list.search.includes(one))) {
      const column = sql.ref(columnOf(key))
      await filled()
      const {
        rows: [row],
      } = await sql<{ whole: string }>`
        select ${column} as whole from ${sql.table(tableOf(resource))} where ${column} is not null order by id desc limit 1`.execute(
        db,
      )
      if (!row) throw new Error(`No sample has a ${key}.`)
      const { whole } = row
      const traces = async () =>
        (
          await sql<Row>`select * from audit_log where action = 'search' and object = ${resource.name} and after ->> 'by' = ${key} order by id`.execute(
            db,
          )
        ).rows
      const before = await traces()
      // One for each resource: the palette asks all of them, and the same search again leaves no second trace.
      const absent = whole.startsWith('+')
        ? `+34000${[...resource.name].map((letter) => letter.charCodeAt(0) % 10).join('')}`.slice(0, 15)
        : `nobody.of.${resource.name}@example.com`
      for (const [caller, path, q] of [
        [admin, pathTo(resource), whole],
        [reader, pathTo(resource), whole],
        // The same again, and the next page, are the same search.
        [admin, pathTo(resource), whole],
        [admin, routes?.has(`GET ${palette}`) ? palette : pathTo(resource), absent],
      ] as const)
        expect((await caller.get(path, { q })).status).toBe(200)
      const found = (await traces()).slice(before.length)
      expect(found.map(({ after }) => (after as Row)['found'])).toEqual([expect.any(Number), expect.any(Number), 0])
      expect(Number((found[0]?.['after'] as Row | undefined)?.['found'])).toBeGreaterThan(0)
      expect(found.every(({ actor_email: who }) => typeof who === 'string')).toBe(true)
      expect(new Set(found.map(({ actor_id: who }) => who)).size).toBe(2)
      // Rows about one address belong together, those about others do not.
      const [one, two, other] = found.map(({ after }) => (after as Row)['digest'])
      expect([one === two, one === other]).toEqual([true, false])
      for (const text of [whole, absent]) expect(JSON.stringify(found)).not.toContain(text)
      // Words that are no address leave none.
      await admin.get(pathTo(resource), { q: 'example' })
      expect(await traces()).toHaveLength(before.length + 3)
    }
  })

  it('shows them for a reason, to people who can write, and the audit keeps who asked and why but not what they saw', async () => {
    const { admin, reader, db } = testContext()
    const { id, stored } = await filled()
    const path = `${pathTo(resource, id)}/reveal`
    for (const body of [{}, { reason: '' }, { reason: '  a   ' }, { reason: 5 }, { reason: 'x'.repeat(501) }]) {
      expect(Object.keys(problemsIn(await admin.post(path, body)))).toEqual(['reason'])
    }
    expect((await reader.post(path, { reason: 'I am curious' })).status).toBe(403)
    expect((await admin.post(`${pathTo(resource)}/999999999/reveal`, { reason: 'Asked on the phone' })).status).toBe(
      404,
    )
    const reply = await admin.post(path, { reason: 'Asked on the phone' })
    expect([reply.status, reply.body]).toEqual([200, stored])
    const { rows } =
      await sql<Row>`select action, object, record_id, reason, after from audit_log where request_id = ${reply.headers.get('x-request-id')}`.execute(
        db,
      )
    expect(rows).toEqual([
      {
        action: 'reveal',
        object: resource.name,
        record_id: String(id),
        reason: 'Asked on the phone',
        after: { revealed: keys },
      },
    ])
    // It is shown for one reason and one row in the audit, so a repetition shows nothing.
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const shown = async () => (await admin.post(path, { reason: 'Asked on the phone' }, headers)).status
    expect([await shown(), await shown()]).toEqual([200, 409])
  })

  if (resource.operations.includes('update'))
    it('takes masked values that come back as unchanged, and keeps new ones out of the audit', async () => {
      const { admin, db } = testContext()
      const { id, stored } = await filled()
      const record = (await admin.get(pathTo(resource, id))).body as Row
      const same = await admin.put(pathTo(resource, id), record)
      expect([same.status, same.body]).toEqual([200, record])
      expect((await admin.post(`${pathTo(resource, id)}/reveal`, { reason: 'To see it is whole' })).body).toEqual(
        stored,
      )
      for (const key of keys) {
        const other = (await filled()).stored[key]
        if (other === null) continue
        await sql`update ${sql.table(tableOf(resource))} set ${sql.ref(columnOf(key))} = ${`z${String(other)}`} where ${sql.ref(columnOf(key))} = ${other}`.execute(
          db,
        )
        const reply = await admin.patch(pathTo(resource, id), { [key]: other })
        expect(reply.status, inShort(reply)).toBe(200)
        const traces = JSON.stringify(await tracesOf(db, reply))
        expect(traces).not.toContain(other)
        if (stored[key] !== null) expect(traces).not.toContain(stored[key])
      }
    })
}
