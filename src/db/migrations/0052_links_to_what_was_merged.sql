-- A link marker that names a record which was merged away leads to the one that it became.
create or replace function link_element_is_broken(element text) returns boolean language plpgsql stable as $$
declare
  parts text[] := regexp_match(element, '^(c|ev|ca|sc|pr|pa|per)-([0-9]{1,15})(-[0-9]{1,15})?$');
  target text;
  is_there boolean;
begin
  if parts is null then
    return element !~ '^((s)(-[0-9]{1,15}){0,2}|(c|ev|ca|sc|pr|pa|per)|homepage(-[0-9]{1,15}){0,2}|special-(nba|nfl|nhl|mlb|broadway|londonTheatre|epl|mls|caf|sll|isa|dbl|ecf|fl1|cds)(-[0-9]{1,15}){0,2})$';
  end if;
  target := case parts[1] when 'c' then 'cities' when 'ev' then 'events' when 'ca' then 'categories' when 'sc' then 'subcategories'
    when 'pr' then 'products' when 'pa' then 'aliases' else 'performers' end;
  if to_regclass(target) is null then
    return false;
  end if;
  execute format('select exists (select from %I where id = $1)', target) into is_there using parts[2]::bigint;
  return not is_there and heir_of(target, parts[2]::bigint) is null;
end
$$;

-- The ids of records that have become one of some, at first hand or by way of others.
create function merged_into(of_resource text, heirs bigint[]) returns bigint[] language sql stable as $$
  with recursive former as (
    select loser_id as id from merges where resource = of_resource and status = 'merged' and winner_id = any(heirs)
    union select m.loser_id from merges m join former f on m.winner_id = f.id where m.resource = of_resource and m.status = 'merged'
  )
  select coalesce(array_agg(id order by id), '{}') from former
$$;
