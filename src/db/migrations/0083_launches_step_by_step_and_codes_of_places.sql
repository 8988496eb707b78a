-- A city's launch is counted step by step, and takes in what publishing its page asks for; codes of cities begin with those
-- of their country, and continents are the seven or a region of our own.

-- Whether its name is there in every language that a page needs, and whether its hero image says in words what it shows: the
-- rest of what the readiness of its page asks for is in the city itself or counted already.
alter table cities
  drop column launch_steps,
  drop column launch_stage,
  add column is_translated boolean not null default true,
  add column is_hero_described boolean not null default true;

create function city_is_translated(of_city bigint) returns boolean language sql stable as $$
  select not exists (
    select from locales l where l.is_required_to_publish and l.is_enabled_on_site and not l.is_default and not exists (
      select from translations x where x.resource = 'cities' and x.record_id = of_city and x.field = 'name' and x.locale = l.code and not x.is_record_gone))
$$;

create or replace function city_launches_refresh(ids bigint[]) returns void language plpgsql as $$
begin
  perform from cities where id = any(ids) order by id for no key update;
  update cities c set sellable = f.sellable, sellable_until = f.until, has_venues = f.has_venues, is_translated = f.is_translated, is_hero_described = f.is_hero_described
  from (
    select g.id, (select count(*) from products p where p.city_id = g.id and p.status = 'live')::integer + e.count as sellable, e.until,
      exists (select from venues v where v.city_id = g.id) as has_venues, city_is_translated(g.id) as is_translated,
      not exists (select from cities o join images i on i.id = o.hero_image_id where o.id = g.id and i.alt_text is null) as is_hero_described
    from unnest(ids) as g (id) cross join lateral (
      select count(*)::integer as count, min(last) as until from (
        select (select max(f.starts_at) from performances f where f.event_id = e.id and f.status in ('onsale', 'rescheduled')) as last
        from events e where e.city_id = g.id and e.publication = 'published' and not e.is_hidden
      ) as event where last > now()
    ) as e
  ) as f where c.id = f.id and (c.sellable, c.sellable_until, c.has_venues, c.is_translated, c.is_hero_described)
    is distinct from (f.sellable, f.until, f.has_venues, f.is_translated, f.is_hero_described);
end
$$;

-- A new city has no texts yet; those of one that comes back come back after it, and tell it so themselves.
create function city_knows_its_texts() returns trigger language plpgsql as $$
begin
  new.is_translated := city_is_translated(new.id);
  return new;
end
$$;
create trigger cities_texts before insert on cities for each row execute function city_knows_its_texts();
create function city_name_is_translated() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into city_launch_changes (city_id) values (new.record_id);
  end if;
  if tg_op <> 'INSERT' then
    insert into city_launch_changes (city_id) values (old.record_id);
  end if;
  return null;
end
$$;
create trigger translations_launch_new after insert on translations
  for each row when (new.resource = 'cities' and new.field = 'name') execute function city_name_is_translated();
create trigger translations_launch_gone after delete on translations
  for each row when (old.resource = 'cities' and old.field = 'name') execute function city_name_is_translated();
create trigger translations_launch after update of is_record_gone, record_id on translations
  for each row when (new.resource = 'cities' and new.field = 'name' and (old.is_record_gone, old.record_id) is distinct from (new.is_record_gone, new.record_id))
  execute function city_name_is_translated();
-- Once in a blue moon, and then for every city.
create function locales_tell_cities() returns trigger language plpgsql as $$
begin
  update cities set is_translated = city_is_translated(id) where is_translated is distinct from city_is_translated(id);
  return null;
end
$$;
create trigger locales_launch_new after insert on locales for each row when (new.is_required_to_publish and new.is_enabled_on_site) execute function locales_tell_cities();
create trigger locales_launch_gone after delete on locales for each row when (old.is_required_to_publish and old.is_enabled_on_site) execute function locales_tell_cities();
create trigger locales_launch after update of is_required_to_publish, is_enabled_on_site, is_default on locales
  for each row when ((old.is_required_to_publish, old.is_enabled_on_site, old.is_default) is distinct from (new.is_required_to_publish, new.is_enabled_on_site, new.is_default))
  execute function locales_tell_cities();

create function city_knows_its_hero() returns trigger language plpgsql as $$
begin
  new.is_hero_described := not exists (select from images i where i.id = new.hero_image_id and i.alt_text is null);
  return new;
end
$$;
create trigger cities_hero before insert or update of hero_image_id on cities for each row execute function city_knows_its_hero();
create function image_tells_its_cities() returns trigger language plpgsql as $$
begin
  update cities set is_hero_described = new.alt_text is not null where hero_image_id = new.id;
  return null;
end
$$;
create trigger images_launch after update of alt_text on images
  for each row when ((old.alt_text is null) <> (new.alt_text is null)) execute function image_tells_its_cities();

select city_launches_refresh(array(select id from cities));

-- Each stage needs those before it, so what no supplier knows is not indexed, whatever its page shows. `launch_priority`: what
-- is begun comes first, then what is indexed and lacks something, what nobody has begun, and what is finished; each
-- by popularity.
alter table cities
  add column has_description boolean not null generated always as (coalesce(btrim(description) <> '', false) and is_hero_described) stored,
  add column launch_stage text not null generated always as (case
    when coalesce(viator_destination, tiqets_city, tourcms_location) is null then 'unmapped'
    when sellable = 0 then 'mapped'
    when not (coalesce(btrim(description) <> '', false) and is_hero_described and is_translated) then 'stocked'
    when publication <> 'published' then 'ready'
    when sellable < 3 then 'live'
    else 'indexed' end) stored,
  add column launch_steps integer not null generated always as (
    (coalesce(viator_destination, tiqets_city, tourcms_location) is not null)::integer + has_codes::integer + has_venues::integer
    + (sellable > 0)::integer + is_market_open::integer + (coalesce(btrim(description) <> '', false) and is_hero_described)::integer + is_translated::integer
    + (publication = 'published')::integer
    + (publication = 'published' and sellable >= 3 and coalesce(viator_destination, tiqets_city, tourcms_location) is not null
      and coalesce(btrim(description) <> '', false) and is_hero_described and is_translated)::integer) stored,
  add column launch_priority integer not null generated always as (popularity + 1000 * case
    when coalesce(viator_destination, tiqets_city, tourcms_location) is null and sellable = 0 and publication <> 'published' then 1
    when coalesce(viator_destination, tiqets_city, tourcms_location) is null or sellable < 3 or publication <> 'published'
      or not (coalesce(btrim(description) <> '', false) and is_hero_described and is_translated) then 3
    when has_codes and has_venues and is_market_open then 0
    else 2 end) stored;
create index cities_launch_stage on cities (launch_stage, launch_priority, id);
create index cities_launch_stage_sort on cities (launch_stage, id);
create index cities_launch_steps on cities (launch_steps, id);
create index cities_launch_priority on cities (launch_priority, id);
create index cities_is_indexed on cities ((launch_stage = 'indexed'), id);
create index cities_is_finished on cities ((launch_priority < 1000), id);
create index cities_has_description on cities (has_description, id);
create index cities_is_translated on cities (is_translated, id);

-- ISO 3166-2 and UN/LOCODE begin with the country's alpha-2 code. What is there already stays until somebody changes it or the
-- country: which of the two is wrong only people know.
create function city_codes_are_of_their_country() returns trigger language plpgsql as $$
declare
  code text;
begin
  if tg_op = 'UPDATE' and (old.subdivision, old.un_locode, old.country_id) is not distinct from (new.subdivision, new.un_locode, new.country_id) then
    return new;
  end if;
  select c.code into code from countries c where c.id = new.country_id;
  if left(new.subdivision, 2) <> code or left(new.un_locode, 2) <> code then
    raise exception 'The codes of % begin with %', new.name, code
      using errcode = 'check_violation', constraint = 'codes_begin_with_the_country', table = 'cities';
  end if;
  return new;
end
$$;
create trigger cities_codes before insert or update of subdivision, un_locode, country_id on cities
  for each row execute function city_codes_are_of_their_country();

-- The seven, or a region of our own, which begins with a letter that none of them does. Older ones keep their code until
-- somebody changes it.
alter table continents drop constraint continents_code_is_of_letters;
create function continent_code_is_known() returns trigger language plpgsql as $$
begin
  if new.code !~ '^(AF|AN|AS|EU|NA|OC|SA|[QXYZ][A-Z0-9])$' then
    raise exception 'There is no continent %', new.code using errcode = 'check_violation', constraint = 'continents_code_is_known', table = 'continents';
  end if;
  return new;
end
$$;
create trigger continents_known_code before insert or update of code on continents for each row execute function continent_code_is_known();
