-- A survivor can be merged too while something arrives for the record that was merged into it. The pointer is followed without a
-- lock, and the record it ends at is locked and looked at again: whoever merges that one waits, or has been waited for.
create or replace function go_to_the_survivor() returns trigger language plpgsql as $$
declare
  survivor bigint;
begin
  select coalesce(merged_into_id, id) into new.customer_id from customers where id = new.customer_id;
  loop
    select merged_into_id into survivor from customers where id = new.customer_id for key share;
    exit when survivor is null;
    new.customer_id := survivor;
  end loop;
  return new;
end
$$;
