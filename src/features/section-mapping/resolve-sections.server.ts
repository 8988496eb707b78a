import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Resolver } from './resolver/resolve.ts'
import type { Step } from './resolver/resolver.ts'
import { stepInWords } from './resolver/trace-labels.ts'
import type { ResolvedRow } from './resolve-sections.ts'
import { resolveSections } from './resolve-sections.ts'
import { resolversFor } from './resolvers.server.ts'

/** Texts read in one go. */
const slice = 250

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
