import { sql } from 'kysely'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { sayStored } from '../../../platform/stored-texts/stored-text.ts'
import { chosenDraft } from './choices.server.ts'
import { mappingOf } from './code-mapping.server.ts'
import { codesTable } from './code-rows.server.ts'
import type { SupplyContext } from './connections.server.ts'
import { openCatalogue } from './connections.server.ts'
import type { DryRunChoice, KnownCode } from './dry-run.server.ts'
import { dryRunOf, knownCode, noDryRun } from './dry-run.server.ts'
import { besideProduct, pictureOf } from './duplicates.server.ts'
import { distinctionEndpoints } from './distinction.endpoints.ts'
import { distinctionsOf, forgetDistinction, markDistinct } from './distinctions.server.ts'
import type { CodePreview } from './code-preview.ts'
import { wakeAfter } from './import-calls.server.ts'
import { importEndpoints } from './import.endpoints.ts'
import type { ProductDraft } from './product-draft.ts'
import { leadUnit } from './product-draft.ts'
import { callsFor } from './supplier-calls.server.ts'
import { faultSentence } from './supplier-catalogue.server.ts'
import type { SupplierServer } from './supplier-server.server.ts'

/** The draft as an import would take it now: prices in the currency of its product, if it is one, and otherwise in the one chosen. */
function cardOf(sent: ProductDraft, { choices, product }: KnownCode, picture: string | null): CodePreview['draft'] {
  const draft = chosenDraft(sent, choices, product?.own)
  const lead = draft.currency === '' ? null : leadUnit(draft)
  const { code: _, images, ...rest } = draft
  return {
    title: rest.title,
    description: rest.description,
    imageUrl: images[0]?.url ?? null,
    picture,
    net: lead?.net ?? null,
    retail: lead?.retail ?? null,
    currency: rest.currency,
    rating: rest.rating,
    reviewCount: rest.reviewCount,
    timeZone: rest.timeZone,
    destination: rest.destination,
    cancellationPolicy: rest.cancellationPolicy,
    cancellationHours: rest.cancellationHours,
    options: rest.options.map(({ code, title, durationMinutes, startTimes }) => ({
      code,
      title,
      durationMinutes,
      startTimes: [...startTimes],
    })),
    units: rest.units.map(({ optionCode, label, minAge, maxAge, net, retail }) => ({
      optionCode,
      label,
      minAge,
      maxAge,
      net,
      retail,
    })),
    warnings: [...new Set(rest.warnings.map(sayStored))],
  }
}

interface StoredDraft extends DryRunChoice {
  readonly code: string
  readonly draft: ProductDraft | null
  readonly duplicateOfId: number | null
  readonly productId: number | null
}

async function previewOf(
  db: Db,
  supplier: SupplierServer,
  id: number | null,
  ids: readonly number[] = id === null ? [] : [id],
): Promise<CodePreview> {
  const { facts } = supplier
  const {
    rows: [row],
  } = await sql<StoredDraft>`
    select code, draft, product_id as "productId", case when status = 'duplicate' then duplicate_of_id end as "duplicateOfId", city_id as "cityId",
      subcategory_id as "subcategoryId", is_forced as "isForced" from ${codesTable(facts)} where id = ${id ?? 0}`.execute(
    db,
  )
  if (!row) throw new Refusal(404, t('Code not found.'))
  const calls = await callsFor(db, facts, { id: id ?? 0, productId: row.productId })
  const { code, draft, duplicateOfId } = row
  const known = await knownCode(db, facts, draft?.code ?? code)
  return {
    draft: draft && cardOf(draft, known, await pictureOf(db, facts.key, code)),
    dryRun: draft && (await dryRunOf(db, supplier, draft, known, row)),
    mapping: await mappingOf(db, facts, ids, known.choices),
    duplicate: draft && duplicateOfId !== null ? await besideProduct(db, facts.key, draft, duplicateOfId) : null,
    distinctions: await distinctionsOf(db, facts, code),
    calls,
  }
}

export function implementPreview(supplier: SupplierServer, context: SupplyContext): Implementation[] {
  const { facts } = supplier
  const [endpoints, pairs] = [importEndpoints(facts), distinctionEndpoints(facts)]
  return [
    implement(endpoints.preview, ({ db, params, query }) =>
      previewOf(db, supplier, recordIdIn(params.id), query.ids?.split(',').map(Number)),
    ),
    implement(pairs.markDistinct, async (call) => {
      const id = recordIdIn(call.params.id)
      await markDistinct(facts, call, id, call.input.productId)
      wakeAfter(call)
      return await previewOf(call.db, supplier, id)
    }),
    implement(pairs.forgetDistinction, async (call) => {
      const id = recordIdIn(call.params.id)
      await forgetDistinction(facts, call, id, recordIdIn(call.params.product))
      return await previewOf(call.db, supplier, id)
    }),
    implement(endpoints.dryRun, async ({ db, query }) => {
      const code = facts.readCode(query.code.trim())
      if (code === null) throw invalid({ code: t('Codes look like {example}.', { example: facts.codeExample }) })
      const subject = () => `${facts.codes.name} dry-run ${code}`
      const catalogue = await openCatalogue(db, supplier, context, { subject })
      if (!catalogue) throw new Refusal(409, t('Imports from {supplier} are off.', { supplier: facts.name }))
      let draft: ProductDraft
      try {
        draft = await catalogue.getProduct(code)
      } catch (error) {
        const reason = faultSentence(facts.name, catalogue.classifyError(error), 'by hand')
        return { draft: null, dryRun: noDryRun(reason), mapping: null, duplicate: null, distinctions: [], calls: [] }
      }
      const choice = {
        cityId: recordIdIn(query.cityId),
        subcategoryId: recordIdIn(query.subcategoryId),
        isForced: false,
      }
      const known = await knownCode(db, facts, draft.code)
      const dryRun = await dryRunOf(db, supplier, draft, known, choice)
      const { duplicateOfId } = dryRun
      const duplicate = duplicateOfId === null ? null : await besideProduct(db, facts.key, draft, duplicateOfId)
      return {
        draft: cardOf(draft, known, await pictureOf(db, facts.key, draft.code)),
        dryRun,
        mapping: null,
        duplicate,
        distinctions: await distinctionsOf(db, facts, draft.code),
        calls: [],
      }
    }),
  ]
}
