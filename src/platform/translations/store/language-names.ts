import { nameOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'

/**
 * The name of a language in the reader's language.
 *
 * @param name - the name that staff gave it, used for tags without a standard name
 */
export function languageName(code: string, name: string): string {
  const [base = code] = code.split('-')
  return nameOf('language', base) === base ? t(name) : nameOf('language', code)
}
