import { defineResource } from '../../kit/resource.ts'
import { boolean, integer, ref, select, text } from '../../kit/fields.ts'

export const launchStages = ['unmapped', 'mapped', 'stocked', 'live', 'indexed'] as const

/** Things on sale below which a city's page says too little for search engines to keep it. */
export const leastForIndex = 3

/** The steps of a launch in their order, as the board shows them. */
export const launchSteps = ['isMapped', 'hasCodes', 'hasVenues', 'isStocked', 'isMarketOpen', 'isLive', 'isIndexed'] as const

/**
 * How far each city has come on its way from a supplier's name to a page that search engines keep. The same rows as the
 * cities, with everything worked out from what is on sale there.
 */
export const cityLaunches = defineResource('city-launches', {
  label: ['City launch', 'City launches'],
  access: 'places',
  table: 'cities',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ derived: 'indexed', required: true }),
    countryId: ref('countries', { derived: 'indexed', required: true }),
    popularity: integer({ derived: 'indexed', required: true }),
    stage: select(launchStages, {
      label: 'Launch stage',
      derived: 'indexed', required: true,
      labels: { unmapped: 'Not mapped', mapped: 'Mapped', stocked: 'Stocked', live: 'Live, thin', indexed: 'Indexed' },
      tones: { unmapped: 'neutral', mapped: 'warn', stocked: 'busy', live: 'busy', indexed: 'good' },
    }),
    stepsDone: integer({ derived: 'indexed', required: true, label: 'Steps done' }),
    isMapped: boolean({ derived: 'indexed', label: 'Mapped', help: 'A supplier’s name for the city is known' }),
    hasCodes: boolean({ derived: 'indexed', label: 'Codes', help: 'It has a UN/LOCODE, which begins with its country’s code' }),
    hasVenues: boolean({ derived: 'indexed', label: 'Venues', help: 'At least one venue is there' }),
    isStocked: boolean({ derived: 'indexed', label: 'Stocked', help: 'At least one product or event can be bought' }),
    isMarketOpen: boolean({ derived: 'indexed', label: 'Market open', help: 'Its country is not blocked for sales' }),
    isLive: boolean({ derived: 'indexed', label: 'Live', help: 'It is on the website' }),
    isIndexed: boolean({
      derived: 'indexed', label: 'Indexed', help: `It is live with ${leastForIndex} things on sale or more, so search engines may keep its page`,
    }),
    sellable: integer({ derived: 'indexed', required: true, label: 'On sale', help: 'Live products, and published events with a performance to come' }),
  },
  list: {
    columns: ['name', 'countryId', 'stage', 'stepsDone', ...launchSteps, 'sellable', 'popularity'],
    filters: ['countryId', 'stage', ...launchSteps],
    search: ['name'],
    sort: '-popularity',
  },
  summary: 'How far each city is from being launched.',
})
