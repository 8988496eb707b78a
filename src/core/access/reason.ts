import * as z from 'zod/mini'
import { t } from '../i18n/language.ts'

/** Why an actor does something that needs a reason, in words that the audit keeps. */
export const reasonText = z.string({ error: () => t('Enter a short reason.') }).check(
  z.overwrite((value) => value.normalize('NFC').trim().replaceAll(/\s+/g, ' ')),
  z.minLength(5, { error: () => t('Enter a short reason.') }),
  z.maxLength(500, { error: () => t('The reason can have at most 500 characters.') }),
  z.refine((value) => value.isWellFormed() && !/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/.test(value), {
    error: () => t('The reason has characters that cannot be shown.'),
  }),
)

export const reasonInput = z.strictObject({ reason: reasonText }).register(z.globalRegistry, { id: 'Reason' })
