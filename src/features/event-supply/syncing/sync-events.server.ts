import { sql } from 'kysely'
import type { Logger } from 'pino'
import { msg } from '../../../core/i18n/language.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import type { Database } from '../../../db/database.server.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'
import { placeDueListings } from '../../section-mapping/place-listings.server.ts'
import type { SupplyContext } from '../../supply/importing/connections.server.ts'
import { currencyExponents } from '../../supply/importing/draft-money.server.ts'
import type { SupplierFault } from '../../supply/importing/supplier-catalogue.server.ts'
import { isOfAllCalls, isPassing } from '../../supply/importing/supplier-catalogue.server.ts'
import type { Sync } from '../../supply/syncing/sync-rows.server.ts'
import { keepSync, noteProblem, releaseSync, takeSync } from '../../supply/syncing/sync-rows.server.ts'
import { eventFaultText } from '../adapters/event-faults.server.ts'
import { openFeed } from '../adapters/open-feed.server.ts'
import type { TheirListing, TicketAdapter, TicketFeed } from '../adapters/ticket-feed.server.ts'
import type { TicketAdapterFacts } from '../adapters/ticket-adapter.ts'
import type { DueEvent, SyncedProvider } from './event-rows.server.ts'
import {
  missEvents,
  nextDue,
  noteGone,
  noteRead,
  noteUnread,
  storeEvents,
  syncedProvider,
} from './event-rows.server.ts'
import { followCodes, matchEvents } from './match-events.server.ts'
import { closeListings, closeStale, storeListings } from './store-listings.server.ts'

/** Seconds until an event is asked for again while its provider is busy or away; after the last one, an hour. */
const retrySeconds = [15, 60, 300, 900] as const
const restSeconds = 3_600
/** Minutes between two readings of a provider's list of events. */
const listEvery = 55

export const eventSyncJobOf = (provider: string) => `sync-${provider}`

const labels: Readonly<Record<TicketAdapterFacts['key'], string>> = {
  'ticket-evolution': msg('Ticket Evolution sync'),
  'xs2event': msg('XS2Event sync'),
}

interface Given {
  readonly database: Database
  readonly log: Logger
  readonly signal: AbortSignal
  count(counter: string, by?: number): void
}

interface Run extends Omit<Given, 'database'> {
  readonly db: Db
  readonly adapter: TicketAdapter
  readonly feed: TicketFeed
  readonly sync: Sync
  readonly provider: SyncedProvider
  about(subject: string): void
}

/** One run: the provider's events where their list is old, their matches, and the listings that are due. */
async function syncEvents(context: SupplyContext, adapter: TicketAdapter, given: Given): Promise<void> {
  const { database, signal } = given
  const db = database.kysely
  const provider = await syncedProvider(db, adapter.facts.key)
  // A provider that is paused gets no calls.
  if (!provider?.isEnabled) return
  let subject = 'provider_events'
  const feed = await openFeed(db, adapter, context, { signal, subject: () => subject })
  if (!feed) return
  const sync = await takeSync(db, adapter.facts)
  if (!sync) return
  const run: Run = { ...given, db, adapter, feed, sync, provider, about: (next) => (subject = next) }
  try {
    if (await isListDue(run)) await readEvents(run)
    await db.transaction().execute((trx) => followCodes(trx, provider))
    await matchEvents(db, provider)
    await readListings(run)
    await closeStale(db, provider.id)
    await placeDueListings(database, signal)
  } finally {
    await releaseSync(db, sync)
  }
}

async function isListDue({ db, sync }: Run): Promise<boolean> {
  const { rows } = await sql`
    select from supplier_syncs where supplier = ${sync.supplier} and problem is null and finished_at > now() - make_interval(mins => ${listEvery})`.execute(
    db,
  )
  return rows.length === 0
}

/** Reads the list of events to its end. Where it can't be read, what was read counts and nothing is missed in it. */
async function readEvents(run: Run): Promise<void> {
  const { db, feed, provider, sync, signal, log, adapter } = run
  const { rows } = await sql<{ now: string }>`select date_trunc('milliseconds', now())::text as now`.execute(db)
  const startedAt = rows[0]?.now ?? ''
  const seen = new Set<string | null>([null])
  let page: string | null = null
  run.about('provider_events')
  try {
    for (;;) {
      if (signal.aborted || !(await keepSync(db, sync))) return
      const { events, next } = await feed.listEvents(page)
      await storeEvents(db, provider, events, startedAt)
      run.count('events', events.length)
      log.debug({ events: events.length }, 'A page of events was read')
      if (next === null) break
      if (seen.has(next)) {
        await noteProblem(
          db,
          sync,
          storedText('{supplier} sends the same page of its list again and again.', { supplier: provider.name }),
        )
        return
      }
      seen.add(next)
      page = next
    }
  } catch (error) {
    if (signal.aborted) return
    log.warn({ err: error, provider: provider.code }, 'A list of events could not be read')
    run.count('unread')
    await noteProblem(db, sync, eventFaultText(adapter.facts.name, feed.classifyError(error), 'by itself'))
    return
  }
  await missEvents(db, provider, startedAt)
  await noteProblem(db, sync, null)
  await sql`update supplier_syncs set finished_at = now(), updated_at = now() where supplier = ${sync.supplier}`.execute(
    db,
  )
}

/** Asks for the listings of every match that is due, one at a time. No connection to the database is used while it answers. */
async function readListings(run: Run): Promise<void> {
  const { db, provider, signal, sync, log } = run
  const exponents = await currencyExponents(db)
  while (!signal.aborted && (await keepSync(db, sync))) {
    const due = await nextDue(db, provider)
    if (!due) return
    run.about(`performances ${due.performanceId}`)
    let listings: readonly TheirListing[]
    try {
      listings = await run.feed.listingsOf(due.code)
    } catch (error) {
      if (signal.aborted) return
      if (await stopsAt(run, due, error)) return
      continue
    }
    await db.transaction().execute(async (trx) => {
      const place = { providerId: provider.id, performanceId: due.performanceId }
      const { changed, closed, ...counts } = await storeListings(trx, place, listings, exponents)
      await noteRead(trx, due, counts)
      run.count('changed', changed)
      run.count('closed', closed)
      log.debug({ event: due.code, listings: listings.length, changed, closed }, 'Listings were read')
    })
  }
}

/** Writes down why there is no answer. True: the provider is asked for nothing more in this run. */
async function stopsAt(run: Run, due: DueEvent, error: unknown): Promise<boolean> {
  const { db, feed, provider, adapter, sync, log } = run
  const fault = feed.classifyError(error)
  const reason = eventFaultText(adapter.facts.name, fault, 'by itself')
  if (fault.kind === 'gone' || fault.kind === 'not_found') {
    await db.transaction().execute(async (trx) => {
      await noteGone(trx, due, reason)
      run.count('closed', await closeListings(trx, { providerId: provider.id, performanceId: due.performanceId }, []))
    })
    return false
  }
  if (fault.kind === 'invalid') log.warn({ err: error, event: due.code }, 'Listings of a provider could not be read')
  log.info({ event: due.code, reason: sayStored(reason) }, 'Listings could not be read')
  await noteUnread(db, due, reason, secondsUntil(fault, due.tries))
  run.count('failed')
  if (isOfAllCalls(fault)) await noteProblem(db, sync, reason)
  // Who asks us to slow down, or refuses our key, means every call.
  return isOfAllCalls(fault) || fault.kind === 'rate_limited'
}

function secondsUntil(fault: SupplierFault, tries: number): number {
  const seconds = (isPassing(fault) ? retrySeconds[tries] : undefined) ?? restSeconds
  return Math.max(seconds, Math.ceil((fault.retryAfter ?? 0) / 1_000))
}

export function eventSyncJobs(context: SupplyContext, adapters: readonly TicketAdapter[]): Job[] {
  return adapters.map((adapter): Job => ({
    name: eventSyncJobOf(adapter.facts.key),
    label: labels[adapter.facts.key],
    does: msg('Reads the provider’s events, matches them with ours, and brings its listings up to date.'),
    staleWithout: msg('Listings keep old prices and stay on sale after they sell out.'),
    overlap: 'share',
    counts: {
      events: msg('Events'),
      changed: msg('Changed listings'),
      closed: msg('Listings taken off sale'),
      failed: msg('Failed'),
      unread: msg('Lists not read'),
    },
    cron: '*/10 * * * *',
    timeout: 3_600,
    run: (given) => syncEvents(context, adapter, given),
  }))
}
