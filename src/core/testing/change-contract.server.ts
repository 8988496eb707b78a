import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../resource/fields.ts'
import { maskedKeys } from '../resource/personal.ts'
import type { AnyResource } from '../resource/resource.ts'
import { tableOf } from '../resource/resource.ts'
import { tracesOf } from './audit-trail.server.ts'
import { noSuchId, writableFields } from './create-contract.server.ts'
import { movingKeys, sentBackContract, settledKeys } from './sent-back-contract.server.ts'
import type { Reply, Row, TestContext } from './test-context.server.ts'
import { findings, inShort, names, pathTo, problemsIn } from './test-context.server.ts'
import { jsonText, wrongValuesOf } from './wrong-values.ts'

const verbs = ['put', 'patch'] as const

/** A record as the server gives it. Made in the database where clients cannot create any. */
export async function freshRecord(
  resource: AnyResource,
  { admin, maker }: TestContext,
  values: Row = {},
): Promise<Row> {
  if (!resource.operations.includes('create'))
    return (await admin.get(pathTo(resource, await maker.make(resource, values)))).body as Row
  const reply = await admin.post(pathTo(resource), await maker.draft(resource, values))
  expect(reply.status, inShort(reply)).toBe(201)
  return reply.body as Row
}

/**
 * Fields that no rule between fields is about: the title and texts that are not personal data or, where there are
 * neither, short texts that can be missing.
 */
export function freeFields(resource: AnyResource): readonly string[] {
  const own = writableFields(resource).filter(([, field]) => !field.personal)
  const texts = own.filter(([key, field]) => key === resource.title || field.kind === 'longText')
  return (
    texts.length > 0 ? texts : own.filter(([, field]) => field.kind === 'text' && !field.required && !field.format)
  ).map(([key]) => key)
}

/** One of them to change alone: the title, or where only the server writes that another that differs. */
export function oneField(resource: AnyResource, record: Row, other: Row): string {
  const title = writableFields(resource).find(([key]) => key === resource.title)?.[0]
  const found = title ?? freeFields(resource).find((key) => record[key] !== other[key])
  if (found === undefined) throw new Error(`${resource.name} has no text that can be changed alone.`)
  return found
}

/** Removes a record that refers to another one, or where something else needs it, its reference. */
async function letGo(db: Db, user: AnyResource, key: string, id: number): Promise<void> {
  const table = sql.table(tableOf(user))
  await sql`delete from ${table} where id = ${id}`.execute(db).catch(async (error: { code?: string }) => {
    if (error.code !== '23503') throw error
    await sql`update ${table} set ${sql.ref(columnOf(key))} = null where id = ${id}`.execute(db)
  })
}

/** The guarantees for callers that change or delete a record. */
export function changeContract(resource: AnyResource, testContext: () => TestContext): void {
  const draft = (values?: Row) => testContext().maker.draft(resource, values)
  const at = (record: Row) => pathTo(resource, Number(record['id']))

  const fresh = (values?: Row) => freshRecord(resource, testContext(), values)

  if (resource.operations.includes('update'))
    describe('changed', () => {
      it.each(verbs)(
        'by %s takes the fields that were sent, leaves the others, and leaves the difference in the audit',
        async (verb) => {
          const { admin, db } = testContext()
          const record = await fresh()
          const other = await draft()
          const key = oneField(resource, record, other)
          const reply = await admin[verb](at(record), { [key]: other[key] })
          expect(reply.status, inShort(reply)).toBe(200)
          expect(reply.body).toEqual({
            ...record,
            [key]: other[key],
            version: Number(record['version']) + 1,
            updatedAt: expect.any(String) as unknown,
          })
          expect(reply.headers.get('etag')).toBe(`"${Number(record['version']) + 1}"`)
          expect((await admin.get(at(record))).body).toEqual(reply.body)
          expect(await tracesOf(db, reply)).toMatchObject([
            {
              action: 'update',
              object: resource.name,
              record_id: String(record['id']),
              before: { [key]: record[key] },
              after: { [key]: other[key] },
            },
          ])
          expect(Object.keys((await tracesOf(db, reply))[0]?.after ?? {})).toEqual([key])
        },
      )

      it.each(verbs)('by %s to what it is already changes nothing and leaves no trace', async (verb) => {
        const { admin, db } = testContext()
        const record = await fresh()
        const reply = await admin[verb](at(record), Object.fromEntries(Object.entries(record).toReversed()))
        expect([reply.status, reply.body]).toEqual([200, record])
        expect(await tracesOf(db, reply)).toEqual([])
      })

      it('refuses to change what only the server writes, each by its name', async () => {
        const { admin } = testContext()
        const record = await fresh()
        expect(
          await findings([...settledKeys(resource), ...movingKeys(resource), 'nobodyKnows'], async (key) => {
            const reply = await admin.patch(at(record), { [key]: 987_654 })
            return reply.status === 422 && Object.keys(problemsIn(reply)).join() === key
              ? undefined
              : `${key}: ${inShort(reply)}`
          }),
        ).toEqual([])
        expect(problemsIn(await admin.patch(at(record), { version: 'one' }))).toHaveProperty('version')
      })

      sentBackContract(resource, testContext, { fresh, oneField })

      it('refuses wrong values, naming the field, and keeps what was there', async () => {
        const { admin } = testContext()
        const record = await fresh()
        const cases = writableFields(resource).flatMap(([key, field]) =>
          wrongValuesOf(field)
            .slice(-2)
            .map((wrong) => ({ key, ...wrong })),
        )
        expect(
          await findings(cases, async ({ key, why, value }) => {
            const reply = await admin.patch(at(record), jsonText({ [key]: value }))
            return reply.status === 422 && names(reply, key) ? undefined : `${key} with ${why}: ${inShort(reply)}`
          }),
        ).toEqual([])
        expect((await admin.get(at(record))).body).toEqual(record)
      })

      it('refuses references to what does not exist, and values that another record has', async () => {
        const { admin } = testContext()
        const unique = writableFields(resource).filter(([, field]) => field.unique)
        const record = await fresh()
        let other = await fresh()
        // Some samples of an optional field have no value to be unique.
        while (unique.some(([key]) => other[key] === null)) other = await fresh()
        const references = writableFields(resource).filter(([, field]) => 'to' in field)
        expect(
          await findings(references, async ([key, field]) => {
            const reply = await admin.patch(at(record), { [key]: field.kind === 'refs' ? [noSuchId] : noSuchId })
            return reply.status === 422 && names(reply, key) ? undefined : `${key}: ${inShort(reply)}`
          }),
        ).toEqual([])
        const shown =
          maskedKeys(resource).length > 0
            ? ((await admin.post(`${at(other)}/reveal`, { reason: 'To take its values' })).body as Row)
            : {}
        expect(
          await findings(unique, async ([key]) => {
            const reply = await admin.patch(at(record), { [key]: shown[key] ?? other[key] })
            return reply.status === 409 && names(reply, key) ? undefined : `${key}: ${inShort(reply)}`
          }),
        ).toEqual([])
      })

      it('lets only one of two people save what both have open', async () => {
        const { admin } = testContext()
        const record = await fresh()
        const ifMatch = { 'if-match': `"${String(record['version'])}"` }
        const change = async () => {
          const other = await draft()
          const key = oneField(resource, record, other)
          return { [key]: other[key] }
        }
        const first = await admin.put(at(record), await change(), ifMatch)
        expect(first.status, inShort(first)).toBe(200)
        for (const stale of [ifMatch['if-match'], '"0"', 'W/"2"', '"abc"', String((first.body as Row)['version'])]) {
          const second = await admin.put(at(record), await change(), { 'if-match': stale })
          expect([stale, second.status]).toEqual([stale, 412])
          expect(second.body).toMatchObject({ error: 'StaleVersion', current: first.body })
          expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
        }
        expect(
          (await admin.put(at(record), await change(), { 'if-match': String(first.headers.get('etag')) })).status,
        ).toBe(200)
        expect((await admin.put(at(record), await change(), { 'if-match': '*' })).status).toBe(200)
      })

      it('is changed once by two calls with one Idempotency-Key', async () => {
        const { admin } = testContext()
        const record = await fresh()
        const other = await draft()
        const key = oneField(resource, record, other)
        const headers = { 'idempotency-key': crypto.randomUUID() }
        const first = await admin.patch(at(record), { [key]: other[key] }, headers)
        const back = await admin.patch(at(record), { [key]: record[key] })
        const again = await admin.patch(at(record), { [key]: other[key] }, headers)
        expect([first.status, back.status, again.status]).toEqual([200, 200, 200])
        expect([again.body, again.headers.get('etag')]).toEqual([first.body, first.headers.get('etag')])
        expect(again.headers.get('idempotency-replayed')).toBe('true')
        expect((await admin.patch(at(record), { [key]: record[key] }, headers)).status).toBe(422)
        expect((await admin.get(at(record))).body).toEqual(back.body)
      })

      it('answers 404 for what is not there', async () => {
        const { admin } = testContext()
        for (const id of [noSuchId, '0', 'abc', '1.5']) {
          expect((await admin.patch(`${pathTo(resource)}/${id}`, {})).status).toBe(404)
        }
      })
    })

  if (resource.operations.includes('delete'))
    describe('deleted', () => {
      it('answers with the record, which is then gone, and keeps it in the audit', async () => {
        const { admin, db } = testContext()
        const record = await fresh()
        const key = { 'idempotency-key': crypto.randomUUID() }
        const reply = await admin.delete(at(record), key)
        expect([reply.status, reply.body]).toEqual([200, record])
        const retried = await admin.delete(at(record), key)
        expect([retried.status, retried.body, retried.headers.get('idempotency-replayed')]).toEqual([
          200,
          record,
          'true',
        ])
        const again = await Promise.all([admin.get(at(record)), admin.delete(at(record)), admin.patch(at(record), {})])
        expect(again.map(({ status }) => status)).toEqual([
          404,
          404,
          resource.operations.includes('update') ? 404 : 405,
        ])
        const traces = await tracesOf(db, reply)
        expect(traces).toMatchObject([
          {
            action: 'delete',
            object: resource.name,
            record_id: String(record['id']),
            title: record[resource.title],
            after: null,
          },
        ])
        expect(record).toMatchObject(traces[0]?.before ?? { nothing: true })
      })

      it('is refused to those who have an older version open', async () => {
        const { admin } = testContext()
        const record = await fresh()
        const reply = await admin.delete(at(record), { 'if-match': '"0"' })
        expect([reply.status, (reply.body as { current: unknown }).current]).toEqual([412, record])
        expect((await admin.get(at(record))).status).toBe(200)
      })

      it('is refused in words while other records refer to it', async () => {
        const { admin, db, maker, resources } = testContext()
        const users = resources.flatMap((user) =>
          Object.entries(user.fields)
            .filter(
              ([, field]) => field.kind === 'ref' && 'to' in field && field.to === resource.name && !field.derived,
            )
            .map(([key]) => ({ user, key })),
        )
        expect(
          await findings(users, async ({ user, key }) => {
            const record = await fresh()
            const id = await maker.make(user, { [key]: record['id'] })
            const refused: Reply = await admin.delete(at(record))
            const isRight =
              refused.status === 409 && /^[^{}]{12,}[.!]$/.test((refused.body as { message: string }).message)
            await letGo(db, user, key, id)
            const freed = await admin.delete(at(record))
            return isRight && freed.status === 200
              ? undefined
              : `${user.name}.${key}: ${inShort(refused)}, then ${inShort(freed)}`
          }),
        ).toEqual([])
      })
    })
}
