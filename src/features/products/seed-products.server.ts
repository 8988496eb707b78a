import { sql } from 'kysely'
import type { SeedWork } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/**
 * What suppliers and staff have done with the demo's products: overrides, changes, questions, seasons, days on sale.
 * Safe to run again.
 */
export const seedProducts: readonly SeedWork[] = [
  describeProducts,
  overrideSome,
  addDrift,
  describeOptions,
  addUnits,
  addAvailability,
  addSyncs,
  countWhatIsThere,
]

/** The catalogue and its places were loaded past the triggers that count: once for all, then they go on. */
async function countWhatIsThere(trx: Db): Promise<void> {
  await sql`
    update products p set option_count = c.options, drift_count = c.drifts
    from (select id, (select count(*) from product_options o where o.product_id = x.id) as options,
      (select count(*) from product_drifts d where d.product_id = x.id and d.state = 'open') as drifts from products x) as c
    where c.id = p.id and (p.option_count, p.drift_count) <> (c.options, c.drifts)`.execute(trx)
  await sql`
    update cities c set has_codes = coalesce(left(c.un_locode, 2) = n.code, false), is_market_open = not n.is_blocked
    from countries n where n.id = c.country_id`.execute(trx)
  await sql`select city_launches_refresh(array(select id from cities))`.execute(trx)
}

const questions = {
  en: [
    { code: 'hotel-name', question: 'Where do you stay?', per: 'BOOKING', isRequired: true },
    { code: 'diet', question: 'Is there anything that you cannot eat?', per: 'UNIT', isRequired: false },
    { code: 'passport-number', question: 'Passport number', per: 'UNIT', isRequired: true },
  ],
  es: [
    { code: 'hotel-name', question: '¿Dónde se aloja?', per: 'BOOKING', isRequired: true },
    { code: 'diet', question: '¿Hay algo que no pueda comer?', per: 'UNIT', isRequired: false },
    { code: 'passport-number', question: 'Número de pasaporte', per: 'UNIT', isRequired: true },
  ],
} as const

async function describeProducts(trx: Db): Promise<void> {
  await sql`
    update products p set
      reference = upper(left(p.redemption_method, 1)) || '-' || p.supplier_code,
      sync_status = case when p.id % 37 = 5 then 'failed' when p.id % 29 = 3 then 'pending' else 'synced' end,
      cancellation_tiers = case when p.cancellation_policy = 'CUSTOM'
        then '[{"hoursBefore": 24, "refund": 5000}, {"hoursBefore": 12, "refund": 2500}]'::jsonb else '[]' end,
      questions = case when p.id % 3 = 0 then jsonb_path_query_array(${JSON.stringify(questions)}::jsonb -> p.locale, case when p.id % 2 = 0 then '$[0 to 1]'::jsonpath else '$[1 to 2]' end)
        else '[]' end
    where p.locale in ('en', 'es')`.execute(trx)
}

/** In some the title was too long for a page, in others the supplier's hours were stricter than what we promise. */
async function overrideSome(trx: Db): Promise<void> {
  // First the supplier's values, through the database's own trigger; then what staff changed.
  await sql`update products set overrides = '{title}' where id % 17 = 4 and status in ('live', 'mapped') and overrides = '{}'`.execute(
    trx,
  )
  await sql`update products set title = left(regexp_replace(title, ':.*(:|$)', ''), 240) || case locale when 'es' then ': lo mejor' else ': the best of it' end
    where overrides = '{title}' and title !~ ': (lo mejor|the best of it)$'`.execute(trx)
  await sql`update products set overrides = '{cancellationHours}' where id % 23 = 7 and cancellation_policy = 'CUSTOM' and overrides = '{}'`.execute(
    trx,
  )
  await sql`update products set cancellation_hours = 24 where overrides = '{cancellationHours}'`.execute(trx)
}

async function addDrift(trx: Db): Promise<void> {
  await sql`
    insert into product_drift_rules (name, field, provider_id, max_change)
    select g.name, g.field, (select id from providers where code = g.code), g.most from (values
      ('Small steps of price', 'netFrom', null, 300), ('Viator writes its own descriptions', 'description', 'viator', null), ('References', 'reference', null, null)
    ) as g (name, field, code, most) where not exists (select from product_drift_rules)`.execute(trx)
  await sql`
    with wanted as (
      select p.id, p.provider_id, p.title, p.created_at, 'netFrom' as field, to_jsonb(p.net_from) as ours,
        to_jsonb(round(p.net_from * case when p.id % 2 = 0 then 1.08 else 0.94 end)::bigint) as theirs, p.id % 5 as age from products p
        where p.id % 9 = 2 and p.status <> 'retired' and p.net_from > 0
      union all select p.id, p.provider_id, p.title, p.created_at, 'title', to_jsonb(p.title), to_jsonb(left(p.supplier_values -> 'title' ->> 'value', 230) || case p.locale when 'es' then ', nueva edición' else ', new edition' end), p.id % 4
        from products p where p.id % 17 = 4 and p.overrides = '{title}'
      union all select p.id, p.provider_id, p.title, p.created_at, 'cancellationHours', to_jsonb(p.cancellation_hours), to_jsonb(p.cancellation_hours + 24), p.id % 6
        from products p where p.id % 19 = 6 and p.cancellation_hours is not null and p.overrides = '{}'
      union all select p.id, p.provider_id, p.title, p.created_at, 'deliveryMethods', to_jsonb(p.delivery_methods), '["TICKET"]', 1 from products p where p.id % 31 = 8
    )
    insert into product_drifts (product_id, provider_id, title, field, our_value, their_value, created_at, updated_at)
    select id, provider_id, title, field, ours, theirs, now() - age * interval '20 hours' - interval '35 minutes', now() - age * interval '20 hours' - interval '35 minutes'
    from wanted where ours <> theirs and not exists (select from product_drifts)`.execute(trx)
  await sql`
    insert into product_drifts (product_id, provider_id, title, field, our_value, their_value, state, rule_id, decided_by, decided_at, created_at, updated_at)
    select p.id, p.provider_id, p.title, 'netFrom', to_jsonb(round(p.net_from * 0.98)::bigint), to_jsonb(p.net_from),
      case when p.id % 7 = 0 then 'kept' else 'accepted' end, case when p.id % 7 <> 0 then r.id end, case when p.id % 7 = 0 then 'Mateo Villanueva' end,
      now() - (p.id % 40 + 3) * interval '1 day', now() - (p.id % 40 + 3) * interval '1 day' - interval '2 hours', now() - (p.id % 40 + 3) * interval '1 day'
    from products p join product_drift_rules r on r.name = 'Small steps of price'
    where p.id % 6 = 1 and p.net_from > 100 and not exists (select from product_drifts where state <> 'open')`.execute(
    trx,
  )
  await sql`
    update products p set supplier_values = jsonb_set(p.supplier_values, '{title,value}', d.their_value)
    from product_drifts d where d.product_id = p.id and d.field = 'title' and d.state = 'open' and p.overrides = '{title}'`.execute(
    trx,
  )
}

async function describeOptions(trx: Db): Promise<void> {
  await sql`
    update product_options o set
      opening_rules = case when p.availability_type = 'OPENING_HOURS'
        then jsonb_build_array(jsonb_build_object('from', null, 'until', null, 'weekdays', case when p.id % 4 = 0 then '["tue", "wed", "thu", "fri", "sat", "sun"]'::jsonb else '[]' end, 'opens', '09:00', 'closes', '18:30'))
        when o.id % 3 = 1 then jsonb_build_array(jsonb_build_object('from', null, 'until', null, 'weekdays', '["mon", "wed", "fri", "sat", "sun"]'::jsonb, 'opens', null, 'closes', null)) else '[]' end,
      opening_exceptions = jsonb_build_array(
        jsonb_build_object('from', extract(year from now())::text || '-12-25', 'until', extract(year from now())::text || '-12-25', 'kind', 'closed', 'cause', case p.locale when 'es' then 'Navidad' else 'Christmas Day' end))
        || case when o.id % 5 = 2 then jsonb_build_array(jsonb_build_object('from', (now()::date + 9)::text, 'until', (now()::date + 11)::text, 'kind', 'blackout',
          'cause', case p.locale when 'es' then 'Reservado para un grupo' else 'Held for a group' end)) else '[]' end,
      cancellation_cutoff_amount = case when o.is_pickup_available and p.cancellation_policy <> 'ALL_SALES_FINAL' then 2 end,
      cancellation_cutoff_unit = case when o.is_pickup_available and p.cancellation_policy <> 'ALL_SALES_FINAL' then 'day' end,
      is_pickup_required = o.is_pickup_available and o.id % 4 = 2,
      pickup_points = case when not o.is_pickup_available then '[]' when p.locale = 'es'
        then '[{"name": "Estación central", "minutesBefore": 30, "note": "Junto a la taquilla"}, {"name": "Hotel del centro", "minutesBefore": 45, "note": null}]'::jsonb
        else '[{"name": "Central station", "minutesBefore": 30, "note": "Beside the ticket office"}, {"name": "Hotel in the centre", "minutesBefore": 45, "note": null}]' end,
      itinerary = case when o.duration_minutes >= 240 then case p.locale when 'es' then 'Salida, recorrido guiado, tiempo libre para comer y regreso al punto de partida.'
        else 'Departure, guided tour, free time for lunch and return to where you began.' end end
    from products p where p.id = o.product_id`.execute(trx)
}

/** Family units on some tours, intended age gaps, and two mistakes of suppliers in products that are not live yet. */
async function addUnits(trx: Db): Promise<void> {
  await sql`
    insert into product_age_bands (product_id, type, title, title_plural, min_age, max_age, pax_count, max_quantity, accompanied_by, currency, net, retail, created_at)
    select p.id, 'FAMILY', case p.locale when 'es' then 'Familia (2 + 2)' else 'Family (2 + 2)' end, case p.locale when 'es' then 'Familias (2 + 2)' else 'Families (2 + 2)' end,
      0, 120, 4, 3, '{}', p.currency, b.net * 3, b.retail * 3, p.created_at
    from products p join product_age_bands b on b.product_id = p.id and b.type = 'ADULT' and b.option_id is null
    where p.id % 14 = 3 and not exists (select from product_age_bands f where f.product_id = p.id and f.type = 'FAMILY')`.execute(
    trx,
  )
  await sql`
    update product_age_bands b set min_age = 12, accompanied_by = '{ADULT}', intended_gaps = '{below}' from products p
    where p.id = b.product_id and b.type = 'CHILD' and b.min_age = 0 and p.title ~* '(ghost|fantasma)'`.execute(trx)
  await sql`
    update product_age_bands b set min_age = 14 from products p
    where p.id = b.product_id and b.type = 'ADULT' and b.min_age = 13 and p.status in ('imported', 'mapped')`.execute(
    trx,
  )
  await sql`
    update product_age_bands b set max_age = 14 from products p
    where p.id = b.product_id and b.type = 'CHILD' and b.max_age = 12 and p.status = 'suspended'`.execute(trx)
}

/** Requested syncs that did not arrive, and the changes of recent weeks as the feeds delivered them. */
async function addSyncs(trx: Db): Promise<void> {
  await sql`
    update product_age_bands b set supplier_label = left(case when b.type = 'ADULT' and b.id % 3 = 0 then b.title || ' (' || b.min_age || '+)'
      when b.type in ('CHILD', 'INFANT', 'YOUTH') and b.id % 2 = 0 then b.title || ' (' || b.min_age || '-' || b.max_age || ')' else b.title end, 80)
    where b.supplier_label is null`.execute(trx)
  await sql`
    with rows as (
      select d.product_id, 'changed' as kind, d.created_at as at, 'imports' as done_by, null as message,
        jsonb_agg(jsonb_build_object('field', d.field, 'ours', d.our_value, 'theirs', d.their_value, 'outcome', case
          when d.field = any(p.overrides) or d.state = 'kept' then 'refused' when d.rule_id is not null then 'taken' else 'waiting' end) order by d.id) as changes
      from product_drifts d join products p on p.id = d.product_id group by d.product_id, d.created_at
      union all select id, 'failed', last_synced_at, 'imports', case when id % 2 = 0 then 'The supplier did not answer within 30 seconds.' else 'The supplier answered with status 404.' end, '[]'::jsonb
        from products where sync_status = 'failed' and last_synced_at is not null
      union all select id, 'asked', now() - interval '25 minutes', 'Mateo Villanueva', null, '[]'::jsonb from products where sync_status = 'pending'
    )
    insert into product_syncs (product_id, kind, at, done_by, message, changes)
    select product_id, kind, at, done_by, message, changes from rows where not exists (select from product_syncs) order by at, product_id`.execute(
    trx,
  )
}

/** A month ahead. Some suppliers have not answered since the day before yesterday, some say nothing of the later days. */
async function addAvailability(trx: Db): Promise<void> {
  await sql`
    insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
    select id, day, case when h < 6 then 'SOLD_OUT' when h < 9 then 'CLOSED' when is_free and h > 70 then 'FREESALE' when h < 20 then 'LIMITED' else 'AVAILABLE' end,
      case when h < 9 then 0 when is_free and h > 70 then null when h < 20 then 1 + h % 4 else 8 + h % 22 end, case when is_free and h > 70 then null else 30 end,
      now() - case when id % 13 = 0 then interval '41 hours' else (h % 5) * interval '1 hour' end
    from (
      select o.id, now()::date + d as day, ((o.id * 7919 + d * d * 131 + d * 17) % 100)::integer as h, p.availability_type = 'OPENING_HOURS' as is_free
      from product_options o join products p on p.id = o.product_id cross join generate_series(0, 30) as d
      where p.status = 'live' and o.is_active and o.is_default and not (o.id % 11 = 0 and d > 18)
    ) as days
    on conflict do nothing`.execute(trx)
}
