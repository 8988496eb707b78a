import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '../../../db/tables.server.ts'
import { commonFault } from '../../supply/importing/supplier-answers.server.ts'
import type { SupplierFault } from '../../supply/importing/supplier-catalogue.server.ts'
import { SupplierError } from '../../supply/importing/supplier-catalogue.server.ts'
import type { EventPage, TheirEvent, TheirListing } from '../adapters/ticket-feed.server.ts'
import { ticketEvolutionAdapter } from '../ticket-evolution/ticket-evolution.server.ts'

export const provider = 'ticket-evolution'

type Say<T> = T | SupplierFault

/** What Ticket Evolution says next: pages by where they begin ('' is the beginning), listings by the event. */
export const says = {
  pages: new Map<string, Say<EventPage>>(),
  listings: new Map<string, Say<readonly TheirListing[]>>(),
}
/** What it was asked, in order. */
export const asked: string[] = []

function answer<T extends object>(said: Say<T> | undefined): T {
  if (said === undefined) throw new SupplierError({ kind: 'not_found' })
  if ('kind' in said) throw new SupplierError(said)
  return said
}

/** Has Ticket Evolution answer by `says`, for the rest of the test. */
export function scriptFeed(): void {
  const unasked = () => Promise.reject(new Error('Not asked'))
  vi.spyOn(ticketEvolutionAdapter, 'openFeed').mockImplementation(() => ({
    findEvents: unasked,
    hold: unasked,
    buy: unasked,
    orderOf: unasked,
    release: unasked,
    repeat: unasked,
    baseUrl: new URL('https://api.ticketevolution.com/v9'),
    async listEvents(page) {
      asked.push(`events ${page ?? ''}`)
      return answer(says.pages.get(page ?? ''))
    },
    async listingsOf(code) {
      asked.push(`listings ${code}`)
      return answer(says.listings.get(code))
    },
    classifyError: commonFault,
  }))
}

export const theirEvent = (code: string, values: Partial<TheirEvent> = {}): TheirEvent => ({
  code,
  name: 'Unknown gala',
  venue: 'Elsewhere',
  city: 'Nowhere',
  localDate: '2099-06-01',
  localTime: '20:00',
  isDateConfirmed: true,
  ...values,
})

export const theirListing = (code: string, values: Partial<TheirListing> = {}): TheirListing => ({
  code,
  section: 'Stalls',
  row: 'F',
  quantity: 4,
  splits: [],
  ask: 5_000,
  currency: 'USD',
  faceValue: null,
  format: 'Eticket',
  isInstant: true,
  inHandOn: null,
  note: null,
  isParking: false,
  isWheelchair: false,
  leavesNoSingle: false,
  ...values,
})

export async function makeProvider(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into providers (code, name, kind, currency, commission, priority)
    values (${provider}, 'Ticket Evolution', 'broker_feed', 'USD', 0, 50) returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Everything is asked for again by the next run. */
export async function dueAgain(db: Db): Promise<void> {
  await sql`update provider_events set due_at = now() - interval '1 second'`.execute(db)
  await sql`update supplier_syncs set finished_at = null where supplier = ${provider}`.execute(db)
  asked.length = 0
}
