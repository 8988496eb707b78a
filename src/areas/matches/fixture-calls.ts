import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { isTimeZone } from '../../kit/zoned-time.ts'
import { performerSports } from '../events/performers.ts'
import { matchStatuses } from './matches.ts'

/** Characters of a file of fixtures; a season of a large league has a sixth of it. */
export const mostCharacters = 900_000

const name = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** A file with what it does not say itself, and what somebody has answered about its teams. */
const file = z.strictObject({
  fileName: z.string({ error: () => t('Give the file’s name.') }).check(z.trim(), z.minLength(1, { error: () => t('Give the file’s name.') }), z.maxLength(200, { error: () => t('A file’s name may have at most 200 characters.') })),
  content: z.string({ error: () => t('Give the file’s text.') }).check(z.minLength(1, { error: () => t('The file is empty.') }), z.maxLength(mostCharacters, { error: () => t('A file may have at most {n} characters.', { n: mostCharacters }) })),
  sport: z.enum(performerSports, { error: () => t('Say which sport it is.') }),
  /** Of grounds that nothing here says it of; with `isOneZone` of all times that the file gives no zone for. */
  timeZone: z.optional(z.nullable(z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: () => t('There is no such time zone.') })))),
  /** The file's times are all by the clocks of `timeZone`, and not each by those of the ground. */
  isOneZone: z.optional(z.boolean()),
  /** Where the teams are from, where they are all from one country. */
  countryId: z.optional(z.nullable(z.int())),
  /** Instead of what the file says. */
  competition: z.optional(z.nullable(name(120))),
  season: z.optional(z.nullable(name(20))),
  dateOrder: z.optional(z.nullable(z.enum(['dmy', 'mdy']))),
  answers: z.optional(z.array(z.strictObject({
    spelling: name(160),
    /** Null: it is a new team. */
    performerId: z.nullable(z.int()),
    /** Another spelling of the file: it is the same team as that. */
    sameAs: z.optional(name(160)),
  })).check(z.maxLength(500, { error: () => t('At most 500 answers.') }))),
})
export type FixtureInput = z.output<typeof file>

const kickoff = z.object({ localDate: z.string(), localTime: z.nullable(z.string()), timeZone: z.string(), isTbc: z.boolean(), status: z.enum(matchStatuses) })
export type Kickoff = z.output<typeof kickoff>

const team = z.object({
  /** How rows name it: its most frequent spelling. */
  key: z.string(),
  name: z.string(),
  spellings: z.array(z.object({ text: z.string(), count: z.int() })),
  state: z.enum(['known', 'spelling', 'new', 'unsure', 'answered']),
  performerId: z.nullable(z.int()),
  candidates: z.array(z.object({
    performerId: z.int(), name: z.string(), score: z.number(), why: z.enum(['same', 'form', 'part', 'short', 'initials', 'spelling']), isElsewhere: z.boolean(),
  })),
  alike: z.array(z.string()),
})
export type PreviewTeam = z.output<typeof team>

const row = z.object({
  line: z.int(),
  /** `waits`: for an answer about a team. `zone`: for a time zone. `twice`: the file has the same match on an earlier line. */
  action: z.enum(['create', 'same', 'change', 'waits', 'zone', 'twice']),
  home: z.string(), away: z.string(),
  /** Names of the teams, as they are or will be called. */
  homeName: z.string(), awayName: z.string(),
  round: z.nullable(z.string()),
  matchId: z.nullable(z.int()),
  /** Without a zone where nobody knows yet by which clocks it is. */
  becomes: z.extend(kickoff, { timeZone: z.nullable(z.string()) }),
  was: z.nullable(kickoff),
  venue: z.nullable(z.string()),
})
export type PreviewRow = z.output<typeof row>

const preview = z.object({
  format: z.enum(['json', 'csv', 'ics']),
  competition: z.nullable(z.string()),
  season: z.nullable(z.string()),
  /** What somebody has to say before it can be imported. */
  asks: z.array(z.enum(['competition', 'season', 'dateOrder', 'teams', 'timeZone'])),
  teams: z.array(team),
  rows: z.array(row),
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
})
export type FixturePreview = z.output<typeof preview>

export const previewFixtures = defineEndpoint('POST /rest/data/matches/fixtures/preview', {
  summary: 'Read a file of fixtures (CSV, iCalendar or JSON) and say row by row what importing it would do, and what has to be asked',
  access: ['matches', 'write'], also: [['performers', 'ui']], input: file, output: preview, tag: 'Matches',
})

export const importFixtures = defineEndpoint('POST /rest/data/matches/fixtures', {
  summary: 'Import a file of fixtures: new teams and matches are made, spellings are kept, and changed kickoffs wait for approval',
  access: ['matches', 'write'], also: [['performers', 'write']], input: file, tag: 'Matches',
  output: z.object({
    created: z.int(), same: z.int(), teams: z.int(), spellings: z.int(),
    /** Changes that wait for approval now. */
    changes: z.int(),
    /** Lines that were left out, because they could not be read or came twice. */
    left: z.int(),
  }),
})

const change = z.object({
  id: z.int(), matchId: z.int(), name: z.string(), competition: z.string(), round: z.nullable(z.string()),
  was: kickoff, becomes: kickoff, source: z.string(), foundBy: z.string(), foundAt: z.string(),
  /** What would move with it: the performance of the linked event that begins when the match did. */
  performance: z.nullable(z.object({ id: z.int(), eventName: z.string(), purchases: z.int(), isPast: z.boolean() })),
})
export type MatchChange = z.output<typeof change>

export const listMatchChanges = defineEndpoint('GET /rest/data/matches/changes', {
  summary: 'Read the changes that files have brought and nobody has decided about yet, the next kickoff first',
  access: ['matches', 'ui'], tag: 'Matches', output: z.object({ changes: z.array(change), total: z.int() }),
})

const ids = (error: () => string) => z.array(z.int({ error }), { error }).check(z.maxLength(1_000, { error: () => t('At most 1,000 at once.') }))

export const decideMatchChanges = defineEndpoint('POST /rest/data/matches/changes', {
  summary: 'Approve or decline changes of kickoffs; approved ones move the match and the performance of its event',
  access: ['rules', 'write'], also: [['matches', 'ui']], tag: 'Matches',
  input: z.strictObject({ approve: ids(() => t('Say which changes to approve, by their ids.')), decline: ids(() => t('Say which changes to decline, by their ids.')) }),
  output: z.object({ approved: z.int(), declined: z.int(), performances: z.int(), changes: z.array(z.int()) }),
})
