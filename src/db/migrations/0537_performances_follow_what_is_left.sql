-- Tickets that were sold from our own stock, or were on hold there, still counted as available, and so did those of which no number can
-- be bought, such as three that are sold by four. How many of a listing are for sale is said here, as `sizesOf` says it for offers; a test
-- compares the two.
create function tickets_for_sale(splits integer[], leaves_no_single boolean, split text, capacity integer, taken integer)
  returns integer language plpgsql immutable as $$
declare
  free integer := capacity - taken;
begin
  if free <= 0 then return 0; end if;
  if splits = '{}' then return case when split = 'all' and taken > 0 then 0 else free end; end if;
  if exists (select from unnest(splits) n where n between 1 and free and not (leaves_no_single and free - n = 1)
    and case split when 'any' then true when 'all' then taken = 0 and n = capacity when 'pairs' then n % 2 = 0 or n = free else free - n <> 1 end)
  then return free; end if;
  return 0;
end
$$;

-- What is left of a listing, for quotes and offers: a hold counts until its deadline, whether or not anything has swept it. `tickets` are
-- those for sale.
create function listing_stock(l ticket_listings)
  returns table (stock_id bigint, split text, capacity integer, taken integer, tickets integer)
  language sql stable rows 1 as $$
  select k.id, k.split, k.capacity, k.taken, tickets_for_sale(l.splits, l.leaves_no_single, k.split, k.capacity, k.taken)
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
        select l.performance_id, l.currency, min(l.price) as low, max(l.price) as high, sum(k.tickets) as tickets
        from ticket_listings l left join house_stock s on s.listing_id = l.id
          cross join lateral tickets_for_sale(l.splits, l.leaves_no_single, coalesce(s.split, 'any'), coalesce(s.capacity, l.quantity),
            coalesce(s.taken, 0)) k (tickets)
        where l.performance_id = any(changed) and l.is_open and k.tickets > 0
        group by l.performance_id, l.currency
      ) o on o.performance_id = q.id
    where q.id = any(changed)
    order by q.id, o.currency = n.currency desc, o.currency = q.currency desc, o.tickets desc, o.currency
  ) g
  where p.id = g.id and (p.currency, p.min_price, p.max_price, p.available) is distinct from (g.currency, g.low, g.high, g.tickets);
end
$$;

-- Placing a listing on the map changes nothing that is counted. PL/pgSQL plans once for a session, by the rows of its first call: after one
-- small update an inner join compares every row with every other, and 16,000 listings take a minute. A full join can't be done like that;
-- ids don't change, so it finds the same.
create or replace function performances_follow_listings() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform recount_performances((select array_agg(distinct t.id) from former o full join changed n on n.id = o.id
        cross join lateral (values (o.performance_id), (n.performance_id)) t (id)
      where (o.performance_id, o.is_open, o.quantity, o.currency, o.price, o.splits, o.leaves_no_single)
        is distinct from (n.performance_id, n.is_open, n.quantity, n.currency, n.price, n.splits, n.leaves_no_single)));
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

-- A sale only notes its listing, which a merge or a sync can move to another performance at that moment. Counting at once would have
-- everyone who buys tickets of a performance wait for its row, whose 27 indexes make that a slow one: measured, 16 at once sold a tenth as
-- many. The job `count-tickets` counts what is noted. Only the end of the last tickets, and the first that come back, are counted with the
-- sale itself.
create table ticket_recounts (listing_id bigint not null);
create index ticket_recounts_listing on ticket_recounts (listing_id);

create function performances_follow_stock() returns trigger language plpgsql as $$
declare
  own ticket_listings;
  is_left boolean;
begin
  select * into own from ticket_listings l where l.id = coalesce(new.listing_id, old.listing_id);
  if own.id is null or (tg_op = 'INSERT' and new.taken = 0 and new.capacity = own.quantity and new.split = 'any') then return null; end if;
  insert into ticket_recounts values (own.id);
  if not own.is_open then return null; end if;
  is_left := tg_op = 'UPDATE' and tickets_for_sale(own.splits, own.leaves_no_single, new.split, new.capacity, new.taken) > 0;
  if tg_op = 'UPDATE' and is_left = (tickets_for_sale(own.splits, own.leaves_no_single, old.split, old.capacity, old.taken) > 0) then
    return null;
  end if;
  if is_left then
    if not exists (select from performances where id = own.performance_id and available = 0) then return null; end if;
  elsif exists (select from ticket_listings l left join house_stock s on s.listing_id = l.id
      where l.performance_id = own.performance_id and l.is_open
        and tickets_for_sale(l.splits, l.leaves_no_single, coalesce(s.split, 'any'), coalesce(s.capacity, l.quantity), coalesce(s.taken, 0)) > 0) then
    return null;
  end if;
  perform recount_performances(array[own.performance_id]);
  return null;
end
$$;
create trigger performances_follow_new_stock after insert on house_stock
  for each row when (new.listing_id is not null) execute function performances_follow_stock();
create trigger performances_follow_stock after update of taken, capacity, split on house_stock
  for each row when (new.listing_id is not null and (old.taken, old.capacity, old.split) is distinct from (new.taken, new.capacity, new.split))
  execute function performances_follow_stock();
create trigger performances_follow_gone_stock after delete on house_stock
  for each row when (old.listing_id is not null) execute function performances_follow_stock();

-- Another capacity lets through another number of tickets. Where a provider only counts tickets, its number stays.
create function performances_follow_capacity() returns trigger language plpgsql as $$
begin
  if exists (select from ticket_listings where performance_id = new.id and is_open) then
    perform recount_performances(array[new.id]);
  end if;
  return null;
end
$$;
create trigger performances_follow_capacity after update of capacity on performances
  for each row when (old.capacity <> new.capacity) execute function performances_follow_capacity();

-- What was sold until now, what has tickets and no price, what can't be bought, and what capacity had stopped.
select recount_performances((select array_agg(distinct l.performance_id)
  from ticket_listings l join performances p on p.id = l.performance_id left join house_stock s on s.listing_id = l.id
  where l.is_open and (l.currency <> p.currency or s.id is not null or l.splits <> '{}' or p.available = 0)));
