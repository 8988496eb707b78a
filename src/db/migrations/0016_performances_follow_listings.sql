-- Once tickets of a performance are listed one by one, its lowest and highest price and how many are left are those of its
-- open listings, however they were written: two figures for one thing drift apart. Prices in other currencies are not compared.
create function performances_follow_listings() returns trigger language plpgsql as $$
begin
  update performances p set min_price = g.low, max_price = g.high, available = g.tickets
  from (
    select q.id, min(l.price) filter (where l.currency = q.currency) as low,
      max(l.price) filter (where l.currency = q.currency) as high,
      least(coalesce(sum(l.quantity), 0), q.capacity) as tickets
    from performances q left join ticket_listings l on l.performance_id = q.id and l.is_open
    where q.id in (select c.performance_id from changed c)
    group by q.id
  ) g
  where p.id = g.id and (p.min_price, p.max_price, p.available) is distinct from (g.low, g.high, g.tickets);
  return null;
end
$$;
create trigger performances_follow_new_listings after insert on ticket_listings referencing new table as changed
  for each statement execute function performances_follow_listings();
create trigger performances_follow_gone_listings after delete on ticket_listings referencing old table as changed
  for each statement execute function performances_follow_listings();
create trigger performances_follow_changed_listings after update on ticket_listings referencing new table as changed
  for each statement execute function performances_follow_listings();
-- A listing that moves leaves another performance behind.
create trigger performances_follow_moved_listings after update on ticket_listings referencing old table as changed
  for each statement execute function performances_follow_listings();

-- What is there already.
update performances p set min_price = g.low, max_price = g.high, available = g.tickets
from (
  select q.id, min(l.price) filter (where l.currency = q.currency) as low,
    max(l.price) filter (where l.currency = q.currency) as high, least(sum(l.quantity), q.capacity) as tickets
  from performances q join ticket_listings l on l.performance_id = q.id and l.is_open
  group by q.id
) g
where p.id = g.id;
