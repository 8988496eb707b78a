import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { basePathOf, inSentence } from '../../kit/resource.ts'
import { shownStatuses, translationStatuses } from './translatable.ts'

const direction = z.enum(['ltr', 'rtl'])

const completeness = z.object({
  code: z.string(), name: z.string(), nativeName: z.string(), direction,
  /** False: it is being prepared, and readers see none of it. */
  isOnSite: z.boolean(),
  /** Of how many texts; those whose source is empty need none. */
  translated: z.int(), total: z.int(), outdated: z.int(),
})
export type Completeness = z.output<typeof completeness>

const text = z.object({
  field: z.string(),
  source: z.nullable(z.string()),
  /** Null: missing, so that readers see what it falls back to. Empty: meant to be empty. */
  text: z.nullable(z.string()),
  status: z.enum(shownStatuses),
  /** The source as it was when this was made from it, where it says something else now. */
  sourceThen: z.nullable(z.string()),
  /** What readers of the language see, and in which language that is. */
  shown: z.nullable(z.string()),
  shownIn: z.nullable(z.string()),
  isFallback: z.boolean(),
  translator: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
})
export type TranslatedText = z.output<typeof text>

const texts = z.object({
  locale: z.string(), name: z.string(), direction, sourceLocale: z.string(), texts: z.array(text),
})
export type TranslatedTexts = z.output<typeof texts>

const given = z.strictObject({
  /** Null takes the text away. */
  text: z.nullable(z.string({ error: () => t('A translation is a text, or null for none.') })),
  status: z.optional(z.enum(translationStatuses, { error: () => t('The status is one of {statuses}.', { statuses: translationStatuses.join(', ') }) })),
})

export function translationsEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/translations`, {
    summary: `Read in which languages one ${inSentence(one)} has its texts`,
    access: [resource.access.object, 'ui'], tag: many, params: z.object({ id: z.string() }),
    output: z.object({ sourceLocale: z.string(), sourceName: z.string(), locales: z.array(completeness) }),
  })
}

export function textsEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/translations/:locale`, {
    summary: `Read the texts of one ${inSentence(one)} in a language, fallbacks marked`,
    access: [resource.access.object, 'ui'], tag: many, params: z.object({ id: z.string(), locale: z.string() }), output: texts,
  })
}

/** Whoever translates need not be able to change the record itself, so the right to write is that on translations. */
export function translateEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`PUT ${basePathOf(resource)}/:id/translations/:locale`, {
    summary: `Write texts of one ${inSentence(one)} in a language`,
    access: ['translations', 'write'], also: [[resource.access.object, 'ui']], tag: many,
    params: z.object({ id: z.string(), locale: z.string() }),
    input: z.strictObject({ texts: z.record(z.string(), given, { error: () => t('Send the texts by field, each as an object with its text.') }) }),
    output: texts,
    headers: { 'If-Match': 'The ETag of the texts as they were read' },
  })
}
