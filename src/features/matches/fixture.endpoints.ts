import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { isTimeZone } from '../../core/zoned-time.ts'
import { performerSports } from '../events/performer/performers.ts'
import { columnKeys } from './fixture-files.ts'
import { matchStatuses } from './matches.ts'

/** Bytes of a file of fixtures; a season of a large league has a sixth of it. */
export const maxBytes = 900_000
/** A third more for Base64, plus what is sent beside the file. */
const bodyLimit = 1_500_000

const name = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

const zone = z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: () => t('This is not a time zone.') }))
const clock = z
  .string()
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: () => t('Enter a time such as 19:30.') }))

/** A file, along with what it does not say itself and the user's answers about its teams. */
const file = z
  .strictObject({
    fileName: z
      .string({ error: () => t('Send the file’s name.') })
      .check(
        z.trim(),
        z.minLength(1, { error: () => t('Send the file’s name.') }),
        z.maxLength(200, { error: () => t('A file’s name can have at most 200 characters.') }),
      ),
    content: z.string({ error: () => t('Send the file as text.') }).check(
      z.minLength(1, { error: () => t('The file is empty.') }),
      z.maxLength(Math.ceil(maxBytes / 3) * 4, {
        error: () => t('The file is too large: it can have {n} bytes.', { n: maxBytes }),
      }),
    ),
    /** `base64`: the file’s bytes, so that its alphabet is found as that of any other import. Else its text. */
    contentEncoding: z.optional(z.enum(['text', 'base64'])),
    /** What each column contains, if the headings do not say; as many as the file has. */
    columns: z.optional(z.nullable(z.array(z.enum(['', ...columnKeys])).check(z.maxLength(300)))),
    /** The meaning of times and zones that cannot be read. */
    readings: z.optional(
      z
        .array(
          z.strictObject({
            text: z.string().check(z.minLength(1), z.maxLength(400)),
            /** Null: to be confirmed. */
            time: z.optional(z.nullable(clock)),
            /** Null: local time at the ground. */
            timeZone: z.optional(z.nullable(zone)),
          }),
        )
        .check(z.maxLength(500, { error: () => t('At most 500 answers.') })),
    ),
    /** The home zones of teams, where unknown. */
    zones: z.optional(
      z
        .array(z.strictObject({ spelling: name(160), timeZone: zone }))
        .check(z.maxLength(1_200, { error: () => t('At most {n} answers.', { n: 1_200 }) })),
    ),
    /** Lines that are matches, although they do not look like it. */
    matches: z.optional(z.array(z.int()).check(z.maxLength(500, { error: () => t('At most 500 answers.') }))),
    sport: z.enum(performerSports, { error: () => t('Choose a sport.') }),
    /** For grounds with an unknown zone; with `isOneZone`, for all times that have no zone in the file. */
    timeZone: z.optional(z.nullable(zone)),
    /** The file's times are all in `timeZone`, instead of each in local time at its ground. */
    isOneZone: z.optional(z.boolean()),
    /** The country of the teams, if they all share one. */
    countryId: z.optional(z.nullable(z.int())),
    /** Overrides the file. */
    competition: z.optional(z.nullable(name(120))),
    season: z.optional(z.nullable(name(20))),
    dateOrder: z.optional(z.nullable(z.enum(['dmy', 'mdy']))),
    answers: z.optional(
      z
        .array(
          z.strictObject({
            spelling: name(160),
            /** Null: it is a new team. */
            performerId: z.nullable(z.int()),
            /** Another spelling of the file: it is the same team as that. */
            sameAs: z.optional(name(160)),
          }),
        )
        .check(z.maxLength(500, { error: () => t('At most 500 answers.') })),
    ),
  })
  .register(z.globalRegistry, { id: 'FixtureFile' })
export type FixtureInput = z.output<typeof file>

const kickoff = z
  .object({
    localDate: z.string(),
    localTime: z.nullable(z.string()),
    timeZone: z.string(),
    isTbc: z.boolean(),
    status: z.enum(matchStatuses),
  })
  .register(z.globalRegistry, { id: 'Kickoff' })
export type Kickoff = z.output<typeof kickoff>

const team = z.object({
  /** How rows name it: its most frequent spelling. */
  key: z.string(),
  name: z.string(),
  spellings: z.array(z.object({ text: z.string(), count: z.int() })),
  state: z.enum(['known', 'spelling', 'new', 'unsure', 'answered']),
  performerId: z.nullable(z.int()),
  candidates: z.array(
    z.object({
      performerId: z.int(),
      name: z.string(),
      score: z.number(),
      why: z.enum(['same', 'form', 'part', 'short', 'initials', 'spelling', 'fixture', 'season']),
      isElsewhere: z.boolean(),
    }),
  ),
  alike: z.array(z.string()),
})
export type PreviewTeam = z.output<typeof team>

const row = z.object({
  line: z.int(),
  /**
   * `waits`: needs an answer about a team. `zone`: needs a time zone. `unread`: needs the meaning of its time. `twice`:
   * the file has the same match on an earlier line. `doubt`: it does not look like a match, so it is left out.
   */
  action: z.enum(['create', 'same', 'change', 'waits', 'zone', 'unread', 'twice', 'doubt']),
  home: z.string(),
  away: z.string(),
  /** Names of the teams, as they are or will be called. */
  homeName: z.string(),
  awayName: z.string(),
  round: z.nullable(z.string()),
  matchId: z.nullable(z.int()),
  /** No zone while it is not known yet. */
  becomes: z.extend(kickoff, { timeZone: z.nullable(z.string()) }),
  was: z.nullable(kickoff),
  venue: z.nullable(z.string()),
})
export type PreviewRow = z.output<typeof row>

const ground = z.object({
  /** The home team, as rows name it. */
  team: z.string(),
  name: z.string(),
  matches: z.int(),
  /** As answered. */
  timeZone: z.nullable(z.string()),
  /**
   * The suggestion, and its reason: the city in the name, the country's largest zone, or the zone of its times in the
   * file.
   */
  proposed: z.nullable(z.string()),
  why: z.nullable(z.enum(['city', 'country', 'file'])),
})
export type PreviewGround = z.output<typeof ground>

const preview = z.object({
  format: z.enum(['json', 'csv', 'ics']),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  competition: z.nullable(z.string()),
  season: z.nullable(z.string()),
  /** What the user must answer before it can be imported. */
  asks: z.array(z.enum(['columns', 'competition', 'season', 'dateOrder', 'readings', 'teams', 'timeZone'])),
  /** The detected columns; null for a calendar. */
  columns: z.nullable(
    z.object({
      headings: z.array(z.string()),
      mapping: z.array(z.enum(['', ...columnKeys])),
      sample: z.array(z.array(z.string())),
    }),
  ),
  /** Times and zones that cannot be read. */
  unread: z.array(
    z.object({ kind: z.enum(['time', 'zone']), text: z.string(), count: z.int(), lines: z.array(z.int()) }),
  ),
  /** Home teams whose time zone is unknown. */
  grounds: z.array(ground),
  teams: z.array(team),
  rows: z.array(row),
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
})
export type FixturePreview = z.output<typeof preview>

export const previewFixtures = defineEndpoint('POST /rest/data/matches/fixtures/preview', {
  summary:
    'Read a file of fixtures (CSV, iCalendar or JSON) and say row by row what importing it would do, and what has to be asked',
  access: ['matches', 'write'],
  also: [['performers', 'ui']],
  bodyLimit,
  input: file,
  output: preview,
  tag: 'Matches',
})

export const importFixtures = defineEndpoint('POST /rest/data/matches/fixtures', {
  summary:
    'Import a file of fixtures: new teams and matches are made, spellings are kept, and changed kickoffs wait for approval',
  access: ['matches', 'write'],
  also: [['performers', 'write']],
  bodyLimit,
  input: file,
  tag: 'Matches',
  output: z.object({
    created: z.int(),
    same: z.int(),
    teams: z.int(),
    spellings: z.int(),
    /** Changes that wait for approval now. */
    changes: z.int(),
    /** Lines that were left out: unreadable, twice, or of another competition or season. */
    left: z.int(),
  }),
})

const change = z.object({
  id: z.int(),
  matchId: z.int(),
  name: z.string(),
  competition: z.string(),
  round: z.nullable(z.string()),
  was: kickoff,
  becomes: kickoff,
  source: z.string(),
  foundBy: z.string(),
  foundAt: z.string(),
  /** What would move with it: the performance of the linked event that begins at the match's previous kickoff. */
  performance: z.nullable(z.object({ id: z.int(), eventName: z.string(), purchases: z.int(), isPast: z.boolean() })),
})
export type MatchChange = z.output<typeof change>

export const listMatchChanges = defineEndpoint('GET /rest/data/matches/changes', {
  summary: 'Read the changes from files that wait for a decision, the next kickoff first',
  access: ['matches', 'ui'],
  tag: 'Matches',
  output: z.object({ changes: z.array(change), total: z.int() }),
})

const ids = (error: () => string) =>
  z.array(z.int({ error }), { error }).check(z.maxLength(1_000, { error: () => t('At most 1,000 at once.') }))

export const decideMatchChanges = defineEndpoint('POST /rest/data/matches/changes', {
  summary: 'Approve or decline changes of kickoffs; approved ones move the match and the performance of its event',
  access: ['rules', 'write'],
  also: [['matches', 'ui']],
  tag: 'Matches',
  input: z.strictObject({
    approve: ids(() => t('Send the ids of the changes to approve.')),
    decline: ids(() => t('Send the ids of the changes to decline.')),
  }),
  output: z.object({ approved: z.int(), declined: z.int(), performances: z.int(), changes: z.array(z.int()) }),
})
