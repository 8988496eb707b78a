-- What further providers that sell a performance call it, beside the one that its event came from.
alter table performances add column provider_codes jsonb not null default '[]' check (jsonb_typeof(provider_codes) = 'array');
create index performances_provider_codes on performances using gin (provider_codes jsonb_path_ops) where provider_codes <> '[]';
alter table performances add column provider_code_words text generated always as (provider_code_words(provider_codes)) stored;
drop index performances_search;
create index performances_search on performances using gin (event_and_venue gin_trgm_ops, provider_code gin_trgm_ops, provider_code_words gin_trgm_ops, time_zone gin_trgm_ops);

-- What a provider calls a performance is one performance, or none: never two.
create function provider_codes_name_one_performance() returns trigger language plpgsql as $$
declare
  taken text;
begin
  -- Whoever brings the same code at the same moment waits here.
  perform pg_advisory_xact_lock(hashtext('performances.provider_codes'));
  if (select count(*) > count(distinct (entry ->> 'provider', entry ->> 'code')) from jsonb_array_elements(new.provider_codes) as entry) then
    raise exception 'a provider code is listed twice'
      using errcode = 'check_violation', table = 'performances', constraint = 'each_provider_code_stands_there_once';
  end if;
  select p.event_and_venue into taken from jsonb_array_elements(new.provider_codes) as own
    join performances p on p.provider_codes <> '[]' and p.provider_codes @> jsonb_build_array(own) and p.id <> new.id limit 1;
  if taken is not null then
    raise exception 'a provider code belongs to %', taken
      using errcode = 'check_violation', table = 'performances', constraint = 'no_provider_code_belongs_to_two_performances';
  end if;
  return new;
end
$$;
create trigger performances_provider_codes before insert or update of provider_codes on performances
  for each row when (new.provider_codes <> '[]') execute function provider_codes_name_one_performance();
