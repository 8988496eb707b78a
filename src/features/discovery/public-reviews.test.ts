import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ReviewEvidence } from '../reviews/review.endpoints.ts'
import { proofOf } from '../reviews/review-evidence.ts'
import { keyWith } from './testing/api-key.server.ts'
import {
  type Row,
  admin,
  bought,
  get,
  product,
  records,
  servePublicReviews,
  server,
} from './testing/public-review-records.server.ts'

servePublicReviews()

const path = '/rest/data/product-reviews'

async function taken(values: object): Promise<Row> {
  const reply = await admin.post(path, {
    productId: product,
    source: 'import',
    originalRating: 5,
    body: `Text ${crypto.randomUUID()}`,
    language: 'en',
    authorName: 'Anna M.',
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  const { id } = reply.body as Row
  expect((await admin.post(`${path}/${id}/moderate`, { step: 'approve' })).status).toBe(200)
  return reply.body as Row
}

it('says of each approved review how it was checked, as the console previews it', async () => {
  const providerId = await records.make('providers', { name: 'Viator' })
  const other = await records.make('products')
  const made = [
    await taken(await bought({})),
    await taken(await bought({ bookingStatus: 'cancelled' })),
    await taken({ ...(await bought({})), travelDate: '2026-05-09' }),
    await taken({ ...(await bought({})), submittedAt: '2026-05-08T10:00:00.000Z' }),
    await taken({ ...(await bought({})), travelDate: null }),
    await taken(
      await bought({ productId: other, productOptionId: await records.make('product-options', { productId: other }) }),
    ),
    await taken({ source: 'supplier', providerId }),
    await taken({}),
    await taken({ source: 'editorial' }),
  ]
  const proofs = []
  for (const { id, source } of made) {
    const { contradictions } = (await admin.get(`${path}/${id}/evidence`)).body as ReviewEvidence
    const { proof } = (await get(`reviews/product-${id}`)).body as { proof: { kind: string } }
    expect(proof.kind).toBe(proofOf(String(source), contradictions))
    proofs.push(proof)
  }
  expect(proofs.map(({ kind }) => kind)).toEqual([
    'verified',
    'doubtful',
    'doubtful',
    'doubtful',
    'verified',
    'doubtful',
    'supplier',
    'imported',
    'editorial',
  ])
  expect(proofs[0]).toEqual({
    kind: 'verified',
    badge: 'Verified purchase',
    sentence: 'The author bought this through us and wrote about it after the visit. Every purchase counts once.',
  })
  expect(proofs[6]).toMatchObject({ badge: 'Review by Viator' })
  expect((await get(`reviews/product-${made[6]?.id}`)).body).toMatchObject({ isNoIndex: true })
  expect((await get(`reviews/product-${made[0]?.id}`, { locale: 'es' })).body).toMatchObject({
    proof: { badge: 'Compra verificada' },
    fallbackFields: { text: 'en' },
  })
})

it('includes human translations on request, and counts approved reviews beside the supplier’s figures', async () => {
  const review = await taken({ title: 'Lovely', body: 'All was well.', originalRating: 3 })
  expect(
    (await admin.put(`${path}/${review.id}/translations/es`, { title: 'Encantador', body: 'Todo fue bien.' })).status,
  ).toBe(200)
  expect((await get(`reviews/product-${review.id}`, { locale: 'es' })).body).toMatchObject({
    title: 'Encantador',
    text: 'Todo fue bien.',
    isTranslated: true,
    fallbackFields: { 'subject.title': 'en' },
  })
  expect((await get(`reviews/product-${review.id}`)).body).toMatchObject({
    title: 'Lovely',
    text: 'All was well.',
    isTranslated: false,
    fallbackFields: {},
  })
  const { data } = (await get('reviews', { product: String(product) })).body as { data: readonly { rating: number }[] }
  const mean = data.reduce((sum, { rating }) => sum + rating, 0) / data.length
  const told = (await get(`products/${product}`)).body as { ownRating: number }
  expect(told).toMatchObject({ rating: 4.1, reviewCount: 900, ownReviewCount: data.length, isNoIndex: false })
  await sql`update products set is_no_index = true where id = ${product}`.execute(server.database.kysely)
  expect((await get(`products/${product}`)).body).toMatchObject({ isNoIndex: true })
  expect(told.ownRating).toBeCloseTo(mean, 1)
  expect((await admin.get(`/rest/data/products/${product}`)).body).toMatchObject({
    rating: 4.1,
    ownRating: told.ownRating,
    ownReviewCount: data.length,
  })
})

it('is for keys with the scope of reviews', async () => {
  const plain = (await keyWith(server.database.kysely, ['catalogue:read'])).key
  const reply = await get('reviews', {}, { authorization: `Bearer ${plain}` })
  expect([reply.status, (reply.body as { error: string }).error]).toEqual([403, 'ScopeMissing'])
})
