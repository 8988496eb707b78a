import { sortNameOf } from '../../features/events/performer/sort-names.ts'
import { writeRichText } from '../../platform/rich-text/rich-text.ts'
import type { Performance } from './catalogue-events.ts'
import type { Performer, Show } from './catalogue-shows.ts'
import { countries, slugOf } from './geography.ts'
import { priceIn } from './money.ts'
import { hashText, itemAt } from './random.ts'
import type { Row } from './rows.ts'
import { clockText, dateText } from './zone-clock.ts'

const day = 86_400_000
const countryIds = new Map(countries.map(({ code, id }) => [code, id]))

function biographyOf({ id, kind, name, genre, sport, home }: Performer): string {
  const text =
    kind === 'artist'
      ? `${name} has been touring with ${genre} since ${1994 + (id % 28)}.`
      : kind === 'show'
        ? `${name} is on stage all year, played by companies that change with the season.`
        : `${name} play ${String(sport).replace('_', ' ')}${home ? `, at home at ${home.name}` : ''}.`
  return writeRichText([{ kind: 'paragraph', content: [{ kind: 'text', text }] }])
}

export function performerRows(performers: readonly Performer[], createdAt: number): Row[] {
  return performers.map((performer) => {
    const slug = slugOf(performer.name)
    return {
      id: performer.id,
      name: performer.name,
      sort_name: sortNameOf(performer.name, performer.kind),
      slug: `${slug}-${performer.id}`,
      variations: performer.variations,
      kind: performer.kind,
      sport: performer.sport,
      genre: performer.genre,
      home_venue_id: performer.home?.id ?? null,
      country_id: countryIds.get(performer.country ?? '') ?? null,
      links: performer.kind === 'artist' ? [{ kind: 'website', url: `https://${slug}.example.com` }] : [],
      biography: biographyOf(performer),
      popularity: hashText(performer.name) % 101,
      created_at: createdAt,
      updated_at: createdAt,
    }
  })
}

function publicationOf(show: Show, last: number, now: number): string {
  if (last < now - 365 * day) return 'archived'
  if (last < now) return 'unpublished'
  return itemAt(
    ['published', 'published', 'published', 'published', 'published', 'published', 'in_review', 'draft'],
    hashText(show.slug) % 8,
  )
}

function scheduleOf(own: readonly Performance[]): string {
  const ahead = own.filter(({ status }) => status !== 'offsale')
  if (own.every(({ status }) => status === 'cancelled')) return 'cancelled'
  if (ahead.length > 0 && ahead.every(({ status }) => status === 'postponed')) return 'postponed'
  return ahead.some(({ status }) => status === 'rescheduled') ? 'rescheduled' : 'scheduled'
}

function descriptionOf({ name, venue }: Show): string {
  const text = `${name} at ${venue.name}, ${venue.city.name}. Doors open an hour before the start.`
  return writeRichText([{ kind: 'paragraph', content: [{ kind: 'text', text }] }])
}

function minimumAge({ type }: Show, number: number): number | null {
  if (type === 'concert' && number % 6 === 0) return 18
  return type === 'theatre' && number % 4 === 0 ? 8 : null
}

export function eventRows(shows: readonly Show[], performances: readonly Performance[], now: number): Row[] {
  const own = new Map<Show, Performance[]>()
  for (const performance of performances) {
    const list = own.get(performance.show) ?? []
    if (list.length === 0) own.set(performance.show, list)
    list.push(performance)
  }
  return shows.map((show) => {
    const dates = own.get(show) ?? []
    const first = dates[0]?.startsAt ?? now
    const last = dates.at(-1)?.startsAt ?? now
    const number = hashText(show.slug)
    const onSale = Math.min(first - (60 + (number % 180)) * day, now - (number % 20) * day)
    return {
      id: show.id,
      name: show.name,
      slug: show.slug,
      type: show.type,
      venue_id: show.venue.id,
      city_id: show.venue.city.id,
      performer_ids: show.performers.map(({ id }) => id),
      provider_id: show.provider.id,
      publication: publicationOf(show, last, now),
      schedule: scheduleOf(dates),
      locale: show.locale,
      min_age: minimumAge(show, number),
      on_sale_at: onSale,
      off_sale_at: Math.max(last, onSale + day),
      is_evergreen: false,
      is_hidden: number % 40 === 0,
      description: descriptionOf(show),
      created_at: onSale - 20 * day,
      updated_at: onSale - day,
    }
  })
}

/** The prices of a performance's seats: the show's middle price and the prices around it, in the venue's currency. */
export function priceRange(show: Show): { currency: string; low: number; high: number } {
  const { currency } = show.venue.city.country
  const span = show.type === 'exhibition' ? ([1, 1] as const) : ([0.55, 2.6] as const)
  return {
    currency,
    low: priceIn(currency, show.euros * span[0]),
    high: priceIn(currency, show.euros * span[1]),
  }
}

export function performanceRows(performances: readonly Performance[], now: number): Row[] {
  return performances.map((performance) => {
    const { show, configuration, minutes, status } = performance
    const { currency, low, high } = priceRange(show)
    const number = hashText(`${show.slug} ${performance.day}`)
    const isOpen = status === 'onsale' || status === 'rescheduled'
    const created = Math.min(performance.startsAt - (70 + (number % 200)) * day, now - day)
    return {
      id: performance.id,
      event_id: show.id,
      venue_id: show.venue.id,
      venue_configuration_id: configuration.id,
      city_id: show.venue.city.id,
      local_date: dateText(performance.day),
      local_time: minutes === null ? null : clockText(minutes),
      doors_time: minutes === null || show.type === 'exhibition' ? null : clockText(minutes - 60),
      time_zone: show.venue.city.zone,
      starts_at: performance.startsAt,
      duration_minutes: show.minutes,
      status,
      is_date_tbd: status === 'postponed',
      is_time_tba: minutes === null,
      rescheduled_from: performance.rescheduledFrom === null ? null : dateText(performance.rescheduledFrom),
      capacity: configuration.capacity,
      available: isOpen ? Math.floor((configuration.capacity * (5 + (number % 60))) / 100) : 0,
      currency,
      min_price: low,
      max_price: high,
      checked_at: now - (number % 400) * 60_000,
      created_at: created,
      updated_at: created,
    }
  })
}
