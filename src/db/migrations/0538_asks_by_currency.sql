-- What rules go by where listings are in another currency than their performance: the cheapest of those that are left, for quotes as
-- for offers. Each took the cheapest of what it happened to be asked for, so the same ticket had two prices.
create function performance_asks(p performances) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(o.currency, o.ask), '{}') from (
    select l.currency, min(l.price) as ask from ticket_listings l cross join lateral listing_stock(l) k
    where l.performance_id = p.id and l.is_open and l.currency <> p.currency and k.tickets > 0 group by l.currency
  ) o
$$;
