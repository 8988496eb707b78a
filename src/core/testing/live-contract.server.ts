import { describe, expect, it } from 'vitest'
import type { AnyResource } from '../resource/resource.ts'
import { freshRecord, oneField } from './change-contract.server.ts'
import type { EventReader } from './event-reader.server.ts'
import type { TestContext } from './test-context.server.ts'
import { inShort, pathTo } from './test-context.server.ts'

interface Told {
  resource: string
  records: { id: number; version: number | null; action: string; by: string | null }[] | null
}

/** The guarantees for users who have records of the resource on screen while others change them. */
export function liveContract(resource: AnyResource, testContext: () => TestContext): void {
  const changes = ['create', 'update', 'delete'].filter((operation) =>
    resource.operations.some((own) => own === operation),
  )
  if (changes.length === 0) return

  async function follow(who: 'reader' | 'stranger'): Promise<EventReader> {
    const { follow: open } = testContext()
    if (!open) throw new Error('Nobody can follow anything on this stage.')
    return await open(resource.name, who)
  }
  // If too many records changed at once to be named one by one, the message only says that many did.
  const saysOf = (id: unknown, action: string) => (data: unknown) =>
    (data as Told[]).some(
      (told) =>
        told.resource === resource.name &&
        (told.records?.some((record) => record.id === id && record.action === action) ?? true),
    )

  describe('followed', () => {
    it(`tells people who can read that a colleague did ${changes.join(', ')}, and no one else`, async () => {
      const { admin, maker } = testContext()
      const [reader, stranger] = [await follow('reader'), await follow('stranger')]
      const record = await freshRecord(resource, testContext())
      if (resource.operations.includes('create')) await reader.next('changes', saysOf(record['id'], 'create'))
      if (resource.operations.includes('update')) {
        const other = await maker.draft(resource)
        const key = oneField(resource, record, other)
        const reply = await admin.patch(pathTo(resource, Number(record['id'])), { [key]: other[key] })
        expect(reply.status, inShort(reply)).toBe(200)
        const told = (await reader.next('changes', saysOf(record['id'], 'update'))) as Told[]
        const change = told
          .flatMap(({ records }) => records ?? [])
          .find(({ id, action }) => id === record['id'] && action === 'update')
        if (told.every(({ records }) => records !== null))
          expect(change).toEqual({
            id: record['id'],
            version: Number(record['version']) + 1,
            action: 'update',
            by: expect.any(String) as unknown,
          })
      }
      if (resource.operations.includes('delete')) {
        await admin.delete(pathTo(resource, Number(record['id'])))
        await reader.next('changes', saysOf(record['id'], 'delete'))
      }
      expect(stranger.events.map(({ event }) => event)).toEqual(['hello'])
      reader.close()
      stranger.close()
    })
  })
}
