import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ReviewEvidence } from '../reviews/review.endpoints.ts'
import { proofOf } from '../reviews/review-evidence.ts'
import { seedTexts } from '../../platform/translations/store/seed-texts.server.ts'
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
    await approved('product-reviews', { productId: product })
    const [whole, paged] = [await all('200'), await all('1')]
    expect(paged).toEqual(whole)
    expect(new Set(whole.map((one) => one.split('-')[0]))).toEqual(new Set(['product', 'alias', 'lineup']))
    expect(new Set(whole).size).toBe(whole.length)
  })
})
