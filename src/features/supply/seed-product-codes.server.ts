import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { storedSql } from '../../platform/stored-texts/stored-columns.server.ts'
import { lookAt } from './importing/picture-look.server.ts'
import type { ClaimedCode } from './importing/code-rows.server.ts'
import { claimCodes, codesTable } from './importing/code-rows.server.ts'
import { commissionOf, currencyExponents } from './importing/draft-money.server.ts'
import { importDrafts } from './importing/import-code.server.ts'
import { mappingsOf } from './importing/mappings.server.ts'
import type { ProductDraft } from './importing/product-draft.ts'
import { faultText } from './importing/supplier-catalogue.server.ts'
import type { SupplierServer } from './importing/supplier-server.server.ts'
import { findPairs } from './importing/pairs.server.ts'
import { paintPicture } from './importing/simulated-pictures.server.ts'
import { simulatedPictures } from './importing/simulator.server.ts'
import { storePictures } from './importing/supplier-pictures.server.ts'
import { supplierServers } from './supplier-servers.server.ts'

/**
 * Codes in each state, imported as the job would from what the simulators sell, without a call. The places that the
 * simulators know are mapped, but for one. Safe to run again.
 */
export const seedProductCodes = [
  ...supplierServers.map((supplier) => (trx: Db) => seedCodesOf(trx, supplier)),
  async function pairs(trx: Db): Promise<void> {
    await seedPair(trx)
    await findPairs(trx, { signal: new AbortController().signal, count() {} })
  },
]

interface Paired {
  readonly id: number
  readonly supplier: string
  readonly code: string
}

/**
 * Two products of the demo that look like one. They are there anyway: one of them gets a title, a place and a picture like those of the
 * other. The newest are taken, as the first ones are what orders and aliases of the demo are about. An editor wrote the title: what was
 * sold before has the supplier's.
 */
async function seedPair(trx: Db): Promise<void> {
  const {
    rows: [pair],
  } = await sql<{ one: Paired; other: Paired }>`
    select jsonb_build_object('id', a.id, 'supplier', av.code, 'code', a.supplier_code) as one,
      jsonb_build_object('id', b.id, 'supplier', bv.code, 'code', b.supplier_code) as other
    from products a join providers av on av.id = a.provider_id
      join products b on b.city_id = a.city_id and b.id > a.id and b.provider_id <> a.provider_id join providers bv on bv.id = b.provider_id
    where a.status = 'live' and b.status = 'live' and a.locale = b.locale and a.currency = b.currency and b.overrides = '{}'
      and a.supplier_code is not null and b.supplier_code is not null and a.latitude is not null
      and array[av.code, bv.code] <@ ${supplierServers.map(({ facts }) => facts.key)}::text[]
      and not exists (select from product_pairs)
    order by (a.subcategory_ids[1] = b.subcategory_ids[1]) desc nulls last, b.id desc, a.id desc limit 1`.execute(trx)
  if (!pair) return
  const { one, other } = pair
  await seedTwinPictures(trx, [other.supplier, other.code], [one.supplier, one.code], other.id)
  await sql`
    update products b set title = left(a.title, 180) || ' – small group', internal_name = left(a.title, 180) || ' – small group',
      overrides = '{title}', latitude = a.latitude + 0.0011, longitude = a.longitude
    from products a where a.id = ${one.id} and b.id = ${other.id}`.execute(trx)
}

async function seedCodesOf(trx: Db, supplier: SupplierServer): Promise<void> {
  const { facts } = supplier
  const table = codesTable(facts)
  const {
    rows: [there],
  } = await sql`select from ${table} limit 1`.execute(trx)
  if (there) return
  const exponents = await currencyExponents(trx)
  const { places, codes, draftOf } = await supplier.loadDemo()
  const commission = await commissionOf(trx, facts.key)
  await sql`
    insert into supplier_mappings (supplier, kind, key, city_id)
    select ${facts.key}, 'destination', g.key, c.id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as g (key text, name text)
    join lateral (select id from cities where name = g.name order by popularity desc, id limit 1) as c on true
    on conflict do nothing`.execute(trx)
  // Products that the demo has anyway: a load makes no product of its own here, so that each is the same.
  await sql`
    insert into ${table} (code, title, status, product_id, city_id, subcategory_id, fetched_at)
    select p.supplier_code, p.title, 'imported', p.id, p.city_id, p.subcategory_ids[1], p.last_synced_at
    from products p join providers v on v.id = p.provider_id where v.code = ${facts.key} order by p.id limit 14
    on conflict do nothing`.execute(trx)
  for (const { code, status, fault, detail, reason, isTwin } of codes) {
    if (status === undefined) {
      // A product of the demo can have the code of a sample; then it is there, imported.
      const { rows } =
        await sql`insert into ${table} (code) values (${code}) on conflict do nothing returning id`.execute(trx)
      if (rows.length === 0) continue
      const [claimed] = await claimCodes(trx, facts, 1)
      const draft = draftOf(code, exponents, commission)
      if (claimed && draft)
        await importDrafts(trx, supplier, [
          { code: claimed, draft: isTwin ? await twinOf(trx, supplier, claimed, draft) : draft },
        ])
      continue
    }
    const why =
      reason ??
      (fault
        ? faultText(
            facts.name,
            { kind: fault, ...(detail && { detail: detail() }) },
            status === 'queued' ? 'by itself' : 'by hand',
          )
        : null)
    // What waits is left alone for a while, so that people who look at the demo find it waiting.
    await sql`
      insert into ${table} (code, status, reason, reason_said, attempts, next_try_at, lease)
      values (${code}, ${status}, ${storedSql(why)}, ${status === 'queued' ? 3 : 1}, now() + interval '3 hours', ${status === 'fetching' ? sql`gen_random_uuid()` : null})
      on conflict do nothing`.execute(trx)
  }
  await sql`
    update ${table} set created_at = now() - (id % 9) * interval '7 hours' - interval '20 minutes',
      fetched_at = case when fetched_at is not null then now() - (id % 9) * interval '7 hours' - interval '18 minutes' end`.execute(
    trx,
  )
}

/** The same product as one that another supplier sells in that city already, in the same subcategory. */
async function twinOf(
  trx: Db,
  { facts }: SupplierServer,
  code: ClaimedCode,
  draft: ProductDraft,
): Promise<ProductDraft> {
  const [mapped] = await mappingsOf(trx, facts, [draft])
  const {
    rows: [other],
  } = await sql<{ title: string; subcategoryId: number | null; supplier: string; supplierCode: string | null }>`
    select p.title, p.subcategory_ids[1] as "subcategoryId", v.code as supplier, p.supplier_code as "supplierCode" from products p join providers v on v.id = p.provider_id
    where p.city_id = ${mapped?.cityId ?? 0} and v.code <> ${facts.key} and p.status = 'live' order by p.id limit 1`.execute(
    trx,
  )
  if (!other) return draft
  await seedTwinPictures(trx, [facts.key, code.code], [other.supplier, other.supplierCode], code.id)
  await sql`
    update ${codesTable(facts)} set subcategory_id = ${other.subcategoryId}::bigint where id = ${code.id}`.execute(trx)
  return { ...draft, title: other.title }
}

/** One scene as two suppliers have it: of another brightness. Painted in another size it would be another picture. */
async function seedTwinPictures(
  trx: Db,
  [supplier, code]: readonly [string, string],
  [otherSupplier, otherCode]: readonly [string, string | null],
  n: number,
): Promise<void> {
  const ours = { supplier, code, version: { width: 600, height: 400, brightness: 0.9 } }
  const theirs = { supplier: otherSupplier, code: otherCode, version: { width: 600, height: 400, brightness: 1 } }
  for (const side of [ours, theirs]) {
    if (side.code === null || !/^[a-z]{2,20}$/.test(side.supplier)) continue
    const look = await lookAt(await paintPicture(n, side.version))
    const { supplier: key, code: picturedCode } = side
    await storePictures(trx, [
      { supplier: key, code: picturedCode, url: `${simulatedPictures}/pictures/${n}.jpg`, ...look },
    ])
  }
}
