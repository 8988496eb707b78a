import { t } from '../../core/i18n/language.ts'
import type { PauseReason } from '../event-supply/pause-reasons.ts'
import { pauseReasonText } from '../event-supply/pause-reasons.ts'
import type { Db } from '../../db/tables.server.ts'
import { matchConfidence } from '../event-supply/adapters/match-event.ts'
import { openFeed } from '../event-supply/adapters/open-feed.server.ts'
import type { TheirListing, TicketAdapter, TicketFeed } from '../event-supply/adapters/ticket-feed.server.ts'
import { ticketAdapters } from '../event-supply/ticket-adapters.server.ts'
import type { NoteLabel } from '../section-mapping/resolver/notes.ts'
import { resolversFor } from '../section-mapping/resolvers.server.ts'
import type { SupplyContext } from '../supply/importing/connections.server.ts'
import { commonFault } from '../supply/importing/supplier-answers.server.ts'
import { eventFaultSentence } from '../event-supply/adapters/event-faults.server.ts'
import type { CheckFacts, PlacedSection, SourceFacts } from './availability.ts'
import { maxSuggestions } from './availability.ts'
import type { LiveListing } from './found-listings.server.ts'
import { liveBesideStored, storedOnly } from './found-listings.server.ts'
import type { PerformanceSubject } from './performance-subject.server.ts'
import { performanceSubject } from './performance-subject.server.ts'
import type { PlannedSource } from './planned-source.server.ts'
import { NotConnected } from './planned-source.server.ts'
import type { StoredListing, TicketSource } from './stored-listings.server.ts'
import { storedListings, ticketSources } from './stored-listings.server.ts'

export interface Plan {
  readonly facts: CheckFacts
  readonly sources: readonly PlannedSource[]
}

export function pausedWords(why: PauseReason | null): string {
  return why === null
    ? t('Paused, so it is not asked.')
    : t('Paused, so it is not asked: {reason}', { reason: pauseReasonText(why) })
}

interface Setting {
  readonly db: Db
  readonly context: SupplyContext
  readonly subject: PerformanceSubject
}

/** Who could have tickets of a performance, with what is stored of each; null if the performance does not exist. */
export async function planPerformance(db: Db, context: SupplyContext, id: number): Promise<Plan | null> {
  const begun = performance.now()
  const subject = await performanceSubject(db, id)
  if (!subject) return null
  const stored = Map.groupBy(await storedListings(db, id), ({ providerId }) => providerId)
  const sources = await ticketSources(
    db,
    id,
    ticketAdapters.map(({ facts }) => facts.key),
  )
  const milliseconds = Math.round(performance.now() - begun)
  const setting = { db, context, subject }
  return {
    facts: subject.facts,
    sources: sources.toSorted(liveFirst(stored)).map((source): PlannedSource => {
      const own = stored.get(source.providerId) ?? []
      const adapter = ticketAdapters.find(({ facts }) => facts.key === source.providerCode)
      const facts = factsOf(source, adapter ? 'live' : 'stock', storedOnly(own, subject, source))
      const planned = { source: source.providerCode, facts, reason: null, milliseconds: null }
      if (!source.isEnabled) return { ...planned, state: 'not_asked', reason: pausedWords(source.pausedBecause) }
      if (!adapter) return { ...planned, state: 'answered', milliseconds }
      return { ...planned, state: 'asking', ...askingOf(setting, source, adapter, own) }
    }),
  }
}

/** Those that can be asked, then those that list something; the rest in their order. */
const liveFirst = (stored: ReadonlyMap<number, unknown>) => (a: TicketSource, b: TicketSource) => {
  const rank = ({ providerCode, providerId }: TicketSource) =>
    ticketAdapters.some(({ facts }) => facts.key === providerCode) ? 0 : stored.has(providerId) ? 1 : 2
  return rank(a) - rank(b)
}

function factsOf(
  { providerId, providerCode, name, code, cachedAt }: TicketSource,
  how: SourceFacts['how'],
  found: Pick<SourceFacts, 'listings' | 'more'>,
): SourceFacts {
  return {
    provider: { id: providerId, code: providerCode, name },
    product: null,
    how,
    code,
    cachedAt,
    options: [],
    suggestions: [],
    ...found,
  }
}

/** Its listings where we have its id of the performance, else the events that it could be. */
function askingOf(
  setting: Setting,
  source: TicketSource,
  adapter: TicketAdapter,
  stored: readonly StoredListing[],
): Required<Pick<PlannedSource, 'ask' | 'problemOf'>> {
  const { db, context, subject } = setting
  const { name } = adapter.facts
  let feed: TicketFeed | null = null
  return {
    async ask({ signal, heard }) {
      feed = await openFeed(db, adapter, context, {
        signal,
        heard,
        subject: () => `performances ${subject.performanceId}`,
      })
      if (!feed) throw new NotConnected()
      if (source.code === null)
        return {
          ...factsOf(source, 'live', storedOnly(stored, subject, source)),
          suggestions: await suggestionsOf(feed, subject),
        }
      const live = await placed(setting, source, await feed.listingsOf(source.code))
      return factsOf(source, 'live', liveBesideStored(live, stored, subject, source))
    },
    problemOf(error) {
      if (error instanceof NotConnected) return t('The connection to {supplier} is off.', { supplier: name })
      return eventFaultSentence(name, (feed?.classifyError ?? commonFault)(error), 'by hand')
    },
  }
}

async function suggestionsOf(feed: TicketFeed, { event }: PerformanceSubject): Promise<SourceFacts['suggestions']> {
  const events = await feed.findEvents({ date: event.localDate, words: event.title })
  return events
    .map(({ code, name, venue, city, localDate, localTime }) => ({
      code,
      name,
      venue,
      localDate,
      localTime,
      confidence: matchConfidence(event, { name, venue, city, localDate, localTime }),
    }))
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, maxSuggestions)
}

const nowhere = { name: null, row: null, method: null, ruleId: null, confidence: 0 } as const

/** Where the resolver would put them, by the rules that apply to this provider and performance. */
async function placed(
  { db, subject: { configurationId, performanceId } }: Setting,
  { providerId }: TicketSource,
  listings: readonly TheirListing[],
): Promise<LiveListing[]> {
  const place = { configurationId: configurationId ?? 0, providerId, performanceId }
  const resolvers = configurationId === null ? null : (await resolversFor(db, [place]))(place)
  const placeOf = ({ section, row, isParking }: TheirListing): PlacedSection => {
    if (isParking) return { ...nowhere, reason: 'parking_or_extra' }
    const found = resolvers?.live(section, row)
    if (!found) return { ...nowhere, reason: 'no_map' }
    const { candidate, row: foundRow, method, ruleId, confidence, reason } = found
    return {
      name: candidate?.section.name ?? null,
      row: foundRow,
      method,
      ruleId,
      confidence: candidate ? Math.round(confidence * 10_000) : 0,
      reason,
    }
  }
  const labelsOf = ({ note, isWheelchair }: TheirListing): NoteLabel[] => {
    const said = note === null ? [] : (resolvers?.notes(note) ?? []).map(({ label }) => label)
    return isWheelchair && !said.includes('wheelchair') ? [...said, 'wheelchair'] : said
  }
  return listings.map((one) => ({
    code: one.code,
    section: one.section,
    row: one.row,
    quantity: one.quantity,
    ask: one.ask,
    currency: one.currency,
    placed: placeOf(one),
    note: one.note,
    labels: labelsOf(one),
  }))
}
