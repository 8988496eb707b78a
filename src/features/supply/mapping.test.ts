import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { tableOf, basePathOf } from '../../core/resource/resource.ts'
import type { CodePreview } from './importing/code-preview.ts'
import type { SupplierFacts } from './importing/supplier-facts.ts'
import { supplierServers } from './supplier-servers.server.ts'
import type { ImportStage } from './testing/import-stage.server.ts'
import { startImportStage } from './testing/import-stage.server.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Of each supplier: two codes of which neither zone nor currency is named, one that says all it can, a band to retype, and a code
 * that comes later with the same band.
 */
const sold = [
  ['viator', ['90701P1', '90701P37'], '10000P1', ['Child', 3, 12], 'YOUTH', '10006P1'],
  ['tiqets', ['90701', '907016'], '10000', ['Ticket', 0, 120], 'ADULT', '10006'],
  ['globick', ['90701001', '90701017'], '58200', ['Local resident', 0, 120], 'STUDENT', '90701033'],
  ['tourcms', ['3930-90701', '3931-90701'], '3930-40', ['Local resident', 13, 120], 'STUDENT', '3933-90701'],
] as const

let server: TestServer
let admin: Client
let cityId: number
let subcategoryId: number
let stage: ImportStage

beforeAll(async () => {
  stage = await startImportStage('mapping', inject('postgresUrl'))
  ;({ server, admin } = stage)
  ;({ cityId, subcategoryId } = stage.place)
})
afterAll(() => server?.stop())

const rowsOf = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(server.database.kysely)).rows
const run = () => stage.run()
const zoneOfCity = async () =>
  String((await rowsOf(sql<Row>`select time_zone from cities where id = ${cityId}`))[0]?.['time_zone'])

function callsOf(facts: SupplierFacts) {
  const base = basePathOf(facts.codes)
  const codeRow = (code: string) => stage.codeRow(facts.codes.name, code)
  const idOf = async (code: string) => Number((await codeRow(code))['id'])
  return {
    codeRow,
    async paste(codes: readonly string[], more: object = {}) {
      await stage.paste(facts.codes.name, codes.join('\n'), more)
      await run()
    },
    async map(codes: readonly string[], chosen: object) {
      const reply = await admin.post(`${base}/map`, { ids: await Promise.all(codes.map(idOf)), ...chosen })
      await run()
      return reply
    },
    async preview(...codes: string[]) {
      const ids = await Promise.all(codes.map(idOf))
      return (await admin.get(`${base}/${ids[0]}/preview?ids=${ids.join(',')}`)).body as CodePreview
    },
    async product(code: string) {
      const { product_id: id } = await codeRow(code)
      const [product] = await rowsOf(sql<Row>`
        select id, time_zone, currency, retail_from, status from products where id = ${Number(id ?? 0)}`)
      const units = await rowsOf(sql<Row>`
        select distinct supplier_label, type, currency from product_age_bands where product_id = ${Number(id ?? 0)} order by 1, 2`)
      return { ...product, units, retail: Number(product?.['retail_from'] ?? 0), id: Number(product?.['id'] ?? 0) }
    },
  }
}

describe.each(sold)('mapping codes of %s', (key, [first, second], talkative, [label, minAge, maxAge], type, later) => {
  const supplier = supplierServers.find(({ facts }) => facts.key === key)
  if (!supplier) throw new Error(`No supplier ${key}.`)
  const { facts } = supplier
  const { codeRow, paste, map, preview, product } = callsOf(facts)
  const namesCurrency = key === 'tiqets'
  const band = { label, minAge, maxAge, type }

  it('shows what people choose, and waits for a city, a subcategory and a currency', async () => {
    await paste([first, second])
    const { mapping, draft } = await preview(first)
    expect(mapping?.lacks).toEqual(namesCurrency ? ['timeZone'] : ['timeZone', 'currency'])
    expect(mapping?.ageBands).toContainEqual({
      label,
      minAge,
      maxAge,
      type: key === 'viator' ? 'CHILD' : 'OTHER',
      isKnown: key === 'viator',
    })
    expect(draft?.currency).toBe(namesCurrency ? 'EUR' : '')
    if (namesCurrency) return
    // Each but the currency: it waits for that alone.
    await map([first], { cityId, subcategoryId })
    expect(await codeRow(first)).toMatchObject({
      status: 'needs_mapping',
      product_id: null,
      reason: 'The supplier gives no currency. Choose one.',
    })
    expect((await preview(first)).dryRun).toMatchObject({ outcome: 'needs_mapping', currency: null })
  })

  it('refuses a zone and a currency that do not exist on their fields, and changes nothing', async () => {
    const before = await codeRow(first)
    expect((await map([first], { timeZone: 'Mars/Olympus' })).body).toMatchObject({
      fields: { timeZone: 'Time zone Mars/Olympus not found.' },
    })
    expect((await map([first], { currency: 'XXQ' })).body).toMatchObject({
      fields: { currency: 'Currency XXQ not found.' },
    })
    expect((await map([first], { ageBands: [{ ...band, type: 'DRAGON' }] })).status).toBe(422)
    expect(await codeRow(first)).toEqual(before)
    expect(
      await rowsOf(
        sql<Row>`select * from supplier_mappings where supplier = ${key} and kind in ('age-band', 'time-zone', 'currency')`,
      ),
    ).toEqual([])
  })

  it('applies what was chosen for many at once, and remembers it for codes that come later', async () => {
    const chosen = {
      cityId,
      subcategoryId,
      timeZone: 'Atlantic/Azores',
      ageBands: [band],
      ...(!namesCurrency && { currency: 'EUR' }),
    }
    expect((await map([first, second], chosen)).status).toBe(200)
    const { rows: audit } = await sql<Row>`
      select after from audit_log where object = ${facts.codes.name} and action = 'map' and title = ${second}`.execute(
      server.database.kysely,
    )
    expect(audit).toEqual([{ after: { status: 'queued', ...chosen } }])
    for (const code of [first, second]) {
      const made = await product(code)
      expect(made, code).toMatchObject({ time_zone: 'Atlantic/Azores', currency: 'EUR', status: 'mapped' })
      expect(made.retail).toBeGreaterThan(500)
      expect(made.units).toContainEqual({ supplier_label: label, type, currency: 'EUR' })
    }
    expect((await preview(first)).mapping).toMatchObject({
      timeZone: 'Atlantic/Azores',
      currency: namesCurrency ? null : 'EUR',
    })
    await paste([later, talkative], { cityId, subcategoryId })
    const { units } = await product(later)
    const same = units.filter((unit) => unit['supplier_label'] === label)
    expect(same.map((unit) => unit['type'])).toEqual([type])
  })

  it('says of what the supplier names that it cannot be chosen', async () => {
    await sql`update ${sql.table(tableOf(facts.codes))} set status = 'failed', product_id = null where code = ${talkative}`.execute(
      server.database.kysely,
    )
    if (key !== 'globick')
      expect((await map([talkative], { timeZone: 'Europe/Rome' })).body).toMatchObject({
        fields: { timeZone: `${facts.name} names the time zone, so it can’t be chosen here.` },
      })
    expect((await map([talkative], { currency: 'USD' })).body).toMatchObject({
      fields: { currency: `${facts.name} names the currency, so it can’t be chosen here.` },
    })
  })

  it('does not say of codes that were not fetched what their supplier names', async () => {
    const table = sql.table(tableOf(facts.codes))
    const { draft } = await codeRow(talkative)
    await sql`update ${table} set draft = null where code = ${talkative}`.execute(server.database.kysely)
    for (const chosen of [{ timeZone: 'Europe/Rome' }, { currency: 'USD' }])
      expect((await map([talkative], chosen)).body).toMatchObject({
        fields: Object.fromEntries(Object.keys(chosen).map((field) => [field, 'Not fetched yet.'])),
      })
    await sql`update ${table} set draft = ${JSON.stringify(draft)}::jsonb where code = ${talkative}`.execute(
      server.database.kysely,
    )
  })

  it('leaves products as they are when another choice is made later', async () => {
    const before = await product(first)
    const { draft: shown } = await preview(first)
    // It is imported, so nothing is chosen with it, for others either.
    const { mapping: known } = await preview(second)
    const late = { cityId, ageBands: [{ ...band, type: 'SENIOR' }], ...(!namesCurrency && { currency: 'USD' }) }
    expect((await map([first], late)).body).toMatchObject({ results: [{ ok: false }] })
    expect((await preview(second)).mapping).toEqual(known)
    const { id } = await codeRow(second)
    await sql`update ${sql.table(tableOf(facts.codes))} set status = 'failed' where id = ${Number(id)}`.execute(
      server.database.kysely,
    )
    await map([second], {
      timeZone: 'Asia/Tokyo',
      ageBands: [{ ...band, type: 'MILITARY' }],
      ...(!namesCurrency && { currency: 'JPY' }),
    })
    await sql`update ${sql.table(tableOf(facts.codes))} set payload_hash = null`.execute(server.database.kysely)
    await admin.post(`${basePathOf(facts.codes)}/retry`, { ids: [Number((await codeRow(first))['id'])] })
    await run()
    expect(await codeRow(first)).toMatchObject({ status: 'imported' })
    expect(await product(first)).toEqual(before)
    const { draft } = await preview(first)
    expect([draft?.currency, draft?.units]).toEqual(['EUR', shown?.units])
    // Emptied, the zone is that of the city again.
    expect((await preview(second)).mapping?.timeZone).toBe('Asia/Tokyo')
    await sql`update ${sql.table(tableOf(facts.codes))} set status = 'failed' where id = ${Number(id)}`.execute(
      server.database.kysely,
    )
    await map([second], { timeZone: '' })
    expect((await preview(second)).mapping?.timeZone).toBeNull()
    // Neither does its supplier, which names none, bring one back.
    const drifts = await rowsOf(
      sql<Row>`select field from product_drifts where product_id = ${before.id} and field = 'timeZone'`,
    )
    expect(drifts).toEqual([])
  })
})

it('takes the zone of the city where no one has chosen another', async () => {
  const globick = supplierServers.find(({ facts }) => facts.key === 'globick')
  if (!globick) throw new Error('No Globick.')
  const { paste, product } = callsOf(globick.facts)
  // A destination of which nothing was chosen.
  await paste(['58204'], { cityId, subcategoryId })
  expect(await product('58204')).toMatchObject({ time_zone: await zoneOfCity(), currency: 'EUR', status: 'mapped' })
})

it('is nothing that goes live without city, subcategory, currency or a price, one missing at a time', async () => {
  const tourcms = supplierServers.find(({ facts }) => facts.key === 'tourcms')
  if (!tourcms) throw new Error('No TourCMS.')
  const { paste, codeRow } = callsOf(tourcms.facts)
  await sql`delete from supplier_mappings where supplier = 'tourcms'`.execute(server.database.kysely)
  await sql`update cities set tourcms_location = null`.execute(server.database.kysely)
  const waits = async (code: string, more: object) => {
    await paste([code], more)
    const { status, reason, product_id: productId } = await codeRow(code)
    return [status, reason, productId]
  }
  expect(await waits('3930-50', { subcategoryId })).toEqual([
    'needs_mapping',
    expect.stringContaining('Choose a city.') as string,
    null,
  ])
  expect(await waits('3930-51', { cityId })).toEqual(['needs_mapping', 'Choose a subcategory.', null])
  expect(await waits('3932-90701', { cityId, subcategoryId })).toEqual([
    'needs_mapping',
    'The supplier gives no currency. Choose one.',
    null,
  ])
  expect(await waits('3930-90000', { cityId, subcategoryId })).toEqual([
    'failed',
    'None of its units has a price. Retry once the supplier has set one.',
    null,
  ])
  // A zone is never missing: each city has one, and so must each product.
  for (const table of ['cities', 'products'])
    await expect(sql`update ${sql.table(table)} set time_zone = null`.execute(server.database.kysely)).rejects.toThrow(
      /not-null/,
    )
})
