import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { performanceStatuses } from './performances.ts'

/** Namesakes that are told of; whoever has more is looked for in the list. */
export const mostNamesakes = 5

export const readNamesakes = defineEndpoint('GET /rest/data/performers/namesakes', {
  summary: 'Read which performers are called as somebody types, spellings, accents and legal forms aside',
  access: ['performers', 'ui'], tag: 'Performers',
  query: z.object({ name: z.string({ error: () => t('Give a name.') }).check(z.trim(), z.minLength(1, { error: () => t('Give a name.') }), z.maxLength(160, { error: () => t('A name may have at most {n} characters.', { n: 160 }) })) }),
  output: z.object({ namesakes: z.array(z.object({ id: z.int(), name: z.string(), kind: z.string(), sport: z.nullable(z.string()) })) }),
})

export const listLeagues = defineEndpoint('GET /rest/data/performers/leagues', {
  summary: 'Read which leagues teams are kept in, the most frequent first',
  access: ['performers', 'ui'], tag: 'Performers', output: z.object({ leagues: z.array(z.string()) }),
})

const engagement = z.object({
  performanceId: z.int(), eventId: z.int(), eventName: z.string(), localDate: z.string(), localTime: z.nullable(z.string()), isDateTbd: z.boolean(),
  status: z.enum(performanceStatuses), venue: z.string(), city: z.string(),
})
export type Engagement = z.output<typeof engagement>

export const readEngagements = defineEndpoint('GET /rest/data/performers/:id/engagements', {
  summary: 'Read where a performer can be seen next, and how many performances are over',
  access: ['performers', 'ui'], also: [['events', 'ui'], ['performances', 'ui']], tag: 'Performers', params: z.object({ id: z.string() }),
  output: z.object({ next: z.array(engagement), upcoming: z.int(), past: z.int() }),
})
