import type { PageCheck } from '../../kit/page.ts'
import { performedTypes } from './event-words.ts'

/** What a demanding editor looks at before an event goes public, besides its texts. */
export const eventChecks: readonly PageCheck[] = [
  {
    key: 'isEvergreen', label: 'A performance is to come, or the event is evergreen', isBlocking: true,
    isMet: ({ isEvergreen, upcomingCount }) => isEvergreen === true || Number(upcomingCount) > 0,
  },
  {
    key: 'offSaleAt', label: 'Its sales are not over', isBlocking: false,
    isMet: ({ offSaleAt }) => typeof offSaleAt !== 'string' || Date.parse(offSaleAt) > Date.now(),
  },
  { key: 'schedule', label: 'It is neither cancelled nor postponed', isBlocking: false, isMet: ({ schedule }) => schedule !== 'cancelled' && schedule !== 'postponed' },
  { key: 'isHidden', label: 'It is not hidden', isBlocking: false, isMet: ({ isHidden }) => isHidden !== true },
  {
    key: 'performerIds', label: 'Whoever performs is named', isBlocking: false,
    isMet: ({ type, performerIds }) => !performedTypes.has(type) || (Array.isArray(performerIds) && performerIds.length > 0),
  },
  { key: 'minPrice', label: 'A performance to come has a price', isBlocking: false, isMet: ({ minPrice }) => typeof minPrice === 'number' },
  {
    key: 'mapCoverage', label: 'Every performance to come is at a configuration with a manifest', isBlocking: false,
    isMet: ({ upcomingCount, mapCoverage }) => Number(upcomingCount) === 0 || mapCoverage === 10_000,
  },
  { key: 'isVenuePublished', label: 'The page of its venue is published', isBlocking: false, isMet: ({ isVenuePublished }) => isVenuePublished === true },
  { key: 'disputedCount', label: 'No provider says another time than ours', isBlocking: false, isMet: ({ disputedCount }) => Number(disputedCount) === 0 },
]
