import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { proofSql } from './public-proof.server.ts'
import type { ReviewEvidence, ReviewForensics, ReviewTotals } from './review.endpoints.ts'
import {
  type Row,
  admin,
  bought,
  db,
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

const totalsOf = async (ids: readonly number[]) =>
  ((await admin.get(`${path}/totals`, { productId: ids.join() })).body as { totals: ReviewTotals[] }).totals

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

  it('is no purchase of another sort: tickets to an event prove nothing of a product, nor the reverse', async () => {
    const eventId = await records.make('events')
    const performanceId = await records.make('performances', { eventId })
    const order = { kind: 'event', productId: null, productOptionId: null, eventId, performanceId }
    const [aliasId, lineupId] = [await records.make('aliases'), await records.make('lineups')]
    const proof = {
      source: 'verified_purchase',
      purchaseLine: 1,
      travelDate: '2026-05-10',
      submittedAt: '2026-05-12T10:00:00.000Z',
    }
    const subjects = {
      product: [{}, order],
      alias: [{ productId: undefined, aliasId }, order],
      lineup: [{ productId: undefined, lineupId }, {}],
    } as const
    for (const [kind, [subject, purchase]] of Object.entries(subjects)) {
      const at = `/rest/data/${kind}-reviews`
      const { id } = await taken({ ...proof, ...subject, purchaseId: await bought(purchase) }, at)
      expect([kind, (await admin.get(`${at}/${id}/evidence`)).body]).toMatchObject([
        kind,
        { purchase: { isOfSubject: false }, contradictions: ['other_subject'] },
      ])
      const { rows } = await sql<{ proof: string }>`
        select ${sql.raw(proofSql)} as proof from (select ${kind}::text as kind, ${sql.ref(`r.${kind}_id`)} as subject_id, r.*
          from ${sql.table(`${kind}_reviews`)} r where r.id = ${id}) t left join purchases p on p.id = t.purchase_id`.execute(
        db(),
      )
      expect([kind, rows]).toEqual([kind, [{ proof: 'doubtful' }]])
    }
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
    await server.runJob('notify-review-authors')
  }

  it('gets one email with the reason if they bought it, in their language, and none if that was undone', async () => {
    const [told, spared] = [
      await verified({ authorEmail: 'told@example.com', language: 'es' }),
      await verified({ authorEmail: 'spared@example.com' }),
    ]
    for (const { id } of [told, spared])
      expect((await step(id, 'reject', { rejectionReason: 'personal_data' })).status).toBe(200)
    await server.runJob('notify-review-authors')
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

  it('is written to in English, and the letter says so, where we have none in their language', async () => {
    const { id } = await verified({ authorEmail: 'french@example.com', language: 'fr' })
    expect((await step(id, 'reject', { rejectionReason: 'spam' })).status).toBe(200)
    await minutesLater()
    expect(await letters('french@example.com')).toMatchObject([
      { locale: 'en', subject: expect.stringMatching(/^Your review of/) as unknown },
    ])
  })

  it('gets no message about something bought elsewhere', async () => {
    const { id } = await taken({ authorEmail: 'import@example.com' })
    expect((await step(id, 'reject', { rejectionReason: 'spam' })).status).toBe(200)
    await minutesLater()
    expect([await letters('import@example.com'), (await read(id))['authorNotifiedAt']]).toEqual([[], null])
  })
})
