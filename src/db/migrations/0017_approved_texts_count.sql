-- A city has its name in a language once readers see it there: approved, or a machine's where the language publishes those.
create or replace function city_is_translated(of_city bigint) returns boolean language sql stable as $$
  select not exists (
    select from locales l where l.is_required_to_publish and l.is_enabled_on_site and not l.is_default and not exists (
      select from translations x where x.resource = 'cities' and x.record_id = of_city and x.field = 'name'
        and x.locale = l.code and not x.is_record_gone
        and (x.status = 'approved' or x.status = 'machine' and l.publishes_machine_texts)))
$$;
create trigger translations_approved_name after update of status on translations
  for each row when (new.resource = 'cities' and new.field = 'name' and old.status <> new.status)
    execute function city_name_is_translated();
create trigger locales_publish_machine_texts after update of publishes_machine_texts on locales
  for each row when (old.publishes_machine_texts <> new.publishes_machine_texts) execute function locales_tell_cities();
update cities set is_translated = city_is_translated(id) where is_translated is distinct from city_is_translated(id);
