import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { columnOf } from '../../kit/fields.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { tableOf } from '../../kit/resource.ts'
import { tracesOf } from '../../kit/testing/audit-trail.server.ts'
import { freshRecord } from '../../kit/testing/change-contract.server.ts'
import { noSuchId } from '../../kit/testing/create-contract.server.ts'
import type { Row, Stage } from '../../kit/testing/stage.server.ts'
import { findings, inShort, names, pathTo } from '../../kit/testing/stage.server.ts'
import { handedOver, sharedKeyOf } from './handed-over.ts'

/** What anybody may rely on who deletes a record and names another that takes its place. */
export function successorContract(resource: AnyResource, stage: () => Stage): void {
  if (!resource.operations.includes('delete')) return
  const at = (record: Row, successorId: unknown) => `${pathTo(resource, Number(record['id']))}?successorId=${String(successorId)}`

  describe('deleted for a successor', () => {
    it('is refused on successorId for one that cannot take its place, and stays', async () => {
      const { admin, reader } = stage()
      const record = await freshRecord(resource, stage())
      expect(await findings([record['id'], noSuchId, '', '0', 'abc'], async (wrong) => {
        const reply = await admin.delete(at(record, wrong))
        return reply.status === 422 && names(reply, 'successorId') ? undefined : `${String(wrong)}: ${inShort(reply)}`
      })).toEqual([])
      expect((await reader.delete(at(record, noSuchId))).status).toBe(403)
      expect((await admin.get(pathTo(resource, Number(record['id'])))).body).toEqual(record)
    })

    it('gives it every reference that people write, with a trace of each, and the deletion says so', async () => {
      const { admin, db, maker, resources } = stage()
      const shared = sharedKeyOf(resource)
      // One after another: more than one would ask for the same few samples.
      for (const { resource: user, key, isList } of handedOver(resource, resources)) {
        const going = await freshRecord(resource, stage())
        const heir = await freshRecord(resource, stage(), shared === null ? {} : { [shared]: going[shared] })
        // A public page asks more of what it refers to, such as that it be public too.
        const used = () => maker.make(user, { [key]: isList ? [going['id']] : going['id'], ...(user.page && { publication: 'draft', publishedAt: null }) })
        // Some fields go with some of the samples only, which take turns.
        const id = await used().catch(used).catch(used)
        const reply = await admin.delete(at(going, heir['id']))
        expect(reply.status, `${user.name}.${key}: ${inShort(reply)}`).toBe(200)
        const { rows: [row] } = await sql<{ value: unknown }>`select ${sql.ref(columnOf(key))} as value from ${sql.table(tableOf(user))} where id = ${id}`.execute(db)
        expect([user.name, key, row?.value]).toEqual([user.name, key, isList ? [heir['id']] : heir['id']])
        const traces = await tracesOf(db, reply)
        expect(traces).toMatchObject([{ action: 'given-a-successor', object: user.name, record_id: String(id) }, { action: 'delete', object: resource.name, record_id: String(going['id']) }])
      }
    })
  })
}
