-- What options and age bands may say: languages are BCP 47, and an infant comes with somebody who may travel alone.
create function are_locales(tags text[]) returns boolean language sql immutable as $$
  select coalesce(bool_and(tag ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'), true) from unnest(tags) as tag
$$;
update product_options set languages = array(
  select tag from unnest(languages) with ordinality as given (tag, place) where are_locales(array[tag]) order by place)
where not are_locales(languages);
alter table product_options add constraint product_options_languages_check check (are_locales(languages));

update product_age_bands set accompanied_by = accompanied_by || '{ADULT}'::text[] where type = 'INFANT' and accompanied_by <@ array['INFANT', 'CHILD', 'YOUTH'];
alter table product_age_bands drop constraint infants_are_accompanied,
  add constraint infants_are_accompanied check (type <> 'INFANT' or not accompanied_by <@ array['INFANT', 'CHILD', 'YOUTH']);
