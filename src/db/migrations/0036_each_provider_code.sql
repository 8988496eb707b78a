-- Each id of a provider begins a line of its own, so that a short one such as "sh-12" is found wherever it stands in the list.
-- Columns that are kept are written anew, with the indexes over them.
drop index venues_search, performances_search;
alter table venues drop column provider_code_words;
alter table performances drop column provider_code_words;
create or replace function provider_code_words(codes jsonb) returns text language sql immutable parallel safe as $$
  select string_agg(entry ->> 'code', E'\n' order by place)
    from jsonb_array_elements(codes) with ordinality as e (entry, place)
$$;
alter table venues add column provider_code_words text generated always as (provider_code_words(provider_codes)) stored;
alter table performances add column provider_code_words text generated always as (provider_code_words(provider_codes)) stored;
create index venues_search on venues using gin (searchable(name, slug, provider_code_words) gin_trgm_ops);
create index performances_search on performances
  using gin (searchable(event_and_venue, provider_code, provider_code_words, time_zone) gin_trgm_ops);
