import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { CheckFacts, SourceFacts } from './availability.ts'
import { storedOnly } from './found-listings.server.ts'
import { performanceSubject } from './performance-subject.server.ts'
import type { PlannedSource } from './planned-source.server.ts'
import { storedListings, ticketSources } from './stored-listings.server.ts'

export interface Plan {
  readonly facts: CheckFacts
  readonly sources: readonly PlannedSource[]
}

export function pausedWords(reason: string | null): string {
  return reason === null ? t('Paused, so it is not asked.') : t('Paused, so it is not asked: {reason}', { reason })
}

/** Who could have tickets of a performance, with what is stored of each; null if the performance does not exist. */
export async function planPerformance(db: Db, id: number): Promise<Plan | null> {
  const begun = performance.now()
  const subject = await performanceSubject(db, id)
  if (!subject) return null
  const stored = Map.groupBy(await storedListings(db, id), ({ providerId }) => providerId)
  const sources = await ticketSources(db, id, [])
  const milliseconds = Math.round(performance.now() - begun)
  return {
    facts: subject.facts,
    sources: sources.map((source): PlannedSource => {
      const own = stored.get(source.providerId) ?? []
      const facts: SourceFacts = {
        provider: { id: source.providerId, code: source.providerCode, name: source.name },
        product: null,
        how: 'stock',
        code: source.code,
        cachedAt: source.cachedAt,
        options: [],
        ...storedOnly(own, subject),
      }
      return source.isEnabled
        ? { source: source.providerCode, facts, state: 'answered', reason: null, milliseconds }
        : {
            source: source.providerCode,
            facts,
            state: 'not_asked',
            reason: pausedWords(source.pausedBecause),
            milliseconds: null,
          }
    }),
  }
}
