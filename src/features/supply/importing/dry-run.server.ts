import { sql } from 'kysely'
import { sayStored } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'
import { enabledDriftRules, readReceiver, receivedValues } from '../../products/received-values.server.ts'
import { supplierFields } from '../../products/supplier-fields.ts'
import { firstPrices, supplierValuesOf } from './draft-product.server.ts'
import type { Choices, Currency } from './choices.server.ts'
import { bandKey } from './band-labels.ts'
import { choicesOf, chosenDraft, ownCurrencySql } from './choices.server.ts'
import { evidenceText, findDuplicates } from './duplicates.server.ts'
import { draftProblem, missingText, retiredText } from './import-code.server.ts'
import type { DryRun, DryRunField } from './code-preview.ts'
import { mappingsOf } from './mappings.server.ts'
import type { ProductDraft } from './product-draft.ts'
import type { SupplierFacts } from './supplier-facts.ts'
import type { SupplierServer } from './supplier-server.server.ts'

/** What people have said of a code before it is imported. */
export interface DryRunChoice {
  readonly cityId: number | null
  readonly subcategoryId: number | null
  readonly isForced: boolean
}

/** That nothing can be made of a code, and why. */
export function noDryRun(reason: string, currency: string | null = null): DryRun {
  return {
    outcome: 'failed',
    reason,
    productId: null,
    duplicateOfId: null,
    currency,
    supplierCurrency: currency,
    unchanged: 0,
    fields: [],
    newOptions: [],
  }
}

/** What is known of a code before its draft is looked at. */
export interface KnownCode {
  /** 0 where the supplier has none yet. */
  readonly providerId: number
  /** The product that it is already, with its currency. */
  readonly product: { readonly id: number; readonly own: Currency } | null
  readonly choices: Choices
}

export async function knownCode(db: Db, facts: SupplierFacts, code: string): Promise<KnownCode> {
  const {
    rows: [found],
  } = await sql<Omit<KnownCode, 'choices'>>`
    select v.id as "providerId", case when p.id is not null then jsonb_build_object('id', p.id, 'own', ${ownCurrencySql}) end as product
    from providers v left join products p on p.provider_id = v.id and p.supplier_code = ${code}
    where v.code = ${facts.key}`.execute(db)
  return { ...(found ?? { providerId: 0, product: null }), choices: await choicesOf(db, facts) }
}

/** What an import of a draft would write, field by field. Reads only. */
export async function dryRunOf(
  db: Db,
  supplier: SupplierServer,
  draft: ProductDraft,
  { providerId, product, choices }: KnownCode,
  choice: DryRunChoice,
): Promise<DryRun> {
  const problem = draftProblem(draft)
  if (problem !== null) return noDryRun(sayStored(problem), draft.currency || null)
  return product
    ? await updateOf(db, chosenDraft(draft, choices, product.own), product)
    : await creationOf(db, supplier, chosenDraft(draft, choices), { ...choice, providerId })
}

/** A product that exists: the differences alone. */
async function updateOf(
  db: Db,
  draft: ProductDraft,
  { id: productId, own }: NonNullable<KnownCode['product']>,
): Promise<DryRun> {
  const product = await readReceiver(db, productId)
  const { status, is_no_index: isNoIndex } = product?.columns ?? {}
  const plain = { ...noDryRun('', own.code), productId, supplierCurrency: draft.currency }
  if (!product || status === 'retired') return { ...plain, outcome: 'rejected', reason: sayStored(retiredText()) }
  const received = receivedValues(product, supplierValuesOf(draft, own.code), await enabledDriftRules(db))
  const { rows: options } = await sql<{ code: string }>`
    select code from product_options where product_id = ${productId}`.execute(db)
  const known = new Set(options.map(({ code }) => code))
  const newOptions = draft.options.flatMap(({ code, title }) => (known.has(code) ? [] : [title]))
  const fields = received.flatMap(({ field, ours: now, theirs, outcome }): DryRunField[] =>
    outcome === 'same' ? [] : [{ field, ours: now, theirs, after: outcome === 'taken' ? theirs : now, outcome }],
  )
  if (isNoIndex !== draft.isNoIndex)
    fields.push({
      field: 'isNoIndex',
      ours: isNoIndex,
      theirs: draft.isNoIndex,
      after: draft.isNoIndex,
      outcome: 'written',
    })
  return {
    ...plain,
    outcome: fields.length === 0 && newOptions.length === 0 ? 'unchanged' : 'update',
    reason: null,
    unchanged: received.filter(({ outcome }) => outcome === 'same').length,
    fields,
    newOptions,
  }
}

/** A product that does not exist yet: all that it would have. */
async function creationOf(
  db: Db,
  { facts }: SupplierServer,
  draft: ProductDraft,
  { providerId, isForced, ...chosen }: DryRunChoice & { readonly providerId: number },
): Promise<DryRun> {
  const [mapped] = await mappingsOf(db, facts, [draft])
  const cityId = chosen.cityId ?? mapped?.cityId ?? null
  const subcategoryId = chosen.subcategoryId ?? mapped?.subcategoryId ?? null
  const compared = isForced || cityId === null ? [] : [{ ...draft, cityId }]
  const duplicate = (await findDuplicates(db, compared, { supplier: facts.key, providerId })).get(0)
  const isMissing = cityId === null || subcategoryId === null || draft.currency === ''
  const timeZone = draft.timeZone ?? mapped?.timeZone ?? null
  return {
    ...noDryRun('', draft.currency || null),
    outcome: isMissing ? 'needs_mapping' : duplicate ? 'duplicate' : 'create',
    reason: isMissing
      ? sayStored(missingText(cityId, subcategoryId, draft))
      : duplicate
        ? sayStored(evidenceText(duplicate))
        : null,
    duplicateOfId: duplicate?.id ?? null,
    fields: (await firstValues(db, { ...draft, timeZone }, cityId, subcategoryId)).flatMap(
      ([field, value]): DryRunField[] =>
        value === null || value === undefined || (Array.isArray(value) && value.length === 0)
          ? []
          : [{ field, ours: null, theirs: value, after: value, outcome: 'written' }],
    ),
    newOptions: draft.options.map(({ title }) => title),
  }
}

/** The same values as `createProduct` writes, with what a draft leaves to its city. */
async function firstValues(
  db: Db,
  draft: ProductDraft,
  cityId: number | null,
  subcategoryId: number | null,
): Promise<readonly (readonly [string, unknown])[]> {
  const {
    rows: [place],
  } = await sql<{ city: string | null; subcategory: string | null; columns: Record<string, unknown> | null }>`
    select c.name as city, s.name as subcategory, to_jsonb(c) as columns
    from (select) one left join cities c on c.id = ${cityId}::bigint left join subcategories s on s.id = ${subcategoryId}::bigint`.execute(
    db,
  )
  const { net, retail, markup } = firstPrices(draft)
  // Amounts in no currency say nothing.
  const isPriced = draft.currency !== ''
  const said: Readonly<Record<string, unknown>> = {
    timeZone: place?.columns?.['time_zone'],
    latitude: place?.columns?.['latitude'],
    longitude: place?.columns?.['longitude'],
    ...supplierValuesOf(draft),
    netFrom: isPriced ? net : null,
  }
  return [
    ['city', place?.city],
    ['subcategory', place?.subcategory],
    ...supplierFields.map((field) => [field, said[field]] as const),
    ['currency', draft.currency || null],
    ['retailFrom', isPriced ? retail : null],
    ['markup', markup],
    ['ageBands', bandsOf(draft)],
    ['rating', draft.rating],
    ['reviewCount', draft.reviewCount],
    ['supplierTags', draft.supplierTags],
  ]
}

/** Each band once, however many options sell it, with the type that it becomes. */
function bandsOf({ units }: ProductDraft) {
  const bands = new Map(units.map((unit) => [bandKey(unit), unit]))
  return [...bands.values()].map(({ label, minAge, maxAge, type }) => ({ label, minAge, maxAge, type }))
}
