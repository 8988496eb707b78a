-- A performance that is postponed is not sold until it has a day: neither where it was put off by itself, nor where its event was and it
-- has not been given another day since.
create function waits_for_day(status text, is_date_tbd boolean, rescheduled_from date, schedule text) returns boolean
  language sql immutable parallel safe as $$
  select status = 'postponed' or (is_date_tbd and rescheduled_from is not null)
    or (schedule = 'postponed' and status <> 'rescheduled' and rescheduled_from is null)
$$;

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
        or waits_for_day(p.status, p.is_date_tbd, p.rescheduled_from, e.schedule) then 'status'
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
        and p.available > 0 and p.min_price is not null and not waits_for_day(p.status, p.is_date_tbd, p.rescheduled_from, e.schedule)
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

-- Days that were given up by moving a performance, before anyone had bought or while it was off sale, were kept as if they were still
-- theirs. A performance that never had a day can be sold.
update performances p set status = case p.status when 'offsale' then 'offsale' else 'postponed' end,
  rescheduled_from = coalesce(p.rescheduled_from, g.day, p.local_date), version = p.version + 1, updated_at = now()
from performances q cross join lateral (
  select (a.before ->> 'localDate')::date as day from audit_log a
  where a.object = 'performances' and a.record_id = q.id::text and a.action in ('postponed', 'rescheduled')
    and a.before @> '{"isDateTbd": false}' and a.after @> '{"isDateTbd": true}'
  order by a.at desc, a.id desc limit 1
) g
where q.is_date_tbd and (q.status in ('onsale', 'sold_out', 'rescheduled') or (q.status = 'offsale' and q.rescheduled_from is null))
  and p.id = q.id;
