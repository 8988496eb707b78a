import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import type { CodePreview, DryRun } from './importing/code-preview.ts'
import type { ImportStage } from './testing/import-stage.server.ts'
import { startImportStage } from './testing/import-stage.server.ts'

const codes = 'product-codes'
const base = `/rest/data/${codes}`

/** Everything that an import can write. */
const tables = [
  'products',
  'product_options',
  'product_age_bands',
  'product_drifts',
  'product_syncs',
  'product_codes',
  'supplier_mappings',
  'supplier_products',
  'providers',
  'audit_log',
]

describe('the dry run of an import', () => {
  let server: TestServer
  let admin: Client
  let stage: ImportStage
  let place: ImportStage['place']

  beforeAll(async () => {
    stage = await startImportStage('dry runs', inject('postgresUrl'), { name: 'Walks' })
    ;({ server, admin, place } = stage)
  })
  afterAll(() => server?.stop())

  async function state(): Promise<string> {
    const parts = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<{ all: string }>`
          select count(*) || ':' || md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as all from ${sql.table(table)} r`.execute(
          server.database.kysely,
        )
        return `${table} ${rows[0]?.all}`
      }),
    )
    return parts.join('\n')
  }
  const ask = async (code: string, more: Partial<typeof place> = {}) =>
    (await admin.get(`${base}/dry-run?${new URLSearchParams({ code, ...textsOf(more) })}`)).body as CodePreview
  const textsOf = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
  const fieldsOf = (run: DryRun | null) => new Map((run?.fields ?? []).map((row) => [row.field, row]))

  it('asks the supplier, shows card and fields, and changes no row', async () => {
    const before = await state()
    const { dryRun, draft } = await ask('10000P1', place)
    expect(draft?.title).toContain(':')
    expect(dryRun).toMatchObject({ outcome: 'create', reason: null, productId: null })
    expect(fieldsOf(dryRun).get('title')).toMatchObject({ ours: null, theirs: draft?.title, after: draft?.title })
    expect(fieldsOf(dryRun).get('subcategory')?.after).toBe('Walks')
    expect((await ask('10000P1')).dryRun).toMatchObject({
      outcome: 'needs_mapping',
      reason: expect.stringContaining('Choose a city and a subcategory.') as string,
    })
    for (const [code, reason] of [
      ['90404P1', 'Viator has no product with this code. Check it for typos.'],
      [
        '90901P1',
        'Viator sent an answer we can’t read: it is incomplete or damaged. Nothing was changed. Retry, and report it to Viator if it happens again.',
      ],
      ['90000P1', 'None of its units has a price. Retry once the supplier has set one.'],
    ] as const)
      expect((await ask(code, place)).dryRun).toMatchObject({ outcome: 'failed', reason })
    expect(await state()).toBe(before)
  })

  it('promises what the import then writes', async () => {
    const promised = fieldsOf((await ask('10000P1', place)).dryRun)
    await stage.paste(codes, '10000P1', place)
    await server.runJob('import-supplier-codes')
    const { rows } = await sql<{ id: number }>`select id from products where supplier_code = '10000P1'`.execute(
      server.database.kysely,
    )
    const product = (await admin.get(`/rest/data/products/${rows[0]?.id}`)).body as Readonly<Record<string, unknown>>
    const kept = [...promised.values()].filter(({ field }) => field !== 'city' && field in product)
    expect(kept.length).toBeGreaterThan(15)
    expect(Object.fromEntries(kept.map(({ field }) => [field, product[field]]))).toEqual(
      Object.fromEntries(kept.map(({ field, after }) => [field, after])),
    )
    expect((await ask('10000P1', place)).dryRun).toMatchObject({ outcome: 'unchanged', fields: [], newOptions: [] })
  })

  it('of a known product shows the differences: what waits, what a rule takes, what staff hold, and no foreign price', async () => {
    const db = server.database.kysely
    await sql`
      update products set title = 'Ours', overrides = '{title}', description = 'An older text', reference = 'X',
        supplier_values = jsonb_build_object('title', jsonb_build_object('value', 'Theirs', 'then', 'Theirs')) where supplier_code = '10000P1'`.execute(
      db,
    )
    // A product sells from its units.
    await sql`update product_age_bands set net = net - 1 where net > 1`.execute(db)
    await sql`insert into product_drift_rules (name, field, is_enabled) values ('Texts', 'description', true)`.execute(
      db,
    )
    const before = await state()
    const { dryRun, draft } = await ask('10000P1')
    expect(dryRun).toMatchObject({ outcome: 'update', unchanged: expect.any(Number) as number })
    const fields = fieldsOf(dryRun)
    expect(fields.get('title')).toMatchObject({ ours: 'Ours', theirs: draft?.title, after: 'Ours', outcome: 'refused' })
    expect(fields.get('description')).toMatchObject({ after: draft?.description, outcome: 'taken' })
    expect(fields.get('netFrom')).toMatchObject({ theirs: draft?.net, outcome: 'waiting' })
    expect(fields.has('timeZone'), 'what is the same').toBe(false)
    expect(await state()).toBe(before)

    await sql`update products set currency = case when currency = 'USD' then 'EUR' else 'USD' end where supplier_code = '10000P1'`.execute(
      db,
    )
    const foreign = (await ask('10000P1')).dryRun
    expect(foreign?.currency).not.toBe(foreign?.supplierCurrency)
    expect(fieldsOf(foreign).has('netFrom')).toBe(false)
    await sql`update product_codes set payload_hash = null`.execute(db)
    const { rows: codes } = await sql<{ id: number }>`select id from product_codes`.execute(db)
    await admin.post(`${base}/retry`, { ids: codes.map(({ id }) => id) })
    await server.runJob('import-supplier-codes')
    const { rows: drifts } = await sql<{
      field: string
    }>`select field from product_drifts where state = 'open'`.execute(db)
    expect(drifts.map(({ field }) => field)).toContain('title')
    expect(drifts.map(({ field }) => field)).not.toContain('netFrom')
  })

  it('refuses what is no code, and people who import nothing', async () => {
    expect((await admin.get(`${base}/dry-run?code=none`)).body).toMatchObject({
      fields: { code: 'Codes look like 5010SYDNEY.' },
    })
    expect((await (await server.signIn('no-access')).get(`${base}/dry-run?code=10000P1`)).status).toBe(403)
  })
})
