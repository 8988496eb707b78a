import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { apiScopes } from '../api-users/api-users.ts'
import type { ReviewEvidence } from '../reviews/review.endpoints.ts'
import { proofOf } from '../reviews/review-evidence.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
import { keyWith } from './testing/discovery.server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
let server: TestServer
let admin: Client
let records: Maker
let product: number
let key = ''

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'public_reviews' })
  admin = await server.signIn('admin')
  const db = server.database.kysely
  records = maker(db, resources, examples)
  product = await records.make('products', {
    status: 'live',
    suspendedBecause: null,
    title: 'River cruise',
    locale: 'en',
    rating: 4.1,
    reviewCount: 900,
  })
  await sql`update locales set is_enabled_on_site = true where code = 'es'`.execute(db)
  key = (await keyWith(db, apiScopes)).key
})
afterAll(() => server.stop())

const path = '/rest/data/product-reviews'
async function get(call: string, params: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return await server.anonymous.get(`/v1/${call}`, params, { authorization: `Bearer ${key}`, ...headers })
}
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
async function bought(values: object): Promise<object> {
  const purchaseId = await records.make('purchases', {
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
    ...values,
  })
  await sql`insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount) values (${purchaseId}, 1, 'item', 'Adult', 2, 500, 1000)`.execute(
    server.database.kysely,
  )
  return {
    source: 'verified_purchase',
    purchaseId,
    purchaseLine: 1,
    travelDate: '2026-05-10',
    submittedAt: '2026-05-12T10:00:00.000Z',
  }
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

describe('of aliases and lineups', () => {
  const shown = {
    publication: 'published',
    publishedAt: '2026-01-01T00:00:00.000Z',
    publishAt: null,
    unpublishAt: null,
  }
  async function approved(resource: string, values: object): Promise<number> {
    const reply = await admin.post(`/rest/data/${resource}`, {
      source: 'import',
      originalRating: 4,
      body: `Text ${crypto.randomUUID()}`,
      language: 'en',
      authorName: 'Ben O.',
      ...values,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    const { id } = reply.body as Row
    expect((await admin.post(`/rest/data/${resource}/${id}/moderate`, { step: 'approve' })).status).toBe(200)
    return id
  }
  const proofsOf = async (resource: string, kind: string, ids: readonly number[]) => {
    const found: string[] = []
    for (const id of ids) {
      const { contradictions } = (await admin.get(`/rest/data/${resource}/${id}/evidence`)).body as ReviewEvidence
      const { source } = (await admin.get(`/rest/data/${resource}/${id}`)).body as { source: string }
      const { proof } = (await get(`reviews/${kind}-${id}`)).body as { proof: { kind: string } }
      expect(proof.kind).toBe(proofOf(source, contradictions))
      found.push(proof.kind)
    }
    return found
  }

  it('are listed while their page is public, with its address and title in the language of the response, and found by it', async () => {
    const aliasId = await records.make('aliases', {
      ...shown,
      title: 'Prado tickets',
      slug: 'prado-tickets',
      productIds: [product],
    })
    const id = await approved('alias-reviews', { aliasId })
    const told = async (params: Record<string, string> = {}) => (await get(`reviews/alias-${id}`, params)).body
    expect(await told()).toMatchObject({
      id: `alias-${id}`,
      subject: { kind: 'alias', id: aliasId, title: 'Prado tickets', path: `/prado-tickets/pa-${aliasId}` },
      isNoIndex: false,
      fallbackFields: {},
    })
    expect(await told({ locale: 'es' })).toMatchObject({
      subject: { title: 'Prado tickets', path: `/es/prado-tickets/pa-${aliasId}` },
      fallbackFields: { 'subject.title': 'en' },
    })
    await seedTexts(server.database.kysely, 'aliases', 'es', [
      { id: aliasId, field: 'title', source: 'Prado tickets', text: 'Entradas al Prado' },
      { id: aliasId, field: 'slug', source: 'prado-tickets', text: 'entradas-prado' },
    ])
    const { subject, fallbackFields } = (await get(`reviews/alias-${id}`, { locale: 'es' })).body as {
      subject: object
      fallbackFields: object
    }
    expect([subject, 'subject.title' in fallbackFields]).toEqual([
      { kind: 'alias', id: aliasId, title: 'Entradas al Prado', path: `/es/entradas-prado/pa-${aliasId}` },
      false,
    ])

    const lineupId = await records.make('lineups', { ...shown, name: 'Jazz nights', slug: 'jazz-nights' })
    const other = await approved('lineup-reviews', { lineupId })
    expect((await get(`reviews/lineup-${other}`)).body).toMatchObject({
      id: `lineup-${other}`,
      subject: { kind: 'lineup', id: lineupId, title: 'Jazz nights', path: '/lineups/jazz-nights' },
    })
    const ids = async (params: Record<string, string>) =>
      ((await get('reviews', params)).body as { data: { id: string }[] }).data.map((one) => one.id)
    expect([
      await ids({ alias: String(aliasId) }),
      await ids({ lineup: String(lineupId) }),
      await ids({ alias: String(aliasId), kind: 'lineup' }),
    ]).toEqual([[`alias-${id}`], [`lineup-${other}`], []])
    expect(new Set((await ids({ kind: 'lineup' })).map((one) => one.split('-')[0]))).toEqual(new Set(['lineup']))
    await sql`update aliases set publication = 'unpublished' where id = ${aliasId}`.execute(server.database.kysely)
    expect([(await get(`reviews/alias-${id}`)).status, await ids({ alias: String(aliasId) })]).toEqual([404, []])
    for (const wrong of [String(id), `lineups-${other}`, `alias-0`, `-${id}`])
      expect((await get(`reviews/${wrong}`)).status, wrong).toBe(404)
  })

  it('are verified by a purchase of what they front or list, and say that suppliers forbid search engines', async () => {
    const elsewhere = await records.make('products')
    const aliasId = await records.make('aliases', { ...shown, productIds: [product] })
    const supplier = await records.make('providers', { name: 'Tiqets' })
    const aliasReviews = [
      await approved('alias-reviews', { aliasId, ...(await bought({})) }),
      await approved('alias-reviews', {
        aliasId,
        ...(await bought({
          productId: elsewhere,
          productOptionId: await records.make('product-options', { productId: elsewhere }),
        })),
      }),
      await approved('alias-reviews', { aliasId, source: 'supplier', providerId: supplier }),
    ]
    expect(await proofsOf('alias-reviews', 'alias', aliasReviews)).toEqual(['verified', 'doubtful', 'supplier'])
    expect((await get(`reviews/alias-${aliasReviews[2]}`)).body).toMatchObject({
      isNoIndex: true,
      proof: { badge: 'Review by Tiqets' },
    })

    const [listed, other] = [await records.make('events'), await records.make('events')]
    const lineupId = await records.make('lineups', shown)
    await sql`insert into lineup_events (lineup_id, event_id, position) values (${lineupId}, ${listed}, 1)`.execute(
      server.database.kysely,
    )
    const ofEvent = async (eventId: number) =>
      await bought({
        kind: 'event',
        productId: null,
        productOptionId: null,
        eventId,
        performanceId: await records.make('performances', { eventId }),
      })
    const lineupReviews = [
      await approved('lineup-reviews', { lineupId, ...(await ofEvent(listed)) }),
      await approved('lineup-reviews', { lineupId, ...(await ofEvent(other)) }),
    ]
    expect(await proofsOf('lineup-reviews', 'lineup', lineupReviews)).toEqual(['verified', 'doubtful'])
  })

  it('are in one list with those of products, page by page, each once', async () => {
    const all = async (limit: string) => {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, next } = (await get('reviews', { limit, ...(cursor && { cursor }) })).body as {
          data: { id: string }[]
          next: string | null
        }
        found.push(...data.map((one) => one.id))
        cursor = next
      }
      return found
    }
    const [whole, paged] = [await all('200'), await all('1')]
    expect(paged).toEqual(whole)
    expect(new Set(whole.map((one) => one.split('-')[0]))).toEqual(new Set(['product', 'alias', 'lineup']))
    expect(new Set(whole).size).toBe(whole.length)
  })
})

it('is for keys with the scope of reviews', async () => {
  const plain = (await keyWith(server.database.kysely, ['catalogue:read'])).key
  const reply = await get('reviews', {}, { authorization: `Bearer ${plain}` })
  expect([reply.status, (reply.body as { error: string }).error]).toEqual([403, 'ScopeMissing'])
})
