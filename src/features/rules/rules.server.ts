import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { isSameJson } from '../../core/same-json.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { dimensions } from './rule-evaluation.ts'
import type { Dimension } from './rule-evaluation.ts'
import { keepPricesJob } from './price-jobs.server.ts'
import { countRulesJob } from './rule-counting.server.ts'
import { rules } from './rules.ts'

/** A rule's state for the row called `t`; the same as `stateOf`. */
const stateSql = sql`(case when not t.is_enabled then 'off' when t.valid_until <= now() then 'ended' when t.valid_from > now() then 'scheduled' else 'active' end)`

const held: Readonly<Record<Dimension, RawBuilder<unknown>>> = {
  event: sql`t.event_ids <> '{}'`,
  performer: sql`t.performer_ids <> '{}'`,
  venue: sql`t.venue_ids <> '{}'`,
  competition: sql`t.competition is not null`,
  subcategory: sql`t.subcategory_ids <> '{}'`,
  category: sql`t.category_ids <> '{}'`,
  type: sql`t.event_types <> '{}'`,
  provider: sql`t.provider_ids <> '{}'`,
  country: sql`t.country_ids <> '{}'`,
  price: sql`t.currency is not null`,
  days: sql`(t.days_from is not null or t.days_to is not null)`,
}
/** The same as `specificityOf`. */
const specificitySql = sql`(${sql.join(
  dimensions.map(
    (dimension, index) =>
      sql`case when ${held[dimension]} then ${sql.lit(2 ** (dimensions.length - 1 - index))} else 0 end`,
  ),
  sql` + `,
)})::integer`

function counted(column: string, one: string, many: string): RawBuilder<unknown> {
  const ids = sql.ref(`t.${column}`)
  return sql`case cardinality(${ids}) when 0 then null when 1 then ${sql.lit(`1 ${one}`)} else cardinality(${ids}) || ${sql.lit(` ${many}`)} end`
}

/** In a few words of English, for files and for sorting: `1 venue, sport, up to 7 days`. The console words it itself. */
const appliesToSql = sql`coalesce(nullif(concat_ws(', ',
  ${counted('event_ids', 'event', 'events')}, ${counted('performer_ids', 'performer', 'performers')}, ${counted('venue_ids', 'venue', 'venues')},
  t.competition, ${counted('subcategory_ids', 'subcategory', 'subcategories')}, ${counted('category_ids', 'category', 'categories')}, nullif(array_to_string(t.event_types, ' or '), ''),
  ${counted('provider_ids', 'provider', 'providers')}, ${counted('country_ids', 'country', 'countries')},
  case when t.currency is not null then 'price in ' || t.currency end,
  'from ' || t.days_from || ' days', 'up to ' || t.days_to || ' days'), ''), 'Everything')`

const share = (column: string) => sql`trim_scale(${sql.ref(`t.${column}`)} / 100.0) || '%'`
const effectSql = sql`(case t.type
  when 'markup' then ${share('markup')} when 'service_fee' then ${share('service_fee')} when 'min_margin' then ${share('min_margin')}
  when 'hide_provider' then cardinality(t.hidden_provider_ids) || ' hidden' when 'min_seats' then t.min_seats || ' together'
  when 'delivery_lead_time' then t.lead_hours || ' hours' when 'checkout_notice' then left(t.notice, 80) when 'holder_names' then t.holder_names
  when 'max_tickets' then t.max_tickets || ' tickets' when 'refund_protection' then t.refund_protection else t.badge end)`

/** The fields that decide how many events a rule affects. */
const counting = [
  'eventIds',
  'performerIds',
  'venueIds',
  'competition',
  'subcategoryIds',
  'categoryIds',
  'eventTypes',
  'providerIds',
  'countryIds',
  'currency',
  'priceFrom',
  'priceTo',
  'daysFrom',
  'daysTo',
] as const

/** A rule whose conditions changed affects an unknown number of events until the job has counted them. */
async function prepareRule({ draft, current }: SaveCall): Promise<void> {
  setTimeout(() => wakeJob(keepPricesJob), 250).unref()
  if (current && counting.every((key) => isSameJson(current[key], draft[key]))) return
  draft['affectedCount'] = null
  draft['countedAt'] = null
  // The job can run before this commits; its schedule then picks the change up later.
  setTimeout(() => wakeJob(countRulesJob), 250).unref()
}

export const rulesServer = serve(rules, {
  derived: { state: stateSql, specificity: specificitySql, appliesTo: appliesToSql, effect: effectSql },
  beforeSave: prepareRule,
})
