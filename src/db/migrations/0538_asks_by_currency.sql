-- What rules go by, in every currency: the cheapest of the listings that are left, for quotes as for offers. Each took the cheapest of what it
-- happened to be asked for, so the same ticket had two prices. The performance's own currency is there too, because its counts have what
-- lapsed a moment ago as taken.
create function performance_asks(p performances) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(o.currency, o.ask), '{}') from (
    select l.currency, min(l.price) as ask from ticket_listings l cross join lateral listing_stock(l) k
    where l.performance_id = p.id and l.is_open and k.tickets > 0 group by l.currency
  ) o
$$;
