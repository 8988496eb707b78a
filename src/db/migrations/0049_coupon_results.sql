-- What a coupon has brought, kept beside it: adding up its purchases for a list of fifty coupons took longer with every
-- purchase made. Each change of a use, or of the money of a purchase with one, is added in its own transaction.
create table coupon_results (
  coupon_id bigint not null references coupons (id) on delete cascade,
  currency text not null references currencies (code),
  -- Uses that are final, and in minor units of the currency: what was given away, and what their purchases brought.
  uses bigint not null check (uses >= 0),
  discount bigint not null check (discount >= 0),
  revenue bigint not null,
  margin bigint not null,
  primary key (coupon_id, currency)
);

insert into coupon_results (coupon_id, currency, uses, discount, revenue, margin)
select r.coupon_id, r.currency, count(*), sum(r.amount), sum(p.captured - p.refunded - p.charged_back), sum(p.margin)
from coupon_redemptions r join purchases p on p.id = r.purchase_id where r.state = 'consumed' group by r.coupon_id, r.currency;

create function coupon_results_add(the_coupon bigint, the_currency text, more_uses bigint, more_discount bigint, more_revenue bigint, more_margin bigint)
returns void language plpgsql as $$
begin
  update coupon_results set uses = uses + more_uses, discount = discount + more_discount, revenue = revenue + more_revenue, margin = margin + more_margin
  where coupon_id = the_coupon and currency = the_currency;
  if found then return; end if;
  insert into coupon_results as r (coupon_id, currency, uses, discount, revenue, margin)
  values (the_coupon, the_currency, more_uses, more_discount, more_revenue, more_margin)
  on conflict (coupon_id, currency) do update set
    uses = r.uses + excluded.uses, discount = r.discount + excluded.discount, revenue = r.revenue + excluded.revenue, margin = r.margin + excluded.margin;
end
$$;

-- The purchase is locked, so that a change of its money waits for the use, or the use counts the money as changed.
create function coupon_results_of_use() returns trigger language plpgsql as $$
declare
  sold record;
begin
  select captured - refunded - charged_back as revenue, margin into sold from purchases
  where id = case when tg_op = 'DELETE' then old.purchase_id else new.purchase_id end for no key update;
  if tg_op <> 'INSERT' and old.state = 'consumed' then
    perform coupon_results_add(old.coupon_id, old.currency, -1, -old.amount, -sold.revenue, -sold.margin);
  end if;
  if tg_op <> 'DELETE' and new.state = 'consumed' then
    perform coupon_results_add(new.coupon_id, new.currency, 1, new.amount, sold.revenue, sold.margin);
  end if;
  return null;
end
$$;
create trigger coupon_redemptions_made after insert on coupon_redemptions
  for each row when (new.state = 'consumed') execute function coupon_results_of_use();
create trigger coupon_redemptions_changed after update of state, amount, currency, coupon_id on coupon_redemptions
  for each row when (old.state = 'consumed' or new.state = 'consumed') execute function coupon_results_of_use();
create trigger coupon_redemptions_gone after delete on coupon_redemptions
  for each row when (old.state = 'consumed') execute function coupon_results_of_use();

create function coupon_results_of_money() returns trigger language plpgsql as $$
begin
  perform coupon_results_add(coupon_id, currency, 0, 0,
    (new.captured - new.refunded - new.charged_back) - (old.captured - old.refunded - old.charged_back), new.margin - old.margin)
  from coupon_redemptions where purchase_id = new.id and state = 'consumed' order by coupon_id;
  return null;
end
$$;
create trigger purchases_coupon_results after update on purchases for each row
  when ((new.captured, new.refunded, new.charged_back, new.margin) is distinct from (old.captured, old.refunded, old.charged_back, old.margin))
  execute function coupon_results_of_money();

create function coupon_results_empty() returns trigger language plpgsql as $$
begin
  delete from coupon_results;
  return null;
end
$$;
create trigger coupon_redemptions_emptied after truncate on coupon_redemptions execute function coupon_results_empty();
