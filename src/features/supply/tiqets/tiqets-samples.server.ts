import { editedPrice, editedTitle, simulatedPictures } from '../importing/simulator.server.ts'

/** Products of the simulator: our own invention, in the shape that payloads have. */
const kinds = [
  { title: 'Cathedral dome and rooftop terrace', price: 12.5, duration: '01:00:00', tags: [708, 712] },
  { title: 'Modern art museum, timed entry', price: 17, duration: '02:00:00', tags: [709] },
  { title: 'Aquarium and river boat combination', price: 34.9, duration: '03:30:00', tags: [711, 708] },
  { title: 'Panoramic tower with night view', price: 21, duration: '01:15:00', tags: [712] },
] as const

export const tiqetsPlaces = [
  { id: 66746, name: 'Paris', country: 'France', lat: 48.8566, lng: 2.3522, zone: 'Europe/Paris' },
  { id: 71631, name: 'Rome', country: 'Italy', lat: 41.9028, lng: 12.4964, zone: 'Europe/Rome' },
  { id: 66342, name: 'Barcelona', country: 'Spain', lat: 41.3874, lng: 2.1686, zone: 'Europe/Madrid' },
  { id: 75061, name: 'Amsterdam', country: 'Netherlands', lat: 52.3676, lng: 4.9041, zone: 'Europe/Amsterdam' },
] as const

/** How the numbers of products begin that name neither zone nor currency. */
const silent = '90701'

/** The same number is always the same product. Null: there is none. */
export function tiqetsSample(code: string, edition = 0) {
  const n = Number(code)
  const kind = kinds[n % kinds.length]
  const place = tiqetsPlaces[Math.floor(n / kinds.length) % tiqetsPlaces.length]
  if (!/^\d{3,10}$/.test(code) || code.startsWith('90404') || !kind || !place) return null
  return {
    id: code,
    title: editedTitle(`${place.name}: ${kind.title}`, edition),
    tagline: 'Skip the ticket desk',
    summary: `${kind.title} in ${place.name}. Show the ticket on your phone.`,
    language: 'en',
    languages: ['en', 'es'],
    price: code.startsWith('90000') ? 0 : editedPrice(kind.price, edition),
    currency: code.startsWith(silent) ? null : 'EUR',
    city_id: String(place.id),
    city_name: place.name,
    country_name: place.country,
    geolocation: { lat: place.lat + (n % 13) / 1_000, lng: place.lng + (n % 11) / 1_000 },
    duration: kind.duration,
    images: [{ large: `${simulatedPictures}/pictures/${n}.jpg`, medium: null, alt_text: kind.title }],
    ratings: { average: 4.4, total: 812 },
    sale_status: code.startsWith('90410') ? 'unavailable' : 'available',
    tag_ids: kind.tags.map(String),
    venue: { id: String(n % 97), name: kind.title, address: `Main street 1, ${place.name}` },
    timezone: code.startsWith(silent) ? null : place.zone,
  }
}
