import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

const recordId = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: () => t('Send the record’s id.') }))
const place = { resource: z.string(), recordId, locale: z.string() }

const match = z.object({
  source: z.string(),
  text: z.string(),
  translator: z.string(),
  /** How alike the sources are, in hundredths of a percent. */
  likeness: z.int(),
})
const term = z.object({ source: z.string(), text: z.string() })
const helps = z.object({ field: z.string(), matches: z.array(match), terms: z.array(term) })
export type Helps = z.output<typeof helps>

export const readMemory = defineEndpoint('GET /rest/data/translations/memory', {
  summary: 'Read what was approved elsewhere for similar sources, and how names were translated',
  access: ['translations', 'ui'],
  tag: 'Translations',
  query: z.object(place),
  output: z.object({ fields: z.array(helps) }),
})

const version = z.object({ id: z.int(), at: z.string(), by: z.string(), text: z.string() })

export const readTextVersions = defineEndpoint('GET /rest/data/translations/versions', {
  summary: 'Read what a translation said before, the last ten times that it was changed',
  access: ['translations', 'ui'],
  tag: 'Translations',
  query: z.object({ ...place, field: z.string() }),
  output: z.object({ versions: z.array(version) }),
})
