import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { columnOf } from '../fields.ts'
import { maskedKeys } from '../personal.ts'
import type { AnyResource } from '../resource.ts'
import { tableOf } from '../resource.ts'
import { tracesOf } from './audit-trail.server.ts'
import type { Row, Stage } from './stage.server.ts'
import { inShort, pathTo, problemsIn } from './stage.server.ts'

/** What a resource with personal addresses and numbers promises to those whose they are. */
export function maskContract(resource: AnyResource, stage: () => Stage): void {
  const keys = maskedKeys(resource)

  /** A record with every masked field filled, and what is stored in those. */
  async function filled(): Promise<{ id: number; stored: Row }> {
    const { db, maker } = stage()
    const id = await maker.make(resource)
    const columns = sql.join(keys.map((key) => sql`${sql.ref(columnOf(key))} as ${sql.ref(key)}`))
    const { rows: [stored] } = await sql<Row>`select ${columns} from ${sql.table(tableOf(resource))} where id = ${id}`.execute(db)
    if (!stored) throw new Error('What was made is there.')
    return { id, stored }
  }

  const without = (text: unknown, stored: Row) => {
    for (const key of keys) if (stored[key] !== null) expect(JSON.stringify(text)).not.toContain(stored[key])
  }

  it('shows no personal address or number in lists and reads, even to those who may do everything', async () => {
    const { admin } = stage()
    const { id, stored } = await filled()
    const replies = [await admin.get(pathTo(resource), { filter: { id } }), await admin.get(pathTo(resource, id)), await admin.get(pathTo(resource), { filter: { id }, fields: keys })]
    for (const reply of replies) {
      expect(reply.status, inShort(reply)).toBe(200)
      without(reply.body, stored)
      const record = (Array.isArray(reply.body) ? reply.body[0] : reply.body) as Row
      for (const key of keys) expect(record[key] === null ? null : String(record[key])).toEqual(stored[key] === null ? null : expect.stringContaining('•••'))
    }
  })

  it('cannot be made to give them away by sorting, filtering or a cursor', async () => {
    const { admin } = stage()
    for (const key of keys) {
      expect(problemsIn(await admin.get(pathTo(resource), { sort: [key, 'ASC'] }))).toHaveProperty('sort')
      expect(problemsIn(await admin.get(pathTo(resource), { filter: { [key]: { startsWith: 'a' } } }))).toHaveProperty(key)
    }
  })

  it('shows them for a reason, to those who may write, and the audit keeps who asked and why but not what they saw', async () => {
    const { admin, reader, db } = stage()
    const { id, stored } = await filled()
    const path = `${pathTo(resource, id)}/reveal`
    for (const body of [{}, { reason: '' }, { reason: '  a   ' }, { reason: 5 }, { reason: 'x'.repeat(501) }]) {
      expect(Object.keys(problemsIn(await admin.post(path, body)))).toEqual(['reason'])
    }
    expect((await reader.post(path, { reason: 'I am curious' })).status).toBe(403)
    expect((await admin.post(`${pathTo(resource)}/999999999/reveal`, { reason: 'Asked on the phone' })).status).toBe(404)
    const reply = await admin.post(path, { reason: 'Asked on the phone' })
    expect([reply.status, reply.body]).toEqual([200, stored])
    const { rows } = await sql<Row>`select action, object, record_id, reason, after from audit_log where request_id = ${reply.headers.get('x-request-id')}`.execute(db)
    expect(rows).toEqual([{ action: 'reveal', object: resource.name, record_id: String(id), reason: 'Asked on the phone', after: { revealed: keys } }])
    expect((await admin.post(path, { reason: 'Asked on the phone' }, { 'idempotency-key': crypto.randomUUID() })).status).toBe(422)
  })

  if (resource.operations.includes('update')) it('takes masked values that come back for what they stand for, and keeps new ones out of the audit', async () => {
    const { admin, db } = stage()
    const { id, stored } = await filled()
    const record = (await admin.get(pathTo(resource, id))).body as Row
    const same = await admin.put(pathTo(resource, id), record)
    expect([same.status, same.body]).toEqual([200, record])
    expect((await admin.post(`${pathTo(resource, id)}/reveal`, { reason: 'To see it is whole' })).body).toEqual(stored)
    for (const key of keys) {
      const other = (await filled()).stored[key]
      if (other === null) continue
      await sql`update ${sql.table(tableOf(resource))} set ${sql.ref(columnOf(key))} = ${`z${String(other)}`} where ${sql.ref(columnOf(key))} = ${other}`.execute(db)
      const reply = await admin.patch(pathTo(resource, id), { [key]: other })
      expect(reply.status, inShort(reply)).toBe(200)
      const traces = JSON.stringify(await tracesOf(db, reply))
      expect(traces).not.toContain(other)
      if (stored[key] !== null) expect(traces).not.toContain(stored[key])
    }
  })
}
