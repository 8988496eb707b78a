import { boolean, date, instant, integer, ref, select, text, time } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { performers } from '../events/performer/performers.ts'
import type { venues } from '../places/venues/venues.ts'
import type { events } from '../events/event/events.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    matches: true
  }
}

export const matchStatuses = ['scheduled', 'postponed', 'cancelled', 'abandoned', 'played'] as const
export type MatchStatus = (typeof matchStatuses)[number]

/**
 * Matches of two teams in a competition. Changing one (and only changing) needs write on event settings and rules instead
 * of on matches, as specified: the kickoff decides what rules apply to.
 */
export const matches = defineResource('matches', {
  label: ['Match', 'Matches'],
  access: { object: 'matches', update: 'rules' },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ derived: true, required: true, max: 400, label: 'Match' }),
    competition: text({ required: true, max: 120 }),
    season: text({ required: true, max: 20, help: 'As the competition writes it: 2025/26 or 2025' }),
    round: text({ max: 60, help: 'Round or matchday, such as Matchday 3 or Semi-final' }),
    leg: integer({ min: 1, max: 9, help: 'For ties over several legs' }),
    aggregate: text({ max: 20, label: 'Aggregate score', help: 'Over all legs, such as 3-2' }),
    homePerformerId: ref(nameOf<typeof performers>('performers'), { required: true, label: 'Home team' }),
    awayPerformerId: ref(nameOf<typeof performers>('performers'), { required: true, label: 'Away team' }),
    venueId: ref(nameOf<typeof venues>('venues'), { help: 'Blank means the home team’s own' }),
    isNeutral: boolean({ label: 'Neutral ground' }),
    localDate: date({ required: true, label: 'Date' }),
    localTime: time({ label: 'Kickoff', help: 'In local time' }),
    timeZone: text({
      max: 64,
      format: 'timeZone',
      help: 'That of the venue, or of the home team’s ground. Enter it only on neutral ground without a venue.',
    }),
    isLater: boolean({
      label: 'After the clock change',
      help: 'Only in the hour that repeats when clocks change: the kickoff is in the second one',
    }),
    startsAt: instant({ required: true, readOnly: true, label: 'Kickoff (UTC)' }),
    isTbc: boolean({ label: 'To be confirmed', help: 'Date or time can change' }),
    status: select(matchStatuses, {
      required: true,
      initial: 'scheduled',
      labels: {
        scheduled: 'Scheduled',
        postponed: 'Postponed',
        cancelled: 'Cancelled',
        abandoned: 'Abandoned',
        played: 'Played',
      },
      tones: { scheduled: 'good', postponed: 'warn', cancelled: 'bad', abandoned: 'bad', played: 'neutral' },
    }),
    demandTier: select(['a', 'b', 'c'], {
      label: 'Demand',
      labels: { a: 'A, highest', b: 'B', c: 'C, lowest' },
      tones: { a: 'bad', b: 'warn', c: 'neutral' },
    }),
    eventId: ref(nameOf<typeof events>('events'), { label: 'Event', help: 'The event on sale for it' }),
    nameTemplate: text({
      required: true,
      max: 120,
      initial: '{home} v {away}',
      label: 'Name format',
      help: 'With {home} and {away}; {competition}, {season} and {round} are optional. A linked event with this name is renamed with it.',
    }),
    isPast: boolean({ derived: true, label: 'Past' }),
    listingCount: integer({ derived: true, required: true, label: 'Tickets available' }),
  },
  list: {
    columns: [
      'name',
      'localDate',
      'localTime',
      'status',
      'eventId',
      'listingCount',
      'competition',
      'round',
      'venueId',
      'season',
      'isTbc',
      'demandTier',
    ],
    shown: [
      { key: 'name', below: ['venueId'] },
      { key: 'localDate', below: ['localTime'] },
      'status',
      { key: 'competition', below: ['round'] },
      'eventId',
      'listingCount',
      'demandTier',
    ],
    filters: [
      'competition',
      'season',
      'round',
      'homePerformerId',
      'awayPerformerId',
      'venueId',
      'localDate',
      'isTbc',
      'status',
      'demandTier',
      'eventId',
      'startsAt',
      'isPast',
    ],
    search: ['name', 'competition'],
    sort: 'startsAt',
  },
  form: {
    main: [
      { title: 'Fixture', fields: ['competition', 'season', 'round', 'homePerformerId', 'awayPerformerId'] },
      { title: 'Kickoff', fields: ['venueId', 'isNeutral', 'localDate', 'localTime', 'timeZone', 'isLater', 'isTbc'] },
      { title: 'Event', fields: ['eventId', 'nameTemplate'] },
    ],
    aside: [
      { title: 'State', fields: ['status', 'demandTier', 'startsAt'] },
      { title: 'Two legs', fields: ['leg', 'aggregate'] },
    ],
  },
  actions: {
    postpone: { label: 'Postpone', done: 'postponed', set: { status: 'postponed', isTbc: true } },
    'demand-a': { label: 'Demand A', done: 'given demand A', set: { demandTier: 'a' } },
    'demand-b': { label: 'Demand B', done: 'given demand B', set: { demandTier: 'b' } },
    'demand-c': { label: 'Demand C', done: 'given demand C', set: { demandTier: 'c' } },
  },
  *check(draft) {
    if (!draft.nameTemplate.includes('{home}') || !draft.nameTemplate.includes('{away}'))
      yield {
        field: 'nameTemplate',
        message: t('The name must include {home} and {away}.', { home: '{home}', away: '{away}' }),
      }
    if (draft.homePerformerId !== null && draft.homePerformerId === draft.awayPerformerId)
      yield { field: 'awayPerformerId', message: t('A team can’t play itself.') }
    if (!draft.isTbc && draft.localTime === null)
      yield { field: 'localTime', message: t('Enter the kickoff, or mark it as to be confirmed.') }
  },
  summary: 'Matches of teams. Changing one needs write on rules.',
})
