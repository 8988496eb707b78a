/**
 * What everyone in the trade writes and means alike, whatever the venue. A word is only here if it means one thing at
 * every venue; what a single venue or provider means is a rewrite rule. Each line names its source.
 */

interface Synonyms {
  readonly means: string
  readonly words: readonly string[]
  /** Where the meaning can be looked up. */
  readonly source: string
}

const dictionaries = 'Diccionario de la lengua española, Treccani, Larousse, Duden'
const abbreviations = 'Merriam-Webster, entries for abbreviations'

/** Directions and heights in the languages of the venues we sell, and other common words with one short form. */
const synonyms: readonly Synonyms[] = [
  { means: 'north', words: ['norte', 'nord', 'nth'], source: dictionaries },
  { means: 'south', words: ['sur', 'sud', 'sued', 'sth'], source: dictionaries },
  { means: 'east', words: ['este', 'est', 'ost'], source: dictionaries },
  { means: 'west', words: ['oeste', 'ovest', 'ouest'], source: dictionaries },
  { means: 'northeast', words: ['noreste', 'nordeste', 'nordest', 'nordost', 'ne'], source: dictionaries },
  { means: 'northwest', words: ['noroeste', 'nordovest', 'nordouest', 'nordwest', 'nw'], source: dictionaries },
  { means: 'southeast', words: ['sureste', 'sudeste', 'sudest', 'suedost', 'sudost', 'se'], source: dictionaries },
  {
    means: 'southwest',
    words: ['suroeste', 'sudoeste', 'sudovest', 'sudouest', 'suedwest', 'sudwest', 'sw'],
    source: dictionaries,
  },
  {
    means: 'left',
    words: ['izquierda', 'izquierdo', 'izq', 'izda', 'sinistra', 'sinistro', 'sx', 'gauche', 'links', 'lft'],
    source: dictionaries,
  },
  {
    means: 'right',
    words: ['derecha', 'derecho', 'dcha', 'destra', 'destro', 'dx', 'droite', 'rechts', 'rgt', 'rt'],
    source: dictionaries,
  },
  {
    means: 'centre',
    words: ['center', 'central', 'centro', 'centrale', 'mitte', 'milieu', 'ctr', 'cntr'],
    source: dictionaries,
  },
  {
    means: 'upper',
    words: ['alta', 'alto', 'superior', 'superiore', 'superieur', 'superieure', 'haut', 'haute', 'ober', 'upr', 'uppr'],
    source: dictionaries,
  },
  {
    means: 'lower',
    words: ['baja', 'bajo', 'inferior', 'inferiore', 'inferieur', 'inferieure', 'bas', 'basse', 'unter', 'lwr'],
    source: dictionaries,
  },
  { means: 'lateral', words: ['laterale', 'lat', 'side', 'seite', 'cote'], source: dictionaries },
  { means: 'curve', words: ['curva', 'kurve', 'virage'], source: dictionaries },
  { means: 'stand', words: ['tribuna', 'tribune', 'tribunes', 'trib', 'grada', 'stnd'], source: dictionaries },
  { means: 'level', words: ['lvl', 'lev', 'nivel', 'livello', 'niveau', 'ebene'], source: abbreviations },
  { means: 'pavilion', words: ['pavillion', 'pav'], source: abbreviations },
  { means: 'mezzanine', words: ['mezz', 'mez'], source: abbreviations },
  { means: 'orchestra', words: ['orch', 'orchester', 'orchestre'], source: abbreviations },
  { means: 'balcony', words: ['balc', 'balcon', 'balconata', 'balkon', 'balcone'], source: dictionaries },
  { means: 'floor', words: ['flr'], source: abbreviations },
  { means: 'box', words: ['palco', 'bx'], source: dictionaries },
  { means: 'standing', words: ['sro', 'stehplatz', 'stehplatze'], source: 'Wikipedia, Standing-room only' },
  {
    means: 'first',
    words: ['primero', 'primer', 'primera', 'primo', 'prima', 'premier', 'premiere', 'erster', 'erste'],
    source: dictionaries,
  },
  {
    means: 'second',
    words: ['segundo', 'segunda', 'secondo', 'seconda', 'deuxieme', 'zweiter', 'zweite'],
    source: dictionaries,
  },
  {
    means: 'third',
    words: ['tercero', 'tercer', 'tercera', 'terzo', 'terza', 'troisieme', 'dritter', 'dritte'],
    source: dictionaries,
  },
  {
    means: 'fourth',
    words: ['cuarto', 'cuarta', 'quarto', 'quarta', 'quatrieme', 'vierter', 'vierte'],
    source: dictionaries,
  },
  { means: 'sun', words: ['sol'], source: dictionaries },
  { means: 'shade', words: ['sombra'], source: dictionaries },
]

const meaning = new Map(synonyms.flatMap(({ means, words }) => words.map((word) => [word, means] as const)))

export const tradeMeanings: ReadonlySet<string> = new Set(meaning.values())

/** The English word for a word of the trade, or the word itself. */
export const meaningOf = (word: string): string => meaning.get(word) ?? word

/** Words before a section's name that mean "section" and nothing else. */
export const noise: ReadonlySet<string> = new Set(
  'section sections sec sect sct block blk bloque bloc blocco sector secteur settore sektor seccion sezione'.split(' '),
)

/** A number after one of these is a floor, a door or a price, and no section. */
export const notSectionNumbers: ReadonlySet<string> = new Set(
  (
    'gate door entrance entry puerta porta porte tor eingang category cat categoria ' +
    'categorie kategorie price preis portal vomitorio vomitory boca vom acceso accesso acces zugang aufgang turn ' +
    'seat seats asiento siege'
  ).split(' '),
)

/** A small number after one of these is a floor or an area: "Level 3". A large one is a section's: "Terrace Level 331". */
export const floors: ReadonlySet<string> = new Set(
  'level tier ring anillo anello zone zona area planta piso rang first second third fourth fifth'.split(' '),
)

/** Places of their own: a listing that names one is in no section without the word. */
export const ownKinds: ReadonlySet<string> = new Set('suite skybox standing table cabana tent bus picnic'.split(' '))

/** Words of offers: beside a section's own words they say nothing, by themselves they name no section. */
export const offerWords: ReadonlySet<string> = new Set(
  'vip hospitality lounge package meet greet soundcheck experience'.split(' '),
)

/** Not seats at all, whatever number follows. */
export const extras: ReadonlySet<string> = new Set(
  (
    'parking park garage lot tailgate shuttle hotel parcheggio aparcamiento estacionamiento voucher merchandise merch ' +
    'camping locker upgrade parkplatz parkhaus stationnement'
  ).split(' '),
)

export const ordinals: ReadonlySet<string> = new Set(['first', 'second', 'third', 'fourth', 'fifth'])

/** Groups of which a section is only one: left is never right. */
export const opposites: readonly ReadonlySet<string>[] = [
  new Set(['north', 'south']),
  new Set(['east', 'west']),
  new Set(['northeast', 'northwest', 'southeast', 'southwest']),
  new Set(['left', 'right', 'centre']),
  new Set(['lateral', 'centre']),
  new Set(['sun', 'shade']),
  new Set(['upper', 'lower']),
  ordinals,
  new Set(['front', 'rear', 'back']),
]

/** Words for which sellers write a single letter after a name: "Podium L". */
export const directions: ReadonlySet<string> = new Set(
  'north south east west left right centre upper lower lateral'.split(' '),
)

/** Areas of a house. One that a map does not have is not one of its small numbers: "Loge 4" is not "Block 4". */
export const areas: ReadonlySet<string> = new Set(
  (
    'floor field court courtside terrace loge balcony mezzanine orchestra circle stall deck bleacher pavilion ' +
    'club box parterre parkett platea galleria gallery galerie amphitheatre anfiteatro rang pit lawn ' +
    'promenade gangway'
  ).split(' '),
)

/** Words that name parts of a house everywhere and no area of their own, so that a number beside one can be a section's. */
export const seatingWords: ReadonlySet<string> = new Set(
  (
    'level tier reserve reserved grandstand stand upper lower left right centre north south east west lateral curve main ' +
    'corner end infield outfield baseline'
  ).split(' '),
)

/** Words that a name can have and a listing leave out. */
export const optionalWords: ReadonlySet<string> = new Set(
  'level seating seats area the of section de du des del della di la le les el los y et und and'.split(' '),
)
