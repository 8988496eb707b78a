-- Links of authors are followed by visitors, so none may be a script; their languages are tags that a website can put
-- into `lang`. What is neither goes; a link without encryption becomes one with.
create function all_match(given text[], pattern text) returns boolean language sql immutable parallel safe as $$
  select not exists (select from unnest(given) as value where value !~ pattern)
$$;

update authors set
  profiles = array(
    select link from (
      select regexp_replace(value, '^http://', 'https://', 'i') as link, place from unnest(profiles) with ordinality as given (value, place)
    ) as kept where link ~ '^https://[^[:space:]<>"@\\/?#]{3,}([/?#][^[:space:]<>"\\]*)?$' order by place),
  languages = array(
    select value from unnest(languages) with ordinality as given (value, place)
    where value ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' order by place),
  version = version + 1, updated_at = now()
where not all_match(profiles, '^https://[^[:space:]<>"@\\/?#]{3,}([/?#][^[:space:]<>"\\]*)?$') or not all_match(languages, '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$');

alter table authors
  add constraint authors_profiles_check check (all_match(profiles, '^https://[^[:space:]<>"@\\/?#]{3,}([/?#][^[:space:]<>"\\]*)?$')),
  add constraint authors_languages_check check (all_match(languages, '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'));
