import * as z from 'zod/mini'
import type { Endpoint } from '../../core/http/endpoint.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import type { ApiScope } from '../api-users/api-users.ts'
import { eventTypes } from '../events/event/event-labels.ts'
import { eventStatuses } from '../events/schedule/event-status.ts'
import type { DiscoveryName } from '../api-users/discovery-names.ts'
import { discoveryNames } from '../api-users/discovery-names.ts'
import { noteLabels } from '../section-mapping/resolver/notes.ts'
import type { Parameters } from './discovery-parameters.ts'
import {
  amount,
  country,
  currency,
  day,
  id,
  language,
  near,
  number,
  oneOf,
  paging,
  querySchema,
  radius,
  search,
  sectionId,
  slug,
  someOf,
} from './discovery-parameters.ts'
import { offer, performerKinds, records, reviewed } from './discovery-records.ts'

export interface DiscoveryDefinition {
  /** What a key needs for it besides the scope of every call. */
  readonly scope?: ApiScope
  /** What one of them is, with its article. */
  readonly one: string
  /** Which of them are public, in a sentence. */
  readonly which: string
  readonly filters: Parameters
  /** How long clients can cache the answer, in seconds. 0 for data that changes by the minute. */
  readonly maxAge: number
}

const prices = {
  currency,
  minPrice: amount('Whose cheapest total, fees included, is this or more'),
  maxPrice: amount('Whose cheapest total, fees included, is this or less'),
}

/** What each list is about and how it is narrowed. Address, checks, description and tests of both calls follow from it. */
export const discovery = {
  categories: {
    one: 'a category',
    which: 'Published categories and subcategories',
    filters: { slug, parent: sectionId('the category whose subcategories are asked for') },
    maxAge: 300,
  },
  cities: { one: 'a city', which: 'Cities whose page is published', filters: { country, slug }, maxAge: 300 },
  venues: {
    one: 'a venue',
    which: 'Venues whose page is published',
    filters: { city: id('its city'), slug, near, radius },
    maxAge: 300,
  },
  performers: {
    one: 'a performer',
    which: 'Performers whose page is published',
    filters: { kind: oneOf(performerKinds, 'What they are'), slug, q: search('the name') },
    maxAge: 300,
  },
  events: {
    one: 'an event',
    which: 'Published events; one that is kept out of lists is found by its id alone',
    filters: {
      city: id('its city'),
      venue: id('its venue'),
      performer: id('one of its performers'),
      category: sectionId('its category or subcategory'),
      type: oneOf(eventTypes, 'What it is'),
      from: day('With a performance on this day or later'),
      to: day('With a performance on this day or earlier'),
      slug,
      q: search('the name'),
    },
    maxAge: 0,
  },
  performances: {
    one: 'a performance',
    which:
      'Performances of public events by their start, past ones too; cancelled ones only where status asks for them',
    filters: {
      event: id('its event'),
      venue: id('its venue'),
      city: id('its city'),
      from: day('On this day or later'),
      to: day('On this day or earlier'),
      status: someOf(eventStatuses, 'Its eventStatus of schema.org'),
      ...prices,
    },
    maxAge: 0,
  },
  products: {
    one: 'a product',
    which: 'Products that are on sale; keep title and description of those that say isNoIndex from search engines',
    filters: {
      city: id('its city'),
      category: sectionId('one of its categories or subcategories'),
      q: search('the title'),
      ...prices,
    },
    maxAge: 0,
  },
  reviews: {
    one: 'a review',
    which:
      'Approved reviews of what is public, each with how it was checked; keep those that say isNoIndex from search engines',
    scope: 'reviews:read',
    filters: {
      kind: oneOf(reviewed, 'What it is of'),
      product: number('its product'),
      alias: number('its alias'),
      lineup: number('its lineup'),
      rating: oneOf(['1', '2', '3', '4', '5'], 'Its stars'),
    },
    maxAge: 0,
  },
} satisfies Record<DiscoveryName, DiscoveryDefinition>

export type FilterOf<N extends DiscoveryName> = keyof (typeof discovery)[N]['filters'] & string

const listParameters = (name: DiscoveryName): Parameters => ({
  ...discovery[name].filters,
  ...paging,
  ...language,
})

const pascal = (words: string) => words.replaceAll(/(?:^|[ -])([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** What the calls of the Discovery API are about, by the groups that they are listed in. */
export const discoveryTags: Readonly<Record<string, string>> = {
  'API key': 'Whom a key belongs to, and what is left of its quota.',
  ...Object.fromEntries(discoveryNames.map((name) => [pascal(name), `${discovery[name].which}.`])),
  'Pictures': 'The files of pictures that records name. They need no key.',
}

/** What its calls take as headers. */
export const conditional = {
  'If-None-Match': 'The ETag of an earlier answer: 304 without a body where nothing has changed',
  'Accept-Language': 'The languages of the texts, where locale names none',
}

const textIdParams = z.object({
  id: z.string().register(z.globalRegistry, { description: 'Its kind and number, as lists give it' }),
})

/** The two calls of each. `public`, because they check an API key themselves and need no session. */
function callsOf(name: DiscoveryName) {
  const { one, which } = discovery[name]
  const tag = pascal(name)
  const singular = pascal(one.replace(/^an? /, ''))
  const shape = records[name]
  z.globalRegistry.add(shape, { id: singular })
  const list = defineEndpoint(`GET /v1/${name}`, {
    summary: `${which}, page by page`,
    operationId: `list${tag}`,
    access: 'public',
    tag,
    headers: conditional,
    query: querySchema(listParameters(name)),
    output: z.object({ data: z.array(shape), next: z.nullable(z.string()) }),
  })
  const read = defineEndpoint(`GET /v1/${name}/:id`, {
    summary: `Read ${one} by its id; that of one merged away is answered by the one that it has become`,
    operationId: `read${singular}`,
    access: 'public',
    tag,
    headers: conditional,
    params: z.safeParse(shape.shape.id, 1).success ? idParams : textIdParams,
    query: querySchema(language),
    output: shape,
    answers: ['Content-Location'],
  })
  return { name, list: list as unknown as Endpoint, read: read as unknown as Endpoint }
}

export const discoveryCalls = discoveryNames.map(callsOf)

/** What narrows the offers of a performance. */
const offerFilters = {
  customerCountry: {
    ...country,
    description: 'Only what can be sold to customers of this country, by its ISO 3166-1 alpha-2 code',
  },
  seatNotes: someOf(noteLabels, 'Only offers whose seats are all of these'),
  withoutSeatNotes: someOf(noteLabels, 'No offer whose seats are one of these'),
} as const

/** What can be bought of a performance. Its cheapest offer is the performance's `fromPrice`, and all together are what remains. */
export const offersCall = defineEndpoint('GET /v1/performances/:id/offers', {
  summary: 'Read what can be bought of a performance, the cheapest first; nothing where it is sold out or not sold',
  operationId: 'listPerformanceOffers',
  access: 'public',
  tag: pascal('performances'),
  headers: conditional,
  params: idParams,
  query: querySchema({ ...language, ...offerFilters }),
  output: z.object({ data: z.array(offer) }),
})
/** What a key needs for it besides the scope of every call. */
export const offersScopes = ['prices:read', 'availability:read'] as const satisfies readonly ApiScope[]
