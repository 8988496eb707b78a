import { cities } from '../places/geo/cities.ts'
import { venues } from '../places/venues/venues.ts'
import { categories } from '../categories/categories.ts'
import { subcategories } from '../categories/subcategories.ts'
import { performers } from '../events/performer/performers.ts'
import type { DiscoveryName } from '../api-users/discovery-names.ts'
import { type Source, country, marksWithin, pictures, reference, typed } from './discovery-parts.server.ts'
import { reviewSource } from './discovery-reviews.server.ts'
import { pathSql, plainMarkers, priceSql, textsOf, utcSql } from './discovery-texts.server.ts'
import { eventSource, performanceSource } from './discovery-event-sources.server.ts'
import { own } from './discovery-own-texts.server.ts'

const byId = [['t.id', 'bigint']] as const

/** Whether checkout refuses what is at a city because its country is blocked: few cities, read once for a whole answer. */
export const isClosed = (cityId: string) =>
  `${cityId} = any(array(select c.id from cities c where not c.is_market_open))`

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
  events: eventSource,
  performances: performanceSource,
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
