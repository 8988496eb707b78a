import { defineResource } from '../../../core/resource/resource.ts'
import { boolean, integer, ref, select, text } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { countries } from './countries.ts'

export const launchStages = ['unmapped', 'mapped', 'stocked', 'ready', 'live', 'indexed'] as const

/** With less supply than this, a city's page is too thin for search engines to keep. */
export const leastForIndex = 3

/** The steps of a launch in their order, as the board shows them: what publishing the page of a city asks for is among them. */
export const launchSteps = [
  'isMapped',
  'hasCodes',
  'hasVenues',
  'isStocked',
  'isMarketOpen',
  'hasDescription',
  'isTranslated',
  'isLive',
  'isIndexed',
] as const

/**
 * How far each city has come, from a supplier's name to a page that search engines keep. The same rows as the cities,
 * with everything calculated from what is on sale there. A stage requires those before it, while each step counts by
 * itself, so a live page that has lost a prerequisite shows as live in an early stage.
 */
export const cityLaunches = defineResource('city-launches', {
  label: ['City launch', 'City launches'],
  access: 'places',
  table: 'cities',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ derived: 'indexed', required: true }),
    countryId: ref(nameOf<typeof countries>('countries'), { derived: 'indexed', required: true }),
    popularity: integer({ derived: 'indexed', required: true }),
    stage: select(launchStages, {
      label: 'Launch stage',
      derived: 'indexed',
      required: true,
      help: 'The last step that is complete, with all before it',
      labels: {
        unmapped: 'Not mapped',
        mapped: 'Mapped',
        stocked: 'Stocked',
        ready: 'Ready to publish',
        live: 'Live, thin',
        indexed: 'Indexed',
      },
      tones: { unmapped: 'neutral', mapped: 'warn', stocked: 'warn', ready: 'busy', live: 'busy', indexed: 'good' },
    }),
    priority: integer({
      derived: 'indexed',
      required: true,
      help: 'Started cities come first, then indexed ones that lack a step, then those not started, and finished ones; each by popularity',
    }),
    isFinished: boolean({ derived: 'indexed', label: 'Finished', help: 'Every step is done' }),
    stepsDone: integer({ derived: 'indexed', required: true, label: 'Steps done' }),
    isMapped: boolean({ derived: 'indexed', label: 'Mapped', help: 'A supplier’s name for the city is known' }),
    hasCodes: boolean({
      derived: 'indexed',
      label: 'Codes',
      help: 'A UN/LOCODE that begins with its country’s code',
    }),
    hasVenues: boolean({ derived: 'indexed', label: 'Venues', help: 'At least one venue' }),
    isStocked: boolean({ derived: 'indexed', label: 'Stocked', help: 'At least one product or event on sale' }),
    isMarketOpen: boolean({ derived: 'indexed', label: 'Market open', help: 'Its country is open for sales' }),
    hasDescription: boolean({
      derived: 'indexed',
      label: 'Described',
      help: 'A description, and a hero image with alt text',
    }),
    isTranslated: boolean({
      derived: 'indexed',
      label: 'Translated',
      help: 'Its name in every language that a page needs',
    }),
    isLive: boolean({ derived: 'indexed', label: 'Live', help: 'On the website' }),
    isIndexed: boolean({
      derived: 'indexed',
      label: 'Indexed',
      help: `Live, with at least ${leastForIndex} things on sale and every check passed, so search engines can index its page`,
    }),
    sellable: integer({
      derived: 'indexed',
      required: true,
      label: 'On sale',
      help: 'Live products and published events with an upcoming performance',
    }),
  },
  list: {
    columns: ['name', 'countryId', 'stage', 'stepsDone', ...launchSteps, 'sellable', 'popularity'],
    shown: [
      { key: 'name', below: ['countryId'] },
      'stage',
      'stepsDone',
      'isMapped',
      'isStocked',
      'isTranslated',
      'isLive',
      'sellable',
    ],
    filters: ['countryId', 'stage', 'isFinished', ...launchSteps],
    search: ['name'],
    sort: '-priority',
  },
  summary: 'How far each city is from being launched.',
})
