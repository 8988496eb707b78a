import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { outcomes } from '../../core/outcome.ts'

/** Languages that one call can launch. */
const maxLaunched = 50

const launch = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** Why it cannot be published with the others that were named; null when it can. */
  obstacle: z.nullable(z.string()),
  /** Pages of each kind: those that are published, and of them those that have a title of their own in the language. */
  pages: z.array(z.object({ resource: z.string(), published: z.int(), translated: z.int() })),
  /** Texts of published pages that readers would see without approval, and those older than their source. */
  unapproved: z.int(),
  outdated: z.int(),
})
export type Launch = z.output<typeof launch>

export const readLaunch = defineEndpoint('GET /rest/data/locales/launch', {
  summary: 'Read what readers would see if languages were published together',
  access: ['translations', 'ui'],
  tag: 'Languages',
  query: z.object({
    ids: z.string({ error: () => t('Send the languages’ ids, separated by commas.') }).check(
      z.regex(/^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,49}$/, {
        error: () => t('Send the languages’ ids, separated by commas.'),
      }),
    ),
  }),
  output: z.object({ languages: z.array(launch) }),
})

export const launchLocales = defineEndpoint('POST /rest/data/locales/launch', {
  summary: 'Publish languages together; one that cannot be published says why and does not hold up the others',
  access: ['translations', 'write'],
  tag: 'Languages',
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }), {
        error: () => t('Send the languages’ ids.'),
      })
      .check(
        z.minLength(1, { error: () => t('Choose at least one language.') }),
        z.maxLength(maxLaunched, { error: () => t('At most {most} at once.', { most: maxLaunched }) }),
      ),
  }),
  output: outcomes,
})
