import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { Completeness } from '../../platform/translations/store/translation.endpoints.ts'
import { progressOf } from './counts.ts'
import type { Counted } from './queue.endpoints.ts'
import { weighTexts } from './translation-values.server.ts'

let server: TestServer
let admin: Client
let records: Maker
let last = 0
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'locales' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
}, 120_000)
afterAll(() => server.stop())

interface Row {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly [key: string]: unknown
}
const db = () => server.database.kysely
const styles = {
  direction: 'ltr',
  numberStyle: 'comma_point',
  dateStyle: 'day_month_year',
  nativeName: 'x',
  isInPreparation: false,
}
const attempt = (values: object) => admin.post('/rest/data/locales', { ...styles, fallbackId: 1, ...values })
const made = async (values: object): Promise<Row> => {
  const reply = await attempt(values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
const read = async (id: number) => (await admin.get(`/rest/data/locales/${id}`)).body as Row
const problems = ({ status, body }: Reply) => [status, (body as { fields?: object }).fields]

const money = { captured: 0, refunded: 0, refundPending: 0, chargedBack: 0, refundState: 'none' }
const sold = {
  ...money,
  bookingStatus: 'confirmed',
  paymentStatus: 'captured',
  fulfilmentStatus: 'awaiting_tickets',
  captured: 10_500,
}
const unsold = { ...money, bookingStatus: 'expired', paymentStatus: 'unpaid', fulfilmentStatus: 'not_due' }
async function ordered(values: object, daysAgo = 1): Promise<void> {
  const id = await records.make('purchases', { ...values })
  await sql`update purchases set created_at = now() - ${daysAgo} * interval '1 day' where id = ${id}`.execute(db())
}

describe('the list of languages', () => {
  const spanish = async () =>
    ((await admin.get('/rest/data/locales', { range: '[0,99]' })).body as Row[]).find(({ code }) => code === 'es') ?? {
      id: 0,
      code: '',
      name: '',
    }

  it('says how far each language is as the matrix does, and nothing of the default and of languages that nothing is translated into', async () => {
    const made = await admin.post('/rest/data/categories', { name: `Counted ${++last}`, description: 'What is in it.' })
    const category = made.body as { id: number }
    await admin.put(`/rest/data/categories/${category.id}/translations/es`, {
      texts: { name: { text: `Contada ${last}`, status: 'approved' }, description: { text: 'Lo que hay.' } },
    })
    const drafted = await spanish()
    const { fields } = (await admin.get('/rest/data/translations/completeness')).body as Counted
    expect(drafted['translatedShare']).toBe(progressOf(fields, 'es').share)
    expect(drafted['translatedShare']).toBeGreaterThan(0)
    const texts = { description: { text: 'Lo que hay.', status: 'approved' } }
    await admin.put(`/rest/data/categories/${category.id}/translations/es`, { texts })
    const approved = await spanish()
    expect(Number(approved['translatedShare'])).toBeGreaterThan(Number(drafted['translatedShare']))
    expect((await admin.patch(`/rest/data/categories/${category.id}`, { description: 'Something else.' })).status).toBe(
      200,
    )
    expect((await spanish())['translatedShare']).toBe(drafted['translatedShare'])
    const aside = await attempt({ code: 'qsa', name: 'Nobody’s' })
    expect([(await read(1))['translatedShare'], (aside.body as Row)['translatedShare']]).toEqual([null, null])
  })

  it('counts a machine’s texts as readers get them: once the language publishes them', async () => {
    const { id } = await spanish()
    const country = await records.make('countries', { name: `Country ${++last}` })
    const path = `/rest/data/countries/${country}`
    expect(
      (await admin.put(`${path}/translations/es`, { texts: { name: { text: `País ${last}`, status: 'machine' } } }))
        .status,
    ).toBe(200)
    const shown = async () => {
      const { locales } = (await admin.get(`${path}/translations`)).body as { locales: Completeness[] }
      const { fields } = (await admin.get('/rest/data/translations/completeness')).body as Counted
      const { translatedShare } = (await admin.get(path)).body as { translatedShare: number }
      const { translated, unapproved } = locales.find(({ code }) => code === 'es') ?? {}
      expect((await spanish())['translatedShare']).toBe(progressOf(fields, 'es').share)
      return { translated, unapproved, hasShare: translatedShare > 0, open: progressOf(fields, 'es').unapproved }
    }
    const before = await shown()
    expect(before).toMatchObject({ translated: 0, unapproved: 1, hasShare: false })
    expect((await admin.patch(`/rest/data/locales/${id}`, { publishesMachineTexts: true })).status).toBe(200)
    expect(await shown()).toEqual({ translated: 1, unapproved: 0, hasShare: true, open: before.open - 1 })
    expect((await admin.patch(`/rest/data/locales/${id}`, { publishesMachineTexts: false })).status).toBe(200)
  })

  it('says in which languages people buy, those without one of their own under the nearest', async () => {
    await db().transaction().execute(weighTexts)
    const of = async () => Number((await spanish())['orderCount'])
    const before = await of()
    for (const customerLocale of ['es', 'es-MX', 'est', 'es']) await ordered({ ...sold, customerLocale })
    await ordered({ ...unsold, customerLocale: 'es' })
    await ordered({ ...sold, customerLocale: 'es' }, 100)
    await db().transaction().execute(weighTexts)
    expect((await of()) - before).toBe(3)
    expect(
      (await admin.get('/rest/data/locales', { sort: '["orderCount","DESC"]', range: '[0,0]' })).body,
    ).toMatchObject([{ code: 'es' }])
  })
})

describe('the orders that texts are ranked by', () => {
  it('are sales, of products and events alike, and each counts once in a section', async () => {
    const categoryId = await records.make('categories')
    const subcategoryIds = [
      await records.make('subcategories', { categoryId }),
      await records.make('subcategories', { categoryId }),
    ]
    const productId = await records.make('products', { subcategoryIds })
    const eventId = await records.make('events', { categoryId, subcategoryId: subcategoryIds[0] })
    const productOptionId = await records.make('product-options', { productId })
    const performanceId = await records.make('performances', { eventId })
    const ofProduct = { kind: 'product', productId, productOptionId, eventId: null, performanceId: null }
    const ofEvent = { kind: 'event', productId: null, productOptionId: null, eventId, performanceId }
    await ordered({ ...sold, ...ofProduct })
    await ordered({ ...sold, ...ofEvent })
    await ordered({ ...sold, ...ofEvent })
    await ordered({ ...unsold, ...ofProduct })
    await db().transaction().execute(weighTexts)
    const ordersOf = async (resource: string, ids: readonly number[]) =>
      (
        await sql<{ orders: number }>`select v.orders from unnest(${ids}::bigint[]) with ordinality as g (id, place)
          left join translation_values v on v.resource = ${resource} and v.record_id = g.id order by g.place`.execute(
          db(),
        )
      ).rows.map(({ orders }) => orders)
    expect([
      await ordersOf('categories', [categoryId]),
      await ordersOf('subcategories', subcategoryIds),
      await ordersOf('products', [productId]),
      await ordersOf('events', [eventId]),
    ]).toEqual([[3], [3, 1], [1], [2]])
  })
})

describe('what search engines see', () => {
  it('is of one language alone, however it is written', async () => {
    const [one, other] = [
      await made({ code: 'qta', name: 'One', hreflang: 'qta-QM' }),
      await made({ code: 'qtb', name: 'Other' }),
    ]
    expect(problems(await attempt({ code: 'qtc', name: 'Third', hreflang: 'qtb' }))).toEqual([
      409,
      { hreflang: 'It is the tag of Other.' },
    ])
    expect(problems(await attempt({ code: 'qtc', name: 'Third', hreflang: 'qta-QM' }))).toEqual([
      409,
      { hreflang: 'Search engines use this tag already: One.' },
    ])
    expect(problems(await attempt({ code: 'qta-QM', name: 'Third' }))).toEqual([
      409,
      { code: 'Search engines use this tag: One. Change that first.' },
    ])
    expect(problems(await admin.patch(`/rest/data/locales/${other.id}`, { hreflang: 'qta' }))).toEqual([
      409,
      { hreflang: 'It is the tag of One.' },
    ])
    // Its own tag adds nothing and conflicts with no one.
    expect((await admin.patch(`/rest/data/locales/${one.id}`, { hreflang: 'qta' })).status).toBe(200)
    for (const hreflang of ['qta', 'QTA', 'EN']) {
      await expect(sql`update locales set hreflang = ${hreflang} where id = ${other.id}`.execute(db())).rejects.toThrow(
        /another language has the tag|locales_hreflang_key/,
      )
    }
  })
})

describe('many languages', () => {
  it('are given another fallback together, but for those whose chain would never end', async () => {
    const [base, one, two] = [
      await made({ code: 'qua', name: 'Base' }),
      await made({ code: 'qub', name: 'One' }),
      await made({ code: 'quc', name: 'Two' }),
    ]
    expect((await admin.patch(`/rest/data/locales/${base.id}`, { fallbackId: two.id })).status).toBe(200)
    const reply = await admin.post('/rest/data/locales/bulk-edits', {
      ids: [base.id, one.id, two.id],
      change: { fallbackId: { set: base.id } },
    })
    expect([200, 201], JSON.stringify(reply.body)).toContain(reply.status)
    expect([
      (await read(base.id))['fallbackId'],
      (await read(one.id))['fallbackId'],
      (await read(two.id))['fallbackId'],
    ]).toEqual([two.id, base.id, 1])
    expect((reply.body as { changed: number }).changed).toBe(1)
    expect(JSON.stringify(reply.body)).toContain('A language can’t fall back to itself.')
  })
})
