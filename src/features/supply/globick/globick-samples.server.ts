import { editedPrice, editedTitle } from '../importing/simulator.server.ts'
import { plotOf } from '../importing/simulated-bookings.server.ts'

/** Activities of the simulator: our own invention, with the mistakes that a public script found in real ones. */
const kinds = [
  { name: 'Tapas walk through the old town', price: 49, category: { id: 'FOOD', name: 'Food and drink' } },
  { name: 'City highlights by bicycle', price: 32.5, category: { id: 'BIKE', name: 'Bicycle tours' } },
  { name: 'Day trip to the vineyards', price: 89, category: { id: 'DAY', name: 'Day trips' } },
  { name: 'Flamenco evening with a drink', price: 27.9, category: { id: 'FAMILY', name: 'For families' } },
] as const

export const globickPlaces = [
  { city: 'Madrid', country: 'Spain' },
  { city: 'Barcelona', country: 'Spain' },
  { city: 'Lisbon', country: 'Portugal' },
  { city: 'Logroño', country: 'Spain' },
] as const

/** How the numbers of odd activities begin. */
const missing = '90404'
const withoutSessions = '90410'
const withoutPrice = '90000'
/** No currency is named, and one of its prices has a name of its own. */
const silent = '90701'

/** The same number is always the same activity. Null: there is none. */
export function globickSample(code: string, edition = 0) {
  const n = Number(code)
  const kind = kinds[n % kinds.length]
  const place = globickPlaces[Math.floor(n / kinds.length) % globickPlaces.length]
  if (!/^\d{3,12}$/.test(code) || code.startsWith(missing) || !kind || !place) return null
  return {
    id: n,
    code: `GLB-${code}`,
    name: editedTitle(`${place.city}: ${kind.name}`, edition),
    description: `${kind.name} in ${place.city}, in a small group.`,
    operator: { id: 700 + (n % 23), name: 'Meseta Experiences' },
    category: kind.category,
    ...place,
    referenceActivityId: null,
    status: 'ACTIVE',
    updatedAt: `2026-0${1 + (n % 9)}-${10 + (n % 19)}T08:00:00Z`,
  }
}

/** Two sessions a day, from one day to another. Null: the activity takes place on none. */
export function globickSampleSessions(code: string, from: string, to: string, edition = 0) {
  const n = Number(code)
  const listed = kinds[n % kinds.length]?.price
  const price = code.startsWith(withoutPrice) ? 0 : listed && editedPrice(listed, edition)
  if (price === undefined || code.startsWith(withoutSessions) || !globickSample(code)) return null
  const sessions = []
  for (const day = new Date(`${from}T00:00:00Z`); ; day.setUTCDate(day.getUTCDate() + 1)) {
    const date = day.toISOString().slice(0, 10)
    if (date > to) return sessions
    const isWeekend = day.getUTCDay() % 6 === 0
    const places = plotOf(code) === 'sold-out' ? 0 : isWeekend ? 4 : 16
    const currency = code.startsWith(silent) ? null : 'EUR'
    const common = { date, availability: places, operator: { name: 'Meseta Experiences', currency } }
    sessions.push(
      { ...common, id: `${code}-${date}-1`, name: 'In English', time: '10:00', prices: pricesFrom(price, currency) },
      {
        ...common,
        id: `${code}-${date}-2`,
        name: 'En español',
        time: '17:30',
        prices: pricesFrom(price * 0.9, currency),
      },
    )
  }
}

/** Infants are marked as adults and cost nothing. */
function pricesFrom(price: number, currency: string | null) {
  const priceOf = (name: string, type: string, share: number) => {
    const retail = Number((price * share).toFixed(2))
    const net = Number((retail * 0.8).toFixed(2))
    const detail = { netPrice: net, retailPrice: retail, commission: 20, currency }
    return { name, type, recommendedPrice: retail, currency, priceDetail: detail }
  }
  return [
    priceOf('Adult (15 - 64)', 'adult', 1),
    priceOf('Senior (65+)', 'adult', 0.8),
    priceOf('Child (4 - 14)', 'child', 0.5),
    priceOf('Infant (0 - 3)', 'adult', 0),
    ...(currency === null ? [priceOf('Local resident', 'other', 0.7)] : []),
  ]
}
