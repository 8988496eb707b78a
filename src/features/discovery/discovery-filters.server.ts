import { wantedIn } from '../../core/list/search-text.server.ts'
import { performanceStatus } from '../events/schedule/event-status.server.ts'
import { kilometresSql } from '../places/geo/distance.server.ts'
import { askBoundsOf } from '../rules/rule-pricing.ts'
import type { ReviewKind } from '../reviews/review-kinds.ts'
import type { FilterOf } from './discovery.ts'
import type { DiscoveryName } from '../api-users/discovery-names.ts'
import { isClosed } from './discovery-sources.server.ts'
import type { Tongue, Values } from './discovery-texts.server.ts'
import { isPublicSql } from './discovery-texts.server.ts'

/** A filter as SQL about the row `t`. `given` are all parameters of the call, checked already. */
type Filter = (text: string, values: Values, tongue: Tongue, given: Readonly<Record<string, string>>) => string

const equal =
  (column: string, type: string): Filter =>
  (text, values) =>
    `${column} = ${values.add(text, type)}`

/** Finds a record by its id. The id of a record that was merged away finds the one it was merged into. */
const merged =
  (column: string, resource: DiscoveryName): Filter =>
  (text, values) =>
    `${column} = ${nowOf(resource, text, values)}`

function nowOf(resource: DiscoveryName, text: string, values: Values): string {
  const id = values.add(Number(text), 'bigint')
  return `coalesce(merge_survivor('${resource}', ${id}), ${id})`
}

/** As an array, so that both halves can be answered by an index. */
const translated = (resource: string, field: string, tongue: Tongue, test: string) =>
  `array(select r.record_id from translations r where r.resource = '${resource}' and r.field = '${field}' and r.locale = any(${tongue.chain ?? ''}) and not r.is_record_gone and ${isPublicSql(tongue)} and ${test})`

const bySlug =
  (resource: string): Filter =>
  (text, values, tongue) => {
    const slug = values.add(text, 'text')
    return tongue.chain === null
      ? `t.slug = ${slug}`
      : `(t.slug = ${slug} or t.id = any(${translated(resource, 'slug', tongue, `r.text = ${slug}`)}))`
  }

const sectionSlug: Filter = (text, values, tongue) => {
  const slug = values.add(text, 'text')
  const of = (level: string, resource: string) =>
    `t.level = '${level}' and t.id = any(${translated(resource, 'slug', tongue, `r.text = ${slug}`)})`
  return tongue.chain === null
    ? `t.slug = ${slug}`
    : `(t.slug = ${slug} or ${of('ca', 'categories')} or ${of('s', 'subcategories')})`
}

/**
 * A name or title with the words in it, in any order. The index of the resource's own list knows more fields of the row, so it is
 * asked first, and the name by itself after it.
 */
const contains =
  (column: string, searched: readonly string[], resource?: string): Filter =>
  (text, values, tongue) => {
    const { patterns } = wantedIn(text)
    const within = (expression: string) => {
      const tests = patterns.map((pattern) => `${expression} like (select folded(${values.add(pattern, 'text')}))`)
      return tests.length === 0 ? 'false' : tests.join(' and ')
    }
    const own = `(${within(`searchable(${searched.map((one) => `t.${one}`).join(', ')})`)} and ${within(`searchable(t.${column})`)})`
    return tongue.chain === null || resource === undefined
      ? own
      : `(${own} or t.id = any(${translated(resource, column, tongue, `(${within('searchable(r.text)')})`)}))`
  }

function sectionOf(text: string, values: Values): { readonly isCategory: boolean; readonly id: string } {
  const [level, id] = text.split('-')
  return { isCategory: level === 'ca', id: values.add(Number(id), 'bigint') }
}

/** The latitude alone leaves most out first. */
const near: Filter = (text, values, _tongue, { radius = '10' }) => {
  const [latitude = '', longitude = ''] = text
    .split(',')
    .map((degrees) => values.add(Number(degrees), 'double precision'))
  const km = values.add(Number(radius), 'double precision')
  return `t.latitude between (${latitude} - ${km} / 111)::numeric and (${latitude} + ${km} / 111)::numeric
    and ${kilometresSql({ latitude: 't.latitude::double precision', longitude: 't.longitude::double precision' }, { latitude, longitude })} <= ${km}`
}

/** Days of the venue are at most a day off those of UTC, which is what the index on starts knows. */
const from: Filter = (text, values) => {
  const day = values.add(text, 'date')
  return `t.local_date >= ${day} and t.starts_at >= (${day} - interval '1 day') at time zone 'UTC'`
}
const to: Filter = (text, values) => {
  const day = values.add(text, 'date')
  return `t.local_date <= ${day} and t.starts_at < (${day} + interval '2 days') at time zone 'UTC'`
}

/** With a performance that takes place within the days; both ends have to hold for the same one. */
function within(given: Readonly<Record<string, string>>, values: Values): string {
  const ends = [
    ['from', '>='],
    ['to', '<='],
  ].flatMap(([name = '', test]) =>
    given[name] === undefined ? [] : [`p.local_date ${test} ${values.add(given[name], 'date')}`],
  )
  return `exists (select from performances p where p.event_id = t.id and p.status <> 'cancelled' and ${ends.join(' and ')})`
}

interface PriceBounds {
  readonly currency: string
  readonly least: number
  readonly most: number
}

/** Both bounds of a price as one test, because a price can need calculating. */
const prices = (test: (values: Values, bounds: PriceBounds) => string) =>
  ({
    currency: equal('t.currency', 'text'),
    minPrice: (text, values, _tongue, { currency = '', maxPrice }) =>
      test(values, { currency, least: Number(text), most: Number(maxPrice ?? highest) }),
    maxPrice: (text, values, _tongue, { currency = '', minPrice }) =>
      minPrice === undefined ? test(values, { currency, least: 0, most: Number(text) }) : 'true',
  }) satisfies Record<string, Filter>

/** More than any amount that a parameter can name. */
const highest = 10 ** 15

/** Where more performances than these can be meant, a page is soon full. */
const fewPerformances = 1_000

/**
 * What a performance costs. Kept prices and gaps say which ones can be meant at all: where they are few, nothing but them is looked at. Else what its
 * provider asks tells which ones cannot be meant, and so does a price that is kept. All of it is one case, of which the
 * planner knows nothing: it goes by the order of starts until a page is full, and calculates no price beyond that.
 */
function performancePrice(values: Values, { currency, least, most }: PriceBounds): string {
  const asks = askBoundsOf(least, most)
  const [from, to, askFrom, askTo] = [least, most, asks.least, asks.most].map((bound) => values.add(bound, 'bigint'))
  const meant = `(select array(
      select k.performance_id from performance_prices k
        where k.currency = ${values.add(currency, 'text')} and k.total between ${from} and ${to} and k.starts_at > now()
      union all select g.performance_id from price_gaps g
      union all select k.performance_id from performance_prices k where k.epoch < (select epoch from pricing_epoch) and k.starts_at > now()
      union all select k.performance_id from performance_prices k where k.valid_until <= now() and k.starts_at > now()
      limit ${fewPerformances + 1}))`
  return `t.starts_at > now() and cardinality(${meant}) > 0 and (cardinality(${meant}) > ${fewPerformances} or t.id = any(${meant}::bigint[]))
    and case when t.status in ('onsale', 'rescheduled') and t.available > 0 and t.min_price between ${askFrom} and ${askTo}
    then not exists (select from performance_prices k where k.performance_id = t.id and k.epoch = (select epoch from pricing_epoch)
        and k.pricing_stamp = e.pricing_stamp and k.event_id = t.event_id and k.ask = t.min_price and k.currency = t.currency
        and k.starts_at = t.starts_at and k.valid_until > now() and k.total not between ${from} and ${to})
      and (select o.total between ${from} and ${to} from performance_offer(t) o) else false end`
}

function productPrice(values: Values, { least, most }: PriceBounds): string {
  return `not ${isClosed('t.city_id')} and t.retail_from between ${values.add(least, 'bigint')} and ${values.add(most, 'bigint')}`
}

/** Of one subject: the other kinds' tables are not even asked. */
const subject =
  (kind: ReviewKind['kind']): Filter =>
  (text, values) =>
    `t.kind = '${kind}' and t.subject_id = ${values.add(Number(text), 'bigint')}`

/** Each filter that a definition names. A new one does not compile until it says here what it means. */
export const filters: { readonly [N in DiscoveryName]: Readonly<Record<FilterOf<N>, Filter>> } = {
  categories: {
    slug: sectionSlug,
    parent(text, values) {
      const { isCategory, id } = sectionOf(text, values)
      return isCategory ? `t.category_id = ${id}` : `t.category_id = ${id} and false`
    },
  },
  cities: {
    country: (text, values) =>
      `t.country_id = (select c.id from countries c where c.code = ${values.add(text, 'text')})`,
    slug: bySlug('cities'),
  },
  venues: { city: merged('t.city_id', 'cities'), slug: bySlug('venues'), near, radius: () => 'true' },
  performers: {
    kind: equal('t.kind', 'text'),
    slug: equal('t.slug', 'text'),
    q: contains('name', ['name', 'sort_name']),
  },
  events: {
    city: merged('t.city_id', 'cities'),
    venue: merged('t.venue_id', 'venues'),
    performer: (text, values) => `t.performer_ids @> array[${nowOf('performers', text, values)}]`,
    category(text, values) {
      const { isCategory, id } = sectionOf(text, values)
      return `${isCategory ? 't.category_id' : 't.subcategory_id'} = ${id}`
    },
    type: equal('t.type', 'text'),
    from: (_text, values, _tongue, given) => within(given, values),
    to: (_text, values, _tongue, given) => (given['from'] === undefined ? within(given, values) : 'true'),
    slug: bySlug('events'),
    q: contains('name', ['name', 'slug', 'internal_name', 'provider_code'], 'events'),
  },
  performances: {
    event: merged('t.event_id', 'events'),
    venue: merged('t.venue_id', 'venues'),
    city: merged('t.city_id', 'cities'),
    from,
    to,
    // What is called off alone is few of many: an index knows it (0048), so the words have to be those of the index.
    status: (text, values) =>
      text === 'EventCancelled'
        ? `(t.status = 'cancelled' or t.is_event_cancelled) and (t.status = 'cancelled' or t.starts_at > now() or t.is_date_tbd)`
        : `(${performanceStatus}) = any(${values.add(text.split(','), 'text[]')})`,
    ...prices(performancePrice),
  },
  products: {
    city: merged('t.city_id', 'cities'),
    category(text, values) {
      const { isCategory, id } = sectionOf(text, values)
      return isCategory
        ? `t.subcategory_ids && array(select s.id from subcategories s where s.category_id = ${id})`
        : `t.subcategory_ids @> array[${id}]`
    },
    q: contains('title', ['title', 'internal_name', 'supplier_code']),
    ...prices(productPrice),
  },
  reviews: {
    kind: equal('t.kind', 'text'),
    product: subject('product'),
    alias: subject('alias'),
    lineup: subject('lineup'),
    rating: equal('t.rating', 'integer'),
  },
}
