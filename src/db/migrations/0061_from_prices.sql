-- What is sold are units, so the price that a product sells from is that of one of its units, whoever changes which of them.
-- `from_rank` puts those first that somebody can buy alone: they cost something, and ask for no company, proof or number.
alter table product_age_bands add column from_rank smallint not null generated always as (case
  when retail = 0 then 2 when is_id_required or accompanied_by <> '{}' or min_quantity > 1 then 1 else 0 end) stored;
create index product_age_bands_from on product_age_bands (product_id, from_rank, retail, net, id);
create index product_age_bands_below_net on product_age_bands (created_at, id) where retail < net;

create function product_from_unit(of_product bigint) returns table (net bigint, retail bigint) language sql stable as $$
  select b.net, b.retail from product_age_bands b where b.product_id = of_product order by b.from_rank, b.retail, b.net, b.id limit 1
$$;

-- A product that is priced per booking, or has no units yet, keeps the prices that it is given.
create function product_sells_from_a_unit() returns trigger language plpgsql as $$
declare
  unit record;
begin
  select * into unit from product_from_unit(new.id);
  if found then
    new.net_from := unit.net;
    new.retail_from := unit.retail;
  end if;
  return new;
end
$$;
create trigger products_from_unit before update of net_from, retail_from, pricing_per on products
  for each row when (new.pricing_per = 'UNIT') execute function product_sells_from_a_unit();

create function products_follow_their_units() returns trigger language plpgsql as $$
begin
  update products p set net_from = f.net, retail_from = f.retail
  from (select distinct product_id from changed) as c cross join lateral product_from_unit(c.product_id) as f
  where p.id = c.product_id and p.pricing_per = 'UNIT' and (p.net_from, p.retail_from) <> (f.net, f.retail);
  return null;
end
$$;
create trigger product_age_bands_added after insert on product_age_bands referencing new table as changed
  for each statement execute function products_follow_their_units();
create trigger product_age_bands_repriced after update on product_age_bands referencing new table as changed
  for each statement execute function products_follow_their_units();
create trigger product_age_bands_gone after delete on product_age_bands referencing old table as changed
  for each statement execute function products_follow_their_units();

-- What sells far below its net price has a margin beyond any that is worth telling apart, and beyond what an integer holds.
drop index products_by_margin;
drop index products_by_margin_down;
create index products_by_margin on products
  ((case when retail_from = 0 then null else greatest(round((retail_from - net_from) * 10000.0 / retail_from), -1000000)::integer end), id);
create index products_by_margin_down on products
  ((case when retail_from = 0 then null else greatest(round((retail_from - net_from) * 10000.0 / retail_from), -1000000)::integer end) desc nulls last, id desc);

update products p set net_from = f.net, retail_from = f.retail
from (select x.id, u.net, u.retail from products x cross join lateral product_from_unit(x.id) as u) as f
where f.id = p.id and p.pricing_per = 'UNIT' and (p.net_from, p.retail_from) <> (f.net, f.retail);
