-- Countries may be deleted while nothing refers to them; purchases name theirs by its code, which no foreign key sees.
create function country_stays_while_sold_to() returns trigger language plpgsql as $$
begin
  if exists (select from purchases where customer_country = old.code) then
    raise exception 'Purchases are by customers from %', old.name
      using errcode = 'foreign_key_violation', table = 'purchases', constraint = 'purchases_customer_country_fkey';
  end if;
  if exists (select from rules where country_ids @> array[old.id]) then
    raise exception 'Rules are about %', old.name
      using errcode = 'foreign_key_violation', table = 'rules', constraint = 'rules_country_ids_refs';
  end if;
  return old;
end
$$;
create trigger countries_stay before delete on countries for each row execute function country_stays_while_sold_to();

-- Languages are BCP 47 tags. What is none says nothing that anybody could go by.
create function are_language_tags(tags text[]) returns boolean language sql immutable parallel safe as $$
  select coalesce(bool_and(tag ~ '^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z0-9]{1,8})*$'), true) from unnest(tags) as tag
$$;
update countries set languages = array(select tag from unnest(languages) with ordinality as given (tag, place) where are_language_tags(array[tag]) order by place)
  where not are_language_tags(languages);
alter table countries add constraint languages_are_tags check (are_language_tags(languages));
