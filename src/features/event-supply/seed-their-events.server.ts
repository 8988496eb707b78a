import { sql } from 'kysely'
import { setSaid } from '../../platform/stored-texts/stored-columns.server.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../db/tables.server.ts'
import { currencyExponents } from '../supply/importing/draft-money.server.ts'
import { eventFaultText } from './adapters/event-faults.server.ts'
import { sampleCatalogue } from './adapters/sample-catalogue.server.ts'
import { sampleTickets, simulatedFault } from './adapters/sample-tickets.server.ts'
import type { TheirListing } from './adapters/ticket-feed.server.ts'
import type { TicketAdapterFacts } from './adapters/ticket-adapter.ts'
import { storeEvents, syncedProvider } from './syncing/event-rows.server.ts'
import { followCodes, matchEvents } from './syncing/match-events.server.ts'
import { storeListings } from './syncing/store-listings.server.ts'

interface Matched {
  readonly id: number
  readonly code: string
  readonly performanceId: number
  readonly method: string
}

/** How the simulators name tickets. */
const suffixOf = ({ key }: TicketAdapterFacts) => (key === 'xs2event' ? '_spp' : '')

function listingsOf(facts: TicketAdapterFacts, event: number): TheirListing[] {
  return sampleTickets(event).map(({ id, section, row, quantity, price, isParking }) => ({
    code: `${id}${suffixOf(facts)}`,
    section,
    row: facts.key === 'xs2event' ? null : row,
    quantity,
    splits: facts.key === 'xs2event' || quantity % 2 === 1 ? [] : [2, quantity],
    ask: price,
    currency: facts.currency,
    faceValue: null,
    format: facts.key === 'xs2event' ? 'e-ticket' : 'Eticket',
    isInstant: id % 3 !== 0,
    inHandOn: null,
    note: facts.key !== 'xs2event' && id % 5 === 0 ? 'OBSTRUCTED VIEW' : null,
    isParking,
    isWheelchair: false,
    leavesNoSingle: facts.key === 'xs2event' && quantity % 2 === 1,
  }))
}

/**
 * What the simulators sell, as the sync left it some hours ago: matched, suggested, unknown to us, ignored by a person, and
 * one whose listings could not be read.
 */
export async function seedTheirEvents(trx: Db, facts: TicketAdapterFacts, asOf: string): Promise<void> {
  const provider = await syncedProvider(trx, facts.key)
  if (!provider) return
  const events = (await sampleCatalogue(facts.key, trx)).map(({ number, name, venue, city, date, time }) => ({
    code: `${number}${suffixOf(facts)}`,
    name,
    venue,
    city,
    localDate: date,
    localTime: time,
    isDateConfirmed: time !== null,
  }))
  await storeEvents(trx, provider, events, asOf)
  await followCodes(trx, provider)
  await matchEvents(trx, provider)
  const { rows } = await sql<Matched>`
    select id, code, performance_id as "performanceId", method from provider_events where provider_id = ${provider.id} and state = 'matched' order by id`.execute(
    trx,
  )
  const exponents = await currencyExponents(trx)
  for (const { id, code, performanceId, method } of rows) {
    const number = Number.parseInt(code, 10)
    const isUnread = simulatedFault(String(number)) !== null
    const said = isUnread ? [] : listingsOf(facts, number)
    // Those that had their id before are a little behind on purpose.
    const counts =
      method === 'code' || isUnread
        ? { listings: said.filter(({ isParking }) => !isParking).length, leftOut: 0 }
        : await storeListings(trx, { providerId: provider.id, performanceId }, said, exponents)
    const problem = isUnread
      ? eventFaultText(facts.name, { kind: 'invalid', detail: storedText('it is incomplete or damaged') }, 'by itself')
      : null
    await sql`
      update provider_events set listings = ${counts.listings}, left_out = ${counts.leftOut}, ${setSaid('problem', problem)}, tries = ${isUnread ? 2 : 0},
        listings_at = ${isUnread ? null : sql`${asOf}::timestamptz - interval '3 hours'`}, due_at = ${asOf}::timestamptz + interval '3 hours',
        matched_at = ${asOf}::timestamptz - interval '2 days' where id = ${id}`.execute(trx)
  }
  // The sync writes down the moment at which it runs; demo data has moments of its own.
  await sql`
    update performances p set checked_at = ${asOf}::timestamptz - interval '3 hours', updated_at = greatest(p.created_at, ${asOf}::timestamptz - interval '2 days')
    from provider_events t where t.provider_id = ${provider.id} and t.state = 'matched' and p.id = t.performance_id`.execute(
    trx,
  )
  await sql`
    update provider_events set state = 'ignored', is_locked = true, decided_by = 'Mateo Herrera'
    where id = (select id from provider_events where provider_id = ${provider.id} and state = 'unmatched' order by id desc limit 1)`.execute(
    trx,
  )
  await sql`
    insert into supplier_syncs (supplier, finished_at) values (${facts.key}, ${asOf}::timestamptz - interval '20 minutes') on conflict do nothing`.execute(
    trx,
  )
}
