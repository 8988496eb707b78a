import { editedPrice, editedTitle, simulatedPictures } from '../importing/simulator.server.ts'

/** Tours of the simulator: our own invention, in the documented elements. */
const kinds = [
  { name: 'Coastal walk with picnic', price: 42, tags: 'walking,nature', type: 4 },
  { name: 'Three-castle day trip', price: 68.5, tags: 'history', type: 4 },
  { name: 'Whisky tasting for beginners', price: 55, tags: 'food', type: 3 },
] as const

export const tourcmsPlaces = [
  { name: 'London', country: 'GB', zone: 'Europe/London', at: '51.5074,-0.1278' },
  { name: 'Paris', country: 'FR', zone: 'Europe/Paris', at: '48.8566,2.3522' },
  { name: 'Isle of Skye', country: 'GB', zone: 'Europe/London', at: '57.2736,-6.2155' },
] as const

/** The tour of a channel as XML; null: the channel has none of that number. */
export function tourcmsSample(channelId: string, tourId: string, edition = 0): string | null {
  const n = Number(channelId) + Number(tourId)
  const [kind, place] = [kinds[n % kinds.length], tourcmsPlaces[Math.floor(n / kinds.length) % tourcmsPlaces.length]]
  if (!/^[1-9]\d{0,8}$/.test(tourId) || tourId === '90404' || tourId === '90410' || !kind || !place) return null
  // Neither zone nor currency is named, and one of its rates has a name of its own.
  const isSilent = tourId === '90701'
  const price = tourId === '90000' ? 0 : editedPrice(kind.price, edition)
  const rate = (id: string, label: string, agecat: string, ages: readonly [number, number], share: number) =>
    `<rate><rate_id>${id}</rate_id><label_1>${label}</label_1><minimum>0</minimum><maximum>12</maximum><agecat>${agecat}</agecat>` +
    `<agerange_min>${ages[0]}</agerange_min><agerange_max>${ages[1]}</agerange_max><from_price>${(price * share).toFixed(2)}</from_price></rate>`
  return (
    `<tour><channel_id>${channelId}</channel_id><tour_id>${tourId}</tour_id><tour_code>T${tourId}</tour_code>` +
    `<tour_name>${kind.name}</tour_name><tour_name_long>${editedTitle(`${place.name}: ${kind.name}`, edition)}</tour_name_long>` +
    `<shortdesc>${kind.name} &amp; more, with a guide.</shortdesc><longdesc>A day in and around ${place.name}.</longdesc>` +
    `<from_price>${price.toFixed(2)}</from_price>${isSilent ? '' : '<sale_currency>GBP</sale_currency>'}<start_time>09:30</start_time>` +
    `${isSilent ? '' : `<start_timezone>${place.zone}</start_timezone>`}` +
    `<duration>1</duration><location>${place.name}</location><country>${place.country}</country><geocode_start>${place.at}</geocode_start>` +
    `<product_type>${kind.type}</product_type><tour_tags>${kind.tags}</tour_tags><languages_spoken>en,fr</languages_spoken>` +
    `<images><image><url>${simulatedPictures}/pictures/${tourId}.jpg</url><image_desc>View</image_desc></image></images>` +
    `<new_booking><people_selection>${rate('r1', 'Adult', 'a', [13, 99], 1)}${rate('r2', 'Child (3 - 12)', 'c', [0, 12], 0.5)}${isSilent ? rate('r3', 'Local resident', '', [13, 99], 0.8) : ''}</people_selection></new_booking></tour>`
  )
}
