import type { Logger } from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { demoService } from '../../platform/demo-services/demo-services.server.ts'
import { codesTable } from './importing/code-rows.server.ts'
import { currencyExponents } from './importing/draft-money.server.ts'
import { supplierServers } from './supplier-servers.server.ts'
import type { ImportStage } from './testing/import-stage.server.ts'
import { startImportStage } from './testing/import-stage.server.ts'

const silent = { info() {}, warn() {}, error() {}, debug() {} } as unknown as Logger

// What Viator's codes go through is in imports.test.ts; here each other supplier's adapter goes the whole way once.
const runs = [
  {
    key: 'tiqets',
    code: '970100',
    made: [1, 1],
    busy: '90429001',
    failures: [
      ['90404001', 'Tiqets has no product with this code. Check it for typos.'],
      ['90410001', 'Tiqets no longer sells this product. Retry if it returns.'],
      ['90000001', 'None of its units has a price. Retry once the supplier has set one.'],
      [
        '90902001',
        'Tiqets sent an answer we can’t read: it is incomplete or damaged. Nothing was changed. Retry, and report it to Tiqets if it happens again.',
      ],
    ],
  },
  {
    key: 'globick',
    code: '58200',
    made: [2, 8],
    busy: '90429001',
    failures: [
      ['90404001', 'Globick has no product with this code. Check it for typos.'],
      ['90410001', 'Globick no longer sells this product. Retry if it returns.'],
      ['90000001', 'None of its units has a price. Retry once the supplier has set one.'],
      [
        '90902001',
        'Globick sent an answer we can’t read: it is incomplete or damaged. Nothing was changed. Retry, and report it to Globick if it happens again.',
      ],
    ],
  },
  {
    key: 'tourcms',
    code: '3930-40',
    made: [1, 2],
    busy: '3930-90429',
    failures: [
      ['3930-90404', 'TourCMS has no product with this code. Check it for typos.'],
      ['3930-90000', 'None of its units has a price. Retry once the supplier has set one.'],
      [
        '3930-90902',
        'TourCMS sent an answer we can’t read: it is not in the expected format. Nothing was changed. Retry, and report it to TourCMS if it happens again.',
      ],
    ],
  },
] as const
type Row = Readonly<Record<string, unknown>>

let server: TestServer
let admin: Client
let cityId: number
let subcategoryId: number
let stage: ImportStage
beforeAll(async () => {
  stage = await startImportStage('import-runs', inject('postgresUrl'))
  ;({ server, admin } = stage)
  ;({ cityId, subcategoryId } = stage.place)
})
afterAll(() => server?.stop())

describe.each(runs)('codes of $key', ({ key, code, made, busy, failures }) => {
  const supplier = supplierServers.find(({ facts }) => facts.key === key)
  if (!supplier) throw new Error(`${key} is missing.`)
  const { facts } = supplier
  const base = `/rest/data/${facts.codes.name}`
  const paste = (text: string, more?: object) => stage.paste(facts.codes.name, text, more)
  const run = () => stage.run()
  const codeRow = (one: string) => stage.codeRow(facts.codes.name, one)

  it('wait for city and subcategory, and become the product of their draft with both', async () => {
    expect((await paste(`${code}\n${code}`)).body).toMatchObject({ added: 1, duplicates: 1, refused: [] })
    await run()
    const waiting = await codeRow(code)
    expect(waiting).toMatchObject({ status: 'needs_mapping', product_id: null })

    const id = Number(waiting['id'])
    await admin.post(`${base}/map`, { ids: [id], cityId, subcategoryId })
    await run()
    const { product_id: productId, ...imported } = await codeRow(code)
    expect(imported).toMatchObject({ status: 'imported', reason: null })

    const db = server.database.kysely
    const draft = (await supplier.loadDemo()).draftOf(code, await currencyExponents(db), 0)
    expect((await admin.get(`/rest/data/products/${Number(productId)}`)).body).toMatchObject({
      status: 'mapped',
      title: draft?.title,
      supplierCode: code,
      currency: draft?.currency,
      cityId,
      subcategoryIds: [subcategoryId],
      syncStatus: 'synced',
    })
    const { rows } = await sql<{ label: string; net: number; retail: number }>`
      select supplier_label as label, net, retail from product_age_bands where product_id = ${productId} order by id`.execute(
      db,
    )
    expect(rows).toEqual(draft?.units.map(({ label, net, retail }) => ({ label, net, retail })))
    const { rows: options } = await sql`select from product_options where product_id = ${productId}`.execute(db)
    expect([options.length, rows.length]).toEqual(made)
    expect((await admin.get(`${base}/${id}/preview`)).body).toMatchObject({ draft: { title: draft?.title } })
  })

  it('change nothing when they come again', async () => {
    const products = async () =>
      (await sql<Row>`select * from products where supplier_code = ${code}`.execute(server.database.kysely)).rows
    const before = await products()
    await admin.post(`${base}/retry`, { ids: [Number((await codeRow(code))['id'])] })
    await run()
    expect(await codeRow(code)).toMatchObject({ status: 'imported', attempts: 0 })
    expect(await products()).toEqual(before)
  })

  it('say why they failed, and wait for a busy supplier', async () => {
    await paste([...failures.map(([one]) => one), busy].join('\n'), { cityId, subcategoryId })
    await run()
    for (const [one, reason] of failures)
      expect(await codeRow(one), one).toMatchObject({ status: 'failed', reason, product_id: null })
    expect(await codeRow(busy)).toMatchObject({ status: 'imported', reason: null })
  })

  it('wait while a run is asked for about another supplier alone', async () => {
    await sql`update ${codesTable(facts)} set status = 'queued', next_try_at = now() where code = ${code}`.execute(
      server.database.kysely,
    )
    const another = supplierServers.find((one) => one.facts.key !== key)?.facts.key
    const job = server.jobs.find(({ name }) => name === 'import-supplier-codes')
    for (const [one, status] of [
      [another, 'queued'],
      [key, 'imported'],
    ] as const) {
      await job?.run({
        database: server.database,
        log: silent,
        signal: new AbortController().signal,
        count: () => {},
        parameters: { supplier: one },
      })
      expect(await codeRow(code)).toMatchObject({ status })
    }
  })

  it('fail alone where one of those that are written together cannot be written', async () => {
    const db = server.database.kysely
    // Digits, so that the trigger is no place for a value.
    const bad = /\d+$/.exec(code)?.[0] ?? ''
    await sql
      .raw(
        `create function refuse_one() returns trigger language plpgsql as $$ begin
          if new.supplier_code like '%${bad}' then raise exception 'refused'; end if; return new; end $$;
        create trigger refuse_one before insert on products for each row execute function refuse_one();`,
      )
      .execute(db)
    const good = [1, 2, 3].map((n) => code.replace(bad, String(Number(bad) + n)))
    await sql`update products set supplier_code = 'old-' || id, status = 'retired' where supplier_code = ${code}`.execute(
      db,
    )
    await sql`delete from ${codesTable(facts)} where code = any(${[code, ...good]}::text[])`.execute(db)
    await paste([good[0], code, ...good.slice(1)].join('\n'), { cityId, subcategoryId })
    await run()
    await sql.raw('drop trigger refuse_one on products; drop function refuse_one()').execute(db)
    for (const one of good)
      expect(await codeRow(one), one).toMatchObject({ status: 'imported', reason: null, lease: null })
    expect(await codeRow(code)).toMatchObject({
      status: 'failed',
      reason: 'Something went wrong on our side. Retry, or contact support.',
      product_id: null,
    })
  })

  it('leave no secret in the log of calls', async () => {
    const values = await demoService(key)
    const secrets = facts.connection.flatMap(({ key: name, isSecret }) => (isSecret ? String(values[name]) : []))
    const { rows } = await sql<{ text: string }>`
      select string_agg(c::text, ' ') as text from outbound_calls c where target = ${key}`.execute(
      server.database.kysely,
    )
    expect(secrets.length).toBeGreaterThan(0)
    expect(rows[0]?.text).toContain(String(values['baseUrl']))
    for (const secret of secrets) expect(rows[0]?.text).not.toContain(secret)
    expect(rows[0]?.text, 'the token of a sign-in').not.toMatch(/accessToken|Bearer/)
  })
})

describe('a stored connection', () => {
  const base = '/rest/data/product-codes-globick'
  const save = async (more: object) =>
    await admin.put(`${base}/connection`, { isEnabled: true, baseUrl: 'https://api.globick.com/v1', ...more })

  it('needs all of its values and one of the supplier’s hosts', async () => {
    expect(await save({ baseUrl: 'https://globick.example.com', fields: { username: 'ana' } })).toMatchObject({
      status: 422,
      body: {
        fields: {
          'baseUrl': 'Use https and one of these hosts: api.globick.com.',
          'secrets.password': 'Required.',
          'secrets.apiKey': 'Required.',
        },
      },
    })
    const other = await server.signIn('catalogue-editor')
    expect(
      (await other.put(`${base}/connection`, { isEnabled: false, baseUrl: 'https://api.globick.com' })).status,
    ).toBe(403)
  })

  it('shows of its secrets the last four signs, keeps them, and gives them to no other address', async () => {
    const { baseUrl, username, password, apiKey } = await demoService('globick')
    const fields = { username }
    const saved = await save({ baseUrl, fields, secrets: { password, apiKey } })
    expect(saved).toMatchObject({ status: 200, body: { source: 'stored', fields } })
    expect((saved.body as Row)['secrets']).toEqual({
      password: String(password).slice(-4),
      apiKey: String(apiKey).slice(-4),
    })
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(c::text, ' ') from supplier_connections c) || (select string_agg(a::text, ' ') from audit_log a) as text`.execute(
      server.database.kysely,
    )
    for (const secret of [password, apiKey]) {
      expect(JSON.stringify((await admin.get(`${base}/connection`)).body)).not.toContain(secret)
      expect(rows[0]?.text).not.toContain(secret)
    }
    expect((await save({ baseUrl, fields })).body).toMatchObject({ secrets: (saved.body as Row)['secrets'] })
    expect((await save({ fields })).body).toMatchObject({
      fields: {
        'secrets.password': 'Enter it again for the new URL.',
        'secrets.apiKey': 'Enter it again for the new URL.',
      },
    })
    await stage.paste('product-codes-globick', '58212', stage.place)
    await stage.run()
    const { rows: imported } = await sql<Row>`select status from product_codes_globick where code = '58212'`.execute(
      server.database.kysely,
    )
    expect(imported).toEqual([{ status: 'imported' }])
  })
})
