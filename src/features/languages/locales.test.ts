import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
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
    const before = await spanish()
    const { fields } = (await admin.get('/rest/data/translations/completeness')).body as Counted
    expect(before['translatedShare']).toBe(progressOf(fields, 'es').share)
    expect(before['translatedShare']).toBeGreaterThan(0)
    expect((await admin.patch(`/rest/data/categories/${category.id}`, { description: 'Something else.' })).status).toBe(
      200,
    )
    expect(Number((await spanish())['translatedShare'])).toBeLessThan(Number(before['translatedShare']))
    const aside = await attempt({ code: 'qsa', name: 'Nobody’s' })
    expect([(await read(1))['translatedShare'], (aside.body as Row)['translatedShare']]).toEqual([null, null])
  })

  it('says in which languages people buy, those without one of their own under the nearest', async () => {
    await db().transaction().execute(weighTexts)
    const of = async () => Number((await spanish())['orderCount'])
    const before = await of()
    for (const customerLocale of ['es', 'es-MX', 'est', 'es']) {
      const id = await records.make('purchases', { customerLocale })
      await sql`update purchases set created_at = now() - interval '1 day' where id = ${id}`.execute(db())
    }
    const old = await records.make('purchases', { customerLocale: 'es' })
    await sql`update purchases set created_at = now() - interval '100 days' where id = ${old}`.execute(db())
    await db().transaction().execute(weighTexts)
    expect((await of()) - before).toBe(3)
    expect(
      (await admin.get('/rest/data/locales', { sort: '["orderCount","DESC"]', range: '[0,0]' })).body,
    ).toMatchObject([{ code: 'es' }])
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
