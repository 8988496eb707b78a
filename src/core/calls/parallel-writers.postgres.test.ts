import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifyAudit } from '../audit/chain.server.ts'
import { auditLength } from '../testing/audit-trail.server.ts'
import { rounds } from '../testing/rounds.ts'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'
import type { Reply } from '../testing/test-context.server.ts'

const postgresUrl = inject('postgresUrl')
let sample: SampleServer

const { races } = rounds
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted()
const countOf = async (column: string, value: string) =>
  (
    await sql<{ found: number }>`select count(*) as found from gadgets where ${sql.ref(column)} = ${value}`.execute(
      sample.db,
    )
  ).rows[0]?.found

describe.skipIf(postgresUrl === null)('people who write at the same moment', () => {
  beforeAll(async () => {
    sample = await startSampleServer({ postgresUrl })
  })
  afterAll(() => sample.close())

  const gadget = (values: object) => sample.maker.draft('gadgets', { ...values })

  it(`20 who create the same value make one record, and the others get a conflict (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const code = `RACE-${round}`
      const drafts = await Promise.all(times(20, () => gadget({ code, serial: null })))
      const replies = await Promise.all(drafts.map((draft) => sample.admin.post('/rest/data/gadgets', draft)))
      expect(statuses(replies)).toEqual([201, ...times(19, () => 409)])
      expect(
        replies
          .filter(({ status }) => status === 409)
          .every(({ body }) => 'code' in (body as { fields: object }).fields),
      ).toBe(true)
      expect(await countOf('code', code)).toBe(1)
    }
  })

  it(`8 calls with one Idempotency-Key have one effect and one answer (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const before = await auditLength(sample.db)
      const draft = await gadget({ name: `Once ${round}` })
      const headers = { 'idempotency-key': `once-${round}` }
      const replies = await Promise.all(times(8, () => sample.admin.post('/rest/data/gadgets', draft, headers)))
      expect(statuses(replies)).toEqual(times(8, () => 201))
      expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(replies.filter(({ headers: sent }) => sent.get('idempotency-replayed') === 'true')).toHaveLength(7)
      expect(await countOf('name', `Once ${round}`)).toBe(1)
      expect(await auditLength(sample.db)).toBe(before + 1)
    }
  })

  it('a twin of a call that failed does the work itself', async () => {
    const draft = await gadget({ name: 'Twin of a failure', code: 'TAKEN' })
    await sample.maker.make('gadgets', { code: 'TAKEN' })
    const replies = await Promise.all(
      times(8, () => sample.admin.post('/rest/data/gadgets', draft, { 'idempotency-key': 'fails' })),
    )
    expect(statuses(replies)).toEqual(times(8, () => 409))
    expect(
      (await sample.admin.post('/rest/data/gadgets', { ...draft, code: 'FREE-1' }, { 'idempotency-key': 'fails' }))
        .status,
    ).toBe(201)
  })

  it(`of two who save what both have open one learns that it has changed (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const id = await sample.maker.make('gadgets')
      const replies = await Promise.all(
        times(2, (n) => sample.admin.patch(`/rest/data/gadgets/${id}`, { name: `Saver ${n}` }, { 'if-match': '"1"' })),
      )
      expect(statuses(replies)).toEqual([200, 412])
      const [won, lost] = replies.toSorted((a, b) => a.status - b.status)
      expect(lost?.body).toMatchObject({ current: won?.body })
    }
  })

  it('unguarded changes of one record all count, one after the other', async () => {
    const id = await sample.maker.make('gadgets')
    const replies = await Promise.all(
      times(20, (n) => sample.admin.patch(`/rest/data/gadgets/${id}`, { name: `Change ${n}` })),
    )
    expect(statuses(replies)).toEqual(times(20, () => 200))
    expect(replies.map(({ body }) => (body as { version: number }).version).toSorted((a, b) => a - b)).toEqual(
      times(20, (n) => n + 2),
    )
    const { rows } = await sql<{ before: { name: string }; after: { name: string } }>`
      select before, after from audit_log where object = 'gadgets' and record_id = ${String(id)} order by id`.execute(
      sample.db,
    )
    // Each row begins where the one before it ended, so the trail shows what really happened.
    expect(rows.slice(1).map(({ before }) => before.name)).toEqual(rows.slice(0, -1).map(({ after }) => after.name))
  })

  it('deleting twice deletes once, and a change at the same time is not lost silently', async () => {
    const id = await sample.maker.make('gadgets')
    const replies = await Promise.all([
      ...times(4, () => sample.admin.delete(`/rest/data/gadgets/${id}`)),
      sample.admin.patch(`/rest/data/gadgets/${id}`, { name: 'Too late?' }),
    ])
    const deleted = replies.slice(0, 4)
    expect(statuses(deleted)).toEqual([200, 404, 404, 404])
    expect([200, 404]).toContain(replies[4]?.status)
  })

  it('a record cannot be referred to while it is being deleted', async () => {
    for (let round = 0; round < races; round++) {
      const makerId = await sample.maker.make('makers')
      const draft = await gadget({ makerId })
      const [deleted, created] = await Promise.all([
        sample.admin.delete(`/rest/data/makers/${makerId}`),
        sample.admin.post('/rest/data/gadgets', draft),
      ])
      expect([
        [200, 422],
        [409, 201],
      ]).toContainEqual([deleted?.status, created?.status])
    }
  })

  it('20 of them leave an audit whose chain is whole, without a gap', async () => {
    const before = await auditLength(sample.db)
    const replies = await Promise.all(
      times(20, async (writer) => {
        const own: Reply[] = []
        for (let n = 0; n < 5; n++)
          own.push(await sample.admin.post('/rest/data/makers', { name: `Writer ${writer} ${n}` }))
        return own
      }),
    )
    expect(statuses(replies.flat())).toEqual(times(100, () => 201))
    expect(await verifyAudit(sample.db)).toMatchObject({ rows: before + 100, broken: null })
  })
})
