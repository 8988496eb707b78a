import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import type { ImportStage } from './testing/import-stage.server.ts'
import { startImportStage } from './testing/import-stage.server.ts'

const codes = 'product-codes'
const base = `/rest/data/${codes}`
type Row = Readonly<Record<string, unknown>>

describe('imports of Viator codes', () => {
  let server: TestServer
  let admin: Client
  let cityId: number
  let subcategoryId: number
  let stage: ImportStage

  beforeAll(async () => {
    stage = await startImportStage('imports', inject('postgresUrl'))
    ;({ server, admin } = stage)
    ;({ cityId, subcategoryId } = stage.place)
  })
  afterAll(() => server?.stop())

  const paste = (text: string, more?: object, client = admin) => stage.paste(codes, text, more, client)
  const run = () => stage.run()
  const codeRow = (code: string) => stage.codeRow(codes, code)
  async function idsOf(...codes: string[]): Promise<number[]> {
    return await Promise.all(codes.map(async (code) => Number((await codeRow(code))['id'])))
  }
  const count = async (table: string) =>
    Number(
      (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(server.database.kysely))
        .rows[0]?.n,
    )
  /** Codes that wait for their next try are due at once. */
  const hurry = () =>
    sql`update product_codes set next_try_at = now() where status = 'queued'`.execute(server.database.kysely)

  it('are refused as a whole only where none is among them, and say how many is too many', async () => {
    expect((await paste('nothing here')).body).toMatchObject({
      fields: { text: 'No codes found. They look like 5010SYDNEY.' },
    })
    const many = Array.from({ length: 1_001 }, (_, n) => `${10_000 + n}P1`).join('\n')
    expect((await paste(many)).body).toMatchObject({
      fields: { text: 'That is 1001 codes. Paste at most 1000 at a time.' },
    })
    expect((await paste('1000P1', { cityId: 999_999 })).body).toMatchObject({ fields: { cityId: 'City not found.' } })
    expect((await admin.post(`${base}/paste`, { text: '1000P1' })).status, 'without a key').toBe(428)
    expect((await paste('1000P1', {}, await server.signIn('no-access'))).status).toBe(403)
    expect(await count('product_codes')).toBe(0)
  })

  it('wait for a city and a subcategory, become products with both, and the choice is remembered', async () => {
    const { body } = await paste('10000P1, 10000P1 20000P2 12345\n10006P1')
    expect(body).toEqual({ added: 3, known: 0, knownCodes: [], duplicates: 1, refused: [{ line: 1, text: '12345' }] })
    await run()
    expect(await codeRow('10000P1')).toMatchObject({ status: 'needs_mapping', product_id: null })
    expect(await count('products')).toBe(1)

    const { destination, supplier_tags: tags } = await codeRow('10000P1')
    expect((await codeRow('10000P1'))['reason']).toBe(
      `Choose a city and a subcategory. The supplier’s destination is ${destination}.`,
    )
    const reply = await admin.post(`${base}/map`, {
      ids: await idsOf('10000P1'),
      cityId,
      subcategoryId,
      tag: (tags as string[])[0],
    })
    expect(reply.body).toEqual({ results: [{ id: (await idsOf('10000P1'))[0], ok: true }] })
    await run()
    const { product_id: productId } = await codeRow('10000P1')
    expect(await codeRow('10000P1')).toMatchObject({ status: 'imported', reason: null })
    const product = (await admin.get(`/rest/data/products/${Number(productId)}`)).body as Row
    expect(product).toMatchObject({
      status: 'mapped',
      supplierCode: '10000P1',
      cityId,
      subcategoryIds: [subcategoryId],
      optionCount: 2,
      syncStatus: 'synced',
    })
    expect(product['title']).toContain(String(destination))
    const { rows: units } = await sql<{ n: number; adults: number }>`
      select count(*)::integer as n, count(*) filter (where type = 'ADULT' and retail > 0)::integer as adults
      from product_age_bands where product_id = ${productId}`.execute(server.database.kysely)
    expect(units).toEqual([{ n: 6, adults: 2 }])
    const { rows: prices } = await sql<{ net: number; retail: number }>`
      select net, retail from product_age_bands where product_id = ${productId} and type = 'ADULT' order by retail limit 1`.execute(
      server.database.kysely,
    )
    expect([product['netFrom'], product['retailFrom']], 'sells from what an adult costs').toEqual([
      prices[0]?.net,
      prices[0]?.retail,
    ])
    // Another code of the same destination and tag needs no one.
    await paste('10036P1')
    await run()
    const same = await codeRow('10036P1')
    if (same['destination'] === destination && (same['supplier_tags'] as string[])[0] === (tags as string[])[0])
      expect(same).toMatchObject({ status: 'imported', city_id: cityId })
    else throw new Error('The sample has changed: 10036P1 is to have the destination and the tag of 10000P1.')
  })

  it('change nothing when they come again', async () => {
    const before = [await codeRow('10000P1'), await count('products'), await count('product_drifts')]
    const second = await codeRow('20000P2')
    expect((await paste('20000P2 10000p1')).body).toMatchObject({
      added: 0,
      known: 2,
      knownCodes: [
        { id: Number(second['id']), code: '20000P2', status: second['status'] },
        { code: '10000P1', status: 'imported' },
      ],
    })
    await run()
    expect([await codeRow('10000P1'), await count('products'), await count('product_drifts')]).toEqual(before)
    // Asked for explicitly it is fetched, found to be the same, and left.
    const { rows: product } = await sql<Row>`select * from products where supplier_code = '10000P1'`.execute(
      server.database.kysely,
    )
    await admin.post(`${base}/retry`, { ids: await idsOf('10000P1') })
    await run()
    expect(
      (await sql<Row>`select * from products where supplier_code = '10000P1'`.execute(server.database.kysely)).rows,
    ).toEqual(product)
    expect(await codeRow('10000P1')).toMatchObject({ status: 'imported' })
  })

  it('leave what staff have overridden, and what changed waits in the drift inbox', async () => {
    const id = Number((await codeRow('10000P1'))['product_id'])
    const db = server.database.kysely
    await sql`update products set overrides = '{title}' where id = ${id}`.execute(db)
    await sql`update products set title = 'Ours', description = 'An older text' where id = ${id}`.execute(db)
    await sql`update product_codes set payload_hash = null where code = '10000P1'`.execute(db)
    await admin.post(`${base}/retry`, { ids: await idsOf('10000P1') })
    await run()
    const { body } = await admin.get(`/rest/data/products/${id}`)
    expect(body).toMatchObject({ title: 'Ours', description: 'An older text' })
    const { rows } = await sql<{ field: string }>`
      select field from product_drifts where product_id = ${id} and state = 'open' order by field`.execute(db)
    expect(rows.map(({ field }) => field)).toEqual(['description'])
  })

  it.each([
    ['90404P1', 'failed', 'Viator has no product with this code. Check it for typos.'],
    ['90410P1', 'failed', 'Viator no longer sells this product. Retry if it returns.'],
    ['90000P1', 'failed', 'None of its units has a price. Retry once the supplier has set one.'],
    ['90405P1', 'failed', 'Viator has no product with this code. Check it for typos.'],
    [
      '90901P1',
      'failed',
      'Viator sent an answer we can’t read: it is incomplete or damaged. Nothing was changed. Retry, and report it to Viator if it happens again.',
    ],
    [
      '90902P1',
      'failed',
      'Viator sent an answer we can’t read: it is incomplete or damaged. Nothing was changed. Retry, and report it to Viator if it happens again.',
    ],
    [
      '90903P1',
      'failed',
      'Viator sent an answer we can’t read: it is a web page, not data. Nothing was changed. Retry, and report it to Viator if it happens again.',
    ],
    ['90503P1', 'queued', 'Viator didn’t answer. We’ll try again automatically.'],
  ])('say why they failed: %s is %s', async (code, status, reason) => {
    await paste(code, { cityId, subcategoryId })
    await run()
    expect(await codeRow(code)).toMatchObject({ status, reason, product_id: null })
    // One that always fails keeps the breaker busy; what follows must find it closed.
    await sql`update product_codes set status = 'rejected' where status = 'queued'`.execute(server.database.kysely)
  })

  it('of a busy supplier are fetched when it lets us', async () => {
    await paste('90429P1 90904P1', { cityId, subcategoryId })
    await run()
    for (const code of ['90429P1', '90904P1'])
      expect(await codeRow(code)).toMatchObject({ status: 'imported', reason: null })
    const { rows } = await sql<{ status: number }>`
      select status from outbound_calls where url like '%90429P1' order by id`.execute(server.database.kysely)
    expect(rows.map(({ status }) => status)).toEqual([429, 200, 429, 200])
  })

  it('can be rejected with a reason, and imported ones cannot', async () => {
    const [failed = 0, imported = 0] = await idsOf('90404P1', '10000P1')
    expect((await admin.post(`${base}/reject`, { ids: [failed], reason: ' ' })).status).toBe(422)
    const { body } = await admin.post(`${base}/reject`, { ids: [failed, imported, 999_999], reason: 'Wrong city' })
    expect(body).toEqual({
      results: [
        { id: failed, ok: true },
        { id: imported, ok: false, message: 'It is imported. Retire its product instead.' },
        { id: 999_999, ok: false, message: 'Code not found.' },
      ],
    })
    expect(await codeRow('90404P1')).toMatchObject({ status: 'rejected', reason: 'Wrong city' })
  })

  it('that look like another supplier’s product wait for a person', async () => {
    await paste('20001P7')
    await run()
    const { title } = await codeRow('20001P7')
    expect(title).toEqual(expect.any(String))
    await sql`update products set title = ${String(title)} where supplier_code = 'C1'`.execute(server.database.kysely)
    await admin.post(`${base}/map`, { ids: await idsOf('20001P7'), cityId, subcategoryId })
    await run()
    expect(await codeRow('20001P7')).toMatchObject({
      status: 'duplicate',
      reason: `Same city and title as ${title} from Acme Tours.`,
      product_id: null,
    })
    const [id] = await idsOf('20001P7')
    expect((await admin.get(`${base}/${id}/preview`)).body).toMatchObject({
      duplicate: { title, provider: 'Acme Tours', likeness: 10_000, metres: null },
    })
    await admin.post(`${base}/retry`, { ids: await idsOf('20001P7') })
    await run()
    expect((await admin.get(`${base}/${id}/preview`)).body).toMatchObject({ duplicate: null })
    expect(await codeRow('20001P7')).toMatchObject({ status: 'imported', duplicate_of_id: null })
  })

  it('are taken over where a process died with them in hand, and written once', async () => {
    await paste('10012P3', { cityId, subcategoryId })
    const db = server.database.kysely
    await sql`update product_codes set status = 'fetching', lease = gen_random_uuid(), attempts = 1, next_try_at = now() + interval '1 minute'
      where code = '10012P3'`.execute(db)
    await run()
    expect(await codeRow('10012P3')).toMatchObject({ status: 'fetching' })
    await sql`update product_codes set next_try_at = now() where code = '10012P3'`.execute(db)
    await Promise.all([run(), run(), run()])
    expect(await codeRow('10012P3')).toMatchObject({ status: 'imported' })
    const { rows } = await sql`select from products where supplier_code = '10012P3'`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('show what they would become, and the calls made for them without the key', async () => {
    const [id] = await idsOf('10000P1')
    const { body } = await admin.get(`${base}/${id}/preview`)
    expect(body).toMatchObject({ draft: { currency: expect.any(String), units: expect.any(Array) } })
    expect((body as { calls: unknown[] }).calls.length).toBeGreaterThanOrEqual(2)
    const { viator } = (await server.anonymous.get('/demo/services')).body as { viator: Record<string, string> }
    const { rows } = await sql<{ text: string }>`select string_agg(c::text, ' ') as text from outbound_calls c`.execute(
      server.database.kysely,
    )
    expect(rows[0]?.text).not.toContain(viator['apiKey'])
    expect((await admin.get(`${base}/999999/preview`)).status).toBe(404)
  })

  // Last, because calls pause after so many failures.
  it('are given up after some tries, and can be retried', async () => {
    await paste('90503P7', { cityId, subcategoryId })
    for (let n = 0; n < 5; n++) {
      await hurry()
      await run()
    }
    expect(await codeRow('90503P7')).toMatchObject({
      status: 'failed',
      attempts: 5,
      reason: 'Viator didn’t answer. Retry in a few minutes.',
    })
    await admin.post(`${base}/retry`, { ids: await idsOf('90503P7') })
    expect(await codeRow('90503P7')).toMatchObject({ status: 'queued', attempts: 0 })
    expect((await admin.get(`${base}/connection`)).body).toMatchObject({ isPaused: true })
  })
})
