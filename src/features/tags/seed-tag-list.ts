interface DemoTag {
  readonly en: string
  readonly es: string
  readonly group: string
  readonly colour: string
  readonly synonyms?: readonly string[]
  /**
   * Events of these types whose name or performers match (POSIX, not case-sensitive), one in so many; without any of
   * these, no event has the tag.
   */
  readonly types?: readonly string[]
  readonly matches?: string
  readonly oneIn?: number
  readonly isInternal?: boolean
  /** The suppliers' tags for it: `viator 1188`. */
  readonly supplier?: readonly string[]
}

const every = ['concert', 'festival', 'theatre', 'exhibition', 'sport', 'other']

/** Varied enough to give the hygiene checks findings: some are near duplicates, some are unused. */
export const eventTags: readonly DemoTag[] = [
  {
    en: 'Family friendly',
    es: 'Para toda la familia',
    group: 'Audience',
    colour: 'green',
    types: ['theatre', 'exhibition'],
    oneIn: 3,
    synonyms: ['kids', 'children', 'familias'],
  },
  {
    en: 'Family-friendly shows',
    es: 'Espectáculos familiares',
    group: 'Audience',
    colour: 'green',
    types: ['theatre'],
    oneIn: 17,
  },
  {
    en: 'Date night',
    es: 'Plan en pareja',
    group: 'Mood',
    colour: 'pink',
    types: ['theatre', 'concert'],
    oneIn: 5,
    synonyms: ['romantic'],
  },
  { en: 'Party', es: 'Fiesta', group: 'Mood', colour: 'violet', matches: 'electronic|hip-hop|cumbia|salsa|k-pop|pop' },
  { en: 'Rock', es: 'Rock', group: 'Genre', colour: 'red', matches: 'rock|metal|indie' },
  {
    en: 'Jazz and soul',
    es: 'Jazz y soul',
    group: 'Genre',
    colour: 'orange',
    matches: 'jazz|soul|r&b',
    synonyms: ['blues'],
  },
  { en: 'Jazz & soul', es: 'Jazz & soul', group: 'Genre', colour: 'orange', matches: 'soul', oneIn: 2 },
  {
    en: 'Classical',
    es: 'Clásica',
    group: 'Genre',
    colour: 'blue',
    matches: 'classical|choral|orchestra',
    synonyms: ['symphony'],
  },
  { en: 'Opera', es: 'Ópera', group: 'Genre', colour: 'blue', matches: 'opera|operetta', synonyms: ['ópera', 'lyric'] },
  { en: 'Ballet', es: 'Ballet', group: 'Genre', colour: 'pink', matches: 'ballet', synonyms: ['dance'] },
  { en: 'Flamenco and fado', es: 'Flamenco y fado', group: 'Genre', colour: 'red', matches: 'flamenco|fado' },
  { en: 'Folk', es: 'Folk', group: 'Genre', colour: 'teal', matches: 'folk|andean|bluegrass|country' },
  {
    en: 'Football',
    es: 'Fútbol',
    group: 'Sport',
    colour: 'green',
    matches: 'football',
    types: ['sport'],
    synonyms: ['soccer', 'fútbol'],
  },
  {
    en: 'Basketball',
    es: 'Baloncesto',
    group: 'Sport',
    colour: 'orange',
    matches: 'basketball',
    types: ['sport'],
    synonyms: ['basket'],
  },
  { en: 'Open air', es: 'Al aire libre', group: 'Setting', colour: 'teal', types: ['festival'], synonyms: ['outdoor'] },
  {
    en: 'Open air shows',
    es: 'Espectáculos al aire libre',
    group: 'Setting',
    colour: 'teal',
    types: ['festival'],
    oneIn: 6,
  },
  { en: 'Must see', es: 'Imprescindible', group: 'Editorial', colour: 'yellow', types: every, oneIn: 11 },
  { en: 'Last chance', es: 'Última oportunidad', group: 'Editorial', colour: 'red', types: ['exhibition'], oneIn: 4 },
  {
    en: 'Check the seating plan',
    es: 'Revisar el plano',
    group: 'Internal',
    colour: 'grey',
    types: every,
    oneIn: 23,
    isInternal: true,
  },
  { en: 'Halloween', es: 'Halloween', group: 'Season', colour: 'orange' },
  {
    en: 'Christmas',
    es: 'Navidad',
    group: 'Season',
    colour: 'red',
    matches: 'nutcracker',
    synonyms: ['xmas', 'navidades'],
  },
  { en: 'Jubilee 2022', es: 'Jubileo 2022', group: 'Season', colour: 'grey' },
  {
    en: 'Signed performance',
    es: 'Con lengua de signos',
    group: 'Access',
    colour: 'blue',
    types: ['theatre'],
    oneIn: 9,
  },
]

export const tourTags: readonly DemoTag[] = [
  {
    en: 'Skip the line',
    es: 'Sin colas',
    group: 'Ticket',
    colour: 'green',
    matches: 'skip-the-line|sin colas',
    supplier: ['viator 21074', 'tiqets skip-line'],
    synonyms: ['fast track'],
  },
  {
    en: 'Small group',
    es: 'Grupo reducido',
    group: 'Ticket',
    colour: 'teal',
    matches: 'small|guided|guiada',
    supplier: ['viator 20757'],
  },
  {
    en: 'Food and drink',
    es: 'Comida y bebida',
    group: 'Theme',
    colour: 'orange',
    matches: 'food|cooking|gastron|cocina|tapas|wine',
    supplier: ['viator 21911', 'globick FOOD'],
    synonyms: ['tasting'],
  },
  {
    en: 'On foot',
    es: 'A pie',
    group: 'Way',
    colour: 'blue',
    matches: 'walking|a pie|paseo guiado',
    supplier: ['viator 21725', 'tiqets walking-tours'],
  },
  {
    en: 'By bike',
    es: 'En bicicleta',
    group: 'Way',
    colour: 'blue',
    synonyms: ['by bicycle', 'cycling'],
    matches: 'bike|bicicleta',
    supplier: ['viator 13018', 'tourcms cycle'],
  },
  { en: 'By bicycle', es: 'En bici', group: 'Way', colour: 'blue', supplier: ['globick BIKE'] },
  {
    en: 'At night',
    es: 'De noche',
    group: 'Time',
    colour: 'violet',
    matches: 'night|noche|sunset|atardecer',
    supplier: ['viator 11922'],
  },
  {
    en: 'Day trip',
    es: 'Excursión de un día',
    group: 'Time',
    colour: 'yellow',
    matches: 'day trip|full-day|de un día',
    supplier: ['viator 11938', 'globick DAY'],
  },
  {
    en: 'Museums',
    es: 'Museos',
    group: 'Theme',
    colour: 'violet',
    matches: 'museum|museo|gallery|galer',
    supplier: ['viator 21514', 'tiqets museums'],
  },
  { en: 'Helicopter', es: 'Helicóptero', group: 'Way', colour: 'grey', supplier: ['viator 12065'] },
]

/** Tags that suppliers use and ours do not map yet: terms without a tag of ours, and some that mean nothing. */
export const unmappedTags: readonly {
  readonly supplier: string
  readonly code: string
  readonly pattern?: string
  readonly oneIn?: number
}[] = [
  { supplier: 'viator', code: '21701', pattern: 'boat|cruise|kayak|sail|barco|crucero', oneIn: 1 },
  { supplier: 'viator', code: '12046', pattern: 'private|privad', oneIn: 1 },
  { supplier: 'viator', code: '21479', pattern: 'tour|excursi', oneIn: 9 },
  { supplier: 'viator', code: '20217', oneIn: 7 },
  { supplier: 'tiqets', code: 'audio-guide', oneIn: 4 },
  { supplier: 'tiqets', code: 'wheelchair-friendly', oneIn: 6 },
  { supplier: 'tiqets', code: 'towers', pattern: 'tower|torre|mirador|view', oneIn: 1 },
  { supplier: 'globick', code: 'BEST', oneIn: 5 },
  { supplier: 'globick', code: 'FAMILY', oneIn: 6 },
  { supplier: 'tourcms', code: 'pickup', oneIn: 3 },
  { supplier: 'tourcms', code: 'eco', oneIn: 11 },
]
