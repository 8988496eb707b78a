/** Spanish names of cities that differ from the name on the map. */
const spanishCities: Readonly<Record<string, string>> = {
  'Seville': 'Sevilla',
  'Lisbon': 'Lisboa',
  'London': 'Londres',
  'Edinburgh': 'Edimburgo',
  'Dublin': 'Dublín',
  'Paris': 'París',
  'Amsterdam': 'Ámsterdam',
  'Berlin': 'Berlín',
  'Vienna': 'Viena',
  'Zurich': 'Zúrich',
  'Prague': 'Praga',
  'Rome': 'Roma',
  'Florence': 'Florencia',
  'Venice': 'Venecia',
  'Athens': 'Atenas',
  'Istanbul': 'Estambul',
  'Copenhagen': 'Copenhague',
  'Stockholm': 'Estocolmo',
  'Reykjavik': 'Reikiavik',
  'Krakow': 'Cracovia',
  'New York': 'Nueva York',
  'Los Angeles': 'Los Ángeles',
  'Honolulu': 'Honolulu',
  'Mexico City': 'Ciudad de México',
  'Marrakesh': 'Marrakech',
  'Cairo': 'El Cairo',
  'Cape Town': 'Ciudad del Cabo',
  'Dubai': 'Dubái',
  'Kuwait City': 'Kuwait',
  'Mumbai': 'Bombay',
  'Kathmandu': 'Katmandú',
  'Singapore': 'Singapur',
  'Tokyo': 'Tokio',
  'Kyoto': 'Kioto',
  'Seoul': 'Seúl',
  'Sydney': 'Sídney',
  'Porto': 'Oporto',
  'Milan': 'Milán',
  'Naples': 'Nápoles',
  'Turin': 'Turín',
  'Munich': 'Múnich',
  'Hamburg': 'Hamburgo',
  'Köln': 'Colonia',
  'Frankfurt am Main': 'Fráncfort',
  'Marseille': 'Marsella',
  'Nice': 'Niza',
  'Brussels': 'Bruselas',
  'Warsaw': 'Varsovia',
  'Wrocław': 'Breslavia',
  'Bucharest': 'Bucarest',
  'Sofia': 'Sofía',
  'Belgrade': 'Belgrado',
  'Philadelphia': 'Filadelfia',
  'Busan': 'Busan',
  'Taipei': 'Taipéi',
  'Beijing': 'Pekín',
  'Cologne': 'Colonia',
  'Moscow': 'Moscú',
}

interface Words {
  readonly description: string
  readonly seoTitle: string
  readonly seoDescription: string
}
type Make = (name: string) => Words

const english: readonly Make[] = [
  (name) => ({
    description: `<p>From the sights everybody knows to the streets that only locals do: skip the queues in ${name}, see a show in the evening, and leave room for a day trip.</p>`,
    seoTitle: `${name}: tickets, tours and things to do`,
    seoDescription: `Book museums, guided tours and shows in ${name}. Mobile tickets and free cancellation on most of them.`,
  }),
  (name) => ({
    description: `<p>${name} rewards those who plan a little. Reserve the famous places ahead, take a guided walk on the first day, and keep an evening for a concert or a match.</p>`,
    seoTitle: `What to do in ${name}`,
    seoDescription: `Attractions, concerts and sport in ${name}, with prices and times at a glance.`,
  }),
]
const spanish: readonly Make[] = [
  (name) => ({
    description: `<p>De los lugares que todos conocen a las calles que solo conocen los vecinos: evita las colas en ${name}, ve un espectáculo por la noche y deja sitio para una excursión.</p>`,
    seoTitle: `${name}: entradas, tours y qué hacer`,
    seoDescription: `Reserva museos, visitas guiadas y espectáculos en ${name}. Entradas en el móvil y, casi siempre, cancelación gratuita.`,
  }),
  (name) => ({
    description: `<p>${name} recompensa a quien se organiza un poco. Reserva antes los lugares famosos, da un paseo guiado el primer día y guarda una noche para un concierto o un partido.</p>`,
    seoTitle: `Qué hacer en ${name}`,
    seoDescription: `Atracciones, conciertos y deporte en ${name}, con precios y horarios de un vistazo.`,
  }),
]

const nth = <T>(items: readonly T[], n: number) => items[n % items.length] as T

/** The texts of a city's page, in both languages of the demo. */
export function cityWords(
  id: number,
  name: string,
): { readonly en: Words; readonly es: Words & { readonly name: string } } {
  const es = spanishCities[name] ?? name
  return { en: nth(english, id)(name), es: { name: es, ...nth(spanish, id)(es) } }
}
