import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Outbound } from '../../platform/outbound/outbound.server.ts'
import type { OutboundTarget } from '../../platform/outbound/outbound-target.server.ts'
import type { DailyRates } from './daily-rates.ts'

/** The bank publishes at 16:00 in Frankfurt on working days. */
const publishedAt = 'T15:00:00Z'
/** Days that its rates are used: the longest time without new ones is Easter, from Thursday to Tuesday. */
const usedFor = 6

/** Adds the rates of a day; those that are there, and currencies that we do not have, are left alone. */
async function storeDailyRates(db: Db, { date, rates }: DailyRates): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into exchange_rates (base_currency, quote_currency, rate, as_of, expires_at, source)
    select 'EUR', c.code, r.rate, ${date + publishedAt}::timestamptz,
      ${date + publishedAt}::timestamptz + make_interval(days => ${usedFor}), 'European Central Bank'
    from json_to_recordset(${JSON.stringify(rates)}::json) as r (currency text, rate numeric)
    join currencies c on c.code = r.currency and c.code <> 'EUR'
    on conflict (base_currency, quote_currency, as_of) do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** Reads the daily rates of the European Central Bank, or of what publishes in its format. */
export function fetchRatesJob(address: string, outbound: Pick<Outbound, 'call'>): Job {
  const url = new URL(address)
  const target: OutboundTarget = {
    name: 'exchange-rates',
    hosts: [url.hostname],
    allowsLoopback: false,
    perSecond: 1,
    timeout: 20_000,
    maxBytes: 1_000_000,
  }
  return {
    name: 'fetch-exchange-rates',
    label: msg('Exchange rates'),
    does: msg('Fetches the daily exchange rates.'),
    staleWithout: msg('Rates expire after six days, and totals in the reporting currency become incomplete.'),
    overlap: 'skip',
    counts: { rates: msg('New rates') },
    cron: '17 * * * *',
    async run({ database, signal, count }) {
      const { readDailyRates } = await import('./daily-rates.ts')
      const reply = await outbound.call(target, { method: 'GET', url, signal })
      if (reply.status !== 200) throw new Error(`The exchange rates answered with ${reply.status}.`)
      count('rates', await storeDailyRates(database.kysely, readDailyRates(reply.body)))
    },
  }
}
