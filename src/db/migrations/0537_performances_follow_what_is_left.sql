-- Tickets that were sold from our own stock, or were on hold there, still counted as available. What is left of a listing is said
-- here for quotes and offers: a hold counts until its deadline, whether or not anything has swept it.
create function listing_stock(l ticket_listings)
  returns table (stock_id bigint, split text, capacity integer, taken integer, tickets integer)
  language sql stable rows 1 as $$
  select k.id, k.split, k.capacity, k.taken, greatest(0, k.capacity - k.taken)
  from (
    select s.id, coalesce(s.split, 'any') as split, coalesce(s.capacity, l.quantity) as capacity,
      coalesce(s.taken - coalesce((select sum(h.quantity) from house_stock_holds h
        where h.stock_id = s.id and h.state = 'held' and h.held_until <= now()), 0), 0)::integer as taken
    from (values (1)) one (one) left join house_stock s on s.listing_id = l.id
  ) k
$$;

-- The counts of a performance are of its open listings and of what our stock has left of them; a job gives back what has lapsed.
-- Prices are compared in one currency: that of its country where something is left in it, else the one it has, else the one with
-- most tickets. Rows are locked before they are counted, and the count is a statement of its own, so it sees what was sold while
-- this one waited.
create function recount_performances(changed bigint[]) returns void language plpgsql as $$
begin
  if changed is null then return; end if;
  perform from performances where id = any(changed) order by id for no key update;
  update performances p set currency = g.currency, min_price = g.low, max_price = g.high, available = g.tickets
  from (
    select distinct on (q.id) q.id, coalesce(o.currency, q.currency) as currency, o.low, o.high,
      least(coalesce(sum(o.tickets) over (partition by q.id), 0), q.capacity) as tickets
    from performances q join cities c on c.id = q.city_id join countries n on n.id = c.country_id
      left join (
        select l.performance_id, l.currency, min(l.price) as low, max(l.price) as high,
          sum(coalesce(s.capacity - s.taken, l.quantity)) as tickets
        from ticket_listings l left join house_stock s on s.listing_id = l.id
        where l.performance_id = any(changed) and l.is_open and (s.taken < s.capacity or s.id is null)
        group by l.performance_id, l.currency
      ) o on o.performance_id = q.id
    where q.id = any(changed)
    order by q.id, o.currency = n.currency desc, o.currency = q.currency desc, o.tickets desc, o.currency
  ) g
  where p.id = g.id and (p.currency, p.min_price, p.max_price, p.available) is distinct from (g.currency, g.low, g.high, g.tickets);
end
$$;

-- Placing a listing on the map changes nothing that is counted.
create or replace function performances_follow_listings() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform recount_performances((select array_agg(distinct t.id) from former o join changed n on n.id = o.id
        cross join lateral (values (o.performance_id), (n.performance_id)) t (id)
      where (o.performance_id, o.is_open, o.quantity, o.currency, o.price)
        is distinct from (n.performance_id, n.is_open, n.quantity, n.currency, n.price)));
  else
    perform recount_performances((select array_agg(distinct c.performance_id) from changed c));
  end if;
  return null;
end
$$;
drop trigger performances_follow_moved_listings on ticket_listings;
drop trigger performances_follow_changed_listings on ticket_listings;
create trigger performances_follow_changed_listings after update on ticket_listings
  referencing old table as former new table as changed
  for each statement execute function performances_follow_listings();

-- A sale only notes which performance to count. Counting it at once would have everyone who buys tickets of a performance wait
-- for its row, whose 27 indexes make that a slow one: measured, 16 at once sold a tenth as many. The job `count-tickets` counts what is
-- noted. Only the end of its last tickets, and the first that come back, are counted with the sale itself.
create table ticket_recounts (performance_id bigint not null);
create index ticket_recounts_performance on ticket_recounts (performance_id);

create function performances_follow_stock() returns trigger language plpgsql as $$
declare
  own bigint;
begin
  select l.performance_id into own from ticket_listings l where l.id = coalesce(new.listing_id, old.listing_id) and l.is_open
    and (tg_op <> 'INSERT' or new.taken > 0 or new.capacity <> l.quantity);
  if own is null then return null; end if;
  insert into ticket_recounts values (own);
  if tg_op = 'UPDATE' and (new.taken < new.capacity) = (old.taken < old.capacity) then return null; end if;
  if tg_op = 'UPDATE' and new.taken < new.capacity then
    if not exists (select from performances where id = own and available = 0) then return null; end if;
  elsif exists (select from ticket_listings l left join house_stock s on s.listing_id = l.id
      where l.performance_id = own and l.is_open and (s.id is null or s.taken < s.capacity)) then return null;
  end if;
  perform recount_performances(array[own]);
  return null;
end
$$;
create trigger performances_follow_new_stock after insert on house_stock
  for each row when (new.listing_id is not null) execute function performances_follow_stock();
create trigger performances_follow_stock after update of taken, capacity on house_stock
  for each row when (new.listing_id is not null and (old.taken, old.capacity) is distinct from (new.taken, new.capacity))
  execute function performances_follow_stock();
create trigger performances_follow_gone_stock after delete on house_stock
  for each row when (old.listing_id is not null) execute function performances_follow_stock();

-- What was sold until now, and what has tickets and no price.
select recount_performances((select array_agg(distinct l.performance_id) from ticket_listings l join performances p on p.id = l.performance_id
  where l.is_open and (l.currency <> p.currency or exists (select from house_stock s where s.listing_id = l.id))));
