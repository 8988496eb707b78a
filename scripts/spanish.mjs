// Spanish says usted to staff and to customers alike. Most presents of "usted" are imperatives of "tú" as well ("Elige" is
// both "Chooses" and "Choose"), so an imperative is a fault only where the English sentence is one.

/** Words that only "tú" has. */
const FAMILIAR =
  /(?<![\p{L}{])(tú|tus?|te|ti|contigo|tuy[oa]s?|has|hayas|eres|estás|puedes|podrás|tienes|tendrás|tenías|quieres|quieras|debes|deberías|sabes|haces|verás|necesit[ae]s|eliges|elijas|pediste|pagaste|abriste|supiste|haz|dínoslo|avísale|pregúntales|consúltales|hazlo|ábrelo|cámbi?al[oa]s?|cancélal[oa]s?|cóbralo|cópialo|corrígelo|devuélvelo|divídelo|ejecútal[oa]|emítel[oa]|fusiónal[oa]|guárdal[oa]|indícal[oa]s?|inténtalo|muéstral[oa]|pídeselo|reanúdal[oa]|reembólsal[oa]s?|regístral[oa]|reinténtalo|retíral[oa]s?|revísal[oa]s?|suéltal[oa]s?|súbel[oa])(?![\p{L}}])/giu

const IMPERATIVES = new Map([
  ['abre', 'Open'],
  ['añade', 'Add'],
  ['cambia', 'Change'],
  ['cancela', 'Cancel'],
  ['comprueba', 'Check'],
  ['divide', 'Split'],
  ['elige', 'Choose'],
  ['envía', 'Send'],
  ['escribe', 'Enter Type Write'],
  ['espera', 'Wait'],
  ['indica', 'Name Say Give'],
  ['introduce', 'Enter'],
  ['di', 'Say'],
  ['pide', 'Ask'],
  ['prueba', 'Try'],
  ['pulsa', 'Press'],
  ['reembolsa', 'Refund'],
  ['responde', 'Answer'],
  ['retira', 'Recall Remove'],
  ['revisa', 'Check'],
  ['selecciona', 'Select'],
  ['usa', 'Use'],
  ['vuelve', 'Try Look Return'],
])

/** The words of a Spanish text that say "tú", in lower case: `['tus', 'elige']`. English: the text it translates, if any. */
export function familiarWords(spanish, english = '') {
  const words = [...spanish.matchAll(FAMILIAR)].map(([word]) => word.toLowerCase())
  const theirs = sentencesOf(english)
  const ours = sentencesOf(spanish)
  if (theirs.length === ours.length) {
    for (const [i, sentence] of ours.entries()) {
      const [word = ''] = sentence.toLowerCase().match(/^\p{L}+/u) ?? []
      const [verb] = theirs[i].match(/^[A-Za-z]+/) ?? []
      if (IMPERATIVES.get(word)?.split(' ').includes(verb)) words.push(word)
    }
  }
  return [...new Set(words)]
}

const sentencesOf = (text) => text.split(/(?<=[.:;?!])\s+/)

/** A sentence for each text of the catalogue, and each line of the letters to customers, that says "tú". */
export function* familiarFaults(catalogue, files) {
  for (const [english, spanish] of Object.entries(catalogue)) {
    const words = familiarWords(spanish, english)
    if (words.length > 0) yield `${JSON.stringify(spanish)} says tú (${words.join(', ')}): say usted`
  }
  for (const [path, code] of files) {
    if (!LETTERS.test(path)) continue
    for (const [i, line] of code.split('\n').entries()) {
      // A line break within a text would join its n to the word after it. These files have other languages too.
      const words = familiarWords(line.replaceAll('\\n', ' ')).filter((word) => !ELSEWHERE.has(word))
      if (words.length > 0) yield `${path}:${i + 1} says tú (${words.join(', ')}): say usted`
    }
  }
}

/** Words of English, French or Portuguese as well. */
const ELSEWHERE = new Set(['has', 'te', 'ti'])

/** Where the Spanish of letters and of the demo's site is. */
const LETTERS =
  /\/(seed-order-messages\.server|notice-texts|letter-formats|seed-alias-texts|seed-section-list|seed-static-page-list|seed-agreement-list)\.ts$/
