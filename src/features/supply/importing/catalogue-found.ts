import * as z from 'zod/mini'
import { t } from '../../../core/i18n/language.ts'
import { codeStatuses } from './product-codes.ts'

const asked = (most: number) =>
  z.optional(
    z.string().check(z.trim(), z.maxLength(most, { error: () => t('Use at most {n} characters.', { n: most }) })),
  )
export const catalogueQuery = z.strictObject({
  words: asked(120),
  place: asked(80),
  page: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,2}$/, { error: () => t('Page numbers start at 1.') }))),
})
export const foundInCatalogue = z
  .object({
    items: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        place: z.nullable(z.string()),
        imageUrl: z.nullable(z.string()),
        price: z.nullable(z.int()),
        currency: z.nullable(z.string()),
        /** Of the code, where staff have pasted it already. */
        status: z.nullable(z.enum(codeStatuses)),
      }),
    ),
    total: z.int(),
    hasMore: z.boolean(),
    /** Why the supplier could not be searched. */
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'FoundInCatalogue' })
export type FoundInCatalogue = z.output<typeof foundInCatalogue>
