import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { TicketAdapterFacts } from './adapters/ticket-adapter.ts'

/** How the test system of each answers: milliseconds as a rule, and every so many calls one that it has no time for. */
const histories: Readonly<
  Record<
    TicketAdapterFacts['key'],
    { readonly host: string; readonly milliseconds: number; readonly busyEvery: number | null }
  >
> = {
  'ticket-evolution': { host: 'api.sandbox.ticketevolution.com/v9', milliseconds: 310, busyEvery: null },
  'xs2event': { host: 'testapi.xs2event.com/v1', milliseconds: 640, busyEvery: 40 },
}
/** Hours for which a provider has been asked. */
const hours = 96

interface Asked {
  readonly path: string
  readonly subject: string
  /** Hours before the end of the story. */
  readonly ago: number
}

/** Calls of the last days, as the sync makes them: the list of events each hour, the listings of each match every six hours. */
export async function seedTicketCalls(
  trx: Db,
  { key }: TicketAdapterFacts,
  { asOf, random: randomOf }: SeedStory,
): Promise<void> {
  const { host, milliseconds, busyEvery } = histories[key]
  const { rows: matched } = await sql<{ code: string; performanceId: number }>`
    select t.code, t.performance_id as "performanceId" from provider_events t join providers s on s.id = t.provider_id
    where s.code = ${key} and t.state = 'matched' order by t.id`.execute(trx)
  const day = asOf.slice(0, 10)
  const lists = Array.from({ length: hours }, (_, n): Asked => {
    const ago = hours - n - 2 / 3
    return { path: listPath(key, day), subject: 'provider_events', ago }
  })
  const listings = matched.flatMap(({ code, performanceId }, place) =>
    Array.from({ length: hours / 6 }, (_, n): Asked => ({
      path: listingsPath(key, code),
      subject: `performances ${performanceId}`,
      ago: hours - n * 6 - 3 + place / 120,
    })),
  )
  const random = randomOf(`ticket-calls ${key}`, 0)
  const calls = [...lists, ...listings]
    .toSorted((a, b) => b.ago - a.ago)
    .map(({ path, subject, ago }, index) => ({
      subject,
      url: `https://${host}${path}`,
      status: busyEvery !== null && index % busyEvery === busyEvery - 1 ? 429 : 200,
      milliseconds: Math.round(milliseconds * (0.5 + random.next() * 1.1)),
      at: new Date(Date.parse(asOf) - ago * 3_600_000).toISOString(),
    }))
  await sql`
    insert into outbound_calls (target, subject, method, url, attempt, status, milliseconds, at)
    select ${key}, g.subject, 'GET', g.url, 1, g.status, g.milliseconds, g.at
    from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as g (subject text, url text, status integer, milliseconds integer, at timestamptz)
    order by g.at`.execute(trx)
}

const listPath = (key: TicketAdapterFacts['key'], day: string) =>
  key === 'xs2event'
    ? `/events?date_stop=ge%3A${day}&page=1&page_size=50`
    : `/events?occurs_at.gte=${day}T00%3A00%3A00&order_by=events.occurs_at+ASC&page=1&per_page=100`

const listingsPath = (key: TicketAdapterFacts['key'], code: string) =>
  key === 'xs2event'
    ? `/tickets?event_id=${code}&page=1&page_size=50`
    : `/ticket_groups?event_id=${code}&page=1&per_page=500`
