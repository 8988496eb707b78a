import { events } from '../events/event/events.ts'
import { performanceStatus } from '../events/schedule/event-status.server.ts'
import type { Source } from './discovery-parts.server.ts'
import { isPublic, pictures, reference, typed } from './discovery-parts.server.ts'
import { own } from './discovery-own-texts.server.ts'
import { pathSql, plainMarkers, priceSql, startSql, textsOf, utcSql } from './discovery-texts.server.ts'

const scheduleSql = (
  e: string,
) => `case ${e}.schedule when 'cancelled' then 'EventCancelled' when 'postponed' then 'EventPostponed'
  when 'rescheduled' then 'EventRescheduled' when 'moved_online' then 'EventMovedOnline' else 'EventScheduled' end`

/** Performances of an event that are sold and to come, at the day that they still have. */
const sold = `p.event_id = t.id and p.starts_at > now() and p.status in ('onsale', 'sold_out', 'rescheduled')
  and not waits_for_day(p.status, p.is_date_tbd, p.rescheduled_from, t.schedule)`

export const eventSource: Source = {
  from: 'events t',
  visible: isPublic('t'),
  listed: () => 'not t.is_unlisted',
  order: [['t.id', 'bigint']],
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
}

export const performanceSource: Source = {
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
}
