import { addLanguage, pseudoLanguage } from '../../core/i18n/language.ts'
import { disguised } from '../../platform/translations/pseudo-language.ts'
import spanish from './es.json' with { type: 'json' }

/** Registers the server's languages; the pseudo-language only outside production. */
export function addLanguages({ isProduction }: { isProduction: boolean }): void {
  addLanguage('es', spanish)
  if (!isProduction) addLanguage(pseudoLanguage, {}, disguised)
}
