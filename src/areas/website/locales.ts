import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'

const locale = z.object({
  code: z.string(),
  name: z.string(),
  /** Its name in itself, for people who are looking for it. */
  nativeName: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** Where a missing translation is taken from; null at the end of the chain. */
  fallback: z.nullable(z.string()),
  isDefault: z.boolean(),
})

export type Locale = z.output<typeof locale>

/** Public: the login page is translated too. */
export const listLocales = defineEndpoint('GET /user/locales', {
  summary: 'List the languages of the website, or of the console with for=console, the default first',
  access: 'public',
  query: z.object({ for: z.optional(z.enum(['site', 'console'], { error: () => t('for is site or console.') })) }),
  output: z.array(locale),
  tag: 'Website',
})
