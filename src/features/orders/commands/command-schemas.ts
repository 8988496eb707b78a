import * as z from 'zod/mini'
import { msg, t } from '../../../core/i18n/language.ts'

/** A text that has to say something, with blanks at its ends cut off. */
export const sentence = (missing: string, max: number) =>
  z
    .string({ error: () => t(missing) })
    .check(
      z.trim(),
      z.minLength(1, { error: () => t(missing) }),
      z.maxLength(max, { error: () => t('Use at most {max} characters.', { max }) }),
    )
export const reason = sentence(msg('Enter a reason.'), 300)
export const name = sentence(msg('Enter a name.'), 201)
export const position = z.int({ error: () => t('Send a line’s position.') })

export const refundedBy = z.enum(['platform', 'seller', 'provider'], { error: () => t('Choose who pays for it.') })
