import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { dearestFirst, type OrderRates } from '../exchange-rates/order-rates.server.ts'
import type { RuleTrial } from './try-rule.ts'

/** Texts that are shown; the ones with the most money first. */
const maxShown = 50

type Text = RuleTrial['texts'][number]

/** Listings that are spelled alike, in one place and currency, before and after. */
export interface Tried extends Pick<Text, 'section' | 'row' | 'before' | 'after' | 'change'> {
  readonly configurationId: number
  readonly currency: string
  readonly listings: number
  readonly worth: number
  /** The sections themselves, without rows. */
  readonly from?: string | null
  readonly to?: string | null
}

const worthOf = (groups: readonly Tried[], rates: OrderRates): RuleTrial['placed']['worth'] =>
  dearestFirst(
    [...Map.groupBy(groups, ({ currency }) => currency)].map(([currency, own]) => ({
      currency,
      amount: own.reduce((sum, { worth }) => sum + worth, 0),
    })),
    rates,
  )
const countOf = (groups: readonly Tried[]) => groups.reduce((sum, { listings }) => sum + listings, 0)

function textsOf(groups: readonly Tried[], rates: OrderRates): RuleTrial['texts'] {
  const alike = Map.groupBy(groups, ({ section, row, before, after }) => JSON.stringify([section, row, before, after]))
  const weight = (change: string) => (change === 'unplaced' ? 3 : change === 'moved' ? 2 : change === 'placed' ? 1 : 0)
  return [...alike.values()]
    .flatMap((own) => {
      const [first] = own
      if (!first) return []
      const { section, row, before, after, change } = first
      return { section, row, before, after, change, listings: countOf(own), worth: worthOf(own, rates) }
    })
    .toSorted((a, b) => weight(b.change) - weight(a.change) || b.listings - a.listings)
    .slice(0, maxShown)
}

/** What a trial says of all of them. */
export function countsOf(
  tried: readonly Tried[],
  rates: OrderRates,
): Pick<RuleTrial, 'listings' | 'placed' | 'moved' | 'unplaced' | 'texts'> {
  const those = (wanted: Tried['change']) => {
    const own = tried.filter(({ change }) => change === wanted)
    return { listings: countOf(own), worth: worthOf(own, rates) }
  }
  return {
    listings: countOf(tried),
    placed: those('placed'),
    moved: those('moved'),
    unplaced: those('unplaced'),
    texts: textsOf(tried, rates),
  }
}

/** Which sections gain and lose listings, in the configuration where most of them change. */
export async function mapOf(db: Db, tried: readonly Tried[]): Promise<RuleTrial['map']> {
  const changed = Map.groupBy(
    tried.filter(({ from = null, to = null }) => from !== to),
    ({ configurationId }) => configurationId,
  )
  const [busiest] = [...changed].toSorted((a, b) => countOf(b[1]) - countOf(a[1]) || a[0] - b[0])
  if (!busiest) return null
  const [configurationId, own] = busiest
  const sections = new Map<string, { gains: number; loses: number }>()
  const count = (name: string | null, what: 'gains' | 'loses', listings: number) => {
    if (name === null) return
    const of = sections.get(name) ?? { gains: 0, loses: 0 }
    of[what] += listings
    sections.set(name, of)
  }
  for (const { from = null, to = null, listings } of own) {
    count(from, 'loses', listings)
    count(to, 'gains', listings)
  }
  const { rows } = await sql<{ name: string }>`
    select name from venue_configurations where id = ${configurationId}`.execute(db)
  return {
    configurationId,
    configuration: rows[0]?.name ?? '',
    sections: [...sections].map(([name, of]) => ({ name, ...of })),
    more: changed.size - 1,
  }
}

/** What a group of listings `l` is worth in one currency, to say which texts are read where there are too many. */
export const valueOf = (rates: OrderRates) =>
  sql`sum(l.quantity * l.price) * coalesce((${JSON.stringify(rates)}::jsonb ->> l.currency)::numeric, 0)`
