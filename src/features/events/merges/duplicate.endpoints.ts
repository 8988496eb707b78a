import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { performerSports } from '../performer/performers.ts'
import { idParams, idText, numberText } from '../../../core/http/path-params.ts'

/** Evidence for and against two performers being one. */
const evidenceKinds = [
  'sameName',
  'sameSpelling',
  'alike',
  'register',
  'website',
  'venue',
  'country',
  'sport',
  'competition',
  'genre',
  'fixture',
  'dates',
  'otherKind',
  'otherSport',
  'otherCountry',
  'otherRegister',
  'opponents',
  'sameEvent',
  'sameBill',
] as const

const evidence = z
  .object({
    what: z.enum(evidenceKinds),
    /** Points out of 100; negative counts against. */
    weight: z.int(),
    /** The name or the number of what they share. Null if there is nothing to name. */
    detail: z.nullable(z.string()),
    /** The day of the match, if there is one. */
    on: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'DuplicateEvidence' })
export type Evidence = z.output<typeof evidence>

const performer = z
  .object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(['artist', 'team', 'show', 'person']),
    sport: z.nullable(z.enum(performerSports)),
    genre: z.nullable(z.string()),
    country: z.nullable(z.string()),
    variations: z.array(z.string()),
    /** Events that name it. */
    events: z.int(),
  })
  .register(z.globalRegistry, { id: 'PossibleDuplicate' })
export type PossiblePerformer = z.output<typeof performer>

const candidate = z.object({
  performer,
  /** Confidence out of 100: the sum of the evidence for and against. */
  score: z.int(),
  evidence: z.array(evidence),
})
export type Candidate = z.output<typeof candidate>

const pair = z
  .object({ one: performer, other: performer, score: z.int(), evidence: z.array(evidence) })
  .register(z.globalRegistry, { id: 'DuplicatePair' })
export type DuplicatePair = z.output<typeof pair>

export const readDuplicates = defineEndpoint('GET /rest/data/performers/:id/duplicates', {
  summary: 'Read possible duplicates of a performer, why, and which were marked as different',
  access: ['performers', 'ui'],
  tag: 'Performers',
  params: idParams,
  output: z.object({
    performer,
    candidates: z.array(candidate),
    /** Performers that a staff member has marked as distinct from this one. */
    distinct: z.array(z.object({ id: z.int(), name: z.string(), by: z.string(), at: z.string() })),
  }),
})

export const listDuplicates = defineEndpoint('GET /rest/data/performers/duplicates', {
  summary: 'Read pairs of performers that could be duplicates, the most likely first',
  access: ['performers', 'ui'],
  tag: 'Performers',
  query: z.object({
    skip: z.optional(
      z.string().check(z.regex(/^(0|[1-9][0-9]{0,5})$/, { error: () => t('Skip a whole number of pairs.') })),
    ),
  }),
  output: z.object({
    pairs: z.array(pair),
    total: z.int(),
    /** Performers that are yet to be processed. */
    waiting: z.int(),
  }),
})

const other = { error: () => t('Choose the duplicate performer.') }

export const markDistinct = defineEndpoint('POST /rest/data/performers/:id/distinctions', {
  summary: 'Say that another performer is not the same, so that the two are no longer offered',
  access: ['performers', 'write'],
  tag: 'Performers',
  params: idParams,
  input: z.strictObject({ otherId: z.int(other) }),
  output: z.object({ otherId: z.int(), by: z.string() }),
})

export const forgetDistinction = defineEndpoint('POST /rest/data/performers/:id/distinctions/:other/undo', {
  summary: 'Take back that two performers are not the same',
  access: ['performers', 'write'],
  tag: 'Performers',
  params: z.object({ id: idText, other: numberText('The id of the other record') }),
  output: z.object({ otherId: z.int() }),
})
