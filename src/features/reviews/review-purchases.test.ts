import { describe, expect, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { savedViewsPath, type ViewCount } from '../../core/list/saved-views.ts'
import { admin, bought, draft, path, serveReviews, server, verified } from './testing/review-records.server.ts'
import { allReviews } from './reviews.ts'

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

  it('is not named when a change is undone, when an earlier version comes back, nor in the history', async () => {
    const { id, purchaseId } = await verified()
    const editor = await server.signIn('catalogue-editor')
    const at = `${path}/${id}`
    await editor.patch(at, { moderationNote: 'Once' })
    const undone = await editor.post(`${at}/undo`, { action: 'update' })
    expect([undone.status, undone.body]).toMatchObject([200, { id, moderationNote: null, ...hidden }])
    const historyOf = async (client: Client) =>
      ((await client.get(`${at}/history`)).body as { versions: { entry: number; changes: { key: string }[] }[] })
        .versions
    const first = (await historyOf(editor)).at(-1)
    const keys = first?.changes.map(({ key }) => key)
    expect([keys?.includes('purchaseLine'), keys?.includes('purchaseId')]).toEqual([true, false])
    expect((await historyOf(admin)).at(-1)?.changes).toContainEqual(
      expect.objectContaining({ key: 'purchaseId', after: String(purchaseId) }),
    )
    await editor.patch(at, { moderationNote: 'Twice' })
    for (const [headers, expected] of [
      [{ 'if-match': '"1"' }, [412, { current: hidden }]],
      [{}, [200, { moderationNote: null, ...hidden }]],
      [{}, [200, { moderationNote: null, ...hidden }]],
    ] as const) {
      const restored = await editor.post(`${at}/restore`, { entry: first?.entry }, headers)
      expect([restored.status, restored.body]).toMatchObject(expected)
    }
    expect((await admin.get(at)).body).toMatchObject({ purchaseId, purchase: { id: purchaseId } })
  })

  it('is not found by counting: a question that asks for it has no count', async () => {
    const { id, purchaseId } = await verified()
    const editor = await server.signIn('catalogue-editor')
    const count = async (client: Client, more: object) =>
      await client.get(`${savedViewsPath}/counts`, { resource: 'product-reviews', list: 'products/reviews', ...more })
    const questions = JSON.stringify([{ id, purchaseId }, { id }])
    const counted = async (client: Client) =>
      ((await count(client, { questions })).body as ViewCount[]).map(({ question, count: rows }) => [question, rows])
    expect([await counted(editor), await counted(admin)]).toEqual([
      [[1, 1]],
      [
        [0, 1],
        [1, 1],
      ],
    ])
    const narrowed = await count(editor, { questions: '[{}]', filter: JSON.stringify({ purchaseId }) })
    expect([narrowed.status, narrowed.body]).toMatchObject([422, { fields: { purchaseId: expect.any(String) } }])
  })

  it('can’t be tried out by entering a review: all purchases are refused alike', async () => {
    const { purchaseId } = await verified()
    const [editor, free] = [await server.signIn('catalogue-editor'), await bought()]
    for (const { name } of allReviews) {
      for (const tried of [purchaseId, free, 99_999_999]) {
        const sent = draft({ source: 'verified_purchase', purchaseId: tried, purchaseLine: 1 })
        const refused = await editor.post(`/rest/data/${name}`, sent)
        expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
          422,
          {
            source: 'Only people who can see purchases can enter a verified review.',
            purchaseId: 'Only people who can see purchases can choose one.',
          },
        ])
      }
    }
    const alone = await editor.post(path, draft({ purchaseId: free }))
    expect([alone.status, alone.body]).toMatchObject([422, { fields: { purchaseId: expect.any(String) } }])
    expect((await editor.post(path, draft())).status).toBe(201)
  })
})
