import { cities } from '../places/geo/cities.ts'
import { venues } from '../places/venues/venues.ts'
import { categories } from '../categories/categories.ts'
import { subcategories } from '../categories/subcategories.ts'
import { events } from '../events/event/events.ts'
import { performers } from '../events/performer/performers.ts'
import type { DiscoveryName } from '../api-users/discovery-names.ts'
import type { Source } from './discovery-parts.server.ts'
import { country, isPublic, marksWithin, pictures, reference, typed } from './discovery-parts.server.ts'
import { reviewSource } from './discovery-reviews.server.ts'
import type { Texts, Tongue } from './discovery-texts.server.ts'
import { priceSql, pathSql, plainMarkers, startSql, textsOf, utcSql } from './discovery-texts.server.ts'

const byId = [['t.id', 'bigint']] as const

/** The record’s own texts by their names in the answer, and what every record ends with. */
function own(tongue: Tongue, resource: string, fields: Readonly<Record<string, string>>) {
  const texts = textsOf(tongue, 'own', resource, 't.id', Object.keys(fields))
  const sources = Object.entries(fields).map(([field, column]) => [field, `t.${column}`] as const)
  return {
    join: texts.join,
    of: (field: string) => texts.of(field, `t.${fields[field] ?? field}`),
    /** `names`: keys of the answer where they are not those of the fields. `within`: marks of what is in the answer several times. */
    end: (
      others: readonly (readonly [string, Texts, string, string])[],
      { names = {}, within }: { names?: Readonly<Record<string, string>>; within?: string } = {},
    ) => ({
      locale: tongue.asked,
      fallbackFields:
        texts.marks([
          ...sources.map(([field, source]) => [names[field] ?? field, texts, field, source] as const),
          ...others,
        ]) + (within === undefined ? '' : ` || ${within}`),
      outdatedFields: texts.outdated(sources.map(([field]) => [names[field] ?? field, field] as const)),
      updatedAt: utcSql('t.updated_at'),
    }),
  }
}

const cancelled = `'EventCancelled'`
const scheduleSql = (
  e: string,
) => `case ${e}.schedule when 'cancelled' then ${cancelled} when 'postponed' then 'EventPostponed'
  when 'rescheduled' then 'EventRescheduled' when 'moved_online' then 'EventMovedOnline' else 'EventScheduled' end`

/** What became of a performance: what is said of itself, else what is said of its event as a whole. */
export const performanceStatus = `case when t.status = 'cancelled' or e.schedule = 'cancelled' then ${cancelled}
  when t.status = 'postponed' or e.schedule = 'postponed' then 'EventPostponed' when t.status = 'rescheduled' then 'EventRescheduled'
  when e.schedule = 'moved_online' then 'EventMovedOnline' else 'EventScheduled' end`

/** Whether checkout refuses what is at a city because its country is blocked: few cities, read once for a whole answer. */
export const isClosed = (cityId: string) =>
  `${cityId} = any(array(select c.id from cities c where not c.is_market_open))`

/** Performances of an event that are sold and to come, as the console counts them. */
const sold = `p.event_id = t.id and p.starts_at > now() and p.status in ('onsale', 'sold_out', 'rescheduled')`

export const sources: Readonly<Record<DiscoveryName, Source>> = {
  categories: {
    from: `(
      select 'ca' as level, id, name, slug, description, icon, schema_type, position, updated_at, null::bigint as category_id, publication from categories
      union all
      select 's', id, name, slug, description, null, schema_type, position, updated_at, category_id, publication from subcategories) t`,
    visible: `t.publication = 'published'`,
    order: [
      ['t.level', 'text'],
      ['t.id', 'bigint'],
    ],
    words: ['ca', 's'],
    select({ tongue }) {
      const texts = own(tongue, `case t.level when 'ca' then 'categories' else 'subcategories' end`, {
        name: 'name',
        slug: 'slug',
        description: 'description',
      })
      const parent = reference(tongue, 'parent', 'categories', 't.category_id', typed('ca'))
      const path = (resource: typeof categories | typeof subcategories) =>
        pathSql(resource, tongue, 't.id', texts.of('slug'))
      return {
        joins: `${parent.join}${texts.join}`,
        columns: {
          id: `t.level || '-' || t.id`,
          name: texts.of('name'),
          slug: texts.of('slug'),
          description: plainMarkers(texts.of('description')),
          parent: parent.json,
          schemaType: 't.schema_type',
          icon: 't.icon',
          position: 't.position',
          path: `case t.level when 'ca' then ${path(categories)} else ${path(subcategories)} end`,
          ...texts.end(parent.marked('parent')),
        },
      }
    },
  },
  cities: {
    from: 'cities t',
    visible: `t.publication = 'published'`,
    order: byId,
    select({ tongue }) {
      const texts = own(tongue, `'cities'`, { name: 'name', slug: 'slug', description: 'description' })
      const land = country(tongue)
      const shown = pictures(tongue, 'array_remove(array[t.hero_image_id], null)')
      return {
        joins: `${land.join}${shown.join}${texts.join}`,
        columns: {
          id: 't.id',
          name: texts.of('name'),
          slug: texts.of('slug'),
          description: plainMarkers(texts.of('description')),
          country: land.json,
          subdivision: 't.subdivision',
          latitude: 't.latitude',
          longitude: 't.longitude',
          timeZone: 't.time_zone',
          unLocode: 't.un_locode',
          metropolitanCode: 't.metropolitan_code',
          images: shown.json,
          path: pathSql(cities, tongue, 't.id', texts.of('slug')),
          ...texts.end(land.marked, { within: shown.marks }),
        },
      }
    },
  },
  venues: {
    from: 'venues t',
    visible: `t.publication = 'published'`,
    order: byId,
    select({ tongue }) {
      const texts = own(tongue, `'venues'`, { name: 'name', slug: 'slug', description: 'description' })
      const city = reference(tongue, 'city', 'cities', 't.city_id')
      const shown = pictures(tongue, 't.image_ids')
      return {
        joins: `${city.join}${shown.join}${texts.join}`,
        columns: {
          id: 't.id',
          name: texts.of('name'),
          slug: texts.of('slug'),
          description: plainMarkers(texts.of('description')),
          address: 't.address',
          city: city.json,
          latitude: 't.latitude',
          longitude: 't.longitude',
          timeZone: 't.time_zone',
          capacity: 't.capacity',
          website: 't.website',
          accessibility: 't.accessibility',
          images: shown.json,
          path: pathSql(venues, tongue, 't.id', texts.of('slug')),
          ...texts.end(city.marked('city'), { within: shown.marks }),
        },
      }
    },
  },
  performers: {
    from: 'performers t',
    visible: `t.publication = 'published'`,
    order: byId,
    select({ tongue }) {
      const texts = own(tongue, `'performers'`, { biography: 'biography' })
      const land = country(tongue)
      const home = reference(tongue, 'home', 'venues', 't.home_venue_id')
      const shown = pictures(tongue, 't.image_ids')
      return {
        joins: `${land.join} ${home.join}${shown.join}${texts.join}`,
        columns: {
          id: 't.id',
          name: 't.name',
          slug: 't.slug',
          description: plainMarkers(texts.of('biography')),
          kind: 't.kind',
          sport: 't.sport',
          genre: 't.genre',
          country: land.json,
          homeVenue: home.json,
          website: `jsonb_path_query_first(t.links, '$[*] ? (@.kind == "website").url') #>> '{}'`,
          images: shown.json,
          path: pathSql(performers, tongue, 't.id', 't.slug'),
          ...texts.end([...land.marked, ...home.marked('homeVenue')], {
            names: { biography: 'description' },
            within: shown.marks,
          }),
        },
      }
    },
  },
  events: {
    from: 'events t',
    visible: isPublic('t'),
    listed: () => 'not t.is_unlisted',
    order: byId,
    select({ tongue, may }) {
      const texts = own(tongue, `'events'`, { name: 'name', slug: 'slug', description: 'description', terms: 'terms' })
      const category = reference(tongue, 'category', 'categories', 't.category_id', typed('ca'))
      const subcategory = reference(tongue, 'subcategory', 'subcategories', 't.subcategory_id', typed('s'))
      const [venue, city, above] = [
        reference(tongue, 'venue', 'venues', 't.venue_id'),
        reference(tongue, 'city', 'cities', 't.city_id'),
        reference(tongue, 'above', 'events', 't.super_event_id'),
      ]
      const shown = pictures(tongue, 't.image_ids')
      return {
        joins: `${category.join} ${subcategory.join} ${venue.join} ${city.join} ${above.join}${shown.join}${texts.join}
          left join lateral (select p.* from performances p where ${sold} order by p.starts_at, p.id limit 1) upcoming on true
          ${may('prices:read') ? 'left join lateral event_offer(t.id) priced on true' : ''}`,
        columns: {
          id: 't.id',
          name: texts.of('name'),
          slug: texts.of('slug'),
          description: plainMarkers(texts.of('description')),
          terms: plainMarkers(texts.of('terms')),
          type: 't.type',
          eventStatus: scheduleSql('t'),
          category: category.json,
          subcategory: subcategory.json,
          venue: venue.json,
          city: city.json,
          performers: `(select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'slug', p.slug, 'kind', p.kind) order by billed.place), '[]')
            from unnest(t.performer_ids) with ordinality billed (id, place) join performers p on p.id = billed.id and p.publication = 'published')`,
          superEvent: above.json,
          inLanguage: 't.locale',
          minAge: 't.min_age',
          onSaleAt: utcSql('t.on_sale_at'),
          offSaleAt: utcSql('t.off_sale_at'),
          nextStart: `case when upcoming.id is not null then ${startSql('upcoming')} end`,
          ...(may('prices:read') && {
            fromPrice: priceSql({
              price: 'priced.price',
              fees: 'priced.fee',
              total: 'priced.total',
              currency: 'priced.currency',
              asOf: 'priced.checked_at',
            }),
          }),
          images: shown.json,
          path: pathSql(events, tongue, 't.id', texts.of('slug')),
          ...texts.end(
            [
              ...category.marked('category'),
              ...subcategory.marked('subcategory'),
              ...venue.marked('venue'),
              ...city.marked('city'),
              ...above.marked('superEvent'),
            ],
            { within: shown.marks },
          ),
        },
      }
    },
  },
  performances: {
    from: 'performances t join events e on e.id = t.event_id',
    visible: isPublic('e'),
    order: [
      ['t.starts_at', 'timestamptz'],
      ['t.id', 'bigint'],
    ],
    listed: (given) =>
      [
        ...(given.has('event') ? [] : ['not e.is_unlisted']),
        ...(given.has('status') ? [] : [`t.status <> 'cancelled' and e.schedule <> 'cancelled'`]),
      ].join(' and ') || 'true',
    select({ tongue, may }) {
      const texts = textsOf(tongue, 'event_texts', `'events'`, 'e.id', ['name', 'slug'])
      const [venue, city] = [
        reference(tongue, 'venue', 'venues', 't.venue_id'),
        reference(tongue, 'city', 'cities', 't.city_id'),
      ]
      const seesOffers = may('prices:read') || may('availability:read')
      return {
        joins: `join events e on e.id = t.event_id${texts.join} ${venue.join} ${city.join} ${seesOffers ? 'join performances own on own.id = t.id cross join lateral performance_offer(own) offer' : ''}`,
        columns: {
          id: 't.id',
          event: `json_build_object('id', e.id, 'name', ${texts.of('name', 'e.name')}, 'slug', ${texts.of('slug', 'e.slug')})`,
          venue: venue.json,
          city: city.json,
          start: startSql('t'),
          doorsTime: `to_char(t.doors_time, 'HH24:MI')`,
          durationMinutes: 't.duration_minutes',
          eventStatus: performanceStatus,
          previousStartDate: 't.rescheduled_from',
          ...(may('prices:read') && {
            fromPrice: priceSql({
              price: 'offer.price',
              fees: 'offer.fee',
              total: 'offer.total',
              currency: 't.currency',
              asOf: 't.checked_at',
            }),
            toPrice: priceSql({
              price: 'offer.to_price',
              fees: 'offer.to_fee',
              total: 'offer.to_total',
              currency: 't.currency',
              asOf: 't.checked_at',
            }),
          }),
          ...(may('availability:read') && {
            availability: `json_build_object('status', case when offer.refusal is null then 'InStock' when offer.refusal = 'sold_out' then 'SoldOut' else 'OutOfStock' end,
              'remaining', case when offer.refusal is null then t.available else 0 end, 'checkedAt', ${utcSql('t.checked_at')})`,
          }),
          locale: tongue.asked,
          fallbackFields: texts.marks([
            ['event.name', texts, 'name', 'e.name'],
            ['event.slug', texts, 'slug', 'e.slug'],
            ...venue.marked('venue'),
            ...city.marked('city'),
          ]),
          outdatedFields: texts.outdated([
            ['event.name', 'name'],
            ['event.slug', 'slug'],
          ]),
          updatedAt: utcSql('t.updated_at'),
        },
      }
    },
  },
  products: {
    from: 'products t',
    visible: `t.status = 'live'`,
    order: byId,
    select({ tongue, may }) {
      const city = reference(tongue, 'city', 'cities', 't.city_id')
      const texts = textsOf(tongue, 'section_texts', `'subcategories'`, 's.id', ['name', 'slug'])
      const sections = `(select coalesce(json_agg(json_build_object('id', 's-' || s.id, 'name', ${texts.of('name', 's.name')}, 'slug', ${texts.of('slug', 's.slug')}) order by s.position, s.id), '[]') as list,
          coalesce(jsonb_object_agg('categories.s-' || s.id, ${texts.marks([
            ['name', texts, 'name', 's.name'],
            ['slug', texts, 'slug', 's.slug'],
          ])}), '{}') as marks
        from subcategories s${texts.join} where s.id = any(t.subcategory_ids) and s.publication = 'published')`
      const shown = pictures(tongue, 't.image_ids')
      return {
        joins: `${city.join} left join lateral ${sections} sections on true${shown.join}`,
        columns: {
          id: 't.id',
          title: 't.title',
          description: plainMarkers('t.description'),
          city: city.json,
          categories: 'sections.list',
          latitude: 't.latitude',
          longitude: 't.longitude',
          timeZone: 't.time_zone',
          isNoIndex: 't.is_no_index',
          availabilityType: 't.availability_type',
          instantConfirmation: 't.is_instant_confirmation',
          instantDelivery: 't.is_instant_delivery',
          availabilityRequired: 't.is_availability_required',
          deliveryMethods: 't.delivery_methods',
          redemptionMethod: 't.redemption_method',
          pricingPer: 't.pricing_per',
          cancellationPolicy: 't.cancellation_policy',
          cancellationHours: 't.cancellation_hours',
          ...(may('prices:read') && {
            // Products have no fee of ours: what we sell them for is what a customer pays.
            fromPrice: priceSql({
              price: 't.retail_from',
              fees: '0',
              total: `(case when not ${isClosed('t.city_id')} then t.retail_from end)`,
              currency: 't.currency',
              asOf: 't.last_synced_at',
            }),
          }),
          ...(may('availability:read') && {
            availability: `json_build_object('status', case when ${isClosed('t.city_id')} then 'OutOfStock' else 'InStock' end)`,
          }),
          ...(may('reviews:read') && {
            rating: 't.rating',
            reviewCount: 't.review_count',
            ownRating: `(select r.average::float8 from review_totals r where r.kind = 'product' and r.subject_id = t.id)`,
            ownReviewCount: `coalesce((select r.review_count from review_totals r where r.kind = 'product' and r.subject_id = t.id), 0)`,
          }),
          images: shown.json,
          locale: tongue.asked,
          // Products are sold in the language that their supplier writes.
          fallbackFields: `case when t.locale = ${tongue.asked} then '{}' else jsonb_strip_nulls(jsonb_build_object('title', t.locale, 'description', case when t.description is not null then t.locale end)) end
            || ${textsOf(tongue, '', `''`, '', []).marks(city.marked('city'))}
            || ${marksWithin(tongue, 'sections.marks')} || ${shown.marks}`,
          outdatedFields: `'[]'::jsonb`,
          updatedAt: utcSql('t.updated_at'),
        },
      }
    },
  },
  reviews: reviewSource,
}
