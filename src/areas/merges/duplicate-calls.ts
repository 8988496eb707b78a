import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { performerSports } from '../events/performers.ts'

/** What speaks for two performers being one, and what against it. */
export const evidenceKinds = [
  'sameName', 'sameSpelling', 'alike', 'register', 'website', 'venue', 'country', 'sport', 'competition', 'genre', 'dates',
  'otherKind', 'otherSport', 'otherCountry', 'otherRegister', 'opponents', 'sameEvent', 'sameBill',
] as const

const evidence = z.object({
  what: z.enum(evidenceKinds),
  /** In points of 100; below 0 it speaks against. */
  weight: z.int(),
  /** The name of what they share, or the number of it. Null where there is nothing to name. */
  detail: z.nullable(z.string()),
  /** The day of it, where there is one. */
  on: z.nullable(z.string()),
})
export type Evidence = z.output<typeof evidence>

const performer = z.object({
  id: z.int(), name: z.string(), kind: z.enum(['artist', 'team', 'show', 'person']), sport: z.nullable(z.enum(performerSports)), genre: z.nullable(z.string()),
  country: z.nullable(z.string()), variations: z.array(z.string()),
  /** Events that name it. */
  events: z.int(),
})
export type PossiblePerformer = z.output<typeof performer>

const candidate = z.object({
  performer,
  /** How sure it is in 100: the sum of what speaks for and against. */
  score: z.int(), evidence: z.array(evidence),
})
export type Candidate = z.output<typeof candidate>

const pair = z.object({ one: performer, other: performer, score: z.int(), evidence: z.array(evidence) })
export type DuplicatePair = z.output<typeof pair>

const params = z.object({ id: z.string() })

export const readDuplicates = defineEndpoint('GET /rest/data/performers/:id/duplicates', {
  summary: 'Read which performers may be the same as one, why, and which were said not to be',
  access: ['performers', 'ui'], tag: 'Performers', params,
  output: z.object({
    performer, candidates: z.array(candidate),
    /** Those that somebody has told apart from it. */
    distinct: z.array(z.object({ id: z.int(), name: z.string(), by: z.string(), at: z.string() })),
  }),
})

export const listDuplicates = defineEndpoint('GET /rest/data/performers/duplicates', {
  summary: 'Read pairs of performers that may be one, the surest first',
  access: ['performers', 'ui'], tag: 'Performers',
  query: z.object({ skip: z.optional(z.string().check(z.regex(/^(0|[1-9][0-9]{0,5})$/, { error: () => t('Skip a whole number of pairs.') }))) }),
  output: z.object({
    pairs: z.array(pair), total: z.int(),
    /** Performers that are still to be looked at. */
    waiting: z.int(),
  }),
})

const other = { error: () => t('Say which performer is another one.') }

export const tellApart = defineEndpoint('POST /rest/data/performers/:id/distinctions', {
  summary: 'Say that another performer is not the same, so that the two are no longer offered',
  access: ['performers', 'write'], tag: 'Performers', params, input: z.strictObject({ otherId: z.int(other) }), output: z.object({ otherId: z.int(), by: z.string() }),
})

export const forgetDistinction = defineEndpoint('POST /rest/data/performers/:id/distinctions/:other/undo', {
  summary: 'Take back that two performers are not the same',
  access: ['performers', 'write'], tag: 'Performers', params: z.object({ id: z.string(), other: z.string() }), output: z.object({ otherId: z.int() }),
})
