import type { Sights } from './sights.ts'

/** One kind of product that any city can have. Prices are in euros for an adult. */
export interface ProductTemplate {
  readonly en: (city: string, sights: Sights) => string
  readonly es: (city: string, sights: Sights) => string
  readonly euros: readonly [low: number, high: number]
  readonly minutes: number
  /** Minutes after midnight; none: it is open all day. */
  readonly starts: readonly number[]
  readonly isGuided: boolean
  readonly hasPickup: boolean
}

const morning = [540, 570, 600]
const day = [570, 660, 840, 960]
const evening = [1080, 1140, 1200]

function sight(index: 0 | 1 | 2) {
  return (sights: Sights) => sights.sights[index]
}

function template(
  en: ProductTemplate['en'],
  es: ProductTemplate['es'],
  euros: readonly [number, number],
  minutes: number,
  starts: readonly number[],
  more: { isGuided?: boolean; hasPickup?: boolean } = {},
): ProductTemplate {
  return {
    en,
    es,
    euros,
    minutes,
    starts,
    isGuided: more.isGuided ?? false,
    hasPickup: more.hasPickup ?? false,
  }
}

/** In the order in which a city gets them: the most popular sights come first. */
export const productTemplates: readonly ProductTemplate[] = [
  ...([0, 1, 2] as const).map((index) =>
    template(
      (_city, sights) => `${sight(index)(sights)}: skip-the-line ticket`,
      (_city, sights) => `${sight(index)(sights)}: entrada sin colas`,
      [16, 38],
      120,
      [],
    ),
  ),
  template(
    (_city, sights) => `${sight(0)(sights)}: guided tour in a small group`,
    (_city, sights) => `${sight(0)(sights)}: visita guiada en grupo reducido`,
    [42, 79],
    150,
    day,
    { isGuided: true },
  ),
  template(
    (city, { dayTrip }) => `From ${city}: full-day trip to ${dayTrip}`,
    (city, { dayTrip }) => `Desde ${city}: excursión de un día a ${dayTrip}`,
    [69, 165],
    600,
    [420, 480],
    { isGuided: true, hasPickup: true },
  ),
  template(
    (city, { dish, quarter }) => `${city}: food tour of ${quarter} with ${dish}`,
    (city, { dish, quarter }) => `${city}: ruta gastronómica por ${quarter} con ${dish}`,
    [55, 98],
    180,
    [690, 1080],
    { isGuided: true },
  ),
  template(
    (city, { quarter }) => `${city}: walking tour of ${quarter}`,
    (city, { quarter }) => `${city}: paseo guiado por ${quarter}`,
    [15, 29],
    120,
    morning,
    { isGuided: true },
  ),
  template(
    (city) => `${city}: hop-on hop-off bus, 24 hours`,
    (city) => `${city}: autobús turístico, 24 horas`,
    [26, 42],
    1_440,
    [],
  ),
  template(
    (city) => `${city}: bike tour of the highlights`,
    (city) => `${city}: tour en bicicleta por lo imprescindible`,
    [28, 45],
    180,
    [600, 900],
    { isGuided: true },
  ),
  template(
    (_city, sights) => `${sight(1)(sights)}: guided tour with early entry`,
    (_city, sights) => `${sight(1)(sights)}: visita guiada con acceso anticipado`,
    [48, 95],
    150,
    [480, 510],
    { isGuided: true },
  ),
  template(
    (city) => `${city}: sunset cruise`,
    (city) => `${city}: paseo en barco al atardecer`,
    [32, 68],
    90,
    evening,
  ),
  template(
    (city, { dish }) => `${city}: cooking class with market visit and ${dish}`,
    (city, { dish }) => `${city}: clase de cocina con visita al mercado y ${dish}`,
    [72, 129],
    240,
    [600, 1020],
    { isGuided: true },
  ),
  template(
    (city) => `${city}: ghosts and legends by night`,
    (city) => `${city}: leyendas y fantasmas de noche`,
    [18, 32],
    90,
    [1200, 1290],
    { isGuided: true },
  ),
  template(
    (city) => `${city}: private airport transfer`,
    (city) => `${city}: traslado privado desde el aeropuerto`,
    [45, 95],
    60,
    [360, 540, 720, 900, 1080, 1320],
    { hasPickup: true },
  ),
]

/** Spanish names of cities that have one of their own. */
export const spanishNames: Readonly<Record<string, string>> = {
  'Seville': 'Sevilla',
  'Mexico City': 'Ciudad de México',
  'Las Palmas': 'Las Palmas de Gran Canaria',
  'Santiago': 'Santiago de Chile',
}
