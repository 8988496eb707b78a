import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { ResourceServer, SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { instantOf } from '../../core/zoned-time.ts'
import { renameEvents } from '../events/performer/event-names.server.ts'
import { giveZone } from './match-zones.server.ts'
import { matches } from './matches.ts'

type Values = Readonly<Record<string, unknown>>

/** Local time at the venue at kickoff; noon if the time is not known yet. */
export function kickoffOf({
  localDate,
  localTime,
}: {
  readonly localDate: string
  readonly localTime: string | null
}): string {
  return `${localDate}T${localTime ?? '12:00'}`
}

/**
 * Like `instantOf`, which looks at adjacent days: at the end of the last four-digit year, it calculates with the year
 * before instead.
 */
function momentOf(local: string, zone: string, choose: 'earlier' | 'later'): ReturnType<typeof instantOf> {
  if (local < '9999-12-30') return instantOf(local, zone, choose)
  const { instant, occurrence } = instantOf(`9998${local.slice(4)}`, zone, choose)
  return { instant: new Date(Date.parse(instant) + 365 * 86_400_000).toISOString(), occurrence }
}

function giveInstant({ draft }: SaveCall): void {
  const [localDate, localTime, zone] = [
    String(draft['localDate']),
    draft['localTime'] as string | null,
    String(draft['timeZone']),
  ]
  const { instant, occurrence } = momentOf(
    kickoffOf({ localDate, localTime }),
    zone,
    draft['isLater'] === true ? 'later' : 'earlier',
  )
  if (occurrence === 'never')
    throw invalid({ localTime: t('The clocks of {zone} skip this time on that day.', { zone }) })
  draft['startsAt'] = instant
}

interface Team {
  id: number
  name: string
  kind: string
  sport: string | null
  homeVenueId: number | null
}

async function assertTeams(db: Db, draft: Values): Promise<Team | undefined> {
  const ids = [draft['homePerformerId'], draft['awayPerformerId']]
  const { rows } = await sql<Team>`
    select id, name, kind, sport, home_venue_id as "homeVenueId" from performers where id = any(${ids}::bigint[]) for share`.execute(
    db,
  )
  const [home, away] = ids.map((id) => rows.find((team) => team.id === id))
  if (home && home.kind !== 'team') throw invalid({ homePerformerId: t('{name} is not a team.', { name: home.name }) })
  if (away && away.kind !== 'team') throw invalid({ awayPerformerId: t('{name} is not a team.', { name: away.name }) })
  if (home && away && home.sport !== away.sport)
    throw invalid({
      awayPerformerId: t('{away} does not play the sport of {home}.', { away: away.name, home: home.name }),
    })
  return home
}

async function assertOnlyOne(db: Db, draft: Values, id: unknown): Promise<void> {
  const {
    rows: [twin],
  } = await sql<{ name: string }>`
    select name from matches where lower(competition) = lower(${draft['competition']}) and lower(season) = lower(${draft['season']})
      and lower(coalesce(round, '')) = lower(coalesce(${draft['round']}::text, ''))
      and home_performer_id = ${draft['homePerformerId']} and away_performer_id = ${draft['awayPerformerId']} and id is distinct from ${id ?? null}::bigint`.execute(
    db,
  )
  if (!twin) return
  const message = t('{name} is already in this round of the competition.', { name: twin.name })
  throw new Refusal(409, message, { fields: { round: message } })
}

export const matchesServer: ResourceServer = serve(matches, {
  derived: {
    name: sql`t.name`,
    isPast: sql`(t.starts_at <= now())`,
    listingCount: sql`(select coalesce(sum(p.available), 0) from performances p where p.event_id = t.event_id and p.starts_at > now() and p.status = 'onsale')`,
  },
  async beforeSave(call) {
    const { draft, current, db } = call
    const home = await assertTeams(db, draft)
    if (!current && draft['venueId'] === null && draft['isNeutral'] !== true && home)
      draft['venueId'] = home.homeVenueId
    await giveZone(call)
    giveInstant(call)
    await assertOnlyOne(db, draft, current?.['id'])
  },
  async afterSave({ db, current, id, actor }) {
    if (current) await renameEvents(db, actor, [{ id, name: String(current['name']) }])
  },
})
