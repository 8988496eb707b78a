import { describe, expect, it } from 'vitest'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { tracesOf } from '../../../core/testing/audit-trail.server.ts'
import { noSuchId } from '../../../core/testing/create-contract.server.ts'
import type { TestContext } from '../../../core/testing/test-context.server.ts'
import { inShort, pathTo, problemsIn } from '../../../core/testing/test-context.server.ts'
import type { Note } from '../notes.ts'
import { hasNotes } from '../notes.ts'

/** What must be true of the notes of every resource that has them. */
export function notesContract(resource: AnyResource, testContext: () => TestContext): void {
  if (!hasNotes(resource)) return
  describe('notes', () => {
    it('are read by people who can see it, written by people who can change it, and leave no text in the audit', async () => {
      const { admin, reader, stranger, db, maker } = testContext()
      const id = await maker.make(resource)
      const path = `${pathTo(resource, id)}/notes`
      const added = await admin.post(path, { body: ' Call first\nthen write ' })
      expect(added.status, inShort(added)).toBe(201)
      const note = added.body as Note
      expect(note).toMatchObject({ body: 'Call first\nthen write', isOwn: true, editedAt: null })
      expect((await reader.get(path)).body).toEqual({ notes: [{ ...note, isOwn: false }], hasMore: false })
      expect((await stranger.get(path)).status).toBe(403)
      expect((await reader.post(path, { body: 'Me too' })).status).toBe(403)
      const changed = await admin.put(`${path}/${note.id}`, { body: 'Write first' })
      expect(changed.body, inShort(changed)).toMatchObject({
        id: note.id,
        body: 'Write first',
        editedAt: expect.any(String) as string,
      })
      const removed = await admin.delete(`${path}/${note.id}`)
      expect(removed.status).toBe(200)
      expect((await reader.get(path)).body).toEqual({ notes: [], hasMore: false })
      const traces = (await Promise.all([added, changed, removed].map((reply) => tracesOf(db, reply)))).flat()
      expect(traces.map(({ action, object, record_id: of }) => [action, object, of])).toEqual(
        ['add-note', 'change-note', 'remove-note'].map((action) => [action, resource.name, String(id)]),
      )
      expect(JSON.stringify(traces)).not.toMatch(/Call first|Write first/)
    })

    it('are of records and notes that are there, and have a text', async () => {
      const { admin, maker } = testContext()
      const path = `${pathTo(resource, await maker.make(resource))}/notes`
      for (const id of [noSuchId, '0', 'abc']) {
        expect((await admin.get(`${pathTo(resource)}/${id}/notes`)).status).toBe(404)
        expect((await admin.post(`${pathTo(resource)}/${id}/notes`, { body: 'Nowhere' })).status).toBe(404)
        expect((await admin.put(`${path}/${id}`, { body: 'Nothing' })).status).toBe(404)
        expect((await admin.delete(`${path}/${id}`)).status).toBe(404)
      }
      expect(Object.keys(problemsIn(await admin.post(path, { body: '  ' })))).toEqual(['body'])
    })
  })
}
