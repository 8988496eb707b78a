-- Which performances may have no kept price that counts, so that a filter by price can ask an index for all the others.
--
-- A row is written by whoever changes what a price follows from, and never looked for first: a row that is there already
-- may be deleted in the same moment by a job that has not seen the change. So there can be several of one performance.
-- Rules, commissions, countries and time are not noted here: `epoch` and `valid_until` say that of many at once.
create table price_gaps (performance_id bigint not null);
create index price_gaps_performance on price_gaps (performance_id);
insert into price_gaps select id from performances where starts_at > now();

create function performances_lose_price() returns trigger language plpgsql as $$
begin
  insert into price_gaps values (new.id);
  return null;
end
$$;
create trigger performances_begin_without_price after insert on performances
  for each row execute function performances_lose_price();
create trigger performances_lose_price after update of event_id, min_price, max_price, currency, starts_at on performances
  for each row when (
    (old.event_id, old.min_price, old.max_price, old.currency, old.starts_at)
    is distinct from (new.event_id, new.min_price, new.max_price, new.currency, new.starts_at))
  execute function performances_lose_price();

create function events_lose_prices() returns trigger language plpgsql as $$
begin
  insert into price_gaps select id from performances where event_id = new.id;
  return null;
end
$$;
-- No columns are named: another trigger counts the stamp up, which no statement names.
create trigger events_lose_prices after update on events
  for each row when (old.pricing_stamp <> new.pricing_stamp) execute function events_lose_prices();

create index performance_prices_total on performance_prices (currency, total) where total is not null;
create index performance_prices_epoch on performance_prices (epoch);
create index performance_prices_valid_until on performance_prices (valid_until);
