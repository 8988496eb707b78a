import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams, idText } from '../../core/http/path-params.ts'
import { basePathOf, inSentence } from '../../core/resource/resource.ts'
import { localeText } from '../../platform/translations/store/translation.endpoints.ts'
import type { Reviews } from './reviews.ts'

/** Maximum reviews per request. */
export const maxAsked = 200

const params = z.object({ id: idText, locale: localeText })
const translation = z
  .object({
    locale: z.string(),
    name: z.string(),
    direction: z.enum(['ltr', 'rtl']),
    /** Null until translated. */
    title: z.nullable(z.string()),
    body: z.nullable(z.string()),
    translator: z.nullable(z.string()),
    translatedAt: z.nullable(z.string()),
    askedBy: z.string(),
    askedAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'ReviewTranslation' })
export type ReviewTranslation = z.output<typeof translation>
const translations = z
  .object({ translations: z.array(translation) })
  .register(z.globalRegistry, { id: 'ReviewTranslations' })

const locale = z.string({ error: () => t('Send the language code.') })

/** Asking for reviews in another language, and writing them there: both by people, beside the author's own words. */
export function translationCallsOf({ resource }: Reviews) {
  const base = basePathOf(resource)
  const [one, many] = [inSentence(resource.label[0]), resource.label[1]]
  const { object } = resource.access
  return {
    ask: defineEndpoint(`POST ${base}/translations`, {
      summary: `Ask for ${many.toLowerCase()} in another language of the site; those that are written in it, or asked for already, are passed over`,
      access: [object, 'write'],
      tag: many,
      input: z.strictObject({
        ids: z
          .array(z.int({ error: () => t('Every id must be a whole number.') }), {
            error: () => t('Send the reviews’ ids.'),
          })
          .check(
            z.minLength(1, { error: () => t('Send the reviews’ ids.') }),
            z.maxLength(maxAsked, { error: () => t('At most {n} at once.', { n: maxAsked }) }),
          ),
        locale,
      }),
      output: z.object({ asked: z.int(), passedOver: z.int() }),
    }),
    read: defineEndpoint(`GET ${base}/:id/translations`, {
      summary: `Read in which languages one ${one} is, and in which it is asked for`,
      access: [object, 'ui'],
      tag: many,
      params: idParams,
      output: translations,
    }),
    write: defineEndpoint(`PUT ${base}/:id/translations/:locale`, {
      summary: `Write one ${one} in another language; passages that were redacted stay redacted`,
      access: [object, 'write'],
      also: [['translations', 'write']],
      tag: many,
      params,
      output: translations,
      input: z.strictObject({
        title: z.nullable(
          z
            .string({ error: () => t('Send the title as text, or null.') })
            .check(z.maxLength(150, { error: () => t('At most {n} characters.', { n: 150 }) })),
        ),
        body: z
          .string({ error: () => t('Enter the text.') })
          .check(z.maxLength(5_000, { error: () => t('At most {n} characters.', { n: 5_000 }) })),
      }),
    }),
    withdraw: defineEndpoint(`DELETE ${base}/:id/translations/:locale`, {
      summary: `Take away one ${one} in another language, or that it was asked for`,
      access: [object, 'write'],
      also: [['translations', 'write']],
      tag: many,
      params,
      output: translations,
    }),
  }
}
