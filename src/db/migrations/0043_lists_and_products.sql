-- How far a city's launch has come, kept beside the city so that the board sorts and filters by indexes; what suppliers'
-- feeds did to products; and indexes under the sorts of lists that grow.

-- What is on sale in a city: live products, and published events with a performance to come. `sellable_until` is when the
-- first of those events will have had its last performance, so time alone changes the number no earlier.
alter table cities
  add column sellable integer not null default 0 check (sellable >= 0),
  add column sellable_until timestamptz(3),
  add column has_venues boolean not null default false,
  add column has_codes boolean not null default false,
  add column is_market_open boolean not null default true;
update cities c set has_codes = coalesce(left(c.un_locode, 2) = n.code, false), is_market_open = not n.is_blocked
from countries n where n.id = c.country_id;
alter table cities
  add column is_mapped boolean not null
    generated always as (coalesce(viator_destination, tiqets_city, tourcms_location) is not null) stored,
  add column launch_steps integer not null generated always as (
    (coalesce(viator_destination, tiqets_city, tourcms_location) is not null)::integer + has_codes::integer + has_venues::integer
    + (sellable > 0)::integer + is_market_open::integer + (publication = 'published')::integer
    + (publication = 'published' and sellable >= 3)::integer) stored,
  add column launch_stage text not null generated always as (case
    when publication = 'published' and sellable >= 3 then 'indexed'
    when publication = 'published' then 'live'
    when coalesce(viator_destination, tiqets_city, tourcms_location) is null then 'unmapped'
    when sellable > 0 then 'stocked'
    else 'mapped' end) stored;

create function city_knows_its_country() returns trigger language plpgsql as $$
begin
  select coalesce(left(new.un_locode, 2) = c.code, false), not c.is_blocked into new.has_codes, new.is_market_open
  from countries c where c.id = new.country_id;
  new.has_codes := coalesce(new.has_codes, false);
  new.is_market_open := coalesce(new.is_market_open, true);
  return new;
end
$$;
create trigger cities_country before insert or update of un_locode, country_id on cities
  for each row execute function city_knows_its_country();
create function country_tells_its_cities() returns trigger language plpgsql as $$
begin
  update cities set is_market_open = not new.is_blocked where country_id = new.id and is_market_open = new.is_blocked;
  return null;
end
$$;
create trigger countries_market after update of is_blocked on countries
  for each row when (old.is_blocked is distinct from new.is_blocked) execute function country_tells_its_cities();

-- Counts anew. The cities are locked first and in one order, so that of two who change the same city the later one
-- counts what both did, and none waits for the other in a circle.
create function city_launches_refresh(ids bigint[]) returns void language plpgsql as $$
begin
  perform from cities where id = any(ids) order by id for no key update;
  update cities c set sellable = f.sellable, sellable_until = f.until, has_venues = f.has_venues
  from (
    select g.id, (select count(*) from products p where p.city_id = g.id and p.status = 'live')::integer + e.count as sellable, e.until,
      exists (select from venues v where v.city_id = g.id) as has_venues
    from unnest(ids) as g (id) cross join lateral (
      select count(*)::integer as count, min(last) as until from (
        select (select max(f.starts_at) from performances f where f.event_id = e.id and f.status in ('onsale', 'rescheduled')) as last
        from events e where e.city_id = g.id and e.publication = 'published' and not e.is_hidden
      ) as event where last > now()
    ) as e
  ) as f where c.id = f.id and (c.sellable, c.sellable_until, c.has_venues) is distinct from (f.sellable, f.until, f.has_venues);
end
$$;

-- Cities in which the present transaction changed what is on sale. Nothing stays in it beyond a commit, so nothing is lost
-- with it; a crash empties it.
create unlogged table city_launch_changes (
  city_id bigint not null,
  transaction_id xid8 not null default pg_current_xact_id()
);
-- Once for all cities of the transaction, at its end: the first row takes the others along.
create function city_launches_follow() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  with gone as (
    delete from city_launch_changes where transaction_id = pg_current_xact_id() returning city_id
  )
  select array_agg(distinct city_id) into ids from gone;
  if ids is not null then
    perform city_launches_refresh(ids);
  end if;
  return null;
end
$$;
create constraint trigger city_launch_changes_follow after insert on city_launch_changes
  deferrable initially deferred for each row execute function city_launches_follow();

-- Of products, events and venues, whose rows name their city.
create function city_launch_rows() returns trigger language plpgsql as $$
begin
  insert into city_launch_changes (city_id) select distinct city_id from changed;
  return null;
end
$$;
create function city_launch_row() returns trigger language plpgsql as $$
begin
  insert into city_launch_changes (city_id) select distinct unnest(array[old.city_id, new.city_id]);
  return null;
end
$$;
-- Of performances, which count for the city of their event.
create function city_launch_performances() returns trigger language plpgsql as $$
begin
  insert into city_launch_changes (city_id) select distinct e.city_id from changed c join events e on e.id = c.event_id;
  return null;
end
$$;
create function city_launch_performance() returns trigger language plpgsql as $$
begin
  insert into city_launch_changes (city_id) select distinct city_id from events where id in (old.event_id, new.event_id);
  return null;
end
$$;
do $$
declare
  name text;
begin
  foreach name in array array['products', 'events', 'venues'] loop
    execute format('create trigger %1$s_launch_new after insert on %1$s referencing new table as changed for each statement execute function city_launch_rows()', name);
    execute format('create trigger %1$s_launch_gone after delete on %1$s referencing old table as changed for each statement execute function city_launch_rows()', name);
  end loop;
end
$$;
create trigger products_launch after update of status, city_id on products for each row
  when ((old.status = 'live', old.city_id) is distinct from (new.status = 'live', new.city_id)) execute function city_launch_row();
create trigger events_launch after update of publication, is_hidden, city_id on events for each row
  when ((old.publication = 'published' and not old.is_hidden, old.city_id) is distinct from (new.publication = 'published' and not new.is_hidden, new.city_id))
  execute function city_launch_row();
create trigger venues_launch after update of city_id on venues for each row
  when (old.city_id is distinct from new.city_id) execute function city_launch_row();
create trigger performances_launch_new after insert on performances referencing new table as changed
  for each statement execute function city_launch_performances();
create trigger performances_launch_gone after delete on performances referencing old table as changed
  for each statement execute function city_launch_performances();
create trigger performances_launch after update of event_id, starts_at, status on performances for each row
  when ((old.event_id, old.starts_at, old.status in ('onsale', 'rescheduled')) is distinct from (new.event_id, new.starts_at, new.status in ('onsale', 'rescheduled')))
  execute function city_launch_performance();

select city_launches_refresh(array(select id from cities));
create index cities_sellable_until on cities (sellable_until) where sellable_until is not null;
create index cities_launch_stage on cities (launch_stage, popularity, id);
create index cities_launch_stage_sort on cities (launch_stage, id);
create index cities_launch_steps on cities (launch_steps, id);
create index cities_sellable on cities (sellable, id);
create index cities_is_mapped on cities (is_mapped, id);
create index cities_has_codes on cities (has_codes, id);
create index cities_has_venues on cities (has_venues, id);
create index cities_is_stocked on cities ((sellable > 0), id);
create index cities_is_market_open on cities (is_market_open, id);
create index cities_is_live on cities (is_live, id);
create index cities_is_indexed on cities ((launch_stage = 'indexed'), id);

-- What suppliers' feeds did to a product, and when it was asked for anew: one row for each time at which something came of it.
create table product_syncs (
  id bigint generated by default as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  kind text not null check (kind in ('asked', 'changed', 'failed')),
  at timestamptz(3) not null default now(),
  done_by text not null check (char_length(done_by) between 1 and 200),
  -- Of each field: what we have (ours), what the supplier says (theirs), and what became of it.
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  message text check (char_length(message) between 1 and 500),
  constraint only_what_changed_names_fields check ((kind = 'changed') = (changes <> '[]')),
  constraint a_failure_says_why check (kind <> 'failed' or message is not null)
);
create index product_syncs_product on product_syncs (product_id, id);
create index products_sync_status on products (sync_status, created_at, id) where sync_status <> 'synced';

-- What the supplier calls a unit, so that all of one name can be made one type. Old rows had the supplier's own title.
alter table product_age_bands add column supplier_label text check (char_length(supplier_label) between 1 and 80);
update product_age_bands set supplier_label = title;
create index product_age_bands_supplier_label on product_age_bands (supplier_label, created_at, id);
create index product_age_bands_retail on product_age_bands (product_id, retail);
create index product_age_bands_search on product_age_bands using gin (title gin_trgm_ops, supplier_label gin_trgm_ops);

-- How many options a product has, and how many changes of its supplier wait: counted where they change, because the list
-- of products is sorted and filtered by them.
alter table products
  add column option_count integer not null default 0 check (option_count >= 0),
  add column drift_count integer not null default 0 check (drift_count >= 0);
update products p set option_count = (select count(*) from product_options o where o.product_id = p.id),
  drift_count = (select count(*) from product_drifts d where d.product_id = p.id and d.state = 'open');
create function product_options_counted() returns trigger language plpgsql as $$
begin
  update products p set option_count = option_count + case tg_op when 'INSERT' then c.count else -c.count end
  from (select product_id, count(*) as count from changed group by product_id) as c where p.id = c.product_id;
  return null;
end
$$;
create trigger product_options_counted after insert on product_options referencing new table as changed
  for each statement execute function product_options_counted();
create trigger product_options_uncounted after delete on product_options referencing old table as changed
  for each statement execute function product_options_counted();
create function product_option_moved() returns trigger language plpgsql as $$
begin
  update products set option_count = option_count + case id when new.product_id then 1 else -1 end where id in (old.product_id, new.product_id);
  return null;
end
$$;
create trigger product_options_moved after update of product_id on product_options
  for each row when (old.product_id <> new.product_id) execute function product_option_moved();
create function product_drifts_counted() returns trigger language plpgsql as $$
begin
  update products p set drift_count = drift_count + case tg_op when 'INSERT' then c.count else -c.count end
  from (select product_id, count(*) as count from changed where state = 'open' group by product_id) as c where p.id = c.product_id;
  return null;
end
$$;
create trigger product_drifts_counted after insert on product_drifts referencing new table as changed
  for each statement execute function product_drifts_counted();
create trigger product_drifts_uncounted after delete on product_drifts referencing old table as changed
  for each statement execute function product_drifts_counted();
create function product_drift_decided() returns trigger language plpgsql as $$
begin
  update products set drift_count = drift_count + case new.state when 'open' then 1 else -1 end where id = new.product_id;
  return null;
end
$$;
create trigger product_drifts_decided after update of state on product_drifts
  for each row when ((old.state = 'open') <> (new.state = 'open')) execute function product_drift_decided();
create index products_drifting on products (created_at, id) where drift_count > 0;

-- A list may be sorted by each of its columns, and stays as fast as it grows where an index has that order. Blanks come last
-- either way, which takes two indexes.
do $$
declare
  sort record;
begin
  for sort in select * from (values
    ('products', 'supplier_code'), ('products', 'status'), ('products', 'option_count'), ('products', 'drift_count'), ('products', 'net_from'), ('products', 'retail_from'), ('products', 'last_synced_at'),
    ('product_options', 'title'), ('product_options', 'code'), ('product_options', 'duration_minutes'), ('product_options', 'cutoff_amount'),
    ('product_options', 'cutoff_unit'), ('product_options', 'is_default'), ('product_options', 'is_active'),
    ('product_age_bands', 'title'), ('product_age_bands', 'type'), ('product_age_bands', 'min_age'), ('product_age_bands', 'max_age'),
    ('product_age_bands', 'supplier_label'), ('product_age_bands', 'retail'), ('product_age_bands', 'net'), ('product_age_bands', 'is_id_required'), ('product_age_bands', 'pax_count'),
    ('events', 'publication'), ('events', 'schedule'), ('events', 'type'),
    ('performances', 'local_date'), ('performances', 'status'), ('performances', 'time_zone'), ('performances', 'local_time'), ('performances', 'available'),
    ('performances', 'min_price'), ('performances', 'checked_at'),
    ('performers', 'name'), ('performers', 'publication'), ('performers', 'duplicate_count'), ('performers', 'kind'), ('performers', 'genre'), ('performers', 'sport'), ('performers', 'popularity'),
    ('venues', 'publication'), ('venues', 'capacity'), ('venues', 'time_zone'), ('venues', 'address'),
    ('cities', 'publication'), ('cities', 'time_zone'),
    ('aliases', 'publication'), ('aliases', 'live_count'), ('aliases', 'member_count'), ('aliases', 'from_price'), ('aliases', 'from_price_at'), ('aliases', 'rating'),
    ('aliases', 'selection_policy'),
    ('product_reviews', 'status'), ('product_reviews', 'source'), ('product_reviews', 'language'),
    ('alias_reviews', 'status'), ('alias_reviews', 'source'), ('alias_reviews', 'language'),
    ('lineup_reviews', 'status'), ('lineup_reviews', 'source'), ('lineup_reviews', 'language'),
    ('tags', 'kind'), ('tags', 'group_name'), ('tags', 'colour'), ('tags', 'is_public'), ('tags', 'updated_at'),
    ('products', 'updated_at'), ('product_options', 'updated_at'), ('product_age_bands', 'updated_at'), ('events', 'created_at'), ('events', 'updated_at'),
    ('performances', 'created_at'), ('performances', 'updated_at'), ('performers', 'created_at'), ('performers', 'updated_at'), ('venues', 'created_at'), ('venues', 'updated_at'),
    ('cities', 'created_at'), ('cities', 'updated_at'), ('aliases', 'created_at'), ('aliases', 'updated_at'), ('product_reviews', 'updated_at'), ('alias_reviews', 'updated_at'),
    ('lineup_reviews', 'updated_at'), ('tags', 'created_at'), ('static_pages', 'created_at'), ('static_pages', 'slug'), ('static_pages', 'template'), ('static_pages', 'publication'), ('static_pages', 'updated_at')
  ) as given (of_table, of_column) join information_schema.columns c on c.table_name = of_table and c.column_name = of_column and c.table_schema = current_schema()
  loop
    execute format('create index %1$I on %2$I (%3$I, id)', sort.of_table || '_by_' || sort.of_column, sort.of_table, sort.of_column);
    if sort.is_nullable = 'YES' then
      execute format('create index %1$I on %2$I (%3$I desc nulls last, id desc)', sort.of_table || '_by_' || sort.of_column || '_down', sort.of_table, sort.of_column);
    end if;
  end loop;
end
$$;
create index products_by_margin on products
  ((case when retail_from = 0 then null else round((retail_from - net_from) * 10000.0 / retail_from)::integer end), id);
create index products_by_margin_down on products
  ((case when retail_from = 0 then null else round((retail_from - net_from) * 10000.0 / retail_from)::integer end) desc nulls last, id desc);
