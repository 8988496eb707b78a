/** A category or subcategory of the demo: English, then Spanish. */
import { type DemoSection, section } from './seed-section-texts.ts'

export interface DemoCategory extends DemoSection {
  readonly sections: readonly DemoSection[]
}

/** In the order of the menu. */
export const demoCategories: readonly DemoCategory[] = [
  {
    ...section(
      ['Attractions', 'Atracciones'],
      ['attractions', 'atracciones'],
      [
        'Tickets for the sights everybody comes for, most of them without waiting in line.',
        'Entradas para los lugares que todo el mundo quiere ver, casi siempre sin hacer cola.',
      ],
      { icon: 'building-castle', type: 'TouristAttraction' },
    ),
    sections: [
      section(
        ['Skip-the-line tickets', 'Entradas sin colas'],
        ['skip-the-line', 'sin-colas'],
        [
          'Walk past the queue with a ticket for a set time on your phone.',
          'Pase de largo la cola con una entrada con hora en su móvil.',
        ],
        { type: 'TouristAttraction', matches: 'skip-the-line|sin colas' },
      ),
      section(
        ['Early entry', 'Acceso anticipado'],
        ['early-entry', 'acceso-anticipado'],
        [
          'In before the doors open to everybody else, with a guide who knows the quiet corners.',
          'Entre antes que nadie, con un guía que conoce los rincones tranquilos.',
        ],
        { type: 'TouristAttraction', matches: 'early entry|acceso anticipado', spanish: 'draft' },
      ),
      section(
        ['Museums', 'Museos'],
        ['museums', 'museos'],
        [
          'From the great collections to the small houses that few find.',
          'De las grandes colecciones a las casas pequeñas que pocos encuentran.',
        ],
        { type: 'TouristAttraction', matches: 'museum|museo|gallery|galer|louvre|prado|uffizi|rijks|vatican' },
      ),
      section(
        ['City passes', 'Tarjetas turísticas'],
        ['city-passes', 'tarjetas-turisticas'],
        [
          'One pass for several sights and the way between them.',
          'Una tarjeta para varias visitas y el camino entre ellas.',
        ],
        { type: 'CollectionPage', publication: 'draft', spanish: 'missing' },
      ),
    ],
  },
  {
    ...section(
      ['Tours', 'Visitas guiadas'],
      ['tours', 'visitas-guiadas'],
      [
        'On foot, by bike or by bus with people who live there.',
        'A pie, en bicicleta o en autobús con quienes viven allí.',
      ],
      { icon: 'route', type: 'TouristTrip' },
    ),
    sections: [
      section(
        ['Guided tours', 'Visitas con guía'],
        ['guided-tours', 'visitas-con-guia'],
        [
          'A licensed guide, a small group and time for questions.',
          'Un guía oficial, un grupo pequeño y tiempo para preguntas.',
        ],
        { type: 'TouristTrip', matches: 'guided tour|visita guiada' },
      ),
      section(
        ['Walking tours', 'Paseos a pie'],
        ['walking-tours', 'paseos-a-pie'],
        [
          'The old quarters at walking pace, with the stories that no sign tells.',
          'Los barrios antiguos a paso lento, con las historias que ningún cartel cuenta.',
        ],
        { type: 'TouristTrip', matches: 'walking tour|paseo guiado' },
      ),
      section(
        ['Bike tours', 'Tours en bicicleta'],
        ['bike-tours', 'tours-en-bicicleta'],
        [
          'Flat routes past the highlights; bike and helmet are part of it.',
          'Rutas llanas por lo imprescindible; bicicleta y casco incluidos.',
        ],
        { type: 'TouristTrip', matches: 'bike tour|bicicleta' },
      ),
      section(
        ['Hop-on hop-off', 'Autobús turístico'],
        ['hop-on-hop-off', 'autobus-turistico'],
        [
          'Get off where you like and on again when you are done.',
          'Baje donde quiera y vuelva a subir cuando termine.',
        ],
        { type: 'TouristTrip', matches: 'hop-on|autobús turístico', spanish: 'outdated' },
      ),
      section(
        ['Night tours', 'Visitas nocturnas'],
        ['night-tours', 'visitas-nocturnas'],
        [
          'Ghosts, legends and the city with its lights on.',
          'Fantasmas, leyendas y la ciudad con las luces encendidas.',
        ],
        { type: 'TouristTrip', matches: 'by night|de noche' },
      ),
    ],
  },
  {
    ...section(
      ['Day trips', 'Excursiones'],
      ['day-trips', 'excursiones'],
      ['Out in the morning and back for dinner.', 'Salida por la mañana y vuelta para la cena.'],
      { icon: 'bus', type: 'TouristTrip' },
    ),
    sections: [
      section(
        ['Full-day trips', 'Excursiones de un día'],
        ['full-day-trips', 'excursiones-de-un-dia'],
        [
          'Transport, guide and free time in places worth a day.',
          'Transporte, guía y tiempo libre en lugares que merecen un día.',
        ],
        { type: 'TouristTrip', matches: 'full-day|de un día' },
      ),
      section(
        ['Nature and parks', 'Naturaleza y parques'],
        ['nature', 'naturaleza'],
        [
          'Coast, mountains and national parks with somebody who knows the paths.',
          'Costa, montaña y parques nacionales con quien conoce los senderos.',
        ],
        { type: 'TouristTrip', publication: 'in_review', spanish: 'machine' },
      ),
    ],
  },
  {
    ...section(
      ['Food and drink', 'Comida y bebida'],
      ['food-and-drink', 'comida-y-bebida'],
      ['Markets, kitchens and tables where locals eat.', 'Mercados, cocinas y mesas donde come la gente del lugar.'],
      { icon: 'tools-kitchen-2', type: 'TouristTrip' },
    ),
    sections: [
      section(
        ['Food tours', 'Rutas gastronómicas'],
        ['food-tours', 'rutas-gastronomicas'],
        [
          'A quarter by its dishes, five stops and nobody leaves hungry.',
          'Un barrio por sus platos: cinco paradas y nadie se va con hambre.',
        ],
        { type: 'TouristTrip', matches: 'food tour|gastronómica' },
      ),
      section(
        ['Cooking classes', 'Clases de cocina'],
        ['cooking-classes', 'clases-de-cocina'],
        [
          'To the market, then to the stove, then to the table.',
          'Al mercado, después a los fogones y por fin a la mesa.',
        ],
        { type: 'TouristTrip', matches: 'cooking class|clase de cocina' },
      ),
    ],
  },
  {
    ...section(
      ['On the water', 'En el agua'],
      ['on-the-water', 'en-el-agua'],
      ['Cities look different from a boat.', 'Las ciudades se ven distintas desde un barco.'],
      { icon: 'sailboat', type: 'TouristTrip' },
    ),
    sections: [
      section(
        ['Sunset cruises', 'Paseos al atardecer'],
        ['sunset-cruises', 'paseos-al-atardecer'],
        ['The hour when the light is best, with a glass in hand.', 'La hora de la mejor luz, con una copa en la mano.'],
        { type: 'TouristTrip', matches: 'sunset cruise|al atardecer', spanish: 'outdated' },
      ),
      section(
        ['Kayak and sailing', 'Kayak y vela'],
        ['kayak-and-sailing', 'kayak-y-vela'],
        [
          'For those who would rather move the boat themselves.',
          'Para quienes prefieren mover el barco con sus manos.',
        ],
        { type: 'TouristTrip', publication: 'unpublished' },
      ),
    ],
  },
  {
    ...section(
      ['Shows', 'Espectáculos'],
      ['shows', 'espectaculos'],
      [
        'Theatre, musicals and concerts, with seats that you choose.',
        'Teatro, musicales y conciertos, con butacas que usted elige.',
      ],
      { icon: 'masks-theater', type: 'Event' },
    ),
    sections: [
      section(
        ['Musicals', 'Musicales'],
        ['musicals', 'musicales'],
        [
          'Broadway, the West End and the tours that come to you.',
          'Broadway, el West End y las giras que llegan a su ciudad.',
        ],
        { type: 'TheaterEvent' },
      ),
      section(
        ['Concerts', 'Conciertos'],
        ['concerts', 'conciertos'],
        [
          'Stadium tours and small halls, from rock to chamber music.',
          'Giras de estadio y salas pequeñas, del rock a la música de cámara.',
        ],
        { type: 'MusicEvent' },
      ),
      section(
        ['Flamenco', 'Flamenco'],
        ['flamenco', 'tablaos-flamencos'],
        [
          'Tablaos where the first row feels the floor shake.',
          'Tablaos en los que la primera fila siente temblar el suelo.',
        ],
        { type: 'TheaterEvent', spanish: 'draft' },
      ),
    ],
  },
  {
    ...section(
      ['Sports', 'Deportes'],
      ['sports', 'deportes'],
      [
        'Matches, races and tournaments, and the grounds behind them.',
        'Partidos, carreras y torneos, y los estadios que hay detrás.',
      ],
      { icon: 'ball-football', type: 'SportsEvent' },
    ),
    sections: [
      section(
        ['Football', 'Fútbol'],
        ['football', 'futbol'],
        [
          'League nights and cup ties in the great grounds of Europe.',
          'Noches de liga y eliminatorias en los grandes estadios de Europa.',
        ],
        { type: 'SportsEvent' },
      ),
      section(
        ['Basketball', 'Baloncesto'],
        ['basketball', 'baloncesto'],
        [
          'NBA and EuroLeague from courtside to the upper tier.',
          'NBA y Euroliga, desde la pista hasta el último anillo.',
        ],
        { type: 'SportsEvent' },
      ),
      section(
        ['Stadium tours', 'Visitas a estadios'],
        ['stadium-tours', 'visitas-a-estadios'],
        [
          'The tunnel, the bench and the trophies, without the crowd.',
          'El túnel, el banquillo y los trofeos, sin la multitud.',
        ],
        { type: 'TouristAttraction', publication: 'draft', spanish: 'machine' },
      ),
    ],
  },
  {
    ...section(
      ['Transport', 'Transporte'],
      ['transport', 'transporte'],
      ['From the plane to the hotel without a question.', 'Del avión al hotel sin una sola pregunta.'],
      { icon: 'car', type: 'CollectionPage', spanish: 'draft' },
    ),
    sections: [
      section(
        ['Airport transfers', 'Traslados al aeropuerto'],
        ['airport-transfers', 'traslados-al-aeropuerto'],
        ['A driver with your name, at any hour.', 'Un conductor con su nombre, a cualquier hora.'],
        { type: 'CollectionPage', matches: 'airport transfer|traslado privado' },
      ),
    ],
  },
]
