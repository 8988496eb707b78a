-- Someone who buys for the first time has no customer record yet, so the consent that they gave with the order was lost. The order keeps
-- the wording, and the log of consents gets the first one, with its order and moment, once there is a customer with that address.
alter table order_placements
  -- Which wording a buyer without a record agreed to; forgotten with them; the log stays as proof.
  add column consent_wording text check (consent_wording ~ '^[A-Za-z0-9._-]{1,40}$');

-- It is given once, and not to a customer who agreed already or has decided since.
create function customers_have_agreed() returns trigger language plpgsql as $$
begin
  insert into customer_consents (customer_id, purpose, is_given, source, text_version, purchase_id, decided_at)
  select new.id, 'marketing_email', true, 'checkout', o.consent_wording, p.id, p.created_at
  from purchases p join order_placements o on o.purchase_id = p.id
  where lower(p.customer_email) = lower(new.email) and p.customer_id is null and o.consent_wording is not null
    and coalesce((select not c.is_given and c.decided_at < p.created_at from customer_consents c
      where c.customer_id = new.id and c.purpose = 'marketing_email' order by c.id desc limit 1), true)
  order by p.created_at, p.id limit 1;
  update order_placements o set consent_wording = null from purchases p
  where p.id = o.purchase_id and lower(p.customer_email) = lower(new.email) and p.customer_id is null and o.consent_wording is not null;
  return null;
end
$$;
create trigger customers_have_agreed after insert on customers
  for each row when (new.status in ('active', 'blocked')) execute function customers_have_agreed();
create trigger customers_have_agreed_by_address after update of email on customers
  for each row when (new.status in ('active', 'blocked') and lower(new.email) <> lower(old.email))
  execute function customers_have_agreed();

-- Forgetting a customer forgets it too.
create or replace function forget_calls_of(orders bigint[]) returns void language plpgsql as $$
declare
  keys text[] := array(select supplier_key from order_placements where purchase_id = any(orders) and supplier_key is not null);
begin
  delete from supplier_exchanges where key = any(keys);
  update supplier_bookings set visit = '{}', reason = null, voucher_url = null where key = any(keys);
  update supplier_calls set request = '{}', answer = case when answer is null then null else '{}'::jsonb end where key = any(keys);
  update visit_changes set plan = '{}' where purchase_id = any(orders);
  update order_placements set partner_reference = null, consent_wording = null where purchase_id = any(orders);
end
$$;
