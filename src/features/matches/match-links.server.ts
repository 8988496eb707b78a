import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { LinkResults } from './match-links.ts'
import { linkMatches } from './match-links.ts'
import { matches } from './matches.ts'

interface Found {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly eventId: number | null
  /** Events with both teams and a performance about then, at most three. */
  readonly candidates: readonly { readonly id: number; readonly name: string; readonly isTaken: boolean }[]
}

async function foundOf(db: Db, ids: readonly number[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with locked as (select * from matches where id = any(${ids}::bigint[]) order by id for update)
    select m.id, m.name, m.version, m.event_id as "eventId", coalesce((
      select json_agg(json_build_object('id', c.id, 'name', c.name, 'isTaken', c.is_taken)) from (
        select e.id, e.name, exists (select from matches o where o.event_id = e.id and o.id <> m.id) as is_taken from events e
        where e.performer_ids @> array[m.home_performer_id, m.away_performer_id] and e.publication <> 'archived'
          and exists (select from performances p where p.event_id = e.id and p.status <> 'cancelled' and (m.venue_id is null or p.venue_id = m.venue_id)
            and p.starts_at between m.starts_at - interval '12 hours' and m.starts_at + interval '12 hours')
        order by e.id limit 3) c), '[]') as candidates
    from locked m`.execute(db)
  return rows
}

/** Why a match is not linked; null if exactly one event fits. */
function whyNot({ eventId, candidates }: Found): string | null {
  if (eventId !== null) return t('Already linked.')
  if (candidates.length === 0) return t('No event with both teams has a performance then.')
  if (candidates.length > 1)
    return t('Several events fit: {names}. Choose one on the page of the match.', {
      names: candidates.map(({ name }) => name).join(', '),
    })
  return candidates[0]?.isTaken ? t('{name} is linked to another match.', { name: candidates[0].name }) : null
}

export const linkMatchesServer = implement(linkMatches, async ({ db, input, audit }) => {
  const ids = [...new Set(input.ids)]
  const found = new Map((await foundOf(db, ids)).map((match) => [match.id, match]))
  const taken = new Set<number>()
  const links: { match: Found; event: Found['candidates'][number] }[] = []
  const results = ids.map((id): LinkResults['results'][number] => {
    const match = found.get(id)
    if (!match) return { id, ok: false, event: null, message: t('Match not found.') }
    const [event] = match.candidates
    const message =
      whyNot(match) ??
      (event && taken.has(event.id) ? t('{name} is linked to another match.', { name: event.name }) : null)
    if (message !== null || !event) return { id, ok: false, event: null, ...(message !== null && { message }) }
    taken.add(event.id)
    links.push({ match, event })
    return { id, ok: true, event: { id: event.id, name: event.name } }
  })
  if (input.apply && links.length > 0) {
    await sql`
      update matches m set event_id = g.event, version = m.version + 1, updated_at = now()
      from unnest(${links.map(({ match }) => match.id)}::bigint[], ${links.map(({ event }) => event.id)}::bigint[]) as g (id, event) where m.id = g.id`.execute(
      db,
    )
    for (const { match, event } of links) {
      audit.record({
        action: 'update',
        object: matches.name,
        recordId: match.id,
        title: match.name,
        version: match.version + 1,
        before: { eventId: null },
        after: { eventId: event.id },
      })
    }
  }
  return { results }
})
