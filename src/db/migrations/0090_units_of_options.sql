-- Units of one option, beside those that every option of its product has: `option_id` is null for the shared ones. What there
-- is already is shared.
alter table product_options add constraint product_options_of_their_product unique (product_id, id);
alter table product_age_bands
  add column option_id bigint constraint product_age_bands_option_id_fkey references product_options (id),
  add constraint a_unit_is_of_an_option_of_its_product foreign key (product_id, option_id) references product_options (product_id, id);
create index product_age_bands_option on product_age_bands (option_id, created_at, id) where option_id is not null;
-- The list shows every restriction of a unit, and sorts by it.
create index product_age_bands_by_min_quantity on product_age_bands (min_quantity, id);
create index product_age_bands_by_max_quantity on product_age_bands (max_quantity, id);

-- Purchases point at what was sold, so a unit may become one of every option, and never one of fewer than it was.
create function units_stay_with_their_option() returns trigger language plpgsql as $$
begin
  raise exception 'unit % stays with its product and its option', old.id
    using errcode = 'check_violation', table = 'product_age_bands', constraint = 'a_unit_stays_with_its_option';
end
$$;
create trigger product_age_bands_stay before update of product_id, option_id on product_age_bands
  for each row when (old.product_id <> new.product_id or (new.option_id is not null and new.option_id is distinct from old.option_id))
  execute function units_stay_with_their_option();

-- A product sells from a unit that is sold: a shared one, or one of an option that is active. While none is active nothing is
-- sold, and all of them tell what it will cost.
create or replace function product_from_unit(of_product bigint) returns table (net bigint, retail bigint) language sql stable as $$
  select b.net, b.retail from product_age_bands b
  where b.product_id = of_product and (b.option_id is null
    or exists (select from product_options o where o.id = b.option_id and o.is_active)
    or not exists (select from product_options o where o.product_id = of_product and o.is_active))
  order by b.from_rank, b.retail, b.net, b.id limit 1
$$;

-- The products are locked before anything is worked out, so that of two who change units of one product, or switch its options,
-- the later one sees what the earlier one did. `version` stays: a price that follows is nobody's save, and whoever has the product
-- open loses nothing by it. What lists products by their last change has to see it all the same.
create or replace function products_follow_their_units() returns trigger language plpgsql as $$
begin
  perform from products where id in (select product_id from changed) order by id for no key update;
  update products p set net_from = f.net, retail_from = f.retail, updated_at = now()
  from (select distinct product_id from changed) as c cross join lateral product_from_unit(c.product_id) as f
  where p.id = c.product_id and p.pricing_per = 'UNIT' and (p.net_from, p.retail_from) <> (f.net, f.retail);
  return null;
end
$$;
create function products_follow_their_options() returns trigger language plpgsql as $$
begin
  perform from products where id = new.product_id for no key update;
  update products p set net_from = f.net, retail_from = f.retail, updated_at = now()
  from product_from_unit(new.product_id) as f
  where p.id = new.product_id and p.pricing_per = 'UNIT' and (p.net_from, p.retail_from) <> (f.net, f.retail);
  return null;
end
$$;
create trigger product_options_switched after update of is_active on product_options
  for each row when (old.is_active <> new.is_active) execute function products_follow_their_options();
