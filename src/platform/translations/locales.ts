import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { wholeListQuery } from '../../core/list/whole-list.ts'
import { t } from '../../core/i18n/language.ts'

/** A language as it travels. */
export const localeSchema = z.object({
  code: z.string(),
  name: z.string(),
  /** Its name in itself, for people who are looking for it. */
  nativeName: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** Where a missing translation is taken from; null at the end of the chain. */
  fallback: z.nullable(z.string()),
  isDefault: z.boolean(),
})

/** Public: the login page is translated too. */
export const listLocales = defineEndpoint('GET /user/locales', {
  summary: 'List the languages of the website, or of the console with for=console, the default first',
  access: 'public',
  answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind', 'ETag'],
  query: z.strictObject({
    for: z.optional(z.enum(['site', 'console'], { error: () => t('for is site or console.') })),
    ...wholeListQuery,
  }),
  output: z.array(localeSchema),
  tag: 'Website',
})
