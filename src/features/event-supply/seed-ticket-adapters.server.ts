import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { placePage } from '../section-mapping/place-listings.server.ts'
import { sampleTickets } from './adapters/sample-tickets.server.ts'
import { seedTheirEvents } from './seed-their-events.server.ts'
import { seedTicketCalls } from './seed-ticket-calls.server.ts'
import { ticketAdapters } from './ticket-adapters.server.ts'

/** Performances of each kind of house that a provider sells; the last of them is one whose id we do not have yet. */
const perLayout = 2

interface Chosen {
  readonly id: number
  readonly isTheatre: boolean
  readonly currency: string
}

/**
 * Providers that have a simulator sell the next performances at arenas and theatres with a map, first those of events that customers see. What is stored of them is a
 * little behind what they say: a price, a quantity, a listing that is gone and one that is new. Safe to run again.
 */
export async function seedTicketAdapters(trx: Db, story: SeedStory): Promise<void> {
  const { asOf } = story
  for (const [place, { facts }] of ticketAdapters.entries()) {
    const { rows } = await sql<{ id: number }>`
      insert into providers (code, name, kind, currency, commission, priority, created_at, updated_at)
      values (${facts.key}, ${facts.name}, ${facts.kind}, ${facts.currency}, ${1_000 + place * 250}, ${70 + place}, ${asOf}::timestamptz - interval '40 days',
        ${asOf}::timestamptz - interval '3 days') on conflict do nothing returning id`.execute(trx)
    const [provider] = rows
    if (!provider) continue
    await sellThere(trx, { providerId: provider.id, code: facts.key, currency: facts.currency, place, asOf })
    await seedTheirEvents(trx, facts, asOf)
    await seedTicketCalls(trx, facts, story)
    await seedTerms(trx, provider.id, { currency: facts.currency, isLow: place === 0, asOf })
  }
}

/** Both are prepaid; the balance of one is lower than agreed. */
async function seedTerms(
  trx: Db,
  providerId: number,
  { currency, isLow, asOf }: { readonly currency: string; readonly isLow: boolean; readonly asOf: string },
): Promise<void> {
  await sql`
    insert into provider_terms (provider_id, settlement, balance_threshold, has_parity, floor_share, image_licence, delivery, updated_at)
    values (${providerId}, 'prepaid', 500000, ${isLow}, 9500, 'On our own pages, with a credit', array['e_ticket', 'mobile'], ${asOf}::timestamptz - interval '3 days')`.execute(
    trx,
  )
  await sql`
    insert into provider_balance_entries (provider_id, kind, amount, currency, note, at)
    values (${providerId}, 'statement', ${isLow ? 184_250 : 1_260_000}, ${currency}, 'Weekly statement', ${asOf}::timestamptz - interval '2 days')`.execute(
    trx,
  )
}

interface Seller {
  readonly providerId: number
  readonly code: string
  readonly currency: string
  readonly place: number
  readonly asOf: string
}

async function sellThere(trx: Db, { providerId, code, currency, place, asOf }: Seller): Promise<void> {
  // As the simulators name their events and tickets.
  const suffix = code === 'xs2event' ? '_spp' : ''
  const { rows } = await sql<Chosen>`
    with ranked as (
      select p.id, g.layout = 'theatre' as "isTheatre", row_number() over (partition by g.layout = 'theatre'
        order by (e.publication = 'published' and not e.is_hidden) desc, p.starts_at, p.id) as n
      from performances p join events e on e.id = p.event_id join venue_configurations g on g.id = p.venue_configuration_id
      where p.starts_at > ${asOf}::timestamptz + interval '10 days' and p.status = 'onsale' and p.currency = ${currency} and g.layout in ('theatre', 'arena', 'end_stage', 'in_the_round')
        and exists (select from venue_sections v where v.venue_configuration_id = g.id)
    )
    select id, "isTheatre" from ranked where n <= ${perLayout} order by id`.execute(trx)
  const sold = rows.map(({ id, isTheatre }, n) => ({
    id,
    event: 7_100_000 + place * 1_000 + n * 2 + (isTheatre ? 1 : 0),
  }))
  await sql`
    update performances p set provider_codes = p.provider_codes || jsonb_build_array(jsonb_build_object('provider', ${code}::text, 'code', g.event || ${suffix}))
    from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as g (id bigint, event integer) where p.id = g.id`.execute(
    trx,
  )
  const listings = sold.flatMap(({ id, event }) =>
    sampleTickets(event)
      .filter(({ isParking }, n) => !isParking && n !== 4)
      .map(({ id: ticket, section, row, quantity, price }, n) => ({
        performanceId: id,
        code: `${n === 5 ? ticket + 70 : ticket}${suffix}`,
        section,
        row,
        quantity: n === 2 ? quantity + 1 : quantity,
        price: n === 0 ? price - 500 : price,
      })),
  )
  await sql`
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price, is_supplied, is_instant, created_at, updated_at)
    select g."performanceId", ${providerId}, g.code, g.section, g.row, g.quantity, ${currency}, g.price, true, true, ${asOf}::timestamptz - interval '5 hours', ${asOf}::timestamptz - interval '5 hours'
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as g ("performanceId" bigint, code text, section text, row text, quantity integer, price bigint)
    on conflict do nothing`.execute(trx)
  while (await placePage(trx)) {
    /* the next page */
  }
}
