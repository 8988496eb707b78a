-- A city counts the products that are live. One that arrives or goes otherwise, as imported ones do, is no news to it.
create function city_launch_products() returns trigger language plpgsql as $$
begin
  insert into city_launch_changes (city_id) select distinct city_id from changed where status = 'live';
  return null;
end
$$;
drop trigger products_launch_new on products;
create trigger products_launch_new after insert on products referencing new table as changed
  for each statement execute function city_launch_products();
drop trigger products_launch_gone on products;
create trigger products_launch_gone after delete on products referencing old table as changed
  for each statement execute function city_launch_products();

-- What other suppliers sell in a city, by which a draft is compared, without reading what its own supplier sells there.
create index products_city_provider on products (city_id, provider_id);
