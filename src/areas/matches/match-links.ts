import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'

/** Matches that are linked at once. */
export const mostLinked = 500

const event = z.object({ id: z.int(), name: z.string() })
const results = z.object({
  results: z.array(z.object({
    id: z.int(), ok: z.boolean(),
    /** What it is, or would be, linked to. */
    event: z.nullable(event),
    message: z.optional(z.string()),
  })),
})
export type LinkResults = z.output<typeof results>

export const linkMatches = defineEndpoint('POST /rest/data/matches/links', {
  summary: 'Link matches to the events that are sold for them: the one event with both teams that has a performance within half a day of the kickoff',
  // As every change of a match.
  access: ['rules', 'write'], also: [['matches', 'ui'], ['events', 'ui']], tag: 'Matches', output: results,
  input: z.strictObject({
    ids: z.array(z.int({ error: () => t('Every id is a whole number.') }), { error: () => t('Say which matches, as a list of ids.') }).check(
      z.minLength(1, { error: () => t('Choose at least one match.') }), z.maxLength(mostLinked, { error: () => t('At most {most} matches at a time.', { most: mostLinked }) })),
    /** False only tells what would be linked. */
    apply: z.boolean({ error: () => t('Say true or false.') }),
  }),
})
