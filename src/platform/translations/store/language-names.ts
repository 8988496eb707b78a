import { nameOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'

/**
 * What a language is called in the reader's own.
 *
 * @param name - what staff called it, for tags that nobody has a name for
 */
export function languageName(code: string, name: string): string {
  const [base = code] = code.split('-')
  return nameOf('language', base) === base ? t(name) : nameOf('language', code)
}
