-- What a customer pays for a ticket, for every list that has to know it of many performances at once. The rules are those
-- of rule-evaluation.ts, rule-pricing.ts and rule-offers.ts; tests hold both equal over generated rules.

-- Counted up with every change that can move the price of any performance. One row.
create table pricing_epoch (
  one boolean primary key default true check (one),
  epoch bigint not null default 1
);
insert into pricing_epoch default values;

create function prices_have_changed() returns trigger language plpgsql as $$
begin
  update pricing_epoch set epoch = epoch + 1;
  return null;
end
$$;
-- Counting the events of a rule names none of these columns.
create trigger rules_change_prices after insert or delete or update of type, markup, service_fee, min_margin,
  hidden_provider_ids, event_ids, performer_ids, venue_ids, country_ids, subcategory_ids, category_ids, event_types,
  competition, provider_ids, days_from, days_to, currency, price_from, price_to, priority, is_enabled, valid_from,
  valid_until, created_at on rules
  for each statement execute function prices_have_changed();
create trigger providers_change_prices after update of commission on providers
  for each row when (old.commission <> new.commission) execute function prices_have_changed();
create trigger cities_change_prices after update of country_id on cities
  for each row when (old.country_id <> new.country_id) execute function prices_have_changed();

-- The same for one event: counted up when what rules compare changes.
alter table events add column pricing_stamp integer not null default 0;
create function events_change_prices() returns trigger language plpgsql as $$
begin
  new.pricing_stamp := old.pricing_stamp + 1;
  return new;
end
$$;
create trigger events_change_prices before update of performer_ids, venue_id, city_id, category_id, subcategory_id, type,
  provider_id on events
  for each row when (
    (old.performer_ids, old.venue_id, old.city_id, old.category_id, old.subcategory_id, old.type, old.provider_id)
    is distinct from
    (new.performer_ids, new.venue_id, new.city_id, new.category_id, new.subcategory_id, new.type, new.provider_id))
  execute function events_change_prices();
create function matches_change_prices() returns trigger language plpgsql as $$
begin
  update events set pricing_stamp = pricing_stamp + 1
    where id = case when tg_op <> 'INSERT' then old.event_id end or id = case when tg_op <> 'DELETE' then new.event_id end;
  return null;
end
$$;
create trigger matches_change_prices after insert or delete on matches
  for each row execute function matches_change_prices();
create trigger matches_change_prices_again after update of event_id, competition on matches
  for each row when ((old.event_id, old.competition) is distinct from (new.event_id, new.competition))
  execute function matches_change_prices();

-- The same as `specificityOf`.
create function rule_specificity(r rules) returns integer language sql immutable parallel safe as $$
  select (r.event_ids <> '{}')::integer * 1024 + (r.performer_ids <> '{}')::integer * 512
    + (r.venue_ids <> '{}')::integer * 256 + (r.competition is not null)::integer * 128
    + (r.subcategory_ids <> '{}')::integer * 64 + (r.category_ids <> '{}')::integer * 32
    + (r.event_types <> '{}')::integer * 16 + (r.provider_ids <> '{}')::integer * 8
    + (r.country_ids <> '{}')::integer * 4 + (r.currency is not null)::integer * 2
    + (r.days_from is not null or r.days_to is not null)::integer
$$;

-- A ticket's price, as `priceOf` has it: what the provider asks with the markup, raised to the minimum margin, and the fee.
create function ticket_price(ask bigint, commission integer, markup integer, min_margin integer, service_fee integer)
  returns table (price bigint, fee bigint, total bigint) language sql immutable parallel safe rows 1 as $$
  select m.price, f.fee, m.price + f.fee
  from (select ask - round(ask::numeric * commission * 0.0001)::bigint as cost) c
    cross join lateral (select greatest(0, ask + round(ask::numeric * coalesce(markup, 0) * 0.0001)::bigint,
      ceil(c.cost::numeric * 10000 / (10000 - min_margin))::bigint) as price) m
    cross join lateral (select round(m.price::numeric * coalesce(service_fee, 0) * 0.0001)::bigint as fee) f
  where ask is not null
$$;

-- What the rules make of a performance at a moment: the price of its cheapest ticket and of its dearest one, whether they
-- hide it, and how long that is so: until the next day or window at which another rule could prevail.
create function price_performance(p performances, moment timestamptz)
  returns table (price bigint, fee bigint, total bigint, to_price bigint, to_fee bigint, to_total bigint,
    is_hidden boolean, valid_until timestamptz)
  language plpgsql stable rows 1 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query with facts as (
    select e.id, e.performer_ids, e.venue_id, c.country_id, e.category_id, e.subcategory_id, e.type, e.provider_id,
      s.commission, floor(extract(epoch from p.starts_at - moment) / 86400) as days,
      array(select lower(btrim(m.competition)) from matches m where m.event_id = e.id) as competitions
    from events e join cities c on c.id = e.city_id join providers s on s.id = e.provider_id where e.id = p.event_id
  ),
  prevailing as (
    select distinct on (r.type) r.type, r.markup, r.min_margin, r.service_fee, r.hidden_provider_ids
    from facts f join rules r on r.is_enabled and r.type in ('markup', 'service_fee', 'min_margin', 'hide_provider')
      and (r.valid_until is null or r.valid_until > moment) and (r.valid_from is null or r.valid_from <= moment)
      and (r.event_ids = '{}' or f.id = any(r.event_ids))
      and (r.performer_ids = '{}' or f.performer_ids && r.performer_ids)
      and (r.venue_ids = '{}' or f.venue_id = any(r.venue_ids))
      and (r.competition is null or lower(btrim(r.competition)) = any(f.competitions))
      and (r.subcategory_ids = '{}' or f.subcategory_id = any(r.subcategory_ids))
      and (r.category_ids = '{}' or f.category_id = any(r.category_ids))
      and (r.event_types = '{}' or f.type = any(r.event_types))
      and (r.provider_ids = '{}' or f.provider_id = any(r.provider_ids))
      and (r.country_ids = '{}' or f.country_id = any(r.country_ids))
      and (r.currency is null or p.currency = r.currency and p.min_price >= coalesce(r.price_from, 0)
        and (r.price_to is null or p.min_price <= r.price_to))
      and (r.days_from is null or f.days >= r.days_from) and (r.days_to is null or f.days <= r.days_to)
    order by r.type, rule_specificity(r) desc, r.priority desc, r.created_at desc, r.id desc
  ),
  terms as (
    select f.commission, max(v.markup) filter (where v.type = 'markup') as markup,
      max(v.min_margin) filter (where v.type = 'min_margin') as min_margin,
      max(v.service_fee) filter (where v.type = 'service_fee') as service_fee,
      coalesce(bool_or(f.provider_id = any(v.hidden_provider_ids)) filter (where v.type = 'hide_provider'), false)
        as is_hidden
    from facts f left join prevailing v on true group by f.commission
  )
  select low.price, low.fee, low.total, high.price, high.fee, high.total, k.is_hidden,
    coalesce((select min(g.turn) from rules r cross join lateral (values
        (r.valid_from), (r.valid_until), (p.starts_at - r.days_from * interval '24 hours'),
        (p.starts_at - (r.days_to + 1) * interval '24 hours')) g (turn)
      where r.is_enabled and r.type in ('markup', 'service_fee', 'min_margin', 'hide_provider')
        and g.turn >= moment), 'infinity')
  from terms k
    left join lateral ticket_price(p.min_price, k.commission, k.markup, k.min_margin, k.service_fee) low on true
    left join lateral ticket_price(p.max_price, k.commission, k.markup, k.min_margin, k.service_fee) high on true;
end
$$;

-- The same for performances to come, kept with what it follows from. A row counts only while all of that is as it was, so
-- it is never wrong: where it does not count the rules are asked. A job writes it again.
create table performance_prices (
  performance_id bigint primary key references performances (id) on delete cascade,
  epoch bigint not null,
  pricing_stamp integer not null,
  event_id bigint not null,
  ask bigint,
  max_ask bigint,
  currency text not null,
  starts_at timestamptz(3) not null,
  valid_until timestamptz not null,
  price bigint,
  fee bigint,
  total bigint,
  to_price bigint,
  to_fee bigint,
  to_total bigint,
  is_hidden boolean not null
);

-- The price of a performance now: the one that is kept, or where none is that counts, what the rules say. `stamp` is that
-- of its event. `offset` keeps the planner from asking the rules for every row.
create function price_now(p performances, stamp integer)
  returns table (price bigint, fee bigint, total bigint, to_price bigint, to_fee bigint, to_total bigint,
    is_hidden boolean)
  language sql stable rows 1 as $$
  select coalesce(k.price, d.price), coalesce(k.fee, d.fee), coalesce(k.total, d.total), coalesce(k.to_price, d.to_price),
    coalesce(k.to_fee, d.to_fee), coalesce(k.to_total, d.to_total), coalesce(k.is_hidden, d.is_hidden)
  from (values (1)) one (one)
    left join performance_prices k on k.performance_id = p.id and k.epoch = (select epoch from pricing_epoch)
      and k.pricing_stamp = stamp and k.event_id = p.event_id and k.ask is not distinct from p.min_price
      and k.max_ask is not distinct from p.max_price and k.currency = p.currency and k.starts_at = p.starts_at
      and k.valid_until > now()
    left join lateral (select x.* from price_performance(p, now()) x where k.performance_id is null offset 0) d on true
$$;

-- What a customer sees of a performance now: its cheapest ticket and its dearest one, or why none can be bought.
-- `refusal` is what `refusalOf` says, in the same order.
create function performance_offer(p performances)
  returns table (refusal text, price bigint, fee bigint, total bigint, to_price bigint, to_fee bigint, to_total bigint)
  language sql stable rows 1 as $$
  select r.refusal, case when r.refusal is null then n.price end, case when r.refusal is null then n.fee end,
    case when r.refusal is null then n.total end, case when r.refusal is null then n.to_price end,
    case when r.refusal is null then n.to_fee end, case when r.refusal is null then n.to_total end
  from events e join cities c on c.id = e.city_id join providers s on s.id = e.provider_id
    cross join lateral price_now(p, e.pricing_stamp) n
    cross join lateral (select case
      when n.is_hidden then 'hidden'
      when not c.is_market_open then 'market'
      when not s.is_enabled then 'provider'
      when e.on_sale_at > now() or e.off_sale_at <= now() then 'window'
      when e.schedule = 'cancelled' or p.starts_at <= now() or p.status not in ('onsale', 'rescheduled', 'sold_out')
        then 'status'
      when p.status = 'sold_out' or p.available = 0 then 'sold_out'
    end as refusal) r
  where e.id = p.event_id
$$;

-- The cheapest ticket of an event, in the currency of the next performance that sells one: nothing converts prices. The
-- same as the cheapest of `performance_offer`; what is alike for all performances of an event is asked once.
create function event_offer(event bigint)
  returns table (price bigint, fee bigint, total bigint, currency text, checked_at timestamptz)
  language sql stable rows 1 as $$
  with sold as (
    select n.price, n.fee, n.total, p.currency, p.checked_at, p.starts_at, p.id
    from events e join cities c on c.id = e.city_id and c.is_market_open
      join providers s on s.id = e.provider_id and s.is_enabled
      join performances p on p.event_id = e.id and p.starts_at > now() and p.status in ('onsale', 'rescheduled')
        and p.available > 0 and p.min_price is not null
      cross join lateral price_now(p, e.pricing_stamp) n
    where e.id = event and e.schedule <> 'cancelled' and (e.on_sale_at is null or e.on_sale_at <= now())
      and (e.off_sale_at is null or e.off_sale_at > now()) and not n.is_hidden
  )
  select s.price, s.fee, s.total, s.currency, s.checked_at from sold s
  where s.currency = (select n.currency from sold n order by n.starts_at, n.id limit 1)
  order by s.total, s.starts_at, s.id limit 1
$$;
