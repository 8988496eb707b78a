import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { ReviewTranslation } from './review-translations.ts'

let server: TestServer
let admin: Client
let product: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'review translations' })
  admin = await server.signIn('admin')
  product = await maker(server.database.kysely, resources, examples).make('products', {
    status: 'live',
    suspendedBecause: null,
  })
})
afterAll(() => server.stop())

const path = '/rest/data/product-reviews'
const db = () => server.database.kysely
let count = 0

async function review(values: object = {}): Promise<number> {
  const reply = await admin.post(path, {
    productId: product,
    source: 'import',
    originalRating: 5,
    title: 'A pleasure',
    body: `Call Anna on 555 0199, number ${++count} of ${crypto.randomUUID()}.`,
    language: 'en-GB',
    authorName: 'Anna M.',
    ...values,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { id: number }).id
}
const ask = (ids: readonly number[], locale = 'es', who = admin) => who.post(`${path}/translations`, { ids, locale })
const read = async (id: number) =>
  ((await admin.get(`${path}/${id}/translations`)).body as { translations: ReviewTranslation[] }).translations
const write = (id: number, values: object, locale = 'es', who = admin) =>
  who.put(`${path}/${id}/translations/${locale}`, values)
const record = async (id: number) => (await admin.get(`${path}/${id}`)).body as Readonly<Record<string, unknown>>
const fieldsOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { fields?: object }).fields]

describe('reviews in other languages', () => {
  it('are asked for many at once, but for those that are written in it or asked for already', async () => {
    const [one, two, spanish] = [await review(), await review(), await review({ language: 'es-MX' })]
    expect((await ask([one, one, spanish])).body).toEqual({ asked: 1, passedOver: 1 })
    expect((await ask([one, two, spanish])).body).toEqual({ asked: 1, passedOver: 2 })
    expect(
      (await admin.get(path, { filter: { waitingLocales: 'es', id: [one, two, spanish] }, sort: ['id', 'ASC'] })).body,
    ).toMatchObject([{ id: one }, { id: two }])
    expect(await read(one)).toMatchObject([
      { locale: 'es', name: 'Spanish', title: null, body: null, translator: null, translatedAt: null },
    ])
    expect(fieldsOf(await ask([one], 'xx'))).toEqual([422, { locale: 'The site has no language xx.' }])
    expect(fieldsOf(await ask([]))).toEqual([422, { ids: 'Send the reviews’ ids.' }])
    const { rows } = await sql<{
      title: string
      after: object
    }>`select title, after from audit_log where object = 'product-reviews' and record_id = ${String(one)} and action = 'translation-asked'`.execute(
      db(),
    )
    expect(rows).toEqual([{ title: `Product review ${one}`, after: { language: 'Spanish' } }])
  })

  it('are written by people beside the author’s words, which stay as they are', async () => {
    const id = await review()
    const { body, title, version } = await record(id)
    await ask([id])
    expect(fieldsOf(await write(id, { title: null, body: 'Sí.' }))).toEqual([
      422,
      { title: 'Translate the author’s title too.' },
    ])
    for (const body of [' ', 'a\u0000b', 'a\u202eb'])
      expect(Object.keys(fieldsOf(await write(id, { title: 'Sí', body }))[1] as object), JSON.stringify(body)).toEqual([
        'body',
      ])
    expect([
      (await ask([id], '\u0000')).status,
      (await write(id, { title: 'Sí', body: 'Sí.' }, '%00')).status,
      (await admin.delete(`${path}/${id}/translations/%00`)).status,
    ]).toEqual([422, 422, 422])
    expect(fieldsOf(await write(id, { title: 'Un placer', body: 'Llame a [redacted].' }))).toEqual([
      422,
      { body: 'Nothing in the original is redacted, so remove [redacted].' },
    ])
    expect((await write(id, { title: 'Un placer', body: 'Llame a Anna.' })).status).toBe(200)
    expect(await read(id)).toMatchObject([
      { locale: 'es', title: 'Un placer', body: 'Llame a Anna.', translatedAt: expect.any(String) as string },
    ])
    expect((await read(id))[0]?.translator).not.toBeNull()
    expect(await record(id)).toMatchObject({
      body,
      title,
      version,
      waitingLocales: [],
      translatedLocales: ['es'],
      isMachineTranslated: false,
    })
    expect((await write(id, { title: 'A joy', body: 'Call Anna.' }, 'en')).status).toBe(409)
    // The audit log is permanent, so it contains nothing that the author said.
    const { rows } = await sql<{
      entry: string
    }>`select row_to_json(a)::text as entry from audit_log a where object = 'product-reviews' and record_id = ${String(id)} and action = 'translated'`.execute(
      db(),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.entry).not.toContain('Llame')
  })

  it('lose what is redacted in the original, and keep the place of it when they are written again', async () => {
    const id = await review()
    await write(id, { title: 'Un placer', body: 'Llame a Anna al 555 0199.' })
    const text = String((await record(id))['body'])
    const from = text.indexOf('555 0199')
    expect(
      (
        await admin.post(`${path}/${id}/redact`, {
          field: 'body',
          from,
          to: from + 8,
          passage: '555 0199',
          reason: 'The number of somebody else',
        })
      ).status,
    ).toBe(200)
    expect(await read(id)).toMatchObject([{ title: null, body: null, translator: null }])
    expect(await record(id)).toMatchObject({ waitingLocales: ['es'], translatedLocales: [] })
    expect((await sql`select from review_translations where body like '%555 0199%'`.execute(db())).rows).toEqual([])
    expect(fieldsOf(await write(id, { title: 'Un placer', body: 'Llame a Anna al 555 0199.' }))).toEqual([
      422,
      { body: 'Where the original is redacted, write [redacted]: once.' },
    ])
    expect((await write(id, { title: 'Un placer', body: 'Llame a Anna al [redacted].' })).status).toBe(200)
  })

  it('are taken away, and go with the review', async () => {
    const [one, two] = [await review(), await review()]
    await ask([one, two])
    expect((await admin.delete(`${path}/${one}/translations/es`)).body).toEqual({ translations: [] })
    expect((await admin.delete(`${path}/${one}/translations/es`)).status).toBe(404)
    expect(await record(one)).toMatchObject({ waitingLocales: [] })
    await sql`delete from product_reviews where id = ${two}`.execute(db())
    expect((await sql`select from review_translations where review_id = ${two}`.execute(db())).rows).toEqual([])
  })

  it('are requested by moderators, and written by moderators who can translate as well', async () => {
    const id = await review()
    const role = sql`(select id from roles where name = 'read-only')`
    const grant = async (object: string) =>
      await sql`insert into role_permissions (role_id, action, object) values (${role}, 'write', ${object})`.execute(
        db(),
      )
    await sql`delete from role_permissions where action = 'write' and object in ('product-reviews', 'translations') and role_id = ${role}`.execute(
      db(),
    )
    const reader = await server.signIn('read-only')
    expect([(await reader.get(`${path}/${id}/translations`)).status, (await ask([id], 'es', reader)).status]).toEqual([
      200, 403,
    ])
    await grant('product-reviews')
    const moderator = await server.signIn('read-only')
    expect([
      (await ask([id], 'es', moderator)).status,
      (await write(id, { title: 'Sí', body: 'Sí.' }, 'es', moderator)).status,
    ]).toEqual([200, 403])
    await grant('translations')
    expect((await write(id, { title: 'Sí', body: 'Sí.' }, 'es', await server.signIn('read-only'))).status).toBe(200)
  })
})
