import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'

/** Namesakes that are listed. Beyond that, the user searches the list. */
export const maxNamesakes = 5

export const readNamesakes = defineEndpoint('GET /rest/data/performers/namesakes', {
  summary: 'Read which performers match what is typed, ignoring spellings, accents and legal forms',
  access: ['performers', 'ui'],
  tag: 'Performers',
  query: z.object({
    name: z
      .string({ error: () => t('Enter a name.') })
      .check(
        z.trim(),
        z.minLength(1, { error: () => t('Enter a name.') }),
        z.maxLength(160, { error: () => t('A name can have at most {n} characters.', { n: 160 }) }),
      ),
  }),
  output: z.object({
    namesakes: z.array(z.object({ id: z.int(), name: z.string(), kind: z.string(), sport: z.nullable(z.string()) })),
  }),
})

export const listLeagues = defineEndpoint('GET /rest/data/performers/leagues', {
  summary: 'Read which leagues teams are kept in, the most frequent first',
  access: ['performers', 'ui'],
  tag: 'Performers',
  output: z.object({ leagues: z.array(z.string()) }),
})
