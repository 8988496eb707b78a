import { msg } from '../../../core/i18n/language.ts'
import type { PageCheck } from '../../../core/resource/page.ts'
import { performedTypes } from './event-labels.ts'

/** What a demanding editor checks before an event goes public, besides its texts. */
export const eventChecks: readonly PageCheck[] = [
  {
    key: 'isEvergreen',
    label: 'Has an upcoming performance, or is evergreen',
    lack: msg('it has no upcoming performance and is not evergreen'),
    isBlocking: true,
    mendAt: { field: 'performanceCount' },
    isMet: ({ isEvergreen, upcomingCount }) => isEvergreen === true || Number(upcomingCount) > 0,
  },
  {
    key: 'offSaleAt',
    label: 'Sales haven’t ended',
    lack: msg('its sales are over'),
    isBlocking: false,
    mendAt: { field: 'offSaleAt' },
    isMet: ({ offSaleAt }) => typeof offSaleAt !== 'string' || Date.parse(offSaleAt) > Date.now(),
  },
  {
    key: 'schedule',
    label: 'Not cancelled or postponed',
    lack: msg('it is cancelled or postponed'),
    isBlocking: false,
    mendAt: { field: 'schedule' },
    isMet: ({ schedule }) => schedule !== 'cancelled' && schedule !== 'postponed',
  },
  {
    key: 'isHidden',
    label: 'It is not hidden',
    lack: msg('it is hidden'),
    isBlocking: false,
    mendAt: { field: 'isHidden' },
    isMet: ({ isHidden }) => isHidden !== true,
  },
  {
    key: 'performerIds',
    label: 'Performers set',
    lack: msg('its performers are not set'),
    isBlocking: false,
    mendAt: { field: 'performerIds' },
    isMet: ({ type, performerIds }) =>
      !performedTypes.has(type) || (Array.isArray(performerIds) && performerIds.length > 0),
  },
  {
    key: 'fromPrice',
    label: 'An upcoming performance has a price',
    lack: msg('no upcoming performance has a price'),
    isBlocking: false,
    mendAt: { field: 'performanceCount' },
    isMet: ({ fromPrice }) => typeof fromPrice === 'number',
  },
  {
    key: 'mapCoverage',
    label: 'Every upcoming performance has a seat manifest',
    lack: msg('an upcoming performance has a configuration without a manifest'),
    isBlocking: false,
    mendAt: { record: 'venueId' },
    isMet: ({ upcomingCount, mapCoverage }) => Number(upcomingCount) === 0 || mapCoverage === 10_000,
  },
  {
    key: 'isVenuePublished',
    label: 'The page of its venue is published',
    lack: msg('the page of its venue is not published'),
    isBlocking: false,
    mendAt: { record: 'venueId' },
    isMet: ({ isVenuePublished }) => isVenuePublished === true,
  },
  {
    key: 'disputedCount',
    label: 'No time conflicts with providers',
    lack: msg('a provider has a different time'),
    isBlocking: false,
    mendAt: { part: msg('Time conflicts'), field: 'performanceCount' },
    isMet: ({ disputedCount }) => Number(disputedCount) === 0,
  },
]
