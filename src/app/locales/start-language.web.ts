import { addLanguage, findLanguageBy, pseudoLanguage } from '../../core/i18n/language.ts'

/**
 * Makes the page speak the language that its document says. To be waited for before anything is drawn: then nothing
 * flashes in English first. Where the words cannot be fetched the page speaks English, and says so.
 */
export async function startLanguage(): Promise<void> {
  const { documentElement: root } = document
  try {
    if (root.lang === 'es') {
      addLanguage('es', (await import('./es.json')).default)
      findLanguageBy(() => 'es')
    } else if (root.lang === pseudoLanguage) {
      addLanguage(pseudoLanguage, {}, (await import('../../platform/translations/pseudo-language.ts')).disguised)
      findLanguageBy(() => pseudoLanguage)
    }
  } catch {
    root.lang = 'en'
  }
}
