import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { performances } from '../events/performance/performances.ts'
import type { SourceFacts } from './availability.ts'
import { matchSource } from './availability.endpoints.ts'

interface Row {
  readonly performanceId: number
  readonly version: number
  readonly title: string
  readonly codes: readonly { readonly provider: string; readonly code: string }[]
  readonly facts: SourceFacts
}

/** Keeps the id of an event that a check has suggested. Of two people who choose, the second replaces what the first chose. */
export const matchSourceServer = implement(matchSource, async ({ db, params, input, audit }) => {
  const {
    rows: [row],
  } = await sql<Row>`
    select p.id as "performanceId", p.version, p.event_and_venue as title, p.provider_codes as codes, a.facts
    from availability_answers a join availability_checks k on k.id = a.check_id join performances p on p.id = k.performance_id
    where k.id = ${recordIdIn(params.id) ?? 0} and a.source = ${params.source} for update of p`.execute(db)
  if (!row) throw new Refusal(404, t('Check not found.'))
  const { performanceId, codes, facts, version, title } = row
  if (!facts.suggestions.some(({ code }) => code === input.code))
    throw new Refusal(409, t('This event was not suggested. Ask again.'))
  const provider = facts.provider.code
  const next = [...codes.filter((one) => one.provider !== provider), { provider, code: input.code }]
  await sql`
    update performances set provider_codes = ${JSON.stringify(next)}::jsonb, updated_at = now(), version = version + 1 where id = ${performanceId}`.execute(
    db,
  )
  audit.record({
    action: 'update',
    object: performances.name,
    recordId: performanceId,
    title: title.slice(0, 200),
    version: version + 1,
    before: { providerCodes: codes },
    after: { providerCodes: next },
  })
  return { performanceId, code: input.code }
})
