import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { columnOf } from '../../../core/resource/fields.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { tableOf } from '../../../core/resource/resource.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { freshRecord } from '../../../core/testing/change-contract.server.ts'
import { noSuchId } from '../../../core/testing/create-contract.server.ts'
import type { Row, TestContext } from '../../../core/testing/test-context.server.ts'
import { findings, inShort, names, pathTo } from '../../../core/testing/test-context.server.ts'
import { reassignableReferences, sharedKeyOf } from '../replacements.ts'

/** What every caller can rely on when deleting a record and naming another one to take its place. */
export function successorContract(resource: AnyResource, testContext: () => TestContext): void {
  if (!resource.operations.includes('delete')) return
  const at = (record: Row, successorId: unknown) =>
    `${pathTo(resource, Number(record['id']))}?successorId=${String(successorId)}`

  describe('deleted for a successor', () => {
    it('is refused on successorId for one that cannot take its place, and stays', async () => {
      const { admin, reader } = testContext()
      const record = await freshRecord(resource, testContext())
      expect(
        await findings([record['id'], noSuchId, '', '0', 'abc'], async (wrong) => {
          const reply = await admin.delete(at(record, wrong))
          return reply.status === 422 && names(reply, 'successorId') ? undefined : `${String(wrong)}: ${inShort(reply)}`
        }),
      ).toEqual([])
      expect((await reader.delete(at(record, noSuchId))).status).toBe(403)
      expect((await admin.get(pathTo(resource, Number(record['id'])))).body).toEqual(record)
    })

    it('gives it every reference that people write, with a trace of each, and the deletion says so', async () => {
      const { admin, db, maker, resources } = testContext()
      const shared = sharedKeyOf(resource)
      // One after another: more than one would ask for the same few samples.
      for (const { resource: user, key, isList } of reassignableReferences(resource, resources)) {
        const going = await freshRecord(resource, testContext())
        const replacement = await freshRecord(
          resource,
          testContext(),
          shared === null ? {} : { [shared]: going[shared] },
        )
        // A public page requires more of its references, such as that they are public too.
        const used = () =>
          maker.make(user, {
            [key]: isList ? [going['id']] : going['id'],
            ...(user.page && { publication: 'draft', publishedAt: null }),
          })
        // Some fields go with some of the samples only, which take turns.
        const id = await used().catch(used).catch(used)
        const reply = await admin.delete(at(going, replacement['id']))
        expect(reply.status, `${user.name}.${key}: ${inShort(reply)}`).toBe(200)
        const {
          rows: [row],
        } = await sql<{
          value: unknown
        }>`select ${sql.ref(columnOf(key))} as value from ${sql.table(tableOf(user))} where id = ${id}`.execute(db)
        expect([user.name, key, row?.value]).toEqual([user.name, key, isList ? [replacement['id']] : replacement['id']])
        const traces = await tracesOf(db, reply)
        expect(traces).toMatchObject([
          { action: 'given-a-successor', object: user.name, record_id: String(id) },
          { action: 'delete', object: resource.name, record_id: String(going['id']) },
        ])
      }
    })
  })
}
