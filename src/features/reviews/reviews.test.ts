import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  admin,
  db,
  draft,
  path,
  read,
  records,
  serveReviews,
  server,
  step,
  taken,
  verified,
} from './testing/review-records.server.ts'

serveReviews()

const traces = async (id: number) =>
  (
    await sql<{ action: string; reason: string | null; before: object; after: object }>`
  select action, reason, before, after from audit_log where object = 'product-reviews' and record_id = ${String(id)} order by id`.execute(
      db(),
    )
  ).rows

describe('taking reviews in', () => {
  it('waits for a decision, has stars by its grade whatever the scale, and keeps the grade', async () => {
    const stars = await Promise.all(
      [
        [9, 10],
        [62, 100],
        [1, 10],
        [3, 5],
        [0, 10],
      ].map(([originalRating, originalScale]) => taken({ originalRating, originalScale })),
    )
    expect(stars.map(({ rating, originalRating, status }) => [rating, originalRating, status])).toEqual([
      [5, 9, 'pending'],
      [3, 62, 'pending'],
      [1, 1, 'pending'],
      [3, 3, 'pending'],
      [1, 0, 'pending'],
    ])
  })

  it('refuses grades above their scale, verified ones without a purchase, and suppliers’ without the supplier', async () => {
    const problems = await Promise.all(
      [{ originalRating: 6 }, { source: 'verified_purchase' }, { source: 'supplier' }, { purchaseLine: 1 }].map(
        async (values) => {
          const { status, body } = await admin.post(path, draft(values))
          return [status, Object.keys((body as { fields: object }).fields)]
        },
      ),
    )
    expect(problems).toEqual([
      [422, ['originalRating']],
      [422, ['purchaseId', 'purchaseLine']],
      [422, ['providerId']],
      [422, ['purchaseId']],
    ])
  })

  it('refuses what is written or travelled in the future', async () => {
    const refused = await admin.post(path, draft({ submittedAt: '2099-01-01T00:00:00.000Z', travelDate: '2099-01-01' }))
    expect([refused.status, Object.keys((refused.body as { fields: object }).fields)]).toEqual([
      422,
      ['submittedAt', 'travelDate'],
    ])
  })

  it('keeps those of suppliers from search engines, whatever was sent, and in the database too', async () => {
    const providerId = await records.make('providers')
    const review = await taken({ source: 'supplier', providerId, isNoIndex: false })
    expect(review['isNoIndex']).toBe(true)
    await expect(
      sql`update product_reviews set is_no_index = false where id = ${review.id}`.execute(db()),
    ).rejects.toThrow('suppliers_forbid_search_engines')
  })

  it('verifies a line of a purchase once, for whichever kind of review', async () => {
    const first = await verified()
    const again = await admin.post(
      path,
      draft({ source: 'verified_purchase', purchaseId: first['purchaseId'], purchaseLine: 1 }),
    )
    expect([again.status, (again.body as { fields: object }).fields]).toEqual([
      409,
      {
        purchaseLine: `This line is verified already by product review ${first.id} by Anna M., “${String(first['headline'])}”.`,
      },
    ])
    const lineupId = await records.make('lineups')
    const elsewhere = await admin.post('/rest/data/lineup-reviews', {
      ...draft({ source: 'verified_purchase', purchaseId: first['purchaseId'], purchaseLine: 1 }),
      productId: undefined,
      lineupId,
    })
    expect(elsewhere.status, JSON.stringify(elsewhere.body)).toBe(409)
    const missing = await admin.post(
      path,
      draft({ source: 'verified_purchase', purchaseId: first['purchaseId'], purchaseLine: 7 }),
    )
    expect([missing.status, Object.keys((missing.body as { fields: object }).fields)]).toEqual([422, ['purchaseLine']])
  })

  it('shows of the author’s address its network alone, and masks the email', async () => {
    const review = await taken({ authorEmail: 'somebody@example.com' })
    await sql`update product_reviews set author_address = '203.0.113.77' where id = ${review.id}`.execute(db())
    const now = await read(review.id)
    expect([now['addressPrefix'], now['authorEmail']]).toEqual(['203.0.113.0/24', 's•••@example.com'])
    expect(JSON.stringify(now)).not.toContain('203.0.113.77')
  })
})

describe('moderating', () => {
  it('leads from one state to the next, says who decided, and refuses steps that are none', async () => {
    const { id } = await taken()
    expect((await step(id, 'hide')).status).toBe(409)
    expect((await step(id, 'approve')).body).toMatchObject({
      status: 'approved',
      moderator: { id: expect.any(Number) as number },
      decidedAt: expect.any(String) as string,
    })
    expect((await step(id, 'approve')).body).toMatchObject({ message: 'Already approved.' })
    expect((await step(id, 'reject', { rejectionReason: 'spam' })).status).toBe(409)
    expect((await step(id, 'hide')).body).toMatchObject({ status: 'hidden' })
    expect((await step(id, 'reopen')).body).toMatchObject({ status: 'pending', decidedAt: null, moderator: null })
    expect((await step(id, 'reject')).status).toBe(422)
    expect((await step(id, 'reject', { rejectionReason: 'spam' })).body).toMatchObject({
      status: 'rejected',
      rejectionReason: 'spam',
    })
    expect((await traces(id)).map(({ action }) => action)).toEqual(['create', 'approve', 'hide', 'reopen', 'reject'])
  })

  it('approves nothing that is flagged', async () => {
    const { id } = await taken()
    await step(id, 'flag')
    expect((await step(id, 'approve')).body).toMatchObject({
      message: 'It is flagged. Review it and remove the flag first.',
    })
    await step(id, 'unflag')
    expect((await step(id, 'approve')).status).toBe(200)
  })

  it('takes the last decision back', async () => {
    const { id } = await taken()
    await step(id, 'reject', { rejectionReason: 'off_topic' })
    const undone = await admin.post(`${path}/${id}/undo`, { action: 'reject' })
    expect(undone.body, JSON.stringify(undone.body)).toMatchObject({
      status: 'pending',
      rejectionReason: null,
      decidedAt: null,
    })
  })

  it('decides on many at once, says beforehand what would be refused, and why', async () => {
    const [open, flagged, done] = [await taken(), await taken(), await taken()]
    await step(flagged.id, 'flag')
    await step(done.id, 'approve')
    const ids = [open.id, flagged.id, done.id]
    const preview = await admin.post(`${path}/bulk-edits/preview`, { ids, action: 'approve' })
    expect(preview.body, JSON.stringify(preview.body)).toMatchObject({
      changed: 1,
      unchanged: 1,
      refused: [{ reason: 'It is flagged. Review it and remove the flag first.', count: 1 }],
    })
    expect((await read(open.id)).status).toBe('pending')
    expect((await admin.post(`${path}/bulk-edits`, { ids, action: 'approve' })).body).toMatchObject({
      changed: 1,
      refused: 1,
      canUndo: true,
    })
    expect((await read(open.id)).status).toBe('approved')
    const spam = await admin.post(`${path}/bulk-edits`, { ids: [flagged.id], action: 'reject-spam' })
    expect(spam.body, JSON.stringify(spam.body)).toMatchObject({ changed: 1 })
  })

  it('moves one to another subject, unless a purchase ties it to this one', async () => {
    const other = await records.make('products', { status: 'live', suspendedBecause: null })
    const [free, tied] = [await taken(), await verified()]
    expect((await admin.patch(`${path}/${free.id}`, { productId: other })).body).toMatchObject({ productId: other })
    const refused = await admin.patch(`${path}/${tied.id}`, { productId: other })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { productId: 'A verified review stays with what was bought.' },
    ])
  })

  it('is closed to people who can only read', async () => {
    const reader = await server.signIn('read-only')
    const { id } = await taken()
    for (const [call, body] of [
      ['moderate', { step: 'approve' }],
      ['redact', { field: 'body', from: 0, to: 1, passage: 'N', reason: 'No reason' }],
      ['original', { reason: 'Curious' }],
    ] as const) {
      expect((await reader.post(`${path}/${id}/${call}`, body)).status).toBe(403)
    }
    expect((await reader.get(`${path}/${id}/evidence`)).status).toBe(200)
  })
})

describe('redacting', () => {
  const body = 'Our guide Laura was great, call her on 600 123 456 any day.'
  const from = body.indexOf('call')
  const passage = 'call her on 600 123 456'
  const redact = (id: number, values: object = {}) =>
    admin.post(`${path}/${id}/redact`, {
      field: 'body',
      from,
      to: from + passage.length,
      passage,
      reason: 'A phone number',
      ...values,
    })

  it('leaves a marker in the text, keeps the original apart, and writes down who wanted to see it', async () => {
    const { id } = await taken({ body })
    const done = await redact(id)
    expect(done.body, JSON.stringify(done.body)).toMatchObject({
      body: 'Our guide Laura was great, [redacted] any day.',
      isRedacted: true,
    })
    const shown = await admin.post(`${path}/${id}/original`, { reason: 'The author asks about it' })
    expect(shown.body).toEqual({ title: null, body })
    const found = await traces(id)
    expect(found.map(({ action, reason }) => [action, reason])).toEqual([
      ['create', null],
      ['redact', 'A phone number'],
      ['read-original', 'The author asks about it'],
    ])
    expect(JSON.stringify(found)).not.toContain('600 123')
  })

  it('refuses what is elsewhere by now, and what is no text', async () => {
    const { id } = await taken({ body })
    expect((await redact(id, { from: from + 1 })).status).toBe(409)
    expect((await redact(id, { field: 'title' })).status).toBe(422)
    expect((await redact(id, { reason: 'x' })).status).toBe(422)
    expect((await redact(id)).status).toBe(200)
    expect((await redact(id)).status).toBe(409)
  })

  it('is the only change of an author’s words that the database lets pass', async () => {
    const { id } = await taken({ body })
    for (const other of [
      'Our guide Laura was awful.',
      `${body} [redacted] And more.`,
      'Laura great guide [redacted]',
      '',
    ]) {
      await expect(
        sql`update product_reviews set body = ${other} where id = ${id}`.execute(db()),
        other,
      ).rejects.toThrow(/only_redacted|may only be redacted/)
    }
    expect((await admin.patch(`${path}/${id}`, { body: 'Something else' })).status).toBe(422)
    await sql`update product_reviews set body = '[redacted] guide [redacted] was great, call her on 600 123 456 any day.' where id = ${id}`.execute(
      db(),
    )
  })
})
