import { sql } from 'kysely'
import { msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { staffWith } from '../../platform/inbox/staff-with.server.ts'
import type { PauseReason } from './pause-reasons.ts'
import { pauseReasonText } from './pause-reasons.ts'
import { providersOf } from './provider-facts.server.ts'

type Incident = 'failing' | 'recovered' | 'paused' | 'resumed'

/** To those who can pause a provider. */
export const providerIncident = defineNotice<{
  provider: string
  incident: string
  by: string
  reason: string
  /** Of a pause by rule. Notices from before it had figures have a reason. */
  countedCalls?: number
  failedCalls?: number
}>({
  kind: 'provider-incident',
  label: msg('Event providers that fail, recover or are paused'),
  object: 'providers',
  write: ({ provider, incident, by, reason, countedCalls = 0, failedCalls = 0 }) => ({
    title: titleOf(incident as Incident, provider, by),
    ...(incident === 'failing' && {
      detail: t('We keep asking, and notify you when {provider} responds.', { provider }),
    }),
    ...(reason !== '' && { detail: reason }),
    ...(countedCalls > 0 && { detail: pauseReasonText({ reason: null, countedCalls, failedCalls }) }),
  }),
})

function titleOf(incident: Incident, provider: string, by: string): string {
  switch (incident) {
    case 'failing':
      return t('{provider} isn’t responding', { provider })
    case 'recovered':
      return t('{provider} is responding again', { provider })
    case 'paused':
      return by === ''
        ? t('{provider} was paused by its rule', { provider })
        : t('{by} paused {provider}', { by, provider })
    case 'resumed':
      return t('{by} resumed {provider}', { by, provider })
  }
}

interface Told {
  readonly code: string
  readonly name: string
  readonly incident: Incident
  readonly by?: { readonly id: number | null; readonly name: string }
  readonly why?: PauseReason
}

/** Tells everyone who can pause providers, except the person who did it. */
export async function reportIncidents(db: Db, incidents: readonly Told[]): Promise<void> {
  if (incidents.length === 0) return
  const people = await staffWith(db, 'write', 'providers')
  await notify(
    db,
    providerIncident,
    incidents.map(({ code, name, incident, by, why }) => ({
      to: people.filter((id) => id !== by?.id),
      data: {
        provider: name,
        incident,
        by: by?.name ?? '',
        reason: why?.reason ?? '',
        ...(why?.reason === null && { countedCalls: why.countedCalls, failedCalls: why.failedCalls }),
      },
      path: `/providers/event/view?id=${encodeURIComponent(code)}`,
      key: code,
    })),
  )
}

/**
 * Providers that staff have to look at: those that their rule has paused, those that the watch has found failing, and those with
 * tickets on sale that are linked with no event of ours. What `providersOf` says of them, without reading the log of calls.
 */
export async function troubledProviders(
  db: Db,
): Promise<{ code: string; name: string; state: 'failing' | 'paused' | 'unmapped' }[]> {
  const { rows } = await sql<{ code: string; name: string; state: 'failing' | 'paused' | 'unmapped' }>`
    select * from (
      select s.code, s.name, case
        when exists (select from provider_pauses u where u.provider_id = s.id and u.resumed_at is null and u.reason is null) then 'paused'
        when not s.is_enabled then null
        when exists (select from provider_troubles g where g.provider_id = s.id) then 'failing'
        when exists (select from ticket_listings l join performances p on p.id = l.performance_id
            where l.provider_id = s.id and l.is_open and p.starts_at > now()
              and not exists (select from house_stock k where k.listing_id = l.id and k.taken >= k.capacity))
          and not exists (select from events e join performances p on p.event_id = e.id where e.provider_id = s.id and p.starts_at > now())
          and not exists (select from provider_events t join performances p on p.id = t.performance_id
            where t.provider_id = s.id and t.state = 'matched' and p.starts_at > now()) then 'unmapped' end as state
      from providers s where s.kind <> 'tours'
    ) t where state is not null order by state, name`.execute(db)
  return rows
}

/** Each outage is news once, and its end is too. */
export const watchProvidersJob: Job = {
  name: 'watch-event-providers',
  label: msg('Event provider watch'),
  does: msg('Reports event providers that stop answering, and those that answer again.'),
  staleWithout: msg('No notices about providers that fail; their page still shows it.'),
  overlap: 'skip',
  counts: { failing: msg('Failing'), recovered: msg('Recovered') },
  cron: '*/2 * * * *',
  async run({ database, count }) {
    await database.kysely.transaction().execute(async (db) => {
      const all = await providersOf(db, null)
      const failing = all.filter(({ state }) => state === 'failing').map(({ code }) => code)
      const { rows: fresh } = await sql<{ code: string }>`
        with fresh as (
          insert into provider_troubles (provider_id) select id from providers where code = any(${failing}::text[])
          on conflict do nothing returning provider_id
        )
        select p.code from fresh f join providers p on p.id = f.provider_id`.execute(db)
      // A paused provider gets no calls, so that it fails no longer says nothing.
      const over = all.filter(({ state }) => state !== 'failing' && state !== 'paused').map(({ code }) => code)
      const { rows: ended } = await sql<{ code: string }>`
        delete from provider_troubles g using providers p
        where p.id = g.provider_id and p.code = any(${over}::text[]) returning p.code`.execute(db)
      const told = (rows: readonly { readonly code: string }[], incident: Incident): Told[] =>
        rows.map(({ code }) => ({ code, name: all.find((one) => one.code === code)?.name ?? code, incident }))
      await reportIncidents(db, [...told(fresh, 'failing'), ...told(ended, 'recovered')])
      count('failing', fresh.length)
      count('recovered', ended.length)
    })
  },
}
