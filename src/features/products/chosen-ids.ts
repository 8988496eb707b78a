import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'

/** Ids that one call takes, from 1 to 500, with what it says of none and of too many. */
export const idsOf = (some: () => string, tooMany: () => string) =>
  z
    .array(z.int({ error: () => t('Every id must be a whole number.') }), { error: some })
    .check(z.minLength(1, { error: some }), z.maxLength(500, { error: tooMany }))
