import { Canvas, dice } from './seed-canvas.ts'
import { type Painter, hours } from './seed-hours.ts'
import { balloons, beach, harbour, lake, mountains } from './seed-landscapes.ts'
import { canal, concert, museum, skyline, stadium, theatre } from './seed-buildings.ts'

/** The subject of each kind of picture, in both languages, and how it is painted. */
interface Subject {
  readonly file: string
  readonly words: string
  readonly spanish: string
  readonly hours: readonly (keyof typeof hours)[]
  readonly paint: Painter
}

const subjects: readonly Subject[] = [
  {
    file: 'mountains',
    words: 'Mountain ranges one behind the other {hour}',
    spanish: 'Sierras una detrás de otra {hour}',
    hours: ['dawn', 'day'],
    paint: mountains,
  },
  {
    file: 'lake',
    words: 'A still lake between firs {hour}',
    spanish: 'Un lago en calma entre abetos {hour}',
    hours: ['dusk', 'day', 'night'],
    paint: lake,
  },
  {
    file: 'harbour',
    words: 'A harbour {hour}, with sailing boats before the town',
    spanish: 'Un puerto {hour}, con veleros frente a la ciudad',
    hours: ['dusk', 'dawn', 'night'],
    paint: harbour,
  },
  {
    file: 'skyline',
    words: 'The skyline of a city {hour}',
    spanish: 'El perfil de una ciudad {hour}',
    hours: ['night', 'dusk', 'day'],
    paint: skyline,
  },
  {
    file: 'canal',
    words: 'Gabled houses along a canal {hour}',
    spanish: 'Casas con gabletes junto a un canal {hour}',
    hours: ['day', 'night', 'dusk'],
    paint: canal,
  },
  {
    file: 'beach',
    words: 'A beach with parasols {hour}',
    spanish: 'Una playa con sombrillas {hour}',
    hours: ['day', 'dusk'],
    paint: beach,
  },
  {
    file: 'concert',
    words: 'A band on stage in beams of light, seen from the crowd',
    spanish: 'Un grupo en el escenario entre haces de luz, visto desde el público',
    hours: ['night'],
    paint: concert,
  },
  {
    file: 'theatre',
    words: 'A red curtain opens on an empty stage',
    spanish: 'Un telón rojo se abre sobre un escenario vacío',
    hours: ['night'],
    paint: theatre,
  },
  {
    file: 'museum',
    words: 'The columns of a museum {hour}',
    spanish: 'Las columnas de un museo {hour}',
    hours: ['day', 'dusk', 'night'],
    paint: museum,
  },
  {
    file: 'stadium',
    words: 'A football ground under floodlights {hour}',
    spanish: 'Un estadio de fútbol bajo los focos {hour}',
    hours: ['dusk', 'night'],
    paint: stadium,
  },
  {
    file: 'balloons',
    words: 'Hot-air balloons over mountains {hour}',
    spanish: 'Globos aerostáticos sobre las montañas {hour}',
    hours: ['dawn', 'day'],
    paint: balloons,
  },
]

/** A picture for the demo: painted when it is asked for, the same every time. */
export interface Scene {
  readonly subject: string
  readonly fileName: string
  readonly altText: string
  readonly altTextInSpanish: string
  paint(width: number, height: number): Canvas
}

export const demoScenes: readonly Scene[] = subjects.flatMap(({ file, words, spanish, hours: wanted, paint }, place) =>
  wanted.map((key, turn): Scene => {
    const hour = hours[key]
    return {
      subject: file,
      fileName: `${file}-${key}.jpg`,
      altText: `${words.replace('{hour}', hour.name)}.`,
      altTextInSpanish: `${spanish.replace('{hour}', hour.spanish)}.`,
      paint(width, height) {
        const canvas = new Canvas(width, height)
        paint(canvas, hour, dice(place * 100 + turn))
        return canvas
      },
    }
  }),
)
