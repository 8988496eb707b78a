import { describe, expect, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { admin, path, serveReviews, server, verified } from './testing/review-records.server.ts'

serveReviews()

const hidden = { purchaseId: null, purchase: null }
const listed = async (client: Client, query: object) =>
  (await client.get(path, query as Record<string, string>)).body as Record<string, unknown>[]

describe('the purchase that verifies a review', () => {
  it('is named in lists and records only to people who can see purchases', async () => {
    const { id, ...review } = await verified()
    const named = { purchaseId: review['purchaseId'], purchase: review['purchase'] }
    expect(named).toMatchObject({ purchaseId: expect.any(Number), purchase: { id: review['purchaseId'] } })
    const [editor, reader] = [await server.signIn('catalogue-editor'), await server.signIn('read-only')]
    const filter = JSON.stringify({ id: [id] })
    for (const [client, shown] of [
      [editor, hidden],
      [reader, named],
    ] as const) {
      expect((await client.get(`${path}/${id}`)).body).toMatchObject({ id, purchaseLine: 1, ...shown })
      expect(await listed(client, { filter })).toMatchObject([{ id, source: 'verified_purchase', ...shown }])
      expect(await listed(client, { filter, fields: JSON.stringify(['id', 'purchaseId']) })).toEqual([{ id, ...shown }])
      expect(await listed(client, { filter, fields: JSON.stringify(['id', 'source']) })).toEqual([
        { id, source: 'verified_purchase' },
      ])
    }
  })

  it('is not named in the answers to changes either', async () => {
    const { id } = await verified()
    const editor = await server.signIn('catalogue-editor')
    const whole = (await editor.get(`${path}/${id}`)).body as Record<string, unknown>
    const changed = await editor.put(`${path}/${id}`, { ...whole, moderationNote: 'Sent back whole' })
    expect([changed.status, changed.body]).toMatchObject([200, { moderationNote: 'Sent back whole', ...hidden }])
    const stale = await editor.patch(`${path}/${id}`, { moderationNote: 'Late', version: 1 })
    expect([stale.status, stale.body]).toMatchObject([412, { current: { id, ...hidden } }])
    expect((await editor.post(`${path}/${id}/moderate`, { step: 'approve' })).body).toMatchObject({ id, ...hidden })
    const { body } = (await admin.get(`${path}/${id}`)).body as { body: string }
    const passage = { field: 'body', from: 0, to: 6, passage: body.slice(0, 6), reason: 'A name' }
    expect((await editor.post(`${path}/${id}/redact`, passage)).body).toMatchObject({ id, ...hidden })
    const { purchaseId } = (await admin.get(`${path}/${id}`)).body as { purchaseId: number }
    expect(purchaseId).toBeGreaterThan(0)
  })

  it('can’t be asked for by a filter', async () => {
    const { purchaseId } = await verified()
    const editor = await server.signIn('catalogue-editor')
    for (const filter of [{ purchaseId }, { purchaseId: { empty: false } }, { purchaseId: { not: [1] } }]) {
      const refused = await editor.get(path, { filter: JSON.stringify(filter) })
      expect([refused.status, refused.body]).toMatchObject([422, { fields: { purchaseId: expect.any(String) } }])
    }
    expect(await listed(admin, { filter: JSON.stringify({ purchaseId }) })).toMatchObject([{ purchaseId }])
  })
})
