import * as z from 'zod/mini'
import { msg, t } from '../../../core/i18n/language.ts'
import { typedLine, typedText } from '../typed-text.ts'

/** A text that has to say something. */
export const sentence = (missing: string, max: number) => typedText(max, () => t(missing))
/** The same in one line. */
export const line = (missing: string, max: number) => typedLine(max, () => t(missing))
export const reason = sentence(msg('Enter a reason.'), 300)
export const name = line(msg('Enter a name.'), 201)
export const position = z.int({ error: () => t('Send a line’s position.') })

export const refundedBy = z.enum(['platform', 'seller', 'provider'], { error: () => t('Choose who pays for it.') })
