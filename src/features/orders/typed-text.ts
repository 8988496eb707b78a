import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'
import { cased, forbidden } from '../../core/resource/value-schemas.ts'

// What people type here is read by customers and stays on invoices, so it is cleaned and refused as fields of records are.
function typed(tidy: (value: string) => string, max: number, missing?: () => string) {
  return z.string(missing && { error: missing }).check(
    z.overwrite((value) => tidy(value.normalize('NFC')).trim()),
    ...(missing ? [z.minLength(1, { error: missing })] : []),
    z.maxLength(max, { error: () => t('Use at most {max} characters.', { max }) }),
    z.refine((value) => !forbidden.test(value) && value.isWellFormed(), {
      error: () => t('Remove the characters that cannot be shown.'),
    }),
  )
}

/** One line of at most `max` characters. `missing` is said where it has to say something and does not. */
export const typedLine = (max: number, missing?: () => string) => typed(cased['as it is'], max, missing)

/** The same for what has several lines. */
export const typedText = (max: number, missing?: () => string) => typed((value) => value, max, missing)
