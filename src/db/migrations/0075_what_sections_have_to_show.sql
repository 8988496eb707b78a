-- What the pages of categories and subcategories have to show: live products, and published events to come. Counting
-- them in their own tables took two seconds for a list at 100,000 of each; here an index is all that is read.
create table live_products (
  product_id bigint not null,
  subcategory_id bigint not null,
  city_id bigint not null,
  primary key (subcategory_id, city_id, product_id)
);
create index live_products_product on live_products (product_id);
create table live_events (
  event_id bigint primary key,
  category_id bigint not null,
  subcategory_id bigint,
  city_id bigint not null,
  -- When the last of its performances begins; infinity where that is not known yet.
  live_until timestamptz not null
);
create index live_events_category on live_events (category_id, live_until);
create index live_events_subcategory on live_events (subcategory_id, live_until, city_id) where subcategory_id is not null;

create function live_products_follow() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from live_products where product_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into live_products (product_id, subcategory_id, city_id)
    select distinct new.id, subcategory_id, new.city_id from unnest(new.subcategory_ids) as subcategory_id where new.status = 'live' and new.city_id is not null;
  end if;
  return null;
end
$$;
create trigger products_live_new after insert or delete on products for each row execute function live_products_follow();
create trigger products_live after update of status, city_id, subcategory_ids on products for each row
  when ((old.status = 'live', old.city_id, old.subcategory_ids) is distinct from (new.status = 'live', new.city_id, new.subcategory_ids))
  execute function live_products_follow();

-- The events are locked first, one after another: what two people do to performances of one event counts for both.
create function live_events_refresh(ids bigint[]) returns void language plpgsql as $$
begin
  perform from events where id = any(ids) order by id for no key update;
  delete from live_events where event_id = any(ids);
  insert into live_events (event_id, category_id, subcategory_id, city_id, live_until)
  select e.id, e.category_id, e.subcategory_id, e.city_id, l.live_until
  from events e cross join lateral (
    select max(case when p.is_date_tbd then 'infinity'::timestamptz else p.starts_at end) as live_until from performances p where p.event_id = e.id and p.status <> 'cancelled'
  ) l
  where e.id = any(ids) and e.publication = 'published' and not e.is_hidden and e.schedule <> 'cancelled' and e.category_id is not null and l.live_until is not null
  on conflict (event_id) do nothing;
end
$$;
create function live_events_row() returns trigger language plpgsql as $$
begin
  perform live_events_refresh(array[coalesce(new.id, old.id)]);
  return null;
end
$$;
create function live_events_performances() returns trigger language plpgsql as $$
begin
  perform live_events_refresh(array(select distinct event_id from changed));
  return null;
end
$$;
create function live_events_performance() returns trigger language plpgsql as $$
begin
  perform live_events_refresh(array[old.event_id, new.event_id]);
  return null;
end
$$;
-- A new event has no performance yet.
create trigger events_live_gone after delete on events for each row execute function live_events_row();
create trigger events_live after update of publication, is_hidden, schedule, category_id, subcategory_id, city_id on events for each row
  when ((old.publication = 'published', old.is_hidden, old.schedule = 'cancelled', old.category_id, old.subcategory_id, old.city_id)
    is distinct from (new.publication = 'published', new.is_hidden, new.schedule = 'cancelled', new.category_id, new.subcategory_id, new.city_id))
  execute function live_events_row();
create trigger performances_live_new after insert on performances referencing new table as changed
  for each statement execute function live_events_performances();
create trigger performances_live_gone after delete on performances referencing old table as changed
  for each statement execute function live_events_performances();
create trigger performances_live after update of event_id, starts_at, status, is_date_tbd on performances for each row
  when ((old.event_id, old.starts_at, old.status = 'cancelled', old.is_date_tbd) is distinct from (new.event_id, new.starts_at, new.status = 'cancelled', new.is_date_tbd))
  execute function live_events_performance();

insert into live_products (product_id, subcategory_id, city_id)
select distinct p.id, subcategory_id, p.city_id from products p, unnest(p.subcategory_ids) as subcategory_id where p.status = 'live' and p.city_id is not null;
select live_events_refresh(array(select id from events where publication = 'published'));

-- People count places from 1.
update categories set position = position + 1;
update subcategories set position = position + 1;
alter table categories alter column position set default 1, drop constraint categories_position_check, add constraint categories_position_check check (position >= 1);
alter table subcategories alter column position set default 1, drop constraint subcategories_position_check, add constraint subcategories_position_check check (position >= 1);
