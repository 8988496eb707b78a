-- Languages as staff keep them: locales become records of the console, and texts to translate are weighed by what they earn.
alter table locales
  add column fallback_id bigint references locales (id),
  add column site_url text constraint locales_site_url_check check (char_length(site_url) between 1 and 500 and site_url ~ '^https?://'),
  add column hreflang text constraint locales_hreflang_check check (char_length(hreflang) between 1 and 12),
  add column number_style text not null default 'comma_point' check (number_style in ('comma_point', 'point_comma', 'space_comma', 'apostrophe_point')),
  add column date_style text not null default 'day_month_year' check (date_style in ('day_month_year', 'month_day_year', 'year_month_day', 'day_month_year_dots')),
  add column retired_at timestamptz(3),
  add column leads_to_id bigint references locales (id),
  add constraint locales_code_length check (char_length(code) between 1 and 12),
  add constraint a_language_of_the_site_is_not_retired check (not (is_enabled_on_site and retired_at is not null)),
  add constraint only_a_retired_language_leads_elsewhere check (leads_to_id is null or retired_at is not null),
  add constraint the_default_language_stays_on_the_site check (is_enabled_on_site or not is_default);

-- The reference replaces the code, and the address what stood in a table beside it.
update locales l set fallback_id = f.id from locales f where f.code = l.fallback;
update locales l set site_url = d.url from site_domains d where d.language = l.code;
drop table site_domains;
alter table locales drop column fallback;
alter table locales
  add constraint the_chain_ends_at_the_default check (is_default = (fallback_id is null)),
  add constraint nothing_falls_back_to_itself check (fallback_id <> id),
  add constraint nothing_leads_to_itself check (leads_to_id <> id);
create index locales_fallback on locales (fallback_id);
create index locales_leads_to on locales (leads_to_id) where leads_to_id is not null;
create unique index locales_hreflang_key on locales (hreflang);
create index locales_search on locales using gin (code gin_trgm_ops, name gin_trgm_ops, native_name gin_trgm_ops);
update locales set number_style = 'point_comma' where code = 'es';

-- Two who change fallbacks at once could close a circle that neither of them sees, so they queue up.
create function locales_fall_back_to_the_default() returns trigger language plpgsql as $$
declare
  place bigint := new.fallback_id;
  steps integer := 0;
begin
  if new.is_default then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fallbacks of locales', 0));
  while place is not null loop
    steps := steps + 1;
    if place = new.id or steps > 20 then
      raise exception 'the fallbacks of % go in a circle', new.code
        using errcode = 'check_violation', table = 'locales', column = 'fallback_id', constraint = 'locales_fallback_id_check';
    end if;
    select fallback_id into place from locales where id = place;
  end loop;
  return null;
end
$$;
create trigger locales_fall_back_to_the_default after insert or update of fallback_id on locales
  for each row execute function locales_fall_back_to_the_default();

-- A text of the site falls back through languages of the site alone; otherwise the chain would end before the default.
create function locales_fall_back_within_the_site() returns trigger language plpgsql as $$
begin
  if new.is_enabled_on_site and exists (select from locales f where f.id = new.fallback_id and not f.is_enabled_on_site) then
    raise exception 'the fallback of % is not on the site', new.code
      using errcode = 'check_violation', table = 'locales', constraint = 'a_language_of_the_site_falls_back_to_another_one_of_the_site';
  end if;
  if not new.is_enabled_on_site and exists (select from locales l where l.fallback_id = new.id and l.is_enabled_on_site) then
    raise exception 'languages of the site fall back to %', new.code
      using errcode = 'check_violation', table = 'locales', constraint = 'a_language_of_the_site_falls_back_to_another_one_of_the_site';
  end if;
  return null;
end
$$;
create trigger locales_fall_back_within_the_site after insert or update of fallback_id, is_enabled_on_site on locales
  for each row execute function locales_fall_back_within_the_site();

-- The tag of a language is in texts, redirects and addresses, so it never becomes another one.
create function locales_keep_their_code() returns trigger language plpgsql as $$
begin
  if new.code <> old.code or new.is_default <> old.is_default then
    raise exception 'the code of % stays', old.code
      using errcode = 'check_violation', table = 'locales', column = 'code', constraint = 'locales_code_check';
  end if;
  return new;
end
$$;
create trigger locales_keep_their_code before update of code, is_default on locales for each row execute function locales_keep_their_code();

-- What records earn, so that the texts of those that sell are translated first. A job writes it anew every hour: adding it up for
-- each look at the queue would read the sales of a quarter of a year.
create table translation_values (
  resource text not null check (char_length(resource) between 1 and 60),
  record_id bigint not null,
  -- Orders of the last 90 days.
  orders integer not null check (orders > 0),
  primary key (resource, record_id)
);
create index translation_values_rank on translation_values (resource, orders desc, record_id);
