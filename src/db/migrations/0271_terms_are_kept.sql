-- What was agreed with a provider decides what is sold, and for how much. The functions are asked wherever a price or an offer
-- is made, so no list and no quote can forget them.

-- The lowest share of what it asks that its tickets can be sold for, in basis points; null where nothing was agreed. Parity is a
-- floor of all of it.
create function provider_floor(provider bigint) returns integer language sql stable parallel safe as $$
  select greatest(case when t.has_parity then 10000 end, t.floor_share) from provider_terms t where t.provider_id = provider
$$;

-- How long before a performance its tickets must be bought so that they can be handed over: the quickest way that was agreed.
create function provider_notice(provider bigint) returns interval language sql stable parallel safe as $$
  select min(case d.way when 'paper' then interval '5 days' when 'guest_list' then interval '24 hours'
    when 'collection' then interval '2 hours' else interval '0' end)
  from provider_terms t cross join lateral unnest(t.delivery) as d (way) where t.provider_id = provider
$$;

-- The same for a performance: the quickest of those who list tickets of it, or else that of its event's provider.
create function performance_notice(p performances, provider bigint) returns interval language sql stable as $$
  select coalesce((select min(coalesce(provider_notice(l.provider_id), interval '0'))
      from (select distinct provider_id from ticket_listings where performance_id = p.id and is_open) l),
    provider_notice(provider), interval '0')
$$;

-- Whether it lets us sell to customers of a country, by its ISO code. Without a country nothing speaks against it.
create function provider_sells_to(provider bigint, country text) returns boolean language sql stable parallel safe as $$
  select country is null or not exists (select from provider_terms t where t.provider_id = provider and t.market_ids <> '{}'
    and not exists (select from countries c where c.code = country and c.id = any(t.market_ids)))
$$;

-- A ticket's price, as `priceOf` has it: what the provider asks with the markup, raised to the minimum margin and to its floor,
-- and the fee.
drop function ticket_price(bigint, integer, integer, integer, integer);
create function ticket_price(ask bigint, commission integer, markup integer, min_margin integer, service_fee integer, least_share integer)
  returns table (price bigint, fee bigint, total bigint) language sql immutable parallel safe rows 1 as $$
  select m.price, f.fee, m.price + f.fee
  from (select ask - round(ask::numeric * commission * 0.0001)::bigint as cost) c
    cross join lateral (select greatest(0, ask + round(ask::numeric * coalesce(markup, 0) * 0.0001)::bigint,
      ceil(c.cost::numeric * 10000 / (10000 - min_margin))::bigint, ceil(ask::numeric * least_share * 0.0001)::bigint) as price) m
    cross join lateral (select round(m.price::numeric * coalesce(service_fee, 0) * 0.0001)::bigint as fee) f
  where ask is not null
$$;

create or replace function price_performance(p performances, moment timestamptz)
  returns table (price bigint, fee bigint, total bigint, to_price bigint, to_fee bigint, to_total bigint,
    is_hidden boolean, valid_until timestamptz)
  language plpgsql stable rows 1 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query with facts as (
    select e.id, e.performer_ids, e.venue_id, c.country_id, e.category_id, e.subcategory_id, e.type, e.provider_id,
      s.commission, provider_floor(s.id) as least_share, floor(extract(epoch from p.starts_at - moment) / 86400) as days,
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
    select f.commission, f.least_share, max(v.markup) filter (where v.type = 'markup') as markup,
      max(v.min_margin) filter (where v.type = 'min_margin') as min_margin,
      max(v.service_fee) filter (where v.type = 'service_fee') as service_fee,
      coalesce(bool_or(f.provider_id = any(v.hidden_provider_ids)) filter (where v.type = 'hide_provider'), false)
        as is_hidden
    from facts f left join prevailing v on true group by f.commission, f.least_share
  )
  select low.price, low.fee, low.total, high.price, high.fee, high.total, k.is_hidden,
    coalesce((select min(g.turn) from rules r cross join lateral (values
        (r.valid_from), (r.valid_until), (p.starts_at - r.days_from * interval '24 hours'),
        (p.starts_at - (r.days_to + 1) * interval '24 hours')) g (turn)
      where r.is_enabled and r.type in ('markup', 'service_fee', 'min_margin', 'hide_provider')
        and g.turn >= moment), 'infinity')
  from terms k
    left join lateral ticket_price(p.min_price, k.commission, k.markup, k.min_margin, k.service_fee, k.least_share) low on true
    left join lateral ticket_price(p.max_price, k.commission, k.markup, k.min_margin, k.service_fee, k.least_share) high on true;
end
$$;

-- Floors move the prices of all performances of a provider.
create trigger provider_terms_change_prices after insert or delete or update of has_parity, floor_share on provider_terms
  for each statement execute function prices_have_changed();

-- Tickets that can no longer be handed over in time are not for sale.
create or replace function performance_offer(p performances)
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
      when not s.is_enabled and not exists (select from ticket_listings l where l.performance_id = p.id and l.is_open)
        then 'provider'
      when e.on_sale_at > now() or e.off_sale_at <= now() then 'window'
      when e.schedule = 'cancelled' or p.starts_at <= now() or p.status not in ('onsale', 'rescheduled', 'sold_out')
        then 'status'
      when p.starts_at < now() + interval '5 days' and p.starts_at < now() + performance_notice(p, s.id) then 'delivery'
      when p.status = 'sold_out' or p.available = 0 then 'sold_out'
    end as refusal) r
  where e.id = p.event_id
$$;

create or replace function event_offer(event bigint)
  returns table (price bigint, fee bigint, total bigint, currency text, checked_at timestamptz)
  language sql stable rows 1 as $$
  with sold as (
    select n.price, n.fee, n.total, p.currency, p.checked_at, p.starts_at, p.id
    from events e join cities c on c.id = e.city_id and c.is_market_open
      join providers s on s.id = e.provider_id
      join performances p on p.event_id = e.id and p.starts_at > now() and p.status in ('onsale', 'rescheduled')
        and p.available > 0 and p.min_price is not null
        and (s.is_enabled or exists (select from ticket_listings l where l.performance_id = p.id and l.is_open))
        and (p.starts_at >= now() + interval '5 days' or p.starts_at >= now() + performance_notice(p, s.id))
      cross join lateral price_now(p, e.pricing_stamp) n
    where e.id = event and e.schedule <> 'cancelled' and (e.on_sale_at is null or e.on_sale_at <= now())
      and (e.off_sale_at is null or e.off_sale_at > now()) and not n.is_hidden
  )
  select s.price, s.fee, s.total, s.currency, s.checked_at from sold s
  where s.currency = (select n.currency from sold n order by n.starts_at, n.id limit 1)
  order by s.total, s.starts_at, s.id limit 1
$$;
