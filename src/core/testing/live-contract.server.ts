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
  const names = (records: Told['records'], id: unknown, action: string) =>
    records?.some((record) => record.id === id && record.action === action) ?? true

  describe('followed', () => {
    it(`tells people who can read that a colleague did ${changes.join(', ')}, and no one else`, async () => {
      const { admin, maker } = testContext()
      const can = (operation: string) => changes.includes(operation)
      // A record for each change, and all the changes at once: of a resource that goes on changing, followers hear once a second.
      const changing = can('update') ? await freshRecord(resource, testContext()) : null
      const going = can('delete') ? await freshRecord(resource, testContext()) : null
      const [reader, stranger] = [await follow('reader'), await follow('stranger')]
      const made = can('create') ? await freshRecord(resource, testContext()) : null
      if (changing) {
        const other = await maker.draft(resource)
        const key = oneField(resource, changing, other)
        const reply = await admin.patch(pathTo(resource, Number(changing['id'])), { [key]: other[key] })
        expect(reply.status, inShort(reply)).toBe(200)
      }
      if (going) await admin.delete(pathTo(resource, Number(going['id'])))

      const heard = () =>
        reader.events.flatMap(({ event, data }) =>
          event === 'changes' ? (data as Told[]).filter((told) => told.resource === resource.name) : [],
        )
      // If too many records changed at once to be named one by one, the message only says that many did.
      const unheard = () =>
        Object.entries({ create: made, update: changing, delete: going })
          .filter(([action, record]) => record && !heard().some(({ records }) => names(records, record['id'], action)))
          .map(([action]) => action)
      await expect.poll(unheard).toEqual([])
      if (changing && heard().every(({ records }) => records !== null)) {
        const told = heard().flatMap(({ records }) => records ?? [])
        expect(told.find(({ id, action }) => id === changing['id'] && action === 'update')).toEqual({
          id: changing['id'],
          version: Number(changing['version']) + 1,
          action: 'update',
          by: expect.any(String) as unknown,
        })
      }
      expect(stranger.events.map(({ event }) => event)).toEqual(['hello'])
      reader.close()
      stranger.close()
    })
  })
}
