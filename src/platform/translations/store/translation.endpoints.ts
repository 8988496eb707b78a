import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { idParams, idText } from '../../../core/http/path-params.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { basePathOf } from '../../../core/resource/resource.ts'
import { shownStatuses, translationStatuses } from './translatable.ts'

const direction = z.enum(['ltr', 'rtl'])

const completeness = z
  .object({
    code: z.string(),
    name: z.string(),
    nativeName: z.string(),
    direction,
    /** False: it is being prepared, and readers see none of it. */
    isOnSite: z.boolean(),
    /** How many texts its readers get, now or once it is published. */
    translated: z.int(),
    /** Of how many; those whose source is empty need none. */
    total: z.int(),
    /** Written, but readers don’t get them before they are approved. */
    unapproved: z.int(),
    outdated: z.int(),
  })
  .register(z.globalRegistry, { id: 'TranslationCompleteness' })
export type Completeness = z.output<typeof completeness>

const text = z
  .object({
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
  .register(z.globalRegistry, { id: 'TranslatedText' })
export type TranslatedText = z.output<typeof text>

const texts = z
  .object({
    locale: z.string(),
    name: z.string(),
    direction,
    sourceLocale: z.string(),
    texts: z.array(text),
  })
  .register(z.globalRegistry, { id: 'TranslatedTexts' })
export type TranslatedTexts = z.output<typeof texts>

const given = z
  .strictObject({
    /** Null takes the text away. */
    text: z.nullable(z.string({ error: () => t('A translation must be text, or null for none.') })),
    status: z.optional(
      z.enum(translationStatuses, {
        error: () => t('The status must be one of {statuses}.', { statuses: translationStatuses.join(', ') }),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'TranslationInput' })

const translations = z
  .object({ sourceLocale: z.string(), sourceName: z.string(), locales: z.array(completeness) })
  .register(z.globalRegistry, { id: 'Translations' })
/** What names a language in the addresses of calls about texts in it. */
export const localeText = z
  .string()
  .register(z.globalRegistry, { description: 'The language, as a BCP 47 tag', parameter: 'Locale' })
const localeParams = z.object({ id: idText, locale: localeText })

export function translationsEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/translations`, {
    summary: 'Read in which languages one record has its texts',
    operationId: 'readTranslations',
    each: resource,
    access: [resource.access.object, 'ui'],
    tag: 'Translations',
    params: idParams,
    output: translations,
  })
}

export function textsEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/translations/:locale`, {
    summary: 'Read the texts of one record in a language, fallbacks marked',
    operationId: 'readTexts',
    each: resource,
    access: [resource.access.object, 'ui'],
    tag: 'Translations',
    params: localeParams,
    output: texts,
    answers: ['ETag'],
  })
}

/** Translators need not be able to change the record itself, so this requires write on translations. */
const textsInput = z
  .strictObject({
    texts: z.record(z.string(), given, {
      error: () => t('Send the texts by field, each as an object with its text.'),
    }),
  })
  .register(z.globalRegistry, { id: 'TranslatedTextsInput' })

export function translateEndpoint(resource: AnyResource) {
  return defineEndpoint(`PUT ${basePathOf(resource)}/:id/translations/:locale`, {
    summary: 'Write texts of one record in a language',
    operationId: 'writeTexts',
    each: resource,
    access: ['translations', 'write'],
    also: [[resource.access.object, 'ui']],
    tag: 'Translations',
    params: localeParams,
    input: textsInput,
    output: texts,
    headers: { 'If-Match': 'The ETag of the texts as they were read' },
    answers: ['ETag'],
  })
}
