import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { ReviewEvidence, ReviewForensics, ReviewTotals } from './review.endpoints.ts'
import { tellingJob } from './review-telling.server.ts'

type Row = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly version: number
  readonly status: string
}
let server: TestServer
let admin: Client
let records: Maker
let product: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'reviews' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
  product = await records.make('products', { status: 'live', suspendedBecause: null })
})
afterAll(() => server.stop())

const path = '/rest/data/product-reviews'
const db = () => server.database.kysely
let count = 0

const draft = (values: object = {}) => ({
  productId: product,
  source: 'import',
  originalRating: 5,
  body: `Number ${++count}: ${crypto.randomUUID()} was a pleasure.`,
  language: 'en',
  authorName: 'Anna M.',
  ...values,
})
async function taken(values: object = {}, at = path): Promise<Row> {
  const reply = await admin.post(at, draft(values))
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
const step = (id: number, name: string, more: object = {}) =>
  admin.post(`${path}/${id}/moderate`, { step: name, ...more })
const read = async (id: number) => (await admin.get(`${path}/${id}`)).body as Row
const traces = async (id: number) =>
  (
    await sql<{ action: string; reason: string | null; before: object; after: object }>`
  select action, reason, before, after from audit_log where object = 'product-reviews' and record_id = ${String(id)} order by id`.execute(
      db(),
    )
  ).rows
const totalsOf = async (ids: readonly number[]) =>
  ((await admin.get(`${path}/totals`, { productId: ids.join() })).body as { totals: ReviewTotals[] }).totals

/** A purchase of the product with one item, of the kind that a customer reviews. */
async function bought(values: object = {}): Promise<number> {
  const id = await records.make('purchases', {
    kind: 'product',
    productId: product,
    productOptionId: await records.make('product-options', { productId: product }),
    eventId: null,
    performanceId: null,
    travelDate: '2026-05-10',
    bookingStatus: 'completed',
    paymentStatus: 'captured',
    fulfilmentStatus: 'delivered',
    refundState: 'none',
    captured: 10_500,
    refunded: 0,
    refundPending: 0,
    chargedBack: 0,
    customerEmail: 'anna@example.com',
    ...values,
  })
  await sql`insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount) values (${id}, 1, 'item', 'Adult', 2, 500, 1000)`.execute(
    db(),
  )
  return id
}
const verified = async (values: object = {}, purchase: object = {}) =>
  taken({
    source: 'verified_purchase',
    purchaseId: await bought(purchase),
    purchaseLine: 1,
    authorEmail: 'anna@example.com',
    travelDate: '2026-05-10',
    submittedAt: '2026-05-12T10:00:00.000Z',
    ...values,
  })

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

  it('shows of the author’s address its network alone, and masks the e-mail', async () => {
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
    expect((await step(id, 'approve')).body).toMatchObject({ message: 'It is approved already.' })
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
      message: 'It is flagged: remove the flag first, once it has been reviewed.',
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
      refused: [{ reason: 'It is flagged: remove the flag first, once it has been reviewed.', count: 1 }],
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

describe('the totals of a subject', () => {
  it('count what is approved, and follow every step, undo and deletion', async () => {
    const subject = await records.make('products', { status: 'live', suspendedBecause: null })
    const other = await records.make('products', { status: 'live', suspendedBecause: null })
    const [five, two, waiting] = [
      await taken({ productId: subject }),
      await taken({ productId: subject, originalRating: 2 }),
      await taken({ productId: subject, originalRating: 1 }),
    ]
    for (const { id } of [five, two]) await step(id, 'approve')
    expect(await totalsOf([subject, other])).toEqual([
      { subjectId: subject, count: 2, average: 3.5, stars: [0, 1, 0, 0, 1] },
      { subjectId: other, count: 0, average: null, stars: [0, 0, 0, 0, 0] },
    ])
    await step(two.id, 'hide')
    await admin.patch(`${path}/${five.id}`, { productId: other })
    await step(waiting.id, 'approve')
    expect((await totalsOf([subject, other])).map(({ count: n, average }) => [n, average])).toEqual([
      [1, 1],
      [1, 5],
    ])
    await admin.post(`${path}/${waiting.id}/undo`, { action: 'approve' })
    await sql`delete from product_reviews where id = ${five.id}`.execute(db())
    expect((await totalsOf([subject, other])).map(({ count: n, average }) => [n, average])).toEqual([
      [0, null],
      [0, null],
    ])
  })
})

describe('evidence', () => {
  const evidenceOf = async (id: number, client = admin) =>
    (await client.get(`${path}/${id}/evidence`)).body as ReviewEvidence

  it('finds nothing against a review that agrees with its purchase', async () => {
    const { id } = await verified()
    expect(await evidenceOf(id)).toMatchObject({
      contradictions: [],
      purchase: { isOfSubject: true, isSameEmail: true, line: { title: 'Adult', quantity: 2 } },
    })
  })

  it('names what contradicts it', async () => {
    const otherDay = await verified({ travelDate: '2026-05-14' })
    const early = await verified({ submittedAt: '2026-05-08T10:00:00.000Z' })
    const cancelled = await verified({}, { bookingStatus: 'cancelled' })
    const found = await Promise.all(
      [otherDay, early, cancelled].map(async ({ id }) => (await evidenceOf(id)).contradictions),
    )
    expect(found).toEqual([['wrong_date'], ['before_the_visit'], ['purchase_failed']])
    const another = await verified()
    await sql`update product_reviews set product_id = ${await records.make('products')} where id = ${another.id}`.execute(
      db(),
    )
    expect((await evidenceOf(another.id)).contradictions).toEqual(['other_subject'])
  })

  it('does not name the purchase to people who cannot see purchases', async () => {
    const { id } = await verified()
    const editor = await server.signIn('catalogue-editor')
    expect((await evidenceOf(id, editor)).purchase).toMatchObject({
      id: null,
      reference: null,
      bookingStatus: 'completed',
    })
  })
})

describe('forensics', () => {
  const forensicsOf = async (id: number) => (await admin.get(`${path}/${id}/forensics`)).body as ReviewForensics
  const story =
    'The best tour in the whole city, our guide was fantastic and very friendly, everybody should book it now.'

  it('finds the same text anywhere and nearly the same text nearby, and says how much of it', async () => {
    const subject = await records.make('products', { status: 'live', suspendedBecause: null })
    const lineupId = await records.make('lineups')
    const first = await taken({ productId: subject, body: story })
    const near = await taken({
      productId: subject,
      body: story.replace('everybody should book it now', 'you all should book this one'),
    })
    await taken({ productId: undefined, lineupId, body: `  ${story.toUpperCase()} !!` }, '/rest/data/lineup-reviews')
    const found = await forensicsOf(first.id)
    expect(found).toMatchObject({ copies: 1, similar: 1 })
    expect(found.texts.map(({ resource, similarity }) => [resource, similarity === 1])).toEqual([
      ['lineup-reviews', true],
      ['product-reviews', false],
    ])
    expect(found.reasons.map(({ code }) => code)).toContain('copied_text')
    expect((await forensicsOf(near.id)).reasons.map(({ code }) => code)).toContain('similar_text')
  })

  it('finds bursts and clusters, and keeps for lists the score that its reasons add up to', async () => {
    const subject = await records.make('products', { status: 'live', suspendedBecause: null })
    const all: Row[] = []
    for (let n = 0; n < 6; n++) {
      const review = await taken({ productId: subject, submittedAt: `2026-04-02T1${n}:00:00.000Z` })
      await sql`update product_reviews set author_address = ${`198.51.100.${n + 1}`}::inet where id = ${review.id}`.execute(
        db(),
      )
      all.push(review)
    }
    // The next one also changes the risk of those before it.
    const last = await taken({ productId: subject, submittedAt: '2026-04-02T20:00:00.000Z' })
    const found = await forensicsOf(all[0]?.id ?? 0)
    expect(found).toMatchObject({ onDay: 7, fromNetwork: 6, addressPrefix: '198.51.100.0/24', day: '2026-04-02' })
    expect(found.days.find(({ day }) => day === '2026-04-02')?.count).toBe(7)
    expect(found.score).toBe(found.reasons.reduce((sum, { points }) => sum + points, 0))
    expect(await read(all[0]?.id ?? 0)).toMatchObject({
      riskScore: found.score,
      riskReasons: found.reasons.map(({ code }) => code),
    })
    expect((await forensicsOf(last.id)).reasons.map(({ code }) => code)).toEqual(['burst'])
  })
})

describe('the author of a review that is rejected', () => {
  const letters = async (to: string) =>
    (
      await sql<{ subject: string; locale: string; content: { paragraphs: string[] } }>`
    select subject, locale, content from messages where recipient = ${to} order by id`.execute(db())
    ).rows
  const minutesLater = async () => {
    await sql`update product_reviews set notice_due_at = notice_due_at - interval '11 minutes' where notice_due_at is not null`.execute(
      db(),
    )
    await server.runJob(tellingJob)
  }

  it('gets one e-mail with the reason if they bought it, in their language, and none if that was undone', async () => {
    const [told, spared] = [
      await verified({ authorEmail: 'told@example.com', language: 'es' }),
      await verified({ authorEmail: 'spared@example.com' }),
    ]
    for (const { id } of [told, spared])
      expect((await step(id, 'reject', { rejectionReason: 'personal_data' })).status).toBe(200)
    await server.runJob(tellingJob)
    expect(await letters('told@example.com')).toEqual([])
    expect((await step(spared.id, 'reopen')).status).toBe(200)
    await minutesLater()
    await minutesLater()
    const [letter, ...more] = await letters('told@example.com')
    expect([letter?.locale, letter?.subject, more]).toEqual([
      'es',
      expect.stringMatching(/^No publicamos su reseña/) as unknown,
      [],
    ])
    expect(letter?.content.paragraphs.join(' ')).toContain('Contiene datos de otras personas')
    expect((await read(told.id))['authorNotifiedAt']).toEqual(expect.any(String))
    expect(await letters('spared@example.com')).toEqual([])
  })

  it('gets no message about something bought elsewhere', async () => {
    const { id } = await taken({ authorEmail: 'import@example.com' })
    expect((await step(id, 'reject', { rejectionReason: 'spam' })).status).toBe(200)
    await minutesLater()
    expect([await letters('import@example.com'), (await read(id))['authorNotifiedAt']]).toEqual([[], null])
  })
})
