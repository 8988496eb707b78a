import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'

const saved = z.object({ id: z.int(), version: z.int() })

export const readRetirement = defineEndpoint('GET /rest/data/locales/:id/retirement', {
  summary: 'Read what unpublishing a language would affect',
  access: ['translations', 'ui'],
  tag: 'Languages',
  params: idParams,
  /** `dependants`: languages of the site that fall back to it, which have to fall back to another one first. */
  output: z.object({ recordCount: z.int(), dependants: z.array(z.string()) }),
})

export const enableLocale = defineEndpoint('POST /rest/data/locales/:id/enable', {
  summary: 'Publish a language',
  access: ['translations', 'write'],
  tag: 'Languages',
  params: idParams,
  output: saved,
})

export const retireLocale = defineEndpoint('POST /rest/data/locales/:id/retire', {
  summary: 'Unpublish a language and say where its addresses redirect',
  access: ['translations', 'write'],
  tag: 'Languages',
  params: idParams,
  output: saved,
  input: z.strictObject(
    {
      /** The language whose pages replace it; null: its addresses return 410 Gone. */
      leadsToId: z.nullable(z.int({ error: () => t('Send the language’s id, or null for none.') })),
    },
    { error: () => t('Send the language its URLs redirect to (leadsToId), or null for none.') },
  ),
})

export const listRetiredLocales = defineEndpoint('GET /website/retired-locales', {
  summary:
    'List the languages that the website once had, each with the one whose pages its addresses lead to, or null where they are gone',
  access: 'public',
  tag: 'Website',
  output: z.array(z.object({ code: z.string(), leadsTo: z.nullable(z.string()) })),
})
