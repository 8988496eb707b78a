import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

interface History {
  readonly code: string
  readonly host: string
  /** Hours before the story's end at which its calls begin and end. */
  readonly hours: readonly [from: number, to: number]
  readonly calls: number
  readonly milliseconds: number
  /** Every so many calls one is refused with this status. */
  readonly refused?: { readonly every: number; readonly status: number }
  /** The calls by number, the first of them 0, that found no one there. */
  readonly outage?: readonly [from: number, to: number]
}

/** A history for each state: healthy, degraded, failing, without calls, paused, not mapped. The last two are made below. */
const histories: readonly History[] = [
  {
    code: 'grandstand-exchange',
    host: 'api.grandstand-exchange.example',
    hours: [120, 0],
    calls: 480,
    milliseconds: 240,
    outage: [200, 209],
  },
  {
    code: 'palco-directo',
    host: 'api.palco-directo.example',
    hours: [96, 0],
    calls: 300,
    milliseconds: 1_500,
    refused: { every: 12, status: 429 },
  },
  {
    code: 'northside-box-office',
    host: 'feeds.northside.example',
    hours: [72, 0],
    calls: 220,
    milliseconds: 410,
    outage: [198, 219],
  },
  { code: 'seat-harbour', host: 'api.seat-harbour.example', hours: [200, 60], calls: 160, milliseconds: 320 },
  // Paused a little before the end, and by its own rule sixteen days before.
  {
    code: 'encore-desk',
    host: 'api.encore-desk.example',
    hours: [480, 30],
    calls: 400,
    milliseconds: 380,
    outage: [82, 85],
  },
  {
    code: 'front-row-collective',
    host: 'api.front-row-collective.example',
    hours: [46, 1],
    calls: 46,
    milliseconds: 290,
  },
]

/** Calls of the last days, a paused provider and an unmapped one, so that every state is there. Safe to run again. */
export async function seedProviderHealth(trx: Db, story: SeedStory): Promise<void> {
  const {
    rows: [there],
  } =
    await sql`select from outbound_calls where target = any(${histories.map(({ code }) => code)}::text[]) limit 1`.execute(
      trx,
    )
  if (there) return
  const asOf = Date.parse(story.asOf)
  const random = story.random('provider-health', 0)
  const calls = histories.flatMap((history) =>
    Array.from({ length: history.calls }, (_, index) => {
      const { host, hours, refused, outage } = history
      const ago = hours[0] - ((hours[0] - hours[1]) * index) / (history.calls - 1)
      const isOut = outage !== undefined && index >= outage[0] && index <= outage[1]
      const isRefused = refused !== undefined && index % refused.every === 0
      return {
        target: history.code,
        url: `https://${host}/v9/ticket_groups?event_id=${random.int(1_000, 9_000)}`,
        status: isOut ? null : isRefused ? refused.status : 200,
        problem: isOut ? `${history.code} did not answer within 15 s.` : null,
        milliseconds: isOut ? 15_000 : Math.round(history.milliseconds * (0.5 + random.next() * 1.1)),
        at: new Date(asOf - ago * 3_600_000).toISOString(),
      }
    }),
  )
  await sql`
    insert into outbound_calls (target, method, url, attempt, status, problem, milliseconds, at)
    select g.target, 'GET', g.url, 1, g.status, g.problem, g.milliseconds, g.at
    from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as g (target text, url text, status integer, problem text, milliseconds integer, at timestamptz)
    order by g.target, g.at`.execute(trx)
  await seedPauses(trx, story.asOf)
  await seedUnmapped(trx, story.asOf)
}

/** A provider who has just begun: its tickets came by hand, and none of its own events is linked yet. Dearer than all others. */
async function seedUnmapped(trx: Db, asOf: string): Promise<void> {
  await sql`
    insert into providers (code, name, kind, currency, commission, priority, created_at, updated_at)
    values ('front-row-collective', 'Front Row Collective', 'broker_feed', 'EUR', 1000, 70, ${asOf}::timestamptz - interval '2 days', ${asOf}::timestamptz - interval '26 hours')
    on conflict do nothing`.execute(trx)
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
    select l.performance_id, s.id, 'FR-' || l.id, l.section, 2, l.currency, l.price + 4000
    from providers s cross join lateral (
      select l.* from ticket_listings l join performances p on p.id = l.performance_id
      where l.is_open and p.starts_at > ${asOf}::timestamptz + interval '60 days' and p.status = 'onsale' order by l.id limit 3) l
    where s.code = 'front-row-collective' on conflict do nothing`.execute(trx)
}

async function seedPauses(trx: Db, asOf: string): Promise<void> {
  await sql`
    insert into provider_pauses (provider_id, reason, paused_by, paused_at, listings, tickets, performances, resumed_by, resumed_at)
    select id, 'Double-booked seats in three orders', (select min(id) from staff where status = 'active'), ${asOf}::timestamptz - interval '9 days', 212, 744, 18,
      (select min(id) from staff where status = 'active'), ${asOf}::timestamptz - interval '8 days 19 hours'
    from providers where code = 'seat-harbour'`.execute(trx)
  // A provider of its own, so that the pause takes nothing off sale that the rest of the demo counts on.
  await sql`
    insert into providers (code, name, kind, currency, commission, priority, created_at, updated_at)
    values ('encore-desk', 'Encore Desk', 'broker_feed', 'EUR', 1200, 60, ${asOf}::timestamptz - interval '90 days', ${asOf}::timestamptz - interval '30 hours')
    on conflict do nothing`.execute(trx)
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price, is_open, is_withheld)
    select l.performance_id, s.id, 'ED-' || l.id, l.section, 2, l.currency, l.price + 1500, false, true
    from providers s cross join lateral (select * from ticket_listings where is_open order by id limit 40) l
    where s.code = 'encore-desk' on conflict do nothing`.execute(trx)
  await sql`
    insert into provider_pauses (provider_id, reason, paused_by, paused_at, listings, tickets, performances)
    select id, 'Rejected 9 of the last 20 orders', (select min(id) from staff where status = 'active'), ${asOf}::timestamptz - interval '30 hours', 40, 80, 0
    from providers where code = 'encore-desk' and is_enabled`.execute(trx)
  await sql`
    insert into provider_pauses (provider_id, counted_calls, failed_calls, paused_at, listings, tickets, performances, resumed_by, resumed_at)
    select id, 46, 29, ${asOf}::timestamptz - interval '16 days', 38, 76, 0, (select min(id) from staff where status = 'active'),
      ${asOf}::timestamptz - interval '15 days 22 hours'
    from providers where code = 'encore-desk' and is_enabled`.execute(trx)
  // By its own rule: more than half of at least ten calls.
  await sql`
    insert into provider_terms (provider_id, settlement, has_parity, floor_share, pause_share, delivery, updated_at)
    select id, 'invoice', false, null, 5000, array['e_ticket'], ${asOf}::timestamptz - interval '60 days' from providers where code = 'encore-desk'
    on conflict do nothing`.execute(trx)
  await sql`update providers set is_enabled = false where code = 'encore-desk'`.execute(trx)
}
