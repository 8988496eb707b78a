-- Countries, cities and venues as staff keep them: who may be sold to, what suppliers call a city, what a change of zone
-- did, and the sections of a venue with their map.

insert into currencies (code, numeric_code, exponent, name) values ('XCG', '532', 2, 'Caribbean Guilder') on conflict do nothing;

create function country_is_referenced(country_id bigint, country_code text) returns boolean language sql stable as $$
  select exists (select from cities c where c.country_id = $1) or exists (select from customers c where c.country_id = $1)
    or exists (select from performers p where p.country_id = $1) or exists (select from purchases p where p.customer_country = $2)
$$;
create index purchases_customer_country on purchases (customer_country, created_at, id);

alter table continents add constraint continents_code_is_of_letters check (code ~ '^[A-Z]{2}$');

alter table countries
  add column description text check (char_length(description) between 1 and 20000),
  add column vat_regime text check (vat_regime in ('eu_vat', 'vat', 'gst', 'sales_tax', 'none')),
  add column address_format text check (char_length(address_format) between 1 and 300),
  add column blocked_because text check (blocked_because in ('sanctions', 'licence', 'tax', 'risk', 'suppliers')),
  add column block_note text check (char_length(block_note) between 1 and 255),
  add column blocked_at timestamptz(3);
-- A database from before may have blocks without a reason.
update countries set blocked_because = 'risk', blocked_at = updated_at where is_blocked;
alter table countries
  add constraint a_block_has_its_reason check (
    is_blocked = (blocked_because is not null) and is_blocked = (blocked_at is not null) and (is_blocked or block_note is null)),
  add constraint countries_codes_are_of_letters check (code ~ '^[A-Z]{2}$' and alpha3 ~ '^[A-Z]{3}$' and numeric_code ~ '^[0-9]{3}$');
create trigger countries_translations after insert or delete or update of name, description on countries
  for each row execute function translations_follow('countries', 'name', 'name', 'description', 'description');
create trigger countries_description_shows after insert or update of description or delete on countries
  for each row execute function rich_text_shows('description');
create trigger continents_translations after insert or delete or update of name on continents
  for each row execute function translations_follow('continents', 'name', 'name');
create index countries_blocked on countries (code) where is_blocked;
create index countries_continent_list on countries (continent_id, name, id);

-- Codes stay once something points at them. The server says so first, in better words.
create function country_codes_stay() returns trigger language plpgsql as $$
begin
  if country_is_referenced(old.id, old.code) then
    raise exception 'Codes of % stay while it is referred to', old.name
      using errcode = 'check_violation', constraint = 'codes_stay_once_referenced', table = 'countries';
  end if;
  return new;
end
$$;
create trigger countries_codes before update of code, alpha3, numeric_code on countries
  for each row when ((old.code, old.alpha3, old.numeric_code) is distinct from (new.code, new.alpha3, new.numeric_code))
  execute function country_codes_stay();

create function continent_code_stays() returns trigger language plpgsql as $$
begin
  if exists (select from countries where continent_id = old.id) then
    raise exception 'The code of % stays while countries are on it', old.name
      using errcode = 'check_violation', constraint = 'code_stays_once_referenced', table = 'continents';
  end if;
  return new;
end
$$;
create trigger continents_code before update of code on continents
  for each row when (old.code is distinct from new.code) execute function continent_code_stays();

-- A sales block stops checkout here, whatever program begins a purchase: for customers from a blocked country and for
-- whatever takes place in one. What was begun before goes its way.
create function market_is_open() returns trigger language plpgsql as $$
declare
  closed text;
begin
  select name into closed from countries c
  where c.is_blocked and (c.code = new.customer_country or c.id = (select country_id from cities where id = new.city_id)) limit 1;
  if closed is not null then
    raise exception 'Sales are blocked in %', closed using errcode = 'check_violation', constraint = 'market_is_open', table = 'purchases';
  end if;
  return new;
end
$$;
create trigger purchases_market before insert on purchases for each row execute function market_is_open();

-- A city is live while its page is published.
alter table cities
  add column publication text not null default 'draft' check (publication in ('draft', 'in_review', 'published', 'unpublished', 'archived')),
  add column publish_at timestamptz(3),
  add column unpublish_at timestamptz(3),
  add column published_at timestamptz(3),
  add column description text check (char_length(description) between 1 and 20000),
  add column hero_image_id bigint references images (id),
  add column seo_title text check (char_length(seo_title) between 1 and 70),
  add column seo_description text check (char_length(seo_description) between 1 and 160);
update cities set publication = 'published', published_at = updated_at where is_live;
alter table cities drop column is_live;
alter table cities add column is_live boolean not null generated always as (publication = 'published') stored;
create trigger cities_publication before update of publication on cities for each row execute function publication_step();
create trigger cities_translations after insert or delete or update of name, slug, description, seo_title, seo_description on cities
  for each row execute function translations_follow('cities', 'name', 'name', 'slug', 'slug', 'description', 'description', 'seoTitle', 'seo_title',
    'seoDescription', 'seo_description');
create trigger cities_description_shows after insert or update of description or delete on cities for each row execute function rich_text_shows('description');
create index cities_hero_image on cities (hero_image_id) where hero_image_id is not null;
create index cities_publication on cities (publication, name, id);

alter table cities
  add column radius_km integer check (radius_km between 1 and 500),
  add column parent_id bigint references cities (id),
  add column viator_destination text constraint cities_viator_destination_key unique check (char_length(viator_destination) between 1 and 20),
  add column tiqets_city text constraint cities_tiqets_city_key unique check (char_length(tiqets_city) between 1 and 20),
  add column tourcms_location text check (char_length(tourcms_location) between 1 and 80),
  add constraint cities_un_locode_key unique (un_locode),
  add constraint cities_codes_have_their_form check (
    un_locode ~ '^[A-Z]{2}[A-Z2-9]{3}$' and metropolitan_code ~ '^[A-Z]{3}$' and subdivision ~ '^[A-Z]{2}-[A-Z0-9]{1,3}$'),
  add constraint no_city_is_part_of_itself check (parent_id <> id),
  add constraint no_city_is_at_zero_and_zero check (latitude <> 0 or longitude <> 0);
create index cities_parent on cities (parent_id) where parent_id is not null;
create index cities_popularity on cities (popularity, id);
create index products_live on products (city_id) where status = 'live';

alter table venues
  add column publication text not null default 'draft' check (publication in ('draft', 'in_review', 'published', 'unpublished', 'archived')),
  add column publish_at timestamptz(3),
  add column unpublish_at timestamptz(3),
  add column published_at timestamptz(3),
  add column description text check (char_length(description) between 1 and 20000),
  add column hero_image_id bigint references images (id),
  add column seo_title text check (char_length(seo_title) between 1 and 70),
  add column seo_description text check (char_length(seo_description) between 1 and 160);
update venues set publication = 'published', published_at = updated_at
where exists (select from events e where e.venue_id = venues.id and e.publication = 'published');
create trigger venues_publication before update of publication on venues for each row execute function publication_step();
create trigger venues_translations after insert or delete or update of name, slug, description, seo_title, seo_description on venues
  for each row execute function translations_follow('venues', 'name', 'name', 'slug', 'slug', 'description', 'description', 'seoTitle', 'seo_title',
    'seoDescription', 'seo_description');
create trigger venues_description_shows after insert or update of description or delete on venues for each row execute function rich_text_shows('description');
create index venues_hero_image on venues (hero_image_id) where hero_image_id is not null;
create index venues_publication on venues (publication, name, id);

alter table venues
  add column accessibility text[] not null default '{}' check (accessibility <@ array[
    'step_free', 'wheelchair_spaces', 'companion_tickets', 'accessible_toilets', 'hearing_loop', 'assistance_dogs', 'quiet_room']),
  add column entrances jsonb not null default '[]' check (jsonb_typeof(entrances) = 'array'),
  add constraint no_venue_is_at_zero_and_zero check (latitude <> 0 or longitude <> 0);

-- What a change of a city's or venue's zone did, and how far it has come.
create table zone_changes (
  id bigint generated by default as identity primary key,
  city_id bigint references cities (id) on delete cascade,
  venue_id bigint references venues (id) on delete cascade,
  from_zone text not null check (char_length(from_zone) between 1 and 64),
  to_zone text not null check (char_length(to_zone) between 1 and 64),
  requested_by text not null,
  requested_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- The last performance that was looked at.
  after_id bigint not null default 0,
  changed integer not null default 0 check (changed >= 0),
  venues integer not null default 0 check (venues >= 0),
  products integer not null default 0 check (products >= 0),
  purchases integer not null default 0 check (purchases >= 0),
  skipped jsonb not null default '[]' check (jsonb_typeof(skipped) = 'array'),
  doubled jsonb not null default '[]' check (jsonb_typeof(doubled) = 'array'),
  constraint a_change_is_of_one_place check ((city_id is null) <> (venue_id is null)),
  constraint a_change_goes_somewhere check (from_zone <> to_zone)
);
create index zone_changes_city on zone_changes (city_id, id) where city_id is not null;
create index zone_changes_venue on zone_changes (venue_id, id) where venue_id is not null;
create index zone_changes_open on zone_changes (id) where finished_at is null;

-- A configuration is where its venue is; whoever may change things in some cities only needs to know.
alter table venue_configurations
  add column city_id bigint references cities (id),
  add column has_map boolean not null default false,
  add column manifest_at timestamptz(3);
update venue_configurations c set city_id = v.city_id from venues v where v.id = c.venue_id;
alter table venue_configurations alter column city_id set not null;
create index venue_configurations_city on venue_configurations (city_id);
create index venue_configurations_list on venue_configurations (name, id);
create index venue_configurations_search on venue_configurations using gin (name gin_trgm_ops);

create function configuration_is_at_its_venue() returns trigger language plpgsql as $$
begin
  new.city_id := (select city_id from venues where id = new.venue_id);
  return new;
end
$$;
create trigger venue_configurations_city before insert or update of venue_id, city_id on venue_configurations
  for each row execute function configuration_is_at_its_venue();

-- Whatever says in which city a venue is follows it.
create function venue_takes_its_city_along() returns trigger language plpgsql as $$
begin
  update venue_configurations set city_id = new.city_id where venue_id = new.id;
  update events set city_id = new.city_id, version = version + 1, updated_at = now() where venue_id = new.id and city_id <> new.city_id;
  update performances set city_id = new.city_id, version = version + 1, updated_at = now() where venue_id = new.id and city_id <> new.city_id;
  return null;
end
$$;
create trigger venues_city after update of city_id on venues
  for each row when (old.city_id is distinct from new.city_id) execute function venue_takes_its_city_along();

-- The manifest: which sections a configuration has, and under which id they are on its map.
create table venue_sections (
  id bigint generated by default as identity primary key,
  venue_configuration_id bigint not null references venue_configurations (id) on delete cascade,
  position integer not null check (position between 1 and 5000),
  code text not null check (char_length(code) between 1 and 64),
  name text not null check (char_length(name) between 1 and 120),
  zone text check (char_length(zone) between 1 and 80),
  rank integer not null default 50 check (rank between 1 and 100),
  is_general_admission boolean not null default false,
  rows text[] not null default '{}',
  capacity integer check (capacity between 1 and 500000),
  view_image_url text check (char_length(view_image_url) between 1 and 500),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint general_admission_has_no_rows check (not is_general_admission or cardinality(rows) = 0)
);
create unique index venue_sections_name_key on venue_sections (venue_configuration_id, lower(name));
create unique index venue_sections_code_key on venue_sections (venue_configuration_id, code);
create index venue_sections_list on venue_sections (name, id);
create index venue_sections_search on venue_sections using gin (name gin_trgm_ops);

-- Outlines alone: nothing of the file that they came in is kept, so nothing of it can run.
create table venue_maps (
  venue_configuration_id bigint primary key references venue_configurations (id) on delete cascade,
  view_box text not null check (view_box ~ '^-?[0-9.]+ -?[0-9.]+ [0-9.]+ [0-9.]+$'),
  shapes jsonb not null check (jsonb_typeof(shapes) = 'array'),
  updated_at timestamptz(3) not null default now()
);
