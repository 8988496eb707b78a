-- A search by address leaves a row in the audit and changes nothing, so no list has to be read again for it.
alter function change_notices(jsonb) rename to change_notices_of_all;
create function change_notices(entries jsonb) returns setof text language sql stable as $$
  select change_notices_of_all(jsonb_agg(value)) from jsonb_array_elements(entries)
  where value ->> 'action' is distinct from 'search'
  having count(*) > 0
$$;
