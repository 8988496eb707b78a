import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

/** Maximum matches linked at once. */
export const maxLinked = 500

const event = z.object({ id: z.int(), name: z.string() })
const results = z.object({
  results: z.array(
    z.object({
      id: z.int(),
      ok: z.boolean(),
      /** The event it is linked to, or would be. */
      event: z.nullable(event),
      message: z.optional(z.string()),
    }),
  ),
})
export type LinkResults = z.output<typeof results>

export const linkMatches = defineEndpoint('POST /rest/data/matches/links', {
  summary: 'Link matches to the one event with both teams that is within half a day of the kickoff',
  // Like every change of a match.
  access: ['rules', 'write'],
  also: [
    ['matches', 'ui'],
    ['events', 'ui'],
  ],
  tag: 'Matches',
  output: results,
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }), {
        error: () => t('Send the matches as a list of ids.'),
      })
      .check(
        z.minLength(1, { error: () => t('Choose at least one match.') }),
        z.maxLength(maxLinked, { error: () => t('At most {most} matches at a time.', { most: maxLinked }) }),
      ),
    /** False only previews the links. */
    apply: z.boolean({ error: () => t('Use true or false.') }),
  }),
})
