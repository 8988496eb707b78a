-- Store credit is looked for by the name of its customer. The name is kept beside it, because an index cannot look into
-- another table, and follows its customer: into a merge, another name, and being anonymised.

alter table store_credits add column customer_name text check (char_length(customer_name) between 1 and 201);
update store_credits t set customer_name = c.name from customers c where c.id = t.customer_id;
alter table store_credits alter column customer_name set not null;
create index store_credits_search on store_credits using gin (searchable(customer_name) gin_trgm_ops);

create function store_credit_has_a_name() returns trigger language plpgsql as $$
begin
  select name into new.customer_name from customers where id = new.customer_id;
  return new;
end
$$;
-- After the one that finds who a merged customer has become.
create trigger store_credits_name_their_customer before insert or update of customer_id on store_credits
  for each row execute function store_credit_has_a_name();

create function customers_rename_their_credit() returns trigger language plpgsql as $$
begin
  update store_credits set customer_name = new.name where customer_id = new.id;
  return null;
end
$$;
-- Whatever the statement says: being anonymised changes the name in another trigger.
create trigger customers_rename_their_credit after update on customers
  for each row when (old.name is distinct from new.name) execute function customers_rename_their_credit();
