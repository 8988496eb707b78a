-- What suppliers tag their products with, and what providers call venues.

-- Ids of the supplier's own tags, as they come with the product.
alter table products add column supplier_tags text[] not null default '{}' check (cardinality(supplier_tags) <= 60 and array_position(supplier_tags, null) is null);
create index products_supplier_tags on products using gin (supplier_tags);

-- What arrives with a supplier's tag that one of ours maps is given ours, up to the 30 that a product may have.
create function products_take_mapped_tags() returns trigger language plpgsql as $$
begin
  new.tag_ids := new.tag_ids || (array(
    select t.id from tags t
    where t.kind = 'tour' and t.id <> all (new.tag_ids) and exists (
      select from jsonb_array_elements(t.supplier_tags) as entry join providers p on p.code = entry ->> 'supplier'
      where p.id = new.provider_id and entry ->> 'code' = any (new.supplier_tags))
    order by t.id))[1:greatest(30 - cardinality(new.tag_ids), 0)];
  return new;
end
$$;
create trigger products_mapped_tags before insert or update of supplier_tags on products
  for each row when (new.supplier_tags <> '{}') execute function products_take_mapped_tags();

alter table venues add column provider_codes jsonb not null default '[]' check (jsonb_typeof(provider_codes) = 'array');
create index venues_provider_codes on venues using gin (provider_codes jsonb_path_ops);

-- The ids of a list of provider ids in one text, which lists and the palette search.
create function provider_code_words(codes jsonb) returns text language sql immutable parallel safe as $$
  select string_agg(entry ->> 'code', ' ' order by place) from jsonb_array_elements(codes) with ordinality as e (entry, place)
$$;
alter table venues add column provider_code_words text generated always as (provider_code_words(provider_codes)) stored;
create index venues_provider_code_words on venues using gin (provider_code_words gin_trgm_ops);

-- What a provider calls a place is one venue, or none: never two.
create function provider_codes_name_one_venue() returns trigger language plpgsql as $$
declare
  taken text;
begin
  -- Whoever brings the same code at the same moment waits here.
  perform pg_advisory_xact_lock(hashtext('venues.provider_codes'));
  if (select count(*) > count(distinct (entry ->> 'provider', entry ->> 'code')) from jsonb_array_elements(new.provider_codes) as entry) then
    raise exception 'a provider code is listed twice'
      using errcode = 'check_violation', table = 'venues', constraint = 'each_provider_code_stands_there_once';
  end if;
  select v.name into taken from jsonb_array_elements(new.provider_codes) as own
    join venues v on v.provider_codes @> jsonb_build_array(own) and v.id <> new.id limit 1;
  if taken is not null then
    raise exception 'a provider code belongs to %', taken
      using errcode = 'check_violation', table = 'venues', constraint = 'no_provider_code_belongs_to_two_venues';
  end if;
  return new;
end
$$;
create trigger venues_provider_codes before insert or update of provider_codes on venues
  for each row when (new.provider_codes <> '[]') execute function provider_codes_name_one_venue();
