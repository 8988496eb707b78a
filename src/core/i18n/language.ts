import type { I18n } from '@lingui/core'
import { setupI18n } from '@lingui/core'
import type { Token } from './message-format.ts'
import { compile } from './message-format.ts'

/** The languages that a user can choose, by what they call themselves. */
export const languageNames = { en: 'English', es: 'Español' } as const

/** A language no one speaks, in which every forgotten text is easy to see. Never offered. */
export const pseudoLanguage = 'en-XA'

export type Language = keyof typeof languageNames | typeof pseudoLanguage

/** The values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number>>

/** Translations by the English text. */
export type Catalogue = Readonly<Record<string, string>>

const locales: Readonly<Record<Language, string>> = { 'en': 'en-GB', 'es': 'es-ES', [pseudoLanguage]: 'en-GB' }

interface Spoken {
  readonly i18n: I18n
  readonly plain: (text: string) => string
}

const spoken = new Map<Language, Spoken>()
let find: () => Language = () => 'en'

/** Teaches a language, before anything is said in it. `disguise` alters each piece of text between placeholders. */
export function addLanguage(language: Language, catalogue: Catalogue, disguise?: (text: string) => string): void {
  const compiled = new Map<string, Token[]>()
  const i18n = setupI18n({ locale: language, locales: locales[language], messages: { [language]: catalogue } })
  i18n.setMessagesCompiler((text) => {
    const known = compiled.get(text) ?? compile(text, disguise)
    compiled.set(text, known)
    return known
  })
  // Most texts have nothing to fill in, and appear in every row of a list.
  const plain = (text: string): string =>
    disguise ? disguise(text) : Object.hasOwn(catalogue, text) ? catalogue[text] || text : text
  spoken.set(language, { i18n, plain })
}

addLanguage('en', {})

/** Who knows which language is spoken: the page has one, the server one for each request. */
export function findLanguageBy(finder: () => Language): void {
  find = finder
}

/** The language spoken here and now. One that has not been taught is English. */
export function language(): Language {
  const found = find()
  return spoken.has(found) ? found : 'en'
}

/** The locale in which dates, numbers and lists are written. */
export function locale(): string {
  return locales[language()]
}

/**
 * A text in the reader's language. The English text is its own key; ICU MessageFormat fills it: `t('{n, plural, one {#
 * row} other {# rows}}', { n })`. Outside functions the reader is not known: mark texts with `msg` there, and translate
 * them where they are shown.
 */
export function t(text: string, values?: Values): string {
  const told = spoken.get(find()) ?? spoken.get('en')
  return (values === undefined ? told?.plain(text) : told?.i18n._(text, values)) ?? text
}

/** Marks a text for the catalogue where it cannot be translated yet; `t` does that where it is shown. */
export function msg<const T extends string>(text: T): T {
  return text
}

/** The language a person's browser asks for (RFC 9110, Accept-Language), of those that have been taught; else English. */
export function languageOf(accepted: string | undefined): Language {
  const wishes = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find((found) => found !== undefined)
      return { tag: tag.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of wishes) {
    const known =
      [...spoken.keys()].find((one) => one.toLowerCase() === tag) ??
      [...spoken.keys()].find((one) => one === tag.split('-')[0])
    if (known) return known
  }
  return 'en'
}
