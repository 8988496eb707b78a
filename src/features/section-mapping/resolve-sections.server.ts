import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Resolver } from './resolver/resolve.ts'
import type { Step } from './resolver/resolver.ts'
import { stepInWords } from './resolver/trace-labels.ts'
import type { ResolvedRow } from './resolve-sections.ts'
import { resolveSections } from './resolve-sections.ts'
import type { ListingPlace } from './resolvers.server.ts'
import { resolversFor } from './resolvers.server.ts'

/** Texts read in one go. */
const slice = 250

/** @throws Refusal 422 for a provider or a performance that is none: rules of theirs would silently not apply */
async function assertKnown(
  db: Db,
  { providerId, performanceId }: Pick<ListingPlace, 'providerId' | 'performanceId'>,
): Promise<void> {
  const { rows } = await sql<{ provider: boolean; performance: boolean }>`
    select exists (select from providers where id = ${providerId}) as provider, exists (select from performances where id = ${performanceId}) as performance`.execute(
    db,
  )
  const [is] = rows
  const unknown = {
    ...(providerId !== null && !is?.provider && { providerId: t('No provider has this id.') }),
    ...(performanceId !== null && !is?.performance && { performanceId: t('No performance has this id.') }),
  }
  if (Object.keys(unknown).length > 0) throw invalid(unknown)
}

function answerOf(resolve: Resolver, section: string, row: string | null): ResolvedRow {
  const steps: Step[] = []
  const {
    candidate,
    ruleId,
    method,
    confidence,
    reason,
    row: found,
  } = resolve(section, row, (step) => void steps.push(step))
  return {
    sectionId: candidate?.section.id ?? null,
    sectionCode: candidate?.section.code ?? null,
    sectionName: candidate?.section.name ?? null,
    row: found,
    ruleId,
    method,
    confidence: Math.round(confidence * 100) / 100,
    isRefused: candidate === null,
    reason,
    trace: steps.map(stepInWords),
  }
}

export const resolveSectionsServer = implement(
  resolveSections,
  async ({ db, params, input }) => {
    const configurationId = recordIdIn(params.id) ?? 0
    const {
      rows: [there],
    } = await sql`select from venue_configurations where id = ${configurationId}`.execute(db)
    if (!there) throw new Refusal(404, t('Venue configuration not found.'))
    const place = { configurationId, providerId: input.providerId ?? null, performanceId: input.performanceId ?? null }
    await assertKnown(db, place)
    const resolvers = (await resolversFor(db, [place]))(place)
    if (!resolvers) throw new Refusal(404, t('Venue configuration not found.'))
    const answers: ResolvedRow[] = []
    for (const [at, { section, row = null }] of input.rows.entries()) {
      // Others are answered in between.
      if (at % slice === slice - 1) await setImmediate()
      answers.push(answerOf(resolvers.live, section, row))
    }
    return answers
  },
  { transaction: false },
)
