import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { lookAt } from './importing/picture-look.server.ts'
import type { CodePreview } from './importing/code-preview.ts'
import { paintPicture } from './importing/simulated-pictures.server.ts'
import { storePictures } from './importing/supplier-pictures.server.ts'
import type { ImportStage } from './testing/import-stage.server.ts'
import { startImportStage } from './testing/import-stage.server.ts'

const codes = 'product-codes-tiqets'
const base = `/rest/data/${codes}`
const code = '970201'
type Row = Readonly<Record<string, unknown>>

describe('a code that looks like a product of another supplier', () => {
  let server: TestServer
  let admin: Client
  let cityId: number
  let productId: number
  let stage: ImportStage
  let id: number

  const run = () => stage.run()
  const codeRow = () => stage.codeRow(codes, code)
  const preview = async () => (await admin.get(`${base}/${id}/preview`)).body as CodePreview
  /** The picture of the other product is a copy of the simulator's number `n`, of another size and darker. */
  async function showOther(n: number): Promise<void> {
    const look = await lookAt(await paintPicture(n, { width: 300, height: 200, brightness: 0.85 }))
    const url = 'https://harbour.example/1.jpg'
    await storePictures(server.database.kysely, [{ supplier: 'harbour', code: 'A-1', url, ...look }])
  }
  /** As if it had never been imported. */
  async function forget(): Promise<void> {
    await sql`
      update product_codes_tiqets set product_id = null, status = 'queued', next_try_at = now() + interval '1 day' where id = ${id}`.execute(
      server.database.kysely,
    )
    await sql`update products set supplier_code = 'old-' || id, status = 'retired' where supplier_code = ${code}`.execute(
      server.database.kysely,
    )
  }
  async function again(): Promise<Row> {
    await forget()
    await sql`update product_codes_tiqets set status = 'queued', next_try_at = now(), is_forced = false where id = ${id}`.execute(
      server.database.kysely,
    )
    await run()
    return await codeRow()
  }

  beforeAll(async () => {
    stage = await startImportStage('duplicates', inject('postgresUrl'))
    const { db, records } = stage
    ;({ server, admin } = stage)
    ;({ cityId } = stage.place)
    const providerId = await records.make('providers', { code: 'harbour', name: 'Harbour Tours' })
    // At the very place of the code, under another name.
    productId = await records.make('products', { title: 'Old harbour cruise', cityId, providerId, supplierCode: 'A-1' })
    await sql`
      update products set image_ids = '{}', latitude = ${48.8566 + (970_201 % 13) / 1_000}, longitude = ${2.3522 + (970_201 % 11) / 1_000}
      where id = ${productId}`.execute(db)
    await showOther(970_201 + 1)
    await stage.paste(codes, code, stage.place)
    // The place is taken from the simulator, which knows four cities.
    await run()
    id = Number((await codeRow())['id'])
  })
  afterAll(() => server?.stop())

  it('is imported where only the place is the same, and its picture is kept', async () => {
    expect(await codeRow()).toMatchObject({ status: 'imported' })
    const { rows } = await sql<Row>`select * from supplier_pictures where supplier = 'tiqets'`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([
      expect.objectContaining({ code, hash: expect.anything(), preview: expect.any(Buffer), problem: null }),
    ])
    // A call for a file leaves none of it in the log.
    const { rows: calls } =
      await sql<Row>`select answer, status from outbound_calls where target = 'tiqets-pictures'`.execute(
        server.database.kysely,
      )
    expect(calls).toEqual([{ answer: null, status: 200 }])
  })

  it('is stopped by the same picture at the same place, with both pictures as evidence', async () => {
    const draft = (await codeRow())['draft'] as { latitude: number; longitude: number }
    await sql`update products set latitude = ${draft.latitude}, longitude = ${draft.longitude} where id = ${productId}`.execute(
      server.database.kysely,
    )
    await showOther(970_201)
    expect(await again()).toMatchObject({
      status: 'duplicate',
      duplicate_of_id: productId,
      reason: 'Same picture as Old harbour cruise from Harbour Tours.',
    })
    expect((await preview()).draft?.picture).toMatch(/^data:image\/webp;base64,/)
    expect((await preview()).duplicate?.pictures).toEqual({
      code: expect.stringMatching(/^data:image\/webp;base64,/),
      product: expect.stringMatching(/^data:image\/webp;base64,/),
      isSame: true,
    })
  })

  it('is not stopped by the same picture alone', async () => {
    await sql`update products set latitude = -33, longitude = 151 where id = ${productId}`.execute(
      server.database.kysely,
    )
    expect(await again()).toMatchObject({ status: 'imported' })
  })

  it('is imported once it is marked as not the same, and is never compared with that product again', async () => {
    const { draft } = await codeRow()
    const { latitude, longitude } = draft as { latitude: number; longitude: number }
    await sql`update products set latitude = ${latitude}, longitude = ${longitude} where id = ${productId}`.execute(
      server.database.kysely,
    )
    expect(await again()).toMatchObject({ status: 'duplicate' })
    const viewer = await server.signIn('no-access')
    expect((await viewer.post(`${base}/${id}/distinctions`, { productId })).status).toBe(403)
    expect((await admin.post(`${base}/${id}/distinctions`, { productId: 999_999 })).body).toMatchObject({
      fields: { productId: 'Choose a product of another supplier.' },
    })
    expect((await admin.post(`${base}/${id}/distinctions`, { productId })).body).toMatchObject({
      duplicate: null,
      distinctions: [{ id: productId, title: 'Old harbour cruise', by: expect.any(String), at: expect.any(String) }],
    })
    await run()
    expect(await codeRow()).toMatchObject({ status: 'imported', duplicate_of_id: null, is_forced: false })
    expect(await again()).toMatchObject({ status: 'imported' })

    expect((await admin.post(`${base}/${id}/distinctions/${productId}/undo`, {})).body).toMatchObject({
      distinctions: [],
    })
    expect((await admin.post(`${base}/${id}/distinctions/${productId}/undo`, {})).status).toBe(404)
    expect(await again()).toMatchObject({ status: 'duplicate', duplicate_of_id: productId })
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where object = 'product-codes-tiqets' and record_id = ${id} and action like '%distinct%' order by id`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ action }) => action)).toEqual(['mark-distinct', 'forget-distinction'])
  })

  it('is compared with the first of our own pictures, which a job looks at', async () => {
    const db = server.database.kysely
    const imageId = await stage.records.make('images')
    await server.runJob('compare-pictures')
    // Its file is nowhere: that is remembered, so it is not looked for with every run.
    const { rows } = await sql<Row>`select image_id as id, hash from image_hashes`.execute(db)
    expect(rows).toContainEqual({ id: imageId, hash: null })
    await sql`delete from supplier_pictures where supplier = 'harbour'`.execute(db)
    await sql`update products set image_ids = array[${imageId}]::bigint[] where id = ${productId}`.execute(db)
    await sql`update image_hashes set hash = (select hash # 3::bit(64) from supplier_pictures where code = ${code})`.execute(
      db,
    )
    expect((await again())['reason']).toBe('Same picture as Old harbour cruise from Harbour Tours.')
    expect((await preview()).duplicate?.pictures).toMatchObject({
      product: `/rest/data/images/${imageId}/files/320`,
      isSame: true,
    })
  })
})
