import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CopyResults } from './option.endpoints.ts'
import { activate, band, change, fieldsOf, option, tour } from './testing/options-with-units.server.ts'
import { admin, db, product, read, records, serveProducts } from './testing/supplied-products.server.ts'

serveProducts('units of options')

describe('a unit of one option', () => {
  it('is of an option of its product, and of no fewer options than it was sold with', async () => {
    const { id, standard, vip, adult } = await tour()
    const elsewhere = await option(await product(), 'Elsewhere')
    await expect(band(id, elsewhere, 'ADULT', [0, 120])).rejects.toThrow(/a_unit_is_of_an_option_of_its_product/)
    const shared = await band(id, null, 'SENIOR', [65, 120], { isIdRequired: true })
    for (const [unit, to] of [
      [adult, vip],
      [shared, standard],
      [adult, elsewhere],
    ] as const) {
      await expect(
        sql`update product_age_bands set option_id = ${to} where id = ${unit}`.execute(db()),
      ).rejects.toThrow(/a_unit_stays_with_its_option|stays with its product/)
    }
    await expect(
      sql`update product_age_bands set product_id = ${await product()} where id = ${shared}`.execute(db()),
    ).rejects.toThrow(/stays with its product/)
    await sql`update product_age_bands set option_id = null where id = ${adult}`.execute(db())
    expect(await read(adult, 'product-age-bands')).toMatchObject({ optionId: null, option: null })
    expect([
      fieldsOf(await change(shared, { optionId: vip })),
      (await change(shared, { optionId: null, title: 'Over 65' })).status,
    ]).toEqual([{ optionId: expect.any(String) }, 200])
  })

  it('is listed with its option and found by it', async () => {
    const { id, vip, grown } = await tour()
    const found = (
      await admin.get(`/rest/data/product-age-bands?filter=${JSON.stringify({ productId: id, optionId: vip })}`)
    ).body as object[]
    expect(found).toMatchObject([{ id: grown, optionId: vip, option: { id: vip, title: 'VIP' } }])
  })

  it('can be renamed together with those of other options', async () => {
    const { adult, grown } = await tour()
    const edit = await admin.post('/rest/data/product-age-bands/bulk-edits', {
      ids: [adult, grown],
      change: { title: { set: 'Grown-up' }, type: { set: 'TRAVELER' } },
    })
    expect([
      edit.status,
      (await read(adult, 'product-age-bands'))['title'],
      (await read(grown, 'product-age-bands'))['type'],
    ]).toEqual([201, 'Grown-up', 'TRAVELER'])
  })
})

describe('a copy of an option', () => {
  const copy = async (id: number, productId: number | null = null) =>
    ((await admin.post('/rest/data/product-options/copy', { ids: [id], productId })).body as CopyResults).results[0]
  const unitsOf = async (optionId: number | undefined) =>
    (await admin.get(`/rest/data/product-age-bands?filter=${JSON.stringify({ optionId })}&sort=["id","ASC"]`)).body as {
      id: number
    }[]

  it('has units of its own like those of the other one, not on sale yet', async () => {
    const { id, vip, grown } = await tour()
    await band(id, null, 'SENIOR', [65, 120], { isIdRequired: true })
    await change(grown, { retail: 1_000 })
    const made = await copy(vip)
    const units = await unitsOf(made?.copyId)
    expect(units).toMatchObject([
      {
        productId: id,
        type: 'ADULT',
        title: 'guest',
        titlePlural: 'guests',
        minAge: 18,
        maxAge: 120,
        intendedGaps: ['below'],
        net: 6_000,
        retail: 1_000,
        version: 1,
      },
    ])
    const { rows } = await sql<{
      reason: string
    }>`select reason from audit_log where object = 'product-age-bands' and record_id = ${String(units[0]?.id)}`.execute(
      db(),
    )
    expect(rows).toEqual([{ reason: `Copy of ${grown}` }])
    await activate(vip, false)
    expect(await read(id)).toMatchObject({ retailFrom: 3_000 })
    expect((await activate(made?.copyId ?? 0, true)).status).toBe(200)
    expect(await read(id)).toMatchObject({ retailFrom: 1_000 })
  })

  it('goes to another product only where both have one currency', async () => {
    const { vip, standard } = await tour()
    const [same, yen] = [await product(), await product({ currency: 'JPY', title: 'In yen' })]
    expect(await unitsOf((await copy(vip, same))?.copyId)).toMatchObject([{ productId: same, title: 'guest' }])
    expect((await unitsOf((await copy(standard, same))?.copyId)).length).toBe(2)
    expect(await copy(vip, yen)).toEqual({
      id: vip,
      ok: false,
      message: 'Its own age bands cost EUR, and In yen is sold in JPY.',
    })
    expect((await copy(await option(same, 'Without units of its own'), yen))?.ok).toBe(true)
  })
})

describe('a purchase', () => {
  const bought = (productId: number, productOptionId: number) =>
    records.make('purchases', { kind: 'product', productId, productOptionId, eventId: null, performanceId: null })
  const line = (purchaseId: number, position: number, unit: number) =>
    sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, product_age_band_id) values (${purchaseId}, ${position}, 'item', 'Adult', 1, 500, 500, ${unit})`.execute(
      db(),
    )

  it('names only units of the option that was bought, whatever is written first', async () => {
    const { id, standard, vip, adult, grown } = await tour()
    const shared = await band(id, null, 'SENIOR', [65, 120])
    const purchase = await bought(id, standard)
    await line(purchase, 1, adult)
    await line(purchase, 2, shared)
    await expect(line(purchase, 3, grown)).rejects.toThrow(/not sold with the option/)
    await expect(line(purchase, 3, await band(await product(), null, 'ADULT', [0, 120]))).rejects.toThrow(
      /not sold with the option/,
    )
    await expect(
      sql`update purchase_lines set product_age_band_id = ${grown} where purchase_id = ${purchase} and position = 2`.execute(
        db(),
      ),
    ).rejects.toThrow(/not sold with the option/)
    await expect(
      sql`update purchases set product_option_id = ${vip} where id = ${purchase}`.execute(db()),
    ).rejects.toThrow(/are not sold with option/)
    await sql`update purchase_lines set product_age_band_id = null where purchase_id = ${purchase} and position = 1`.execute(
      db(),
    )
    await sql`update purchases set product_option_id = ${vip} where id = ${purchase}`.execute(db())
    await line(purchase, 3, grown)
  })
})
