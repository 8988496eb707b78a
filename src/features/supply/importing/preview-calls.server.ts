import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { codesTable } from './code-rows.server.ts'
import type { CodePreview } from './import.endpoints.ts'
import { importEndpoints } from './import.endpoints.ts'
import type { ProductDraft } from './product-draft.ts'
import { leadUnit } from './product-draft.ts'
import type { SupplierFacts } from './supplier-facts.ts'

/** Calls that are shown of one code. */
const shownCalls = 12

function cardOf(draft: ProductDraft): CodePreview['draft'] {
  const lead = leadUnit(draft)
  const { code: _, images, ...rest } = draft
  return {
    title: rest.title,
    description: rest.description,
    imageUrl: images[0]?.url ?? null,
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
    warnings: [...rest.warnings],
  }
}

export function implementPreview(facts: SupplierFacts): Implementation[] {
  return [
    implement(importEndpoints(facts).preview, async ({ db, params }) => {
      const id = recordIdIn(params.id)
      const {
        rows: [row],
      } = await sql<{ draft: ProductDraft | null }>`
        select draft from ${codesTable(facts)} where id = ${id ?? 0}`.execute(db)
      if (!row) throw new Refusal(404, t('Code not found.'))
      const { rows: calls } = await sql<CodePreview['calls'][number]>`
        select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, method, url, status, problem, answer, milliseconds, attempt
        from outbound_calls where subject = ${`${facts.codes.name} ${id}`} order by id desc limit ${shownCalls}`.execute(
        db,
      )
      return { draft: row.draft && cardOf(row.draft), calls }
    }),
  ]
}
