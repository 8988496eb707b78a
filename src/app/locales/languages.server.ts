import { addLanguage, pseudoLanguage } from '../../kit/language.ts'
import { disguised } from '../../areas/translations/pseudo-language.ts'
import spanish from './es.json' with { type: 'json' }

/** Teaches the server its languages; the pseudo-language only where nobody works. */
export function addLanguages({ isProduction }: { isProduction: boolean }): void {
  addLanguage('es', spanish)
  if (!isProduction) addLanguage(pseudoLanguage, {}, disguised)
}
