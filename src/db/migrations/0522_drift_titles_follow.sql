-- A drift is listed, sorted and found by what its product is called today, whoever renamed it.
create function products_rename_drifts() returns trigger language plpgsql as $$
begin
  update product_drifts set title = new.title where product_id = new.id and title <> new.title;
  return null;
end
$$;
create trigger products_rename_drifts after update of title on products
  for each row when (old.title is distinct from new.title) execute function products_rename_drifts();

update product_drifts d set title = p.title from products p where p.id = d.product_id and d.title <> p.title;
