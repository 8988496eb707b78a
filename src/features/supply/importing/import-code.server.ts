import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import type { AuditEntry } from '../../../core/audit/audit.server.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { storedColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Said, StoredText } from '../../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'
import { takeSupplierValues } from '../../products/drifts.server.ts'
import type { Choices, Currency } from './choices.server.ts'
import { choicesOf, chosenDraft, ownCurrencySql } from './choices.server.ts'
import type { ClaimedCode, CodePlace } from './code-rows.server.ts'
import { heldCodes, settleCodes } from './code-rows.server.ts'
import type { PlacedDraft } from './draft-product.server.ts'
import { addMissingOptions, createProducts, noteIndexing, supplierValuesOf } from './draft-product.server.ts'
import { evidenceText, findDuplicates } from './duplicates.server.ts'
import { mappingsOf } from './mappings.server.ts'
import type { CodeStatus } from './product-codes.ts'
import type { ProductDraft } from './product-draft.ts'
import { leadUnit } from './product-draft.ts'
import type { SupplierServer } from './supplier-server.server.ts'

const actor = system('imports')

/** What a payload says, by which an unchanged one is known again. */
export function hashOf(draft: ProductDraft, { adapterVersion }: SupplierServer): string {
  return createHash('sha256')
    .update(JSON.stringify([adapterVersion, draft]))
    .digest('hex')
}

/** Why a draft can become no product at all; null if it can. */
export function draftProblem(draft: ProductDraft): StoredText | null {
  if (draft.options.length === 0) return storedText('No bookable option. Retry once the supplier has added one.')
  if (!leadUnit(draft)) return storedText('None of its units has a price. Retry once the supplier has set one.')
  return null
}

/** The provider of a supplier, made where the installation has none yet; 0 while there is no currency to pay it in. */
async function providerOf(db: Db, { facts: { key, name } }: SupplierServer, currency: string): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    with made as (
      insert into providers (code, name, kind, currency, commission) select ${key}, ${name}, 'tours', ${currency}, 0 where ${currency} <> ''
      on conflict (code) do nothing returning id
    ) select id from made union all select id from providers where code = ${key} limit 1`.execute(db)
  return row?.id ?? 0
}

/** A code in hand and what its supplier answered. */
export interface FetchedCode {
  readonly code: ClaimedCode
  readonly draft: ProductDraft
}

interface KnownProduct {
  readonly id: number
  readonly code: string
  readonly status: string
  readonly cityId: number
  readonly subcategoryIds: readonly number[]
  readonly currency: Currency
}

interface Held extends FetchedCode {
  readonly hash: string
  readonly before: CodePlace
}

/** What becomes of a code, and what is written into the audit about its product. */
interface Outcome extends Partial<CodePlace> {
  readonly status: CodeStatus
  readonly reason: Said | null
  readonly entries?: readonly AuditEntry[]
}

/**
 * Makes products of what a supplier sent, or brings known ones up to date: all of it or nothing. To be called in a
 * transaction, with the codes in hand. The number of statements does not depend on how many codes become new products.
 */
export async function importDrafts(db: Db, supplier: SupplierServer, fetched: readonly FetchedCode[]): Promise<void> {
  const { facts } = supplier
  const places = await heldCodes(
    db,
    facts,
    fetched.map(({ code }) => code),
  )
  const held = fetched.flatMap((one): Held[] => {
    const before = places.get(one.code.id)
    return before ? [{ ...one, before, hash: hashOf(one.draft, supplier) }] : []
  })
  const outcomes = new Map<number, Outcome>()
  const sound = held.filter(({ code, draft }) => {
    const problem = draftProblem(draft)
    if (problem !== null) outcomes.set(code.id, { status: 'failed', reason: problem })
    return problem === null
  })
  if (sound.length > 0) {
    const choices = await choicesOf(db, facts)
    const currency = sound.find(({ draft }) => draft.currency !== '')?.draft.currency ?? choices.currency?.code ?? ''
    const providerId = await providerOf(db, supplier, currency)
    const known = await knownProducts(db, providerId, sound)
    for (const one of sound) {
      const product = known.get(one.draft.code)
      if (product) outcomes.set(one.code.id, await bringUpToDate(db, one, product, choices))
    }
    const fresh = sound
      .filter(({ draft }) => !known.has(draft.code))
      .map((one) => ({ ...one, draft: chosenDraft(one.draft, choices) }))
    for (const [id, outcome] of await makeProducts(db, supplier, fresh, providerId)) outcomes.set(id, outcome)
  }
  await settle(db, supplier, held, outcomes)
}

async function knownProducts(
  db: Db,
  providerId: number,
  held: readonly Held[],
): Promise<ReadonlyMap<string, KnownProduct>> {
  const { rows } = await sql<KnownProduct>`
    select id, supplier_code as code, status, city_id as "cityId", subcategory_ids as "subcategoryIds",
      ${ownCurrencySql} as currency from products p
    where provider_id = ${providerId} and supplier_code = any(${held.map(({ draft }) => draft.code)}::text[]) order by id for update`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.code, row]))
}

async function bringUpToDate(
  db: Db,
  { code, draft, hash, before }: Held,
  { id, status, cityId, subcategoryIds, currency }: KnownProduct,
  choices: Choices,
): Promise<Outcome> {
  const place = { productId: id, cityId, subcategoryId: subcategoryIds[0] ?? null }
  if (status === 'retired') return { ...place, status: 'rejected', reason: retiredText() }
  const settled = { ...place, status: 'imported', reason: null } as const
  // The same payload again changes nothing.
  if (code.payloadHash === hash && before.productId === id) return settled
  const chosen = chosenDraft(draft, choices, currency)
  const entries = await takeSupplierValues(db, id, supplierValuesOf(chosen, currency.code), actor)
  await addMissingOptions(db, id, chosen)
  await noteIndexing(db, id, draft)
  return { ...settled, entries }
}

/** Products of drafts that are none yet, but for those that lack a place or look like a product that is there. */
async function makeProducts(
  db: Db,
  supplier: SupplierServer,
  held: readonly Held[],
  providerId: number,
): Promise<readonly (readonly [number, Outcome])[]> {
  if (held.length === 0) return []
  const { facts } = supplier
  const mapped = await mappingsOf(
    db,
    facts,
    held.map(({ draft }) => draft),
  )
  const outcomes: [number, Outcome][] = []
  const placed: (PlacedDraft & { readonly code: ClaimedCode })[] = []
  for (const [n, { code, draft, before }] of held.entries()) {
    const cityId = before.cityId ?? mapped[n]?.cityId ?? null
    const subcategoryId = before.subcategoryId ?? mapped[n]?.subcategoryId ?? null
    if (cityId !== null && subcategoryId !== null && draft.currency !== '') {
      const timeZone = draft.timeZone ?? mapped[n]?.timeZone ?? null
      placed.push({ code, draft: { ...draft, timeZone }, cityId, subcategoryId })
    } else {
      const reason = missingText(cityId, subcategoryId, draft)
      outcomes.push([code.id, { status: 'needs_mapping', reason, cityId, subcategoryId }])
    }
  }
  const compared = placed.filter(({ code }) => !code.isForced)
  const found = await findDuplicates(
    db,
    compared.map(({ draft, cityId }) => ({ ...draft, cityId })),
    { supplier: facts.key, providerId },
  )
  const lookalikes = new Map(compared.map((one, n) => [one, found.get(n)]))
  const fresh = placed.filter((one) => {
    const lookalike = lookalikes.get(one)
    if (!lookalike) return true
    const { code, cityId, subcategoryId } = one
    const reason = evidenceText(lookalike)
    outcomes.push([code.id, { status: 'duplicate', reason, cityId, subcategoryId, duplicateOfId: lookalike.id }])
    return false
  })
  const made = await createProducts(db, fresh, providerId)
  for (const [n, { code, cityId, subcategoryId }] of fresh.entries()) {
    const product = made[n]
    if (!product) throw new Error(`Code ${code.code} became no product.`)
    const place = { cityId, subcategoryId, productId: product.id, duplicateOfId: null }
    outcomes.push([code.id, { ...place, status: 'imported', reason: null, entries: [{ ...product.entry, actor }] }])
  }
  return outcomes
}

async function settle(
  db: Db,
  { facts }: SupplierServer,
  held: readonly Held[],
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<void> {
  const settled = held.flatMap(({ code, draft, hash, before }) => {
    const outcome = outcomes.get(code.id)
    if (!outcome) return []
    const { entries = [], reason, ...became } = outcome
    const { detail, said } = storedColumns(reason)
    const row = {
      ...before,
      ...became,
      reason: detail,
      reasonSaid: said,
      id: code.id,
      title: draft.title,
      draft,
      payloadHash: hash,
      destination: draft.destination && (draft.destination.name ?? draft.destination.key).slice(0, 160),
      supplierTags: draft.supplierTags,
      isNoIndex: draft.isNoIndex,
    }
    const entry = {
      action: 'import',
      object: facts.codes.name,
      recordId: code.id,
      title: code.code,
      version: code.version + 1,
      before: { status: 'fetching' },
      after: { status: became.status },
    }
    return [{ row, entries: [...entries, entry] }]
  })
  if (settled.length === 0) return
  await settleCodes(
    db,
    facts,
    settled.map(({ row }) => row),
  )
  await appendAudit(
    db,
    settled.flatMap(({ entries }) => entries),
    { actor },
  )
}

export const retiredText = () => storedText('Its product is retired, for good.')

/** What a person has to choose before a draft can become a product. */
export function missingText(
  cityId: number | null,
  subcategoryId: number | null,
  { destination, currency }: ProductDraft,
): Said {
  const place = destination?.name ?? destination?.key
  const where =
    cityId !== null
      ? subcategoryId === null && storedText('Choose a subcategory.')
      : subcategoryId === null
        ? storedText('Choose a city and a subcategory.')
        : storedText('Choose a city.')
  const all = [
    where,
    currency === '' && storedText('The supplier gives no currency. Choose one.'),
    cityId === null && place !== undefined && storedText('The supplier’s destination is {place}.', { place }),
  ]
  return { all: all.filter((one) => one !== false), between: ' ' }
}
